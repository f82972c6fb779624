"""The fields of a PHH hand and the record they make, both ways. TOML itself is `phh`'s and `phh_writer`'s business.

Fields are what ``tomllib`` gives: strings, integers, exact decimals (infinity for a stack that is not known), lists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, time
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from studbook.formats import times, units
from studbook.formats.common import Cannot, OtherGame
from studbook.formats.extension import KEY, extended
from studbook.formats.money import CHIPS
from studbook.formats.ndjson import object_of
from studbook.formats.phh_actions import AMOUNT, Notation
from studbook.formats.shape import META_BYTES, BadShape, check
from studbook.formats.tally import Tally
from studbook.record import MAX_CHIPS, digest_of

Fields = dict[str, Any]
EXTENSION = f"_{KEY}"
VARIANTS = {"F7S": "seven-card-stud", "F7S/8": "stud-hi-lo-8", "FR": "razz"}
CODES = {game: code for code, game in VARIANTS.items()}
OWN_GAMES = frozenset({
    "seven-card-stud", "razz", "stud-hi-lo-8", "stud-hi-lo-hungarian", "stud-hi-lo-declare", "five-card-stud",
    "new-york-new-york", "wall-street", "no-peek", "no-peek-hi-lo", "deuce-to-seven-razz", "stud-hi-lo",
})  # fmt: skip
LISTS = ("antes", "starting_stacks", "finishing_stacks", "winnings", "players", "seats", "time_banks")
STAKES = ("bring_in", "small_bet", "big_bet", "min_bet")
# Kept in ``meta`` as they stand: they describe the hand and change nothing.
DESCRIPTIVE = (
    "event", "author", "url", "venue", "address", "city", "region", "postal_code", "country", "level", "seat_count",
    "currency_symbol", "ante_trimming_status", "time_limit", "time_banks",
)  # fmt: skip
TIME = ("year", "month", "day", "time", "time_zone", "time_zone_abbreviation")
KNOWN = frozenset({
    "variant", "actions", "blinds_or_straddles", "hand", "table", "currency", *LISTS, *STAKES, *DESCRIPTIVE, *TIME,
})  # fmt: skip
MOST_RAKE = Decimal("0.1")  # what a room takes of a pot at most; more is a figure that is wrong
UTC = ("UTC", "Etc/UTC")


class FieldError(Cannot):
    """A field that cannot be read: ``field`` names it, ``index`` the element of a list."""

    def __init__(self, field: str, reason: str, index: int | None = None) -> None:
        super().__init__(f"{field}{'' if index is None else f'[{index}]'}: {reason}")
        self.field = field
        self.index = index


def document_of(fields: Fields) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The record of a hand's fields, and doubts about them. Raises FieldError, or OtherGame for another game."""
    game = _game(fields)
    for name in fields:
        if name not in KNOWN and not name.startswith("_"):
            raise FieldError(name, "PHH has no such field; a field of one's own begins with an underscore")
    patch = _patch(fields)
    count = _players(fields)
    unit = _unit(fields, patch)
    currency = fields.get("currency")
    native: dict[str, Any] = {"format": 1, "game": game}
    named = {"played_at": _played_at(fields), "hand_no": _numbered(fields, "hand"), "table": _numbered(fields, "table")}
    native |= {key: value for key, value in named.items() if value is not None}
    native["currency"] = CHIPS if currency is None else currency
    native["decimals"] = unit
    native["stakes"], antes = _stakes(fields, unit, patch)
    native["seats"] = _seats(fields, count, unit, native["stakes"], antes)
    # The course of play depends on stakes and seats as they really are, so the extension's come first.
    stakes_and_seats = extended(native, {key: patch[key] for key in ("stakes", "seats") if key in patch})
    notation = Notation(game, stakes_and_seats["seats"], stakes_and_seats["stakes"], unit)
    native["events"] = _events(fields, notation)
    if notation.short_called:
        # To PHH a call is for the largest bet there is, also where that is a bring-in posted all-in for less.
        native["rules"] = {"short_bring_in": "short_amount_to_call"}
    doubts = _outcome(fields, native, notation.tally, unit)
    _describe(fields, native)
    document = extended(native, patch)
    _check(document, native, fields, patch)
    if "ref" not in document and "ref" not in patch:
        document = {"ref": _ref(fields, document)} | document
    return document, doubts


