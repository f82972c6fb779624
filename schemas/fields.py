"""The fields that documents are made of: chips, cards, seats, texts, times.

Each field answers `certain(value)`: is this value, as it stands, certainly right? It is the fast path. Whatever it does
not vouch for goes through marshmallow, which converts it (an integral float to chips) or words the error; so `certain`
may refuse too much but never too little, and a test compares both ways on mutated documents.

Messages are predicates; `schemas.errors` puts the key before them. ``json_schema`` is what the field says of itself in
the API's document.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from marshmallow import ValidationError, fields

from schemas.errors import shown
from schemas.json_text import MAX_DEPTH
from studbook.cards import CARD_OF
from studbook.record import MAX_CHIPS

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_TEXT_SCHEMA = {"pattern": "^[^\\u0000]*$"}
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)", re.ASCII)
CARD_TEXTS = frozenset(CARD_OF)
NO_CARD = 'must be a card: rank then suit like "As", "Td" or "2c", or "??" for a face not known, not {given}'


class Leaf(fields.Field[Any]):
    """A field that knows when a value is certainly right, and describes itself."""

    default_error_messages = {"required": "is missing", "null": "must not be null; leave the key out"}  # noqa: RUF012

    def certain(self, value: Any) -> bool:
        """Whether the value may be taken as it is, without conversion."""
        raise NotImplementedError

    def json_schema(self) -> dict[str, Any]:
        """The field as JSON Schema 2020-12."""
        raise NotImplementedError


class Whole(Leaf):
    """A whole number between bounds. An integral float such as ``5.0`` is read as 5; true and false are no numbers."""

    def __init__(self, low: int, high: int, what: str = "a whole number", **options: Any) -> None:
        super().__init__(**options)
        self.low, self.high, self.what = low, high, what

    def certain(self, value: Any) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> int:
        number = int(value) if type(value) is float and value.is_integer() else value
        if type(number) is not int or not self.low <= number <= self.high:
            raise ValidationError(f"must be {self.what} from {self.low} to {self.high}, not {shown(value)}")
        return number

    def json_schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Chips(Whole):
    """An amount in the smallest unit of the game, from nothing to 2^53 - 1 (which every JSON reader can hold)."""

    def __init__(self, low: int = 0, **options: Any) -> None:
        super().__init__(low, MAX_CHIPS, "a whole number of chips", **options)


class SeatNumber(Whole):
    """A seat, 1 to 99."""

    def __init__(self, **options: Any) -> None:
        super().__init__(1, 99, "a seat number", **options)


class Exactly(Leaf):
    """One value and no other: the format's number."""

    def __init__(self, value: int, message: str, **options: Any) -> None:
        super().__init__(**options)
        self.value, self.message = value, message

    def certain(self, value: Any) -> bool:
        return type(value) is int and value == self.value

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float) or value != self.value:
            raise ValidationError(self.message.format(given=shown(value)))
        return self.value

    def json_schema(self) -> dict[str, Any]:
        return {"type": "integer", "enum": [self.value]}


class Text(Leaf):
    """A string of so many characters that every database text can hold."""

    def __init__(self, least: int, most: int, reserved: Iterable[str] = (), **options: Any) -> None:
        super().__init__(**options)
        self.least, self.most, self.reserved = least, most, frozenset(reserved)

    def certain(self, value: Any) -> bool:
        # ASCII without a null: what nearly all texts are; the others are looked at more closely.
        return (
            type(value) is str
            and self.least <= len(value) <= self.most
            and ((value.isascii() and "\0" not in value) or not _UNSTORABLE.search(value))
            and value not in self.reserved
        )

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> str:
        if not isinstance(value, str):
            raise ValidationError(f"must be a text, not {shown(value)}")
        if not self.least <= len(value) <= self.most:
            size = f"{self.least} to {self.most}" if self.least else f"at most {self.most}"
            raise ValidationError(f"must have {size} characters, and has {len(value)}")
        if found := _UNSTORABLE.search(value):
            raise ValidationError(f"holds \\u{ord(found[0]):04x}, which no text may hold")
        if value in self.reserved:
            raise ValidationError(f"must not be {shown(value)}: the word is reserved")
        return value

    def json_schema(self) -> dict[str, Any]:
        described: dict[str, Any] = {"type": "string", "minLength": self.least, "maxLength": self.most}
        described |= _TEXT_SCHEMA
        if self.reserved:
            described["not"] = {"enum": sorted(self.reserved)}
        return described


class Pattern(Text):
    """A text of a fixed form; ``message`` says which."""

    def __init__(self, pattern: str, message: str, most: int = 200, **options: Any) -> None:
        super().__init__(0, most, **options)
        self.pattern, self.message = pattern, message
        self._match = re.compile(pattern, re.ASCII).fullmatch

    def certain(self, value: Any) -> bool:
        return type(value) is str and len(value) <= self.most and self._match(value) is not None

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> str:
        if not self.certain(value):
            raise ValidationError(f"{self.message}, not {shown(value)}")
        return str(value)

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^(?:{self.pattern})$"}


class Choice(Leaf):
    """One word of a list."""

    def __init__(self, words: Iterable[str], **options: Any) -> None:
        super().__init__(**options)
        self.words = tuple(words)
        self._known = frozenset(self.words)

    def certain(self, value: Any) -> bool:
        return type(value) is str and value in self._known

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> str:
        if not self.certain(value):
            raise ValidationError(f"must be one of {', '.join(self.words)}, not {shown(value)}")
        return str(value)

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.words)}


