"""Records as Poker Hand History (PHH): one hand as a document of TOML.

F7S, F7S/8 and FR are written as PHH defines them, so that other readers of PHH take them; every other game and
structure under its own name as ``variant``. What PHH has no field for goes into the user-defined field ``_studbook``,
what it has no action for into commentary (`phh_actions`); both are read back equal.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from studbook.formats import units
from studbook.formats.common import Cannot, OtherGame
from studbook.formats.extension import CannotWrite, compact, difference, plain
from studbook.formats.phh_actions import Notation
from studbook.formats.phh_fields import (
    CODES,
    DESCRIPTIVE,
    EXTENSION,
    OWN_GAMES,
    Fields,
    document_of,
    stated,
)
from studbook.formats.settled import Verdict, verdict_of, won
from studbook.formats.tally import WAGERS

ORDER = (
    "variant", "ante_trimming_status", "antes", "bring_in", "small_bet", "big_bet", "min_bet", "starting_stacks",
    "actions",
)  # fmt: skip
BETTING = WAGERS | {"check", "fold"}


def write(document: Mapping[str, Any], verdict: Verdict | None = None) -> str:
    """One hand as PHH text. Raises CannotWrite for a record that has only a showdown."""
    return _text(fields_of(document, verdict))


def fields_of(record: Mapping[str, Any], verdict: Verdict | None = None) -> Fields:
    """The fields of a record, with the extension by which `phh_fields` gives it back. Raises CannotWrite."""
    document: dict[str, Any] = plain(record)
    if "events" not in document:
        raise CannotWrite("PHH records what happened; a record that has only a showdown cannot be written as PHH")
    if document["game"] not in OWN_GAMES:
        raise CannotWrite(f"PHH cannot be written for the game {document['game']!r}")
    if verdict is None:
        verdict = verdict_of(document)
    unit = units.unit_of(document)
    stakes = document.get("stakes") or {}
    fields: Fields = {"variant": _variant(document, stakes)} | stated(document)
    fields["actions"] = _actions(document, verdict, unit)
    fields["players"] = [entry.get("name") or entry["player"] for entry in document["seats"]]
    _result(document, verdict, fields, unit)
    _describe(document, fields)
    # The structure and the size of the unit must be known before the rest can be read at all.
    patch: dict[str, Any] = {}
    if "small_bet" not in stakes and "structure" in stakes:
        patch["stakes"] = {"structure": stakes["structure"]}
    native = _read_back(fields, patch)
    if native["decimals"] != document.get("decimals"):
        patch["decimals"] = document.get("decimals")
        native = _read_back(fields, patch)
    missing = difference(native, document)
    if isinstance(missing.get("stakes"), dict):
        missing["stakes"] = patch.get("stakes", {}) | missing["stakes"]
    patch |= missing
    if patch:
        fields[EXTENSION] = compact(patch)
    return fields


def _read_back(fields: Fields, patch: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return document_of(fields | {EXTENSION: compact(patch)})[0]
    except (Cannot, OtherGame) as error:
        raise CannotWrite(f"the record cannot be written as PHH: {error}") from None


def _variant(document: Mapping[str, Any], stakes: Mapping[str, Any]) -> str:
    fixed = stakes.get("structure") == "fixed-limit" and stakes.get("bring_in") and "big_bet" in stakes
    game = str(document["game"])
    return CODES.get(game, game) if fixed else game


def _actions(document: Mapping[str, Any], verdict: Verdict, unit: int) -> list[str]:
    """The actions of the hand. Showing and mucking stand where other readers of PHH expect them: once the betting is
    over for good, or after the last card; anywhere else they are written as the project's own commentary."""
    events: Sequence[dict[str, Any]] = document["events"]
    last_bet = max((at for at, event in enumerate(events) if event["type"] in BETTING), default=-1)
    last_card = max((at for at, event in enumerate(events) if event["type"] in ("deal", "community")), default=-1)
    notation = Notation(document["game"], document["seats"], document.get("stakes") or {}, unit)
    actions = []
    shown: set[int] = set()
    for at, event in enumerate(events):
        if event["type"] in ("show", "muck"):
            runs_out = at > last_bet and not any(later["type"] == "deal" for later in events[last_bet + 1 : at])
            contested = len(notation.tally.live()) > 1 and event.get("seat") in notation.tally.live()
            late = at > last_card and event.get("seat") not in shown
            if not contested or not (runs_out or late):
                actions.append(notation.alone(event))
                notation.taken(event)
                continue
            if at > max(last_card, last_bet):
                shown.add(event["seat"])
        actions.append(notation.action_of(event))
        notation.taken(event)
    if verdict["status"] in ("settled", "undecided"):
        actions += _implied(notation, shown, won(document, verdict))
    return actions


