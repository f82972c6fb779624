"""What may be asked of an import, and the lines that it answers."""

from __future__ import annotations

from schemas.answers import Problem
from schemas.documents import ListOf, ObjectOf, Strict
from schemas.fields import Choice, Whole
from schemas.queries import Query
from schemas.verdict import Words
from studbook.formats.registry import NAMES
from studbook.record import MAX_CHIPS

STATUSES = ("stored", "known", "skipped", "differs", "illegal", "unfinished", "unread", "refused", "stopped")


class ImportQuery(Query):
    """How to read the text."""

    format = Choice(NAMES, metadata={"description": "The format of the text; else it is told from the text itself."})


class ImportLine(Strict):
    """What became of one hand."""

    file = Words(metadata={"description": "The name of the file, where several came in a form."})
    line = Whole(1, MAX_CHIPS, required=True, metadata={"description": "Where in the text the hand begins."})
    status = Choice(
        STATUSES,
        required=True,
        metadata={
            "description": "`stored`; `known`: the same hand is stored already; `skipped`: a hand of another game; "
            "`differs`: another hand is stored under this ref; `illegal`, `unfinished`, `unread`, `refused`: not "
            "stored, see `problem`; `stopped`: the ledger could not be reached, and from this line on nothing was "
            "stored."
        },
    )
    hand_no = Words(required=True, allow_none=True)
    ref = Words(required=True, allow_none=True)
    game = Words(
        required=True, allow_none=True, metadata={"description": "Of a skipped hand the source's own name for it."}
    )
    id = Words(required=True, allow_none=True, metadata={"description": "Under which a hand is stored."})
    verdict = Words(metadata={"description": "The verdict's status, of a hand that was judged."})
    warnings = ListOf(Words(), most=999, metadata={"description": "Codes of the verdict's warnings that matter here."})
    doubts = ListOf(
        Words(), most=999, metadata={"description": "Figures that do not agree, in the text or with the ruling."}
    )
    inferred = ListOf(
        Words(), most=999, metadata={"description": "Fields that the text does not state and that were worked out."}
    )
    problem = ObjectOf(Problem)