class Flag(Leaf):
    """true or false."""

    def certain(self, value: Any) -> bool:
        return value is True or value is False

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError(f"must be true or false, not {shown(value)}")
        return value

    def json_schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class Card(Leaf):
    """A card in two letters, ``As``; ``??`` where its face is not known."""

    def certain(self, value: Any) -> bool:
        return type(value) is str and value in CARD_TEXTS

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> str:
        if not self.certain(value):
            raise ValidationError(NO_CARD.format(given=shown(value)))
        return str(value)

    def json_schema(self) -> dict[str, Any]:
        pattern = r"^(?:[2-9TJQKA][cdhs]|\?\?)$"
        return {"type": "string", "pattern": pattern}


class Time(Leaf):
    """A moment as RFC 3339 writes it, with its offset; kept as the text that was posted."""

    def certain(self, value: Any) -> bool:
        return type(value) is str and moment(value) is not None

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> str:
        if not self.certain(value):
            raise ValidationError(
                f"must be a time with its offset like 2026-11-30T21:04:05+01:00, 1900 to 2199, not {shown(value)}"
            )
        return str(value)

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "date-time", "pattern": "^(19|20|21)"}


def moment(text: str) -> datetime | None:
    """The moment an RFC 3339 text names, None where it is none, has no offset, or lies outside 1900 to 2199."""
    match = _TIME.fullmatch(text)
    if not match:
        return None
    day, clock, fraction, offset = match.groups()
    try:
        found = datetime.fromisoformat(f"{day}T{clock}{(fraction or '')[:7]}{'+00:00' if offset in 'Zz' else offset}")
    except ValueError:
        return None
    return found if 1900 <= found.year < 2200 else None


class SeatMap(Leaf):
    """An object from seat numbers, written as text, to values: ``{"1": 225}``."""

    _KEYS = frozenset(str(seat) for seat in range(1, 100))

    def __init__(self, values: Leaf, **options: Any) -> None:
        super().__init__(**options)
        self.values = values

    def certain(self, value: Any) -> bool:
        return (
            type(value) is dict and self._KEYS.issuperset(value) and all(self.values.certain(v) for v in value.values())
        )

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValidationError(f'must be an object from seats to values like {{"1": 225}}, not {shown(value)}')
        found: dict[str, Any] = {}
        errors: dict[str, Any] = {}
        for seat, item in value.items():
            if seat not in self._KEYS:
                errors[seat] = ['is no seat: seats are "1" to "99"']
                continue
            try:
                found[seat] = self.values.deserialize(item)
            except ValidationError as error:
                errors[seat] = error.messages
        if errors:
            raise ValidationError(errors)
        return found

    def json_schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "patternProperties": {"^[1-9][0-9]?$": self.values.json_schema()},
            "additionalProperties": False,
        }


class Free(Leaf):
    """An object whose names are not this schema's business: only what cannot be stored or sent on is refused in it."""

    def __init__(self, *, most_bytes: int | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.most_bytes = most_bytes

    def certain(self, value: Any) -> bool:
        try:
            self._deserialize(value, None, None)  # it converts nothing
        except ValidationError:
            return False
        return True

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> Any:
        if not isinstance(value, dict):
            raise ValidationError(f"must be an object, not {shown(value)}")
        refuse_unfit(value)
        if self.most_bytes is not None:
            size = len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(errors="replace"))
            if size > self.most_bytes:
                raise ValidationError(f"has {size:,} bytes; at most {self.most_bytes:,} are kept")
        return value

    def json_schema(self) -> dict[str, Any]:
        return {"type": "object", **FREE_NAMES}


# What `refuse_unfit` takes, as JSON Schema: of a free object beside its type, and of a value in one. (Not how deep.) A
# number beyond the bounds is a whole one, even as a float, and not every JSON reader can hold it.
FREE_NAMES: dict[str, Any] = {
    "propertyNames": _TEXT_SCHEMA,
    "additionalProperties": {"$ref": "#/components/schemas/FreeValue"},
}
FREE_VALUE: dict[str, Any] = {
    "type": ["object", "array", "string", "number", "boolean", "null"],
    **FREE_NAMES,
    "items": {"$ref": "#/components/schemas/FreeValue"},
    **_TEXT_SCHEMA,
    "minimum": -MAX_CHIPS,
    "maximum": MAX_CHIPS,
}


def refuse_unfit(value: Any) -> None:
    """Refuse, at its place, a text or number inside a free value that could not be stored, and deep nesting."""
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    while waiting:
        path, item = waiting.pop()
        if len(path) >= MAX_DEPTH:
            raise ValidationError(f"is nested deeper than {MAX_DEPTH} levels")
        if isinstance(item, dict):
            for key in item:
                if found := _UNSTORABLE.search(key):
                    raise _at(path, f"has a key that holds \\u{ord(found[0]):04x}, which no text may hold")
            waiting.extend(((*path, key), inner) for key, inner in reversed(item.items()))
        elif isinstance(item, list):
            waiting.extend(((*path, at), item[at]) for at in range(len(item) - 1, -1, -1))
        elif isinstance(item, str):
            if found := _UNSTORABLE.search(item):
                raise _at(path, f"holds \\u{ord(found[0]):04x}, which no text may hold")
        elif isinstance(item, int | float) and not -MAX_CHIPS <= item <= MAX_CHIPS:
            raise _at(path, f"must be a number from -{MAX_CHIPS} to {MAX_CHIPS}, not {shown(item)}")


def _at(path: tuple[str | int, ...], message: str) -> ValidationError:
    messages: Any = [message]
    for step in reversed(path):
        messages = {step: messages}
    return ValidationError(messages)
