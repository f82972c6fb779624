"""No Peek and No Peek High-Low: cards are flipped unseen until the best hand showing is beaten (document 002)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from studbook import unseen
from studbook.centre import fill_centre, lay_centre
from studbook.dues import Script
from studbook.games.base import Game, HighLow
from studbook.house import COMMON, HIGH_LOW, Value
from studbook.showing import showdown
from studbook.steps import deal, post_antes
from studbook.table import Seat, Table


class NoPeek(Game):
    """Seven cards down that nobody may look at. In turn each seat flips until it beats the best hand showing, or all
    seven are up; who fails must fold. A betting round follows every turn."""

    name = "no-peek"
    title = "No Peek"
    seed = "002"
    families: ClassVar[tuple[str, ...]] = ("no-peek", "stud")
    most_players = 7
    rules: ClassVar[tuple[str, ...]] = COMMON
    defaults: ClassVar[Mapping[str, Value]] = {"burn": "none"}
    has_bring_in = False
    one_size = True
    opens_by_street = False
    may_look = False
    first_street = 7

    def play(self, table: Table) -> Script:
        # Article 2: antes, seven down, the centre card is the hand to beat.
        post_antes(table)
        yield from deal(table, 7, down=7, burn=False)
        lay_centre(table, 1)
        yield from fill_centre(table, first=True)
        table.centre_stands = True
        # Article 3: clockwise from the dealer's left, a turn and a round for each seat that still has cards down.
        start = 0
        while (seat := unseen.next_to_flip(table, start)) is not None:
            start = seat.index + 1
            flipper = yield from unseen.turn(table, seat, self.survives)
            if flipper is not None:
                yield from unseen.round_after(table, flipper)
                start = flipper.index + 1
        yield from showdown(table)

    def survives(self, table: Table, seat: Seat) -> bool:
        """Whether a hand that shows all seven without beating the best stays in."""
        return False

    def to_beat(self, table: Table) -> dict[str, object] | None:
        return unseen.hand_to_beat(table)


class NoPeekHiLo(HighLow, NoPeek):
    """Who fails but shows the best low stays in, and phase two begins: from then on a turn ends with the best high or
    the best low. At the end high takes three quarters, low one."""

    name = "no-peek-hi-lo"
    title = "No Peek High-Low"
    families = ("no-peek-hi-lo", "no-peek", "stud")
    rules = (*COMMON, *HIGH_LOW, "partial_low")
    defaults: ClassVar[Mapping[str, Value]] = {"burn": "none", "high_share": 75}

    def survives(self, table: Table, seat: Seat) -> bool:
        if not unseen.has_best_low(table, seat):
            return False
        table.phase_two = True
        return True
