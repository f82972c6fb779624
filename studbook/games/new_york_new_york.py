"""New York New York: cards are chosen from the centre; high-low, declared (document 000)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from studbook.cards import texts
from studbook.centre import ChooseDue, can_choose, fill_centre, lay_centre, take
from studbook.declaration import declaration
from studbook.dues import Script, ask, line_after
from studbook.games.base import Declared, Game
from studbook.house import COMMON, DECLARED, HIGH_LOW, STREETS, House, Value
from studbook.showing import showdown
from studbook.steps import betting_round, burn_before, deal, first_round, last_round, post_antes
from studbook.table import Seat, Table


class NewYorkNewYork(Declared, Game):
    """Seven cards, two or three of them down; the best five for high and the best five for low."""

    name = "new-york-new-york"
    title = "New York New York"
    seed = "000"
    families = ("new-york-new-york", "stud")
    most_players = 7
    rules = (*COMMON, *STREETS, *HIGH_LOW, *DECLARED, "first_chooser")
    defaults: ClassVar[Mapping[str, Value]] = {"burn": "none"}

    def play(self, table: Table) -> Script:
        # Article 2: antes, two down and one up, a betting round, then the two centre cards.
        post_antes(table)
        yield from deal(table, 3, down=2, up=1, burn=False)
        yield from first_round(table, 3)
        lay_centre(table, 2)
        # Article 3: each street a card is chosen, and a betting round follows.
        for street in (4, 5, 6):
            yield from self.choosing(table, street)
            yield from betting_round(table, street)
        yield from self.choosing(table, 7)
        yield from last_round(table, 7)
        # Article 4: declaration, perhaps a bet after it, showdown.
        yield from declaration(table, 7)
        yield from showdown(table)

    def choosing(self, table: Table, street: int) -> Script:
        """Each live seat in turn takes a centre card or the deck's top card. A taken centre card is replaced at once,
        but not when no seat is left to choose on seventh street; there a deck card stays down (3.2 to 3.6)."""
        table.street = street
        burn_before(table)
        yield from fill_centre(table, first=street == 4)
        waiting = self.order(table)
        while waiting and can_choose(table):
            event = yield from ask(table, ChooseDue(table, waiting[0]))
            if event is not None:
                seat = take(table, event, deck_card_down=street == 7)
                if table.explain:
                    where = "from the deck" if event.place is None else f"from place {event.place}, face up"
                    down = ", face down" if event.place is None and street == 7 else ""
                    table.note(
                        "seventh-street" if street == 7 else "choosing",
                        f"Seat {seat.number} takes a card {where}{down}.",
                    )
                waiting = line_after(table, seat, waiting)
            yield from fill_centre(table, choosers=waiting if street == 7 else None)
            waiting = [seat for seat in waiting if seat.live]
        if street == 7:
            table.dead_centre = [card for card in table.centre.values() if card is not None]
            if table.explain:
                table.note("dead-centre", f"{' '.join(texts(table.dead_centre))} is left in the centre, dead.")

    def order(self, table: Table) -> list[Seat]:
        """The live seats clockwise from the announced one, or from the next to its left where it is gone (3.1)."""
        first = table.house.first_chooser
        start = 0 if first == "dealers_left" else table.by_number[first].index
        return [seat for seat in table.clockwise(start) if seat.live]

    def most_seats(self, house: House) -> int:
        return 6 if house.burn == "before_each_street" else self.most_players
