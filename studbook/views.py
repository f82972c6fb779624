"""What one player, or the public, could see of a hand: everything else is hidden, in records and verdicts alike.

Up cards, the centre and what was exposed are seen by all; a player also sees its own down cards (not in No Peek). A
live hand that came to the showdown and did not muck counts as shown; folded and mucked down cards never do, unless
their owner showed them before folding for good. Digests, and whatever else is made of hidden cards, are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from studbook.cards import CARD_OF, texts
from studbook.dues import Due
from studbook.record import Record
from studbook.referee import replay
from studbook.table import Seat, Table
from studbook.verdict import Verdict

PUBLIC = "public"
HIDDEN = "??"
# Where a record's ref is a digest of its text, it would tell what the text hides.
DIGEST_REF = re.compile(r"^phh:[0-9a-f]{16,}$")
# Violations whose words or place may tell a hidden card.
TELLING = ("duplicate-card", "shown-cards-differ", "wrong-place-card")


class Eyes:
    """What ``viewer`` (a player's id, or ``public``) sees of a hand that has been judged."""

    __slots__ = ("final", "viewer")

    def __init__(self, verdict: Verdict, viewer: str) -> None:
        self.final = verdict.table
        self.viewer = viewer

    def sees(self, table: Table, seat: Seat, card: int) -> bool:
        """Whether a down card of a seat can be seen at a moment of the hand (``table``)."""
        if card in seat.exposed and seat.out != "mucked":
            return True
        if self.final is None:
            return False
        end = self.final.by_number[seat.number]
        if seat.player == self.viewer and table.game.may_look:
            return True
        return table.at_showdown and end.live and not self.final.voided


def verdict_view(verdict: Verdict, viewer: str, document: dict[str, Any] | None = None) -> dict[str, Any]:
    """The verdict as ``viewer`` may see it. ``document`` is the stored one, where there is one."""
    document = verdict.to_dict() if document is None else dict(document)
    eyes, table = Eyes(verdict, viewer), verdict.table
    document["digest"] = None
    if table is None:
        return document
    document["seats"] = [_seat_view(eyes, table, row) for row in document["seats"]]
    document["violations"] = [_quiet(row) for row in document["violations"]]
    return document


def _seat_view(eyes: Eyes, table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    seat = table.by_number[row["seat"]]
    shown = [card for card in seat.down if eyes.sees(table, seat, card)]
    named = not seat.down or len(shown) == len(seat.down)
    declared = row["declared"]
    if declared is not None and declaring_now(table) and seat.player != eyes.viewer:
        declared = "declared"
    return {
        **row,
        "down": texts([card if card in shown else -1 for card in seat.down]),
        "high": row["high"] if named else None,
        "low": row["low"] if named else None,
        "declared": declared,
    }


def declaring_now(table: Table) -> bool:
    """Whether simultaneous declarations are still incomplete: who has declared is seen, not what."""
    return (
        table.declaring
        and table.house.declare == "simultaneous"
        and any(seat.live and seat.declared is None for seat in table.seats)
        and not table.over
    )


def _quiet(row: Mapping[str, Any]) -> dict[str, Any]:
    if row["code"] not in TELLING:
        return dict(row)
    return {**row, "pointer": "/".join(row["pointer"].split("/")[:3]), "message": "The cards do not agree."}


def record_view(verdict: Verdict, viewer: str) -> dict[str, Any]:
    """The record as ``viewer`` may see it: hidden cards are ``??``; burns, notes and the app's own ``meta`` are left
    out, since they may tell them."""
    document = {key: value for key, value in verdict.record.raw.items() if key != "meta"}
    if DIGEST_REF.match(str(document.get("ref", ""))):
        del document["ref"]
    eyes, table = Eyes(verdict, viewer), verdict.table
    if "events" in document and document["events"] is not None:
        document["events"] = [_event_view(eyes, table, event) for event in document["events"]]
    if document.get("showdown"):
        shown = dict(document["showdown"])
        shown["hands"] = [_hand_view(eyes, table, hand) for hand in shown["hands"]]
        document["showdown"] = shown
    return document


def _event_view(eyes: Eyes, table: Table | None, event: Mapping[str, Any]) -> dict[str, Any]:
    view = {key: value for key, value in event.items() if key != "note"}
    seat = None if table is None else table.by_number.get(event.get("seat", 0))
    kind = event["type"]
    if kind == "burn":
        view.pop("card", None)
    elif kind == "declare" and table is not None and declaring_now(table):
        if seat is None or seat.player != eyes.viewer:
            view.pop("way", None)
    elif kind == "deal" and "down" in view:
        view["down"] = [_card_view(eyes, table, seat, card) for card in view["down"]]
    elif kind == "show":
        view["cards"] = [_card_view(eyes, table, seat, card) for card in view["cards"]]
    elif kind == "take" and "card" in view and event.get("place") is None:
        view["card"] = _card_view(eyes, table, seat, view["card"])
    return view


def _card_view(eyes: Eyes, table: Table | None, seat: Seat | None, card: str) -> str:
    if table is None or seat is None or card == HIDDEN:
        return HIDDEN
    number = CARD_OF[card]
    return card if number in seat.up or eyes.sees(table, seat, number) else HIDDEN


def _hand_view(eyes: Eyes, table: Table | None, hand: Mapping[str, Any]) -> dict[str, Any]:
    seat = None if table is None else table.by_number.get(hand["seat"])
    if "cards" not in hand:
        return dict(hand)
    view = {**hand, "cards": [_card_view(eyes, table, seat, card) for card in hand["cards"]]}
    if HIDDEN in view["cards"]:
        view.pop("wild", None)
    return view


def frames(record: Record, viewer: str | None = None, *, explain: bool = False) -> list[dict[str, Any]]:
    """The table after the set-up and after every event: ``event`` (index; null for the set-up), ``status``, ``street``
    and the rest of the verdict's ``table``, ``seats``, ``pots``, ``next`` and, with ``explain``, the rulings made at
    that event. With a viewer, as that player could see it then. Stops before the event that the rules refuse."""
    final = replay(record, explain=explain)
    eyes = None if viewer is None else Eyes(final, viewer)
    taken: list[dict[str, Any]] = []

    def watch(table: Table, due: Due) -> None:
        before = list(table.notes)
        document = Verdict(record, table, due).to_dict()
        # The notes of a settlement belong to this moment only: the next one settles anew.
        noted, table.notes[:] = list(table.notes), before
        at = None if not taken else len(taken) - 1
        seats = document["seats"]
        if eyes is not None:
            seats = [_seat_view(eyes, table, row) for row in seats]
        frame = {key: document[key] for key in ("status", "table", "pots", "returned", "next", "openers")}
        frame |= {"event": at, "seats": seats}
        if explain:
            frame["rulings"] = [
                {"article": table.game.article(topic), "text": said} for where, topic, said in noted if where == at
            ]
        taken.append(frame)

    replay(record, explain=explain, watch=watch)
    return taken


__all__ = ["HIDDEN", "PUBLIC", "Eyes", "frames", "record_view", "verdict_view"]
