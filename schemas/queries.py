"""What may stand in the query of each address: the parameters, their types and their bounds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields

from schemas.documents import Strict
from schemas.errors import shown
from schemas.fields import Choice, Leaf, Text, Time, moment
from studbook.record import MAX_CHIPS

MOST_HANDS = 200
MOST_WITH_DOCUMENTS = 20

_WHOLE = re.compile(r"-?\d{1,16}", re.ASCII)


class QueryFlag(Leaf):
    """``true`` or ``false``, as a query writes it."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> bool:
        if value not in ("true", "false"):
            raise ValidationError(f"must be true or false, not {shown(value)}")
        return bool(value == "true")

    def json_schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class QueryWhole(Leaf):
    """A whole number between bounds, as a query writes it."""

    def __init__(self, low: int, high: int, **options: Any) -> None:
        super().__init__(**options)
        self.low, self.high = low, high

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> int:
        if not isinstance(value, str) or not _WHOLE.fullmatch(value) or not self.low <= int(value) <= self.high:
            raise ValidationError(f"must be a whole number from {self.low} to {self.high}, not {shown(value)}")
        return int(value)

    def json_schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class QueryTime(Time):
    """A time of RFC 3339 with its offset, as a moment. (A plus that was not encoded arrives as a space.)"""

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> Any:
        text = super()._deserialize(value.replace(" ", "+") if isinstance(value, str) else value, attr, data)
        return moment(text)


class Several(Leaf):
    """A parameter that may stand in the query several times."""

    takes_several = True

    def __init__(self, item: Leaf, most: int, **options: Any) -> None:
        super().__init__(**options)
        self.item, self.most = item, most

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> tuple[Any, ...]:
        if len(value) > self.most:
            raise ValidationError(f"stands {len(value)} times; at most {self.most} are read")
        return tuple(dict.fromkeys(self.item.deserialize(one) for one in value))

    def json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.item.json_schema(), "maxItems": self.most}


class CommaWords(Leaf):
    """Words of a list, separated by commas."""

    def __init__(self, words: tuple[str, ...], **options: Any) -> None:
        super().__init__(**options)
        self.words = words

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> frozenset[str]:
        asked = frozenset(str(value).split(","))
        if not asked <= frozenset(self.words):
            raise ValidationError(f"must be of {', '.join(self.words)}, separated by commas, not {shown(value)}")
        return asked

    def json_schema(self) -> dict[str, Any]:
        words = "|".join(self.words)
        return {"type": "string", "pattern": f"^({words})(,({words}))*$"}


class Query(Strict):
    """The parameters of an address."""

    called = "this query"


class NoQuery(Query):
    """An address that takes no parameters."""


VIEWER = "A player of the hand, or `public`: what that person could not see is hidden."


class AdjudicationQuery(Query):
    """What to add to a verdict, and for whose eyes."""

    explain = QueryFlag(load_default=False, metadata={"description": "Add the rulings, step by step in words."})
    hinges = QueryFlag(
        load_default=False, metadata={"description": "Add which single other readings of the house rules would differ."}
    )
    viewer = Text(1, 200, metadata={"description": VIEWER})


class HandQuery(AdjudicationQuery):
    """What to add to a stored hand, and for whose eyes."""


class ReplayQuery(Query):
    """What to add to the frames of a replay, and for whose eyes."""

    explain = QueryFlag(load_default=False, metadata={"description": "Add the rulings made at each event."})
    viewer = Text(1, 200, metadata={"description": VIEWER})


class HandsQuery(Query):
    """Which stored hands, and which page of them."""

    ref = Text(1, 200, metadata={"description": "The app's own name for the hand; the current revision answers."})
    hand_no = Text(1, 200, metadata={"description": "The number of the hand as its source has it."})
    game = Text(1, 100, metadata={"description": "The name of a game."})
    player = Several(
        Text(1, 200), 8, metadata={"description": "A player dealt in; several times: all of them at one table."}
    )
    table = Text(1, 200, metadata={"description": "The table's name as posted."})
    tag = Text(1, 50, metadata={"description": "A tag of the hand."})
    since = QueryTime(metadata={"description": "Played at this time or later."})
    until = QueryTime(metadata={"description": "Played before this time."})
    pot_from = QueryWhole(0, MAX_CHIPS, metadata={"description": "At least so many chips in the pots."})
    pot_to = QueryWhole(0, MAX_CHIPS, metadata={"description": "At most so many chips in the pots."})
    net_from = QueryWhole(-MAX_CHIPS, MAX_CHIPS, metadata={"description": "The (first) player's net, at least."})
    net_to = QueryWhole(-MAX_CHIPS, MAX_CHIPS, metadata={"description": "The (first) player's net, at most."})
    status = Choice(("settled", "undecided"), metadata={"description": "The verdict's status."})
    showdown = QueryFlag(metadata={"description": "Whether hands were compared."})
    declared = Choice(
        ("high", "low", "both"), metadata={"description": "The way the (first) player declared, or anybody."}
    )
    include = CommaWords(
        ("record", "verdict"),
        load_default=frozenset(),
        metadata={"description": f"Add these documents; a page then has at most {MOST_WITH_DOCUMENTS} hands."},
    )
    viewer = Text(1, 200, metadata={"description": f"{VIEWER} Asked of the documents that are included."})
    limit = QueryWhole(
        1, MOST_HANDS, metadata={"description": f"Hands a page: 50, or {MOST_WITH_DOCUMENTS} with documents."}
    )
    cursor = Text(1, 200, metadata={"description": "Where to go on: `next` of the page before, with the same filters."})

    def crosswise(self, document: Mapping[str, Any]) -> dict[str, list[str]]:
        """Net is somebody's; and pages with documents are smaller."""
        faults: dict[str, list[str]] = {}
        if not document.get("player"):
            for name in ("net_from", "net_to"):
                if name in document:
                    faults[name] = ["needs a player: it is the net of the first player named"]
        if document.get("include") and document.get("limit", 0) > MOST_WITH_DOCUMENTS:
            faults["limit"] = [f"must be at most {MOST_WITH_DOCUMENTS} where documents are included"]
        return faults


class ResultsQuery(Query):
    """Whose results, and of which time: one of player, table, tag."""

    player = Text(1, 200, metadata={"description": "One player's results by game and month."})
    table = Text(1, 200, metadata={"description": "Everybody's results at a table, biggest first."})
    tag = Text(1, 50, metadata={"description": "Everybody's results under a tag, biggest first."})
    since = QueryTime(metadata={"description": "Played at this time or later."})
    until = QueryTime(metadata={"description": "Played before this time."})
    limit = QueryWhole(1, MOST_HANDS, metadata={"description": "At most so many players."})

    def crosswise(self, document: Mapping[str, Any]) -> dict[str, list[str]]:
        """Exactly one of player, table, tag."""
        if len({"player", "table", "tag"} & document.keys()) != 1:
            return {"_schema": ["must name one of player, table, tag"]}
        return {}


def parameters(schema: type[Query]) -> list[dict[str, Any]]:
    """The schema's fields as parameters of OpenAPI."""
    described = []
    for name, field in schema().fields.items():
        assert isinstance(field, Leaf)
        parameter: dict[str, Any] = {"name": name, "in": "query", "schema": field.json_schema()}
        parameter["description"] = field.metadata["description"]
        if isinstance(field.load_default, bool):
            parameter["schema"]["default"] = field.load_default
        described.append(parameter)
    return described


__all__ = [
    "AdjudicationQuery", "HandQuery", "HandsQuery", "NoQuery", "ReplayQuery", "ResultsQuery", "fields", "parameters",
]  # fmt: skip
