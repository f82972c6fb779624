"""Wall Street: cards are bought from a row, at a price by place; high-low declared, or high only (document 001)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from studbook.centre import BuyDue, buy, can_choose, discard_centre, fill_centre, lay_centre, take
from studbook.declaration import declaration
from studbook.dues import Script, ask, line_after
from studbook.games.base import Declared, Game
from studbook.house import COMMON, DECLARED, HIGH_LOW, LAST_CARD, MARKET, STREETS, House, Value
from studbook.showing import showdown
from studbook.steps import betting_round, burn_before, deal, first_round, last_round, last_street, post_antes
from studbook.table import Seat, Table


class WallStreet(Declared, Game):
    """The deal follows seven-card stud, but on three streets each seat buys from the row or takes the deck's card."""

    name = "wall-street"
    title = "Wall Street"
    seed = "001"
    families = ("wall-street", "stud")
    most_players = 7
    has_unit = True
    opens_by_high_card = True
    rules = COMMON + STREETS + LAST_CARD + HIGH_LOW + DECLARED + MARKET
    defaults: ClassVar[Mapping[str, Value]] = {
        "third_street_opener": "high_upcard",
        "burn": "none",
        "exhaustion": "community_only",
    }

    def play(self, table: Table) -> Script:
        post_antes(table)
        yield from deal(table, 3, down=2, up=1, burn=False)
        lay_centre(table, 4)
        yield from fill_centre(table, first=True)
        yield from first_round(table, 3)
        for street in (4, 5):
            yield from self.market(table, street)
            yield from betting_round(table, street)
        yield from self.market(table, 6)
        discard_centre(table)
        yield from betting_round(table, 6)
        yield from last_street(table, 7, down=1)
        yield from last_round(table, 7)
        yield from declaration(table, 7)
        yield from showdown(table)

    def market(self, table: Table, street: int) -> Script:
        """From the dealer's left each live seat gains one up card: bought, or free from the deck. An empty place is
        filled just before the next seat decides, so after a last purchase the row shows three."""
        table.street = street
        burn_before(table)
        waiting = list(table.live)
        while waiting and can_choose(table):
            yield from fill_centre(table, choosers=waiting)
            if not any(seat.live for seat in waiting):
                return
            event = yield from ask(table, BuyDue(table, next(seat for seat in waiting if seat.live)))
            if event is not None:
                seat = buy(table, event) if event.type == "buy" else take(table, event)
                waiting = line_after(table, seat, waiting)
            waiting = [seat for seat in waiting if seat.live]

    def pot_kind(self, house: House) -> str:
        return "high" if house.pot_for == "high" else "high-low"

    def declares(self, house: House) -> bool:
        return house.pot_for != "high" and super().declares(house)

    def wild_cards(self, table: Table, seat: Seat, cards: Sequence[int]) -> Sequence[int]:
        """Bought from the dearest place, for its buyer; or every card of the rank that lay there last."""
        if table.wild_rank is not None:
            return [card for card in cards if card >= 0 and card >> 2 == table.wild_rank]
        return [card for card in seat.wild if card in cards] if seat.wild else ()
