"""A JSON value that is damaged, read as far as it goes: what is whole in it is kept, with its line.

Tokens are put together as a decoder would; where one does not fit, the container in which it stands is
marked as torn, and reading goes on behind it. A string ends at the end of its line, so that a lost
quote costs that line alone; the indent of a closing bracket says which container it closes. One pass,
linear in the text.
"""

from transcript_doctor.jsontext.salvage.salvaging import Salvage, salvage
from transcript_doctor.jsontext.salvage.tree import LOST

__all__ = ["LOST", "Salvage", "salvage"]
