"""Whether a document is a hand record at all: keys, types and sizes, as hand-record's tables have them.

The service checks what apps post with ``schemas``, which speaks marshmallow and lies above this package; readers must
work without either. They check here what a file made them build: a line of our own NDJSON, or the parts of a record
that an extension of another format carried. `record_from_dict` is no check for that: it takes a well-shaped document,
passes over keys it has no use for, and would let a misspelt key or a text where chips belong cost more than its hand.
So the shape is stated twice, here and in ``schemas``, and a test holds the two together. Whether the record is a
*legal* hand is the referee's question.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from studbook.cards import CARD_OF
from studbook.record import MAX_CHIPS

Check = Callable[[Any, str], None]
META_BYTES = 4096
_NO_LETTERS = re.compile("[\0\ud800-\udfff]")


class BadShape(ValueError):
    """A document that is no record: ``pointer`` (JSON Pointer) says where, the message what was expected."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer or '/'}: {message}")
        self.pointer = pointer
        self.message = message


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def _text(most: int, least: int = 0) -> Check:
    def check(value: Any, pointer: str) -> None:
        if not isinstance(value, str) or not least <= len(value) <= most:
            raise BadShape(pointer, f"{_shown(value)} is no text of {least} to {most} characters")
        if _NO_LETTERS.search(value):
            raise BadShape(pointer, "the text holds a NUL or half a surrogate pair, which no store takes")

    return check


def _integer(least: int, most: int) -> Check:
    def check(value: Any, pointer: str) -> None:
        whole = type(value) is int or (type(value) is float and value.is_integer())
        if not whole or not least <= value <= most:
            raise BadShape(pointer, f"{_shown(value)} is no whole number from {least} to {most}")

    return check


_chips = _integer(0, MAX_CHIPS)
_seat = _integer(1, 99)


def _card(value: Any, pointer: str) -> None:
    if not isinstance(value, str) or value not in CARD_OF:
        raise BadShape(pointer, f"{_shown(value)} is no card: rank then suit, like As, Td, 2c, or ?? where unseen")


def _boolean(value: Any, pointer: str) -> None:
    if not isinstance(value, bool):
        raise BadShape(pointer, f"{_shown(value)} is neither true nor false")


def _object(value: Any, pointer: str) -> None:
    if not isinstance(value, dict):
        raise BadShape(pointer, f"{_shown(value)} is no object")


def _time(value: Any, pointer: str) -> None:
    if isinstance(value, str) and re.match(r"(19|20|21)\d\d-\d\d-\d\d[Tt]\d\d:\d\d:\d\d", value):
        try:
            if datetime.fromisoformat(value).utcoffset() is not None:
                return
        except ValueError:
            pass
    raise BadShape(pointer, f"{_shown(value)} is no time with an offset, like 2024-05-01T20:15:00+02:00")


def _one_of(*words: Any) -> Check:
    def check(value: Any, pointer: str) -> None:
        if value not in words or isinstance(value, bool):
            raise BadShape(pointer, f"{_shown(value)} is none of {', '.join(map(str, words))}")

    return check


def _list(item: Check, most: int, least: int = 0) -> Check:
    def check(value: Any, pointer: str) -> None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise BadShape(pointer, f"{_shown(value)} is no list of {least} to {most}")
        for at, entry in enumerate(value):
            item(entry, f"{pointer}/{at}")

    return check


def _keys(known: Mapping[str, Check], *required: str) -> Check:
    def check(value: Any, pointer: str) -> None:
        _object(value, pointer)
        for name, entry in value.items():
            if name not in known:
                raise BadShape(f"{pointer}/{name}", f"the key {name!r} is not known here: {', '.join(known)}")
            known[name](entry, f"{pointer}/{name}")
        for name in required:
            if name not in value:
                raise BadShape(pointer, f"the key {name!r} is missing")

    return check


def _currency(value: Any, pointer: str) -> None:
    if value != "chips" and not (isinstance(value, str) and re.fullmatch("[A-Z]{3}", value)):
        raise BadShape(pointer, f"{_shown(value)} is no currency: a code of ISO 4217 like USD, or chips")


def _player(value: Any, pointer: str) -> None:
    _text(200, 1)(value, pointer)
    if value == "public":
        raise BadShape(pointer, "the player public is reserved")


def _nullable(inner: Check) -> Check:
    return lambda value, pointer: None if value is None else inner(value, pointer)


def _meta(value: Any, pointer: str) -> None:
    _object(value, pointer)
    if len(json.dumps(value, ensure_ascii=False, default=str).encode("utf-8", "replace")) > META_BYTES:
        raise BadShape(pointer, f"more than {META_BYTES} bytes")


