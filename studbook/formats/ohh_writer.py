"""Records as Open Hand History (OHH), spec_version 1.4.7.

Stays within the specification's lists of words: ``Stud`` and ``StudHiLo`` are its own, other games bear the project's
name; the rounds after the first are ``Flop``, ``Turn``, ``River``, which may repeat. What OHH cannot say stands under
keys that begin with an underscore, and is read back equal.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from studbook.formats import units
from studbook.formats.common import Cannot, OtherGame
from studbook.formats.extension import CannotWrite, difference, plain
from studbook.formats.money import CHIPS
from studbook.formats.ohh_actions import BESIDE, Moves
from studbook.formats.ohh_fields import EVENTS_BESIDE, GAMES, STRUCTURES, document_of
from studbook.formats.settled import Verdict, pots_paid, verdict_of

SPEC_VERSION = "1.4.7"
TYPES = {"seven-card-stud": "Stud", "stud-hi-lo-8": "StudHiLo"}
BET_TYPES = {structure: code for code, structure in STRUCTURES.items()}
STREETS = ("Preflop", "Flop", "Turn", "River")
SHOWING = ("show", "muck")


def write(document: Mapping[str, Any], verdict: Verdict | None = None) -> str:
    """One hand as OHH text, with the blank line that separates hands. Raises CannotWrite for a showdown record."""
    return _json({"ohh": ohh_of(document, verdict)}, "") + "\n\n"


def ohh_of(record: Mapping[str, Any], verdict: Verdict | None = None) -> dict[str, Any]:
    """The object ``ohh`` of a record, with the extension by which `ohh` gives it back. Raises CannotWrite."""
    document: dict[str, Any] = plain(record)
    if "events" not in document:
        raise CannotWrite("OHH records what happened; a record that has only a showdown cannot be written as OHH")
    stakes = document.get("stakes") or {}
    if document["game"] not in GAMES or stakes.get("structure") not in BET_TYPES:
        raise CannotWrite("OHH needs a game and a betting structure that the referee knows")
    if verdict is None:
        verdict = verdict_of(document)
    unit = units.unit_of(document)
    seats = document["seats"]
    numbers = [entry["seat"] for entry in seats]
    if len(set(numbers)) < len(numbers):
        raise CannotWrite("OHH needs every seat once")
    moves = Moves(document["game"], seats, stakes, unit)
    site, _, number = document.get("ref", "").partition(":")
    ohh: dict[str, Any] = {
        "spec_version": SPEC_VERSION,
        "site_name": site or "studbook",
        "network_name": site or "studbook",
        "internal_version": "1",
        "game_number": document.get("hand_no") or number,
        "start_date_utc": _utc(document.get("played_at")),
        "table_name": document.get("table", ""),
        "game_type": TYPES.get(document["game"], document["game"]),
        "bet_limit": {"bet_type": BET_TYPES[stakes["structure"]], "bet_cap": 0},
        "table_size": max(numbers, default=0),
        "currency": "XPM" if document.get("currency", CHIPS) == CHIPS else document["currency"],
        "dealer_seat": numbers[-1] if numbers else None,
        "small_blind_amount": None,
        "big_blind_amount": None,
        "ante_amount": units.figure(stakes.get("ante", 0), unit),
        "hero_player_id": None,
        "players": [
            {
                "id": entry["seat"],
                "seat": entry["seat"],
                "name": entry["player"],
                "display": entry.get("name"),
                "starting_stack": units.figure(entry["stack"], unit) if "stack" in entry else None,
            }
            for entry in seats
        ],
        "rounds": _rounds(document, moves),
        "pots": _pots(document, verdict, unit),
    }
    return ohh | _extension(ohh, document, stakes)


def _extension(ohh: Mapping[str, Any], document: Mapping[str, Any], stakes: Mapping[str, Any]) -> dict[str, Any]:
    # Order, unit and stakes decide how the rest is read, so they are given whole where they are not told.
    patch: dict[str, Any] = {}
    numbers = [entry["seat"] for entry in document["seats"]]
    if numbers:
        dealer = numbers[-1]
        if numbers != sorted(n for n in numbers if n > dealer) + sorted(n for n in numbers if n <= dealer):
            patch["order"] = numbers
    patch["stakes"] = {"ante": None, "bring_in": None, "small_bet": None, "big_bet": None} | dict(stakes)
    native = _read_back(ohh, patch)
    if native["decimals"] != document.get("decimals"):
        patch["decimals"] = document.get("decimals")
        native = _read_back(ohh, patch)
    missing = difference(native, document)
    if isinstance(missing.get("stakes"), dict):
        missing["stakes"] = patch["stakes"] | missing["stakes"]
    return {BESIDE: patch | missing}


def _read_back(ohh: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return document_of({**ohh, BESIDE: patch})[0]
    except (Cannot, OtherGame) as error:
        raise CannotWrite(f"the record cannot be written as OHH: {error}") from None


def _rounds(document: Mapping[str, Any], moves: Moves) -> list[dict[str, Any]]:
    """The rounds: one for each street that is dealt, one for each run of showing and mucking between them."""
    rounds: list[dict[str, Any]] = [{"id": 0, "street": STREETS[0], "cards": [], "actions": []}]
    streets = number = 0
    acted = False

    def begin(street: str) -> None:
        rounds.append({"id": len(rounds), "street": street, "cards": [], "actions": []})

    def enter(action: dict[str, Any], seat: int) -> None:
        nonlocal number
        number += 1
        rounds[-1]["actions"].append({"action_number": number, "player_id": seat} | action)

    for seat, ante in moves.tally.antes.items():
        if ante:
            enter({"action": "Post Ante", "amount": units.figure(ante, moves.unit)}, seat)
    for event in document["events"]:
        kind = event["type"]
        showing = rounds[-1]["street"] == "Showdown"
        if kind in ("deal", "community") and (acted or showing):
            streets, acted = streets + 1, False
            begin(STREETS[min(streets, len(STREETS) - 1)])
        elif kind in SHOWING and not showing:
            begin("Showdown")
        elif showing and kind not in SHOWING:
            begin(STREETS[min(streets, len(STREETS) - 1)])
        acted = acted or kind not in ("deal", "community", *SHOWING)
        first = not rounds[-1]["cards"] and not rounds[-1]["actions"] and EVENTS_BESIDE not in rounds[-1]
        action = moves.action_of(event)
        if event == {"type": "community", "card": event.get("card")} and first:
            rounds[-1]["cards"].append(event["card"])
        elif action is not None:
            enter(action, event["seat"])
        else:
            entry = {"before": len(rounds[-1]["actions"]), "event": dict(event)}
            rounds[-1].setdefault(EVENTS_BESIDE, []).append(entry)
        moves.taken(event)
    return rounds


def _pots(document: Mapping[str, Any], verdict: Verdict, unit: int) -> list[dict[str, Any]]:
    pots = []
    for number, pot in enumerate(pots_paid(document, verdict)):
        won: dict[int, int] = {}
        for payment in pot.payments:
            won[payment.seat] = won.get(payment.seat, 0) + payment.chips
        pots.append(
            {
                "number": number,
                "amount": units.figure(pot.amount, unit),
                "rake": units.figure(pot.rake, unit),
                "player_wins": [
                    {"player_id": seat, "win_amount": units.figure(chips, unit)} for seat, chips in won.items()
                ],
            }
        )
    return pots


def _utc(text: str | None) -> str | None:
    if text is None:
        return None
    moment = datetime.fromisoformat(text.replace("t", "T").replace("z", "Z"))
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat()


def _json(value: Any, indent: str) -> str:
    """JSON with exact decimals, an action or player a line."""
    if isinstance(value, Decimal):
        return str(int(value)) if value == int(value) else format(value.normalize(), "f")
    inner = indent + "  "
    if isinstance(value, dict):
        flat = not any(isinstance(item, dict | list) and item for item in value.values())
        items = [f"{json.dumps(key)}: {_json(item, inner)}" for key, item in value.items()]
        return _joined("{", items, "}", indent, flat or "action" in value)
    if isinstance(value, list):
        flat = not any(isinstance(item, dict) for item in value)
        return _joined("[", [_json(item, inner) for item in value], "]", indent, flat)
    return json.dumps(value, ensure_ascii=False)


def _joined(opening: str, items: list[str], closing: str, indent: str, flat: bool) -> str:
    if flat or not items:
        return opening + ", ".join(items) + closing
    inner = indent + "  "
    return f"{opening}\n{inner}" + f",\n{inner}".join(items) + f"\n{indent}{closing}"