def _game(fields: Fields) -> str:
    variant = fields.get("variant")
    if not isinstance(variant, str):
        raise FieldError("variant", "missing, or no text; a PHH hand names its game")
    if variant not in VARIANTS and variant not in OWN_GAMES:
        raise OtherGame(variant, _hand(fields))
    return VARIANTS.get(variant, variant)


def _hand(fields: Fields) -> str | None:
    hand = fields.get("hand")
    return str(hand) if isinstance(hand, str | int) else None


def _numbered(fields: Fields, name: str) -> str | None:
    given = fields.get(name)
    if given is not None and (not isinstance(given, str | int) or isinstance(given, bool)):
        raise FieldError(name, f"{given!r} is neither a name nor a number")
    return None if given is None else str(given)


def _patch(fields: Fields) -> dict[str, Any]:
    text = fields.get(EXTENSION)
    if text is None:
        return {}
    if not isinstance(text, str):
        raise FieldError(EXTENSION, "the project's own field holds a JSON object as text")
    try:
        return object_of(text)
    except Cannot as error:
        raise FieldError(EXTENSION, error.reason) from None


def _players(fields: Fields) -> int:
    for name in ("antes", "starting_stacks", "actions"):
        if not isinstance(fields.get(name), list):
            raise FieldError(name, "missing, or no list; every PHH hand has it")
    count = len(fields["starting_stacks"])
    for name in LISTS:
        given = fields.get(name)
        if given is not None and (not isinstance(given, list) or len(given) != count):
            raise FieldError(name, f"a list of {count} was expected, one entry a player as in starting_stacks")
    blinds = fields.get("blinds_or_straddles")
    if blinds is not None and (not isinstance(blinds, list) or any(blinds)):
        raise FieldError("blinds_or_straddles", "a stud game has no blinds")
    return count


def _unit(fields: Fields, patch: Mapping[str, Any]) -> int:
    """How many decimal places the chips have: what the extension says, else what the amounts need (2 in a currency)."""
    figures: list[tuple[str, int | None, Any]] = [
        (name, at, figure) for name in ("antes", "starting_stacks", "finishing_stacks", "winnings")
        for at, figure in enumerate(fields.get(name) or ())
    ]  # fmt: skip
    figures += [(name, None, fields[name]) for name in STAKES if name in fields]
    exact: list[Decimal | int] = []
    for name, at, figure in figures:
        if type(figure) not in (int, Decimal) or not figure >= 0:
            raise FieldError(name, f"{figure} is no amount", at)
        if figure == Decimal("inf"):
            if name in STAKES or name == "antes":
                raise FieldError(name, "an infinite amount", at)
            continue
        if figure > MAX_CHIPS:
            raise FieldError(name, f"{figure} is out of bounds", at)
        exact.append(figure)
    for action in fields["actions"]:
        words = action.split() if isinstance(action, str) else []
        if words[1:2] == ["cbr"] and len(words) > 2 and AMOUNT.fullmatch(words[2]):
            exact.append(Decimal(words[2]))
    currency = fields.get("currency")
    if currency is not None and not isinstance(currency, str):
        raise FieldError("currency", "a code of ISO 4217 was expected")
    try:
        return units.unit_for(exact, currency, patch)
    except Cannot as error:
        raise FieldError(EXTENSION if "decimals" in patch else "actions", error.reason) from None


def _stakes(fields: Fields, unit: int, patch: Mapping[str, Any]) -> tuple[dict[str, Any], list[int]]:
    variant = fields["variant"]
    needed = ("bring_in", "small_bet", "big_bet") if variant in VARIANTS else ()
    for name in needed:
        if name not in fields:
            raise FieldError(name, f"missing; a hand of {variant} has it")
    own = patch.get("stakes") if isinstance(patch.get("stakes"), dict) else None
    if "small_bet" in fields:
        structure = "fixed-limit"
        if "min_bet" in fields:
            raise FieldError("min_bet", "a fixed-limit hand has no min_bet")
    elif own and isinstance(own.get("structure"), str):
        structure = own["structure"]
    else:
        raise FieldError("small_bet", "missing; without it the betting structure is not known")
    stakes: dict[str, Any] = {"structure": structure}
    for name in STAKES:
        if name in fields:
            stakes[name] = units.chips(fields[name], unit)
    antes = [units.chips(figure, unit) for figure in fields["antes"]]
    common = max(antes, key=lambda ante: (antes.count(ante), ante), default=0)
    if common:
        stakes["ante"] = common
    return stakes, antes


