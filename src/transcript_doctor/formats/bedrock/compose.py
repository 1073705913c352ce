"""What a conversion needs to know of the Converse format, from the files that know it."""

from __future__ import annotations

from transcript_doctor.core.composer import Composer
from transcript_doctor.formats.bedrock.request import pack, unpack
from transcript_doctor.formats.bedrock.telling import read
from transcript_doctor.formats.bedrock.writing import leaves, write

COMPOSER = Composer(
    read, write, unpack, pack, "outside", lambda messages: {"messages": messages}, leaves
)