def _won(value: Any, pointer: str) -> None:
    _object(value, pointer)
    for seat, chips in value.items():
        if not re.fullmatch(r"[1-9]\d?", seat):
            raise BadShape(f"{pointer}/{seat}", f"{seat!r} is no seat number")
        _chips(chips, f"{pointer}/{seat}")


_CARDS = _list(_card, 52)
_WAGER = {"seat": _seat, "to": _chips}
EVENTS: dict[str, tuple[Mapping[str, Check], tuple[str, ...]]] = {
    "deal": ({"seat": _seat, "down": _CARDS, "up": _CARDS}, ("seat",)),
    "burn": ({"card": _card}, ()),
    "community": ({"card": _card}, ("card",)),
    "bring-in": (_WAGER, ("seat", "to")),
    "complete": (_WAGER, ("seat", "to")),
    "bet": (_WAGER, ("seat", "to")),
    "raise": (_WAGER, ("seat", "to")),
    "call": (_WAGER, ("seat",)),
    "check": ({"seat": _seat}, ("seat",)),
    "fold": ({"seat": _seat}, ("seat",)),
    "turn": ({"place": _integer(1, 99), "card": _card}, ("place", "card")),
    "take": ({"seat": _seat, "place": _integer(1, 99), "card": _card}, ("seat",)),
    "buy": ({"seat": _seat, "place": _integer(1, 99), "card": _card, "price": _chips}, ("seat", "place")),
    "flip": ({"seat": _seat, "card": _card}, ("seat", "card")),
    "declare": ({"seat": _seat, "way": _one_of("high", "low", "both")}, ("seat", "way")),
    "show": ({"seat": _seat, "cards": _list(_card, 52, 1)}, ("seat", "cards")),
    "muck": ({"seat": _seat}, ("seat",)),
    "expose": ({"seat": _seat, "card": _card}, ("seat", "card")),
    "kill": ({"seat": _seat, "reason": _text(500)}, ("seat",)),
    "retrieve": ({"seat": _seat}, ("seat",)),
    "void": ({"reason": _text(500)}, ()),
}
_ANY_EVENT: dict[str, Check] = {"type": _text(20), "at": _time, "note": _text(500), "stands": _boolean}
_EVENT_KEYS = {kind: _keys(_ANY_EVENT | dict(known), *required) for kind, (known, required) in EVENTS.items()}


def _event(value: Any, pointer: str) -> None:
    _object(value, pointer)
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in _EVENT_KEYS:
        raise BadShape(f"{pointer}/type", f"{_shown(kind)} is no event: {', '.join(EVENTS)}")
    _EVENT_KEYS[kind](value, pointer)


_SHOWN_HAND = _keys(
    {
        "seat": _seat, "cards": _list(_card, 7, 5), "put_in": _chips, "declared": _one_of("high", "low", "both"),
        "out": _one_of("folded", "mucked", "dead"), "wild": _list(_card, 7),
    },
    "seat",
)  # fmt: skip
_SEAT_ENTRY = _keys(
    {"seat": _seat, "player": _player, "name": _text(200), "stack": _chips, "ante": _chips}, "seat", "player"
)
RECORD: dict[str, Check] = {
    "format": _one_of(1),
    "game": _text(100, 1),
    "ref": _text(200, 1),
    "played_at": _time,
    "hand_no": _text(200),
    "table": _text(200),
    "tags": _list(_text(50, 1), 20),
    "currency": _currency,
    "decimals": _integer(0, 4),
    "stakes": _object,
    "rules": _object,
    "seats": _list(_SEAT_ENTRY, 99),
    "events": _list(_event, 1000),
    "showdown": _keys(
        {
            "hands": _list(_SHOWN_HAND, 99),
            "pots": _list(_keys({"amount": _chips, "eligible": _list(_seat, 99)}, "amount", "eligible"), 99),
            "community": _nullable(_card),
            "last_aggressor": _seat,
        },
        "hands",
    ),
    "rake": _list(_chips, 99),
    "outcome": _keys({"won": _won}, "won"),
    "claim": _object,
    "meta": _meta,
}
_RECORD = _keys(RECORD, "game", "seats")


def check(document: Any) -> None:
    """Return where ``document`` has the shape of a hand record. Raises BadShape naming the first thing that is off."""
    _RECORD(document, "")
    if ("events" in document) == ("showdown" in document):
        raise BadShape("", "a record has either events or a showdown")