def _seats(
    fields: Fields, count: int, unit: int, stakes: Mapping[str, Any], antes: Sequence[int]
) -> list[dict[str, Any]]:
    names = fields.get("players") or [""] * count
    seats = []
    for at, numbered in enumerate(fields.get("seats") or range(1, count + 1)):
        name = names[at]
        if not isinstance(name, str):
            raise FieldError("players", f"{name!r} is no name", at)
        if type(numbered) is not int:
            raise FieldError("seats", f"{numbered!r} is no seat number", at)
        # An empty name stands for one that is not known.
        entry: dict[str, Any] = {"seat": numbered, "player": name or f"p{at + 1}"}
        stack = fields["starting_stacks"][at]
        if stack != Decimal("inf"):
            entry["stack"] = units.chips(stack, unit)
        if antes[at] != stakes.get("ante", 0):
            entry["ante"] = antes[at]
        seats.append(entry)
    return seats


def _events(fields: Fields, notation: Notation) -> list[dict[str, Any]]:
    events = []
    for at, action in notation.gathered(fields["actions"]):
        if not isinstance(action, str):
            raise FieldError("actions", f"{action!r} is no text", at)
        try:
            event = notation.event_of(action)
            if event is not None:
                notation.taken(event)
        except Cannot as error:
            raise FieldError("actions", error.reason, at) from None
        except (KeyError, TypeError, ValueError):
            raise FieldError("actions", f"the extension in {action!r} is no event", at) from None
        if event is not None:
            events.append(event)
    return events


def _outcome(fields: Fields, native: dict[str, Any], tally: Tally, unit: int) -> tuple[str, ...]:
    """Set ``outcome``, and ``rake`` where less was paid than put in, from finishing_stacks or winnings."""
    finishing, winnings = fields.get("finishing_stacks"), fields.get("winnings")
    returned = tally.returned()
    won: dict[int, int] = {}
    collected: dict[int, int] = {}
    for at, seat in enumerate(tally.order):
        if finishing is not None and finishing[at] != Decimal("inf") and tally.stacks[seat] is not None:
            behind = (tally.left(seat) or 0) + returned.get(seat, 0)
            won[seat] = units.chips(finishing[at], unit) - behind
        if winnings is not None and winnings[at] != Decimal("inf"):
            collected[seat] = units.chips(winnings[at], unit)
            won.setdefault(seat, collected[seat])
    if len(won) < len(tally.order) or won == {seat: -returned.get(seat, 0) for seat in tally.order}:
        return ()  # not stated, or the stacks of a hand that is not over
    for at, seat in enumerate(tally.order):
        if won[seat] < 0:
            raise FieldError("finishing_stacks", f"p{at + 1} has less than what it did not put in", at)
        if collected.get(seat, won[seat]) not in (won[seat], won[seat] + returned.get(seat, 0)):
            raise FieldError("winnings", f"p{at + 1} won another amount by its finishing stack", at)
    native["outcome"] = {"won": {str(seat): chips for seat, chips in won.items() if chips}}
    taken = tally.pot() - sum(won.values())
    if taken < 0:
        return (f"{units.text(-taken, unit)} more were paid out than were put in",)
    if taken:
        native["rake"] = [taken]
    if taken > tally.pot() * MOST_RAKE:
        return (f"{units.text(taken, unit)} of {units.text(tally.pot(), unit)} in the pots were paid to nobody",)
    return ()