def _implied(notation: Notation, shown: set[int], paid: Mapping[int, int] | None) -> list[str]:
    live = notation.tally.live()
    if len(live) < 2:
        return []
    return [
        notation.implied(seat, None if paid is not None and not paid.get(seat) and "??" in held else held)
        for seat in live
        if seat not in shown and (held := notation.tally.cards[seat])
    ]


def _result(document: Mapping[str, Any], verdict: Verdict, fields: Fields, unit: int) -> None:
    paid = won(document, verdict)
    if paid is None:
        return
    seats = verdict["seats"]
    if any(entry["stack"] is None for entry in seats):
        fields["winnings"] = [units.figure(paid.get(entry["seat"], 0), unit) for entry in seats]
        return
    # By the source's payments, which may not be the ruling's: the verdict's own stacks hold the latter.
    final = [
        int(given["stack"]) - entry["put_in"] + entry["returned"] + paid.get(entry["seat"], 0)
        for given, entry in zip(document["seats"], seats, strict=True)
    ]
    if min(final) >= 0:
        fields["finishing_stacks"] = [units.figure(chips, unit) for chips in final]


def _describe(document: Mapping[str, Any], fields: Fields) -> None:
    meta = document.get("meta") or {}
    kept = meta.get("phh")
    if isinstance(kept, dict):
        fields |= {name: kept[name] for name in DESCRIPTIVE if name in kept}
    if "ante_trimming_status" not in fields and any(
        ante > stack for ante, stack in zip(fields["antes"], fields["starting_stacks"], strict=True)
    ):
        # A short ante wins from each other ante what it paid itself (hand-record: ``returned``, layers).
        fields["ante_trimming_status"] = True
    for field, key in (("hand", "hand_no"), ("table", "table")):
        text = document.get(key)
        if text:
            fields[field] = int(text) if text.isascii() and text.isdigit() and str(int(text)) == text else text
    if document.get("currency", "chips") != "chips":
        fields["currency"] = document["currency"]
    if "played_at" in document:
        moment = datetime.fromisoformat(document["played_at"].replace("t", "T").replace("z", "Z"))
        utc = moment.astimezone(UTC)
        fields |= {"year": utc.year, "month": utc.month, "day": utc.day, "time": utc.time().replace(microsecond=0)}
        fields["time_zone"] = "UTC"


def _text(fields: Fields) -> str:
    ordered = [name for name in ORDER if name in fields] + [name for name in fields if name not in ORDER]
    return "".join(f"{name} = {_value(fields[name], name == 'actions')}\n" for name in ordered)


def _value(value: Any, lines: bool = False) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        items = [_value(item) for item in value]
        return "[\n" + "".join(f"  {item},\n" for item in items) + "]" if lines else f"[{', '.join(items)}]"
    if isinstance(value, Decimal):
        if not value.is_finite():
            return "inf"
        return str(int(value)) if value == int(value) else format(value.normalize(), "f")
    if isinstance(value, str):
        if "'" not in value and value.isprintable():
            return f"'{value}'"
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)
