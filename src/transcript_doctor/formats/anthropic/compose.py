"""What a conversion needs to know of Anthropic's format, from the files that know it."""

from __future__ import annotations

from transcript_doctor.core.composer import Composer
from transcript_doctor.formats.anthropic.request import pack, unpack
from transcript_doctor.formats.anthropic.telling import read
from transcript_doctor.formats.anthropic.writing import leaves, write

COMPOSER = Composer(
    read, write, unpack, pack, "outside", lambda messages: {"messages": messages}, leaves
)
