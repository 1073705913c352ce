"""oracle: the message history of an on-chain oracle, as two lists of texts or one structured list.

Old contracts answer `getMessageHistoryRoles` and `getMessageHistoryContents`, two lists that must
be equally long; newer ones answer `getMessageHistory`, whose contents are lists of `{contentType,
value}`. Roles are system, user and assistant; there are texts and images, no calls and no results.
"""

from __future__ import annotations

from transcript_doctor.core.format import Format
from transcript_doctor.formats.oracle import body, view, walk
from transcript_doctor.formats.oracle.verbs import VERBS

FORMAT = Format(
    name="oracle",
    title="on-chain oracle",
    home="oracle",
    list_key="messages",
    read=walk.read,
    parts=view.parts,
    why=view.why,
    facts=body.facts,
    listing=body.listing,
    verbs=VERBS,
    relist=body.relist,
)
