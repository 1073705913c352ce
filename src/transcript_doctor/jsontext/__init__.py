"""Reading JSON as users really have it, and finding the line of a place afterwards.

Files come as one value, as lines, as a printed Python literal, cut in the middle, with a byte
order mark, in UTF-16: whoever asks for help should not have to clean the patient first. Standard
library only.
"""

from transcript_doctor.jsontext.lines import Lines
from transcript_doctor.jsontext.reading import read
from transcript_doctor.jsontext.values import Damage, Document, Kind, Record, UnreadableText

__all__ = ["Damage", "Document", "Kind", "Lines", "Record", "UnreadableText", "read"]