def _describe(fields: Fields, native: dict[str, Any]) -> None:
    kept = {name: _json(fields[name]) for name in DESCRIPTIVE if name in fields}
    meta: dict[str, Any] = {"source": "phh"}
    if "rake" in native:
        meta["inferred"] = ["rake"]
    if kept and len(repr(kept).encode("utf-8", "replace")) < META_BYTES - 200:
        meta["phh"] = kept
    native["meta"] = meta


def _json(value: Any) -> Any:
    if isinstance(value, list):
        return [_json(item) for item in value]
    if isinstance(value, Decimal):
        return int(value) if value.is_finite() and value == int(value) else str(value)
    return value if isinstance(value, str | int | bool) else str(value)


def _played_at(fields: Fields) -> str | None:
    for name in ("year", "month", "day"):
        if name in fields and type(fields[name]) is not int:
            raise FieldError(name, f"{fields[name]!r} is no whole number")
    clock = fields.get("time")
    if clock is not None and not isinstance(clock, time):
        raise FieldError("time", f"{clock!r} is no local time like 20:15:00")
    if clock is None or not {"year", "month", "day"} <= fields.keys():
        return None
    try:
        local = datetime(fields["year"], fields["month"], fields["day"], clock.hour, clock.minute, clock.second)
    except (ValueError, OverflowError) as error:
        raise FieldError("day", str(error)) from None
    zone, short = fields.get("time_zone"), fields.get("time_zone_abbreviation")
    if zone in UTC:
        return times.rfc3339(local, 0)
    if isinstance(zone, str):
        try:
            offset = ZoneInfo(zone).utcoffset(local)
        except (KeyError, ValueError, OSError):
            return None
        return times.rfc3339(local, round(offset.total_seconds() / 60)) if offset is not None else None
    if isinstance(short, str):
        return times.zoned(local, short)
    if all(name in fields for name in ("city", "region", "country")):
        return None  # the local time of a place whose offset the file does not say
    return times.rfc3339(local, 0)


def _ref(fields: Fields, document: Mapping[str, Any]) -> str:
    """``phh:<event>:<hand>``, the event cut so that the hand fits; ``phh:<digest>`` where either is missing."""
    event, hand = fields.get("event"), _hand(fields)
    if isinstance(event, str) and event and hand:
        room = 200 - len("phh::") - len(hand)
        if room > 0:
            return f"phh:{event[:room]}:{hand}"
    return f"phh:{digest_of(document)}"


def _check(document: dict[str, Any], native: Mapping[str, Any], fields: Fields, patch: Mapping[str, Any]) -> None:
    try:
        check(document)
    except BadShape as error:
        if error.pointer.startswith("/events/"):
            raise FieldError("actions", str(error)) from None
        raise FieldError(_field_of(error.pointer), str(error)) from None
    if not patch:
        return
    restated = stated(document)
    for name in ("antes", "starting_stacks", "seats", *STAKES):
        given = fields.get(name)
        if name == "seats" and given is None:
            given = list(range(1, len(fields["starting_stacks"]) + 1))
        if restated.get(name) != given:
            raise FieldError(EXTENSION, f"the extension has another {name} than the hand")
    if native["game"] != document["game"]:
        raise FieldError(EXTENSION, "the extension has another game than the hand")


def _field_of(pointer: str) -> str:
    first = pointer.split("/")[1] if "/" in pointer else ""
    if first == "seats":
        return "players" if pointer.endswith("player") else "seats" if pointer.endswith("seat") else "starting_stacks"
    return {"hand_no": "hand", "outcome": "finishing_stacks"}.get(first, first if first in KNOWN else EXTENSION)


def stated(document: Mapping[str, Any]) -> Fields:
    """The fields of the set-up that a record states: antes, stacks, seat numbers, stakes, in units of the currency."""
    stakes = document.get("stakes") or {}
    unit = units.unit_of(document)
    seats = document["seats"]
    fields: Fields = {
        "antes": [units.figure(entry.get("ante", stakes.get("ante", 0)), unit) for entry in seats],
        "starting_stacks": [
            units.figure(entry["stack"], unit) if "stack" in entry else Decimal("inf") for entry in seats
        ],
        "seats": [entry["seat"] for entry in seats],
    }
    return fields | {name: units.figure(stakes[name], unit) for name in STAKES if name in stakes}
