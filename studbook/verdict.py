"""What comes back: the verdict as a value, and as the document of the wire format.

The verdict settles the pots when it is made; names of hands, the state in words and the rulings are built when asked
for, by `Verdict.to_dict`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from studbook import claims, faults
from studbook.betting import ActDue
from studbook.cards import text, texts
from studbook.dues import Due, ShowdownDue
from studbook.pots import Pot, layers
from studbook.ranking import SCALES, best_five, name
from studbook.record import Record
from studbook.showdown import Settlement, given_back, hand_of, high_span, low_floor, low_span, may_win, settle
from studbook.showing import first_to_show
from studbook.table import Refused, Seat, Table

ENGINE = "1"


@dataclass(frozen=True, slots=True)
class SetupFault:
    """Why a record cannot be played at all: code, JSON Pointer, message."""

    code: str
    pointer: str
    message: str


class Verdict:
    """What the rules make of a record. ``status`` is settled, in-progress, undecided or illegal; ``settlement`` the
    pots, with awards where the hand is over; ``table`` the state at the end, or before the violation (None where the
    record could not be set up)."""

    __slots__ = ("due", "explained", "fault", "record", "refused", "refused_at", "settlement", "status", "table")

    def __init__(
        self,
        record: Record,
        table: Table | None,
        due: Due | None = None,
        *,
        fault: SetupFault | None = None,
        refused: Refused | None = None,
        refused_at: int | None = None,
        settlement: Settlement | None = None,
        explained: bool = False,
    ) -> None:
        self.record = record
        self.table = table
        self.explained = explained or (table is not None and table.explain)
        self.due = due
        self.fault = fault
        self.refused = refused
        self.refused_at = refused_at
        if table is None:
            self.settlement = Settlement([])
            self.status = "illegal"
            return
        if settlement is None:
            settlement = settle(table) if table.over else Settlement(layers(table), given_back(table))
        self.settlement = settlement
        if settlement.bad_rake is not None and refused is None:
            self.fault = SetupFault("bad-rake", "/rake", settlement.bad_rake)
        if refused is not None or self.fault is not None:
            self.status = "illegal"
        elif not table.over:
            self.status = "in-progress"
        else:
            self.status = "undecided" if settlement.undecided else "settled"

    # -- figures -----------------------------------------------------------------------------------------------

    @property
    def awards(self) -> dict[int, int]:
        """Chips won by seat number, after rake, without returned bets; only seats that won some."""
        won: dict[int, int] = {}
        for pot in self.settlement.pots:
            for award in pot.awards:
                won[award.seat.number] = won.get(award.seat.number, 0) + award.amount
        return won

    @property
    def returned(self) -> dict[int, int]:
        """Uncalled chips by seat number; only seats that got some."""
        return self.settlement.returned

    def net(self, seat: Seat) -> int:
        """Chips that a seat is up or down by: won less put in, returned chips aside."""
        number = seat.number
        return self.awards.get(number, 0) - seat.put_in + self.returned.get(number, 0)

    @property
    def pots_only(self) -> bool:
        """Whether the record gave the pots and not what each seat put in."""
        shown = self.record.showdown
        return shown is not None and shown.pots is not None

    # -- the document ------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The verdict as hand-record.md shapes it."""
        table = self.table
        violations = faults.violations(self)
        document: dict[str, Any] = {
            "status": self.status,
            "game": self.record.game,
            "engine": ENGINE,
            "rules": {} if table is None else dict(table.house.in_force),
            "rules_given": [] if table is None else list(table.house.given),
            "openers": {} if table is None else {str(street): seat for street, seat in table.openers.items()},
            "pots": [] if table is None else [self._pot(pot) for pot in self.settlement.pots],
            "returned": {str(number): chips for number, chips in self.returned.items()},
            "seats": self._seats(),
            "table": None if table is None else self._table(table),
            "next": self.next(),
            "violations": violations,
            "warnings": faults.warnings(self),
            "claim": claims.differences(self),
            "digest": self.record.digest,
        }
        if self.explained:
            document["rulings"] = [] if table is None else self._rulings(table)
        return document

    def _rulings(self, table: Table) -> list[dict[str, Any]]:
        return [
            {"event": at if at is not None and at >= 0 else None, "article": table.game.article(topic), "text": said}
            for at, topic, said in table.notes
        ]

    def next(self) -> dict[str, Any] | None:
        """Whose turn it is and every legal event; the shows that could decide an undecided hand; else None."""
        table = self.table
        if table is None or self.status == "settled":
            return None
        if table.over:
            return self._shows(table) if self.settlement.undecided else None
        return None if self.due is None else self.due.offer()

    def _shows(self, table: Table) -> dict[str, Any]:
        unseen = [seat for seat in table.live if any(card < 0 for card in hand_of(table, seat))]
        still_open = [pot for pot in self.settlement.pots if pot.open]
        deciding = [
            seat for seat in unseen if any(seat in pot.eligible and may_win(table, pot, seat) for pot in still_open)
        ]
        seats = deciding or unseen
        first = first_to_show(table)
        if first in seats:
            seats.remove(first)
            seats.insert(0, first)
        events = [{"type": "show", "seat": seat.number, "cards": len(seat.cards)} for seat in seats]
        return {"seats": [seat.number for seat in seats], "what": ShowdownDue.what, "events": events}

    def _pot(self, pot: Pot) -> dict[str, Any]:
        table = self.table
        assert table is not None
        return {
            "amount": pot.amount,
            "rake": pot.rake,
            "open": pot.open,
            "eligible": sorted(seat.number for seat in pot.eligible),
            "awards": [
                {
                    "seat": award.seat.number,
                    "amount": award.amount,
                    "for": award.share,
                    "odd_chips": award.odd_chips,
                    "article": table.game.article(award.topic),
                    "basis": award.basis,
                }
                for award in pot.awards
            ],
        }

    def _seats(self) -> list[dict[str, Any]]:
        if self.table is None:
            return []
        won = self.awards
        in_open_pots = {seat.number for pot in self.settlement.pots if pot.open for seat in pot.eligible}
        rows, pots_only = [], self.pots_only
        for seat in self.table.seats:
            number, stack, put_in = seat.number, seat.stack, seat.put_in
            high, low = self.named(seat)
            got, back = won.get(number, 0), self.returned.get(number, 0)
            rows.append(
                {
                    "seat": number,
                    "player": seat.player,
                    "put_in": None if pots_only else put_in,
                    "returned": back,
                    "won": got,
                    "net": None if pots_only else got + back - put_in,
                    "stack": None if stack is None else stack + got + back - seat.back,
                    "outcome": self._outcome(seat, won, in_open_pots),
                    "declared": seat.declared,
                    "up": texts(seat.up),
                    "down": texts(seat.down),
                    "high": high,
                    "low": low,
                }
            )
        return rows

    def _outcome(self, seat: Seat, won: Mapping[int, int], in_open_pots: set[int]) -> str:
        if seat.out is not None:
            return seat.out
        table = self.table
        if table is None or not table.over or seat.number in in_open_pots:
            return "open"
        if table.voided:
            return "lost"
        return "won" if won.get(seat.number) else "lost"

    def named(self, seat: Seat) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
        """The high and the low hand of a seat that came to the showdown with all its cards seen."""
        table = self.table
        if table is None or not (table.at_showdown and seat.live) or table.voided:
            return None, None
        cards = hand_of(table, seat)
        if len(cards) < 5 or -1 in cards:
            return None, None
        kind = table.game.pot_kind(table.house)
        wild = table.game.wild_cards(table, seat, cards)
        five = table.house.five_of_a_kind
        high = low = None
        if kind != "low":
            high_span(table, seat)
            used = best_five("high", cards, wild, five)
            high = {"name": name("high", cards, wild, five), "cards": texts(used)}
        if kind != "high" and low_span(table, seat)[0] >= low_floor(table):
            scale = table.game.low_scale(table.house)
            low = {"name": name(scale, cards, wild), "cards": texts(best_five(scale, cards, wild))}
        return high, low

    def _table(self, table: Table) -> dict[str, Any]:
        rnd = table.round
        centre = {str(place): None if card is None else text(card) for place, card in sorted(table.centre.items())}
        if table.community is not None:
            centre["1"] = text(table.community)
        return {
            "street": table.street or None,
            "level": rnd.level if rnd is not None and isinstance(self.due, ActDue) else 0,
            "pot": table.pot,
            "centre": centre,
            "deck_left": table.stub,
            "dead": texts([*table.dead_cards, *table.dead_centre]),
            "to_beat": table.game.to_beat(table),
        }


__all__ = ["ENGINE", "SCALES", "SetupFault", "Verdict"]
