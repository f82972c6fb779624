"""Seven-card stud for high: the base of most games here (document 004)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from studbook.dues import Script
from studbook.games.base import Game
from studbook.house import COMMON, LAST_CARD, OPEN_PAIR, STREETS, Value
from studbook.showing import showdown
from studbook.steps import betting_round, deal, first_round, last_round, last_street, post_antes
from studbook.table import Table


class SevenCardStud(Game):
    """Two down and one up, three more up, the last down; five betting rounds; the best five of seven."""

    name = "seven-card-stud"
    title = "Seven-card stud"
    seed = "004"
    rules: ClassVar[tuple[str, ...]] = COMMON + STREETS + LAST_CARD + OPEN_PAIR
    defaults: ClassVar[Mapping[str, Value]] = {"fourth_street_open_pair": "any_player_either_size"}

    def play(self, table: Table) -> Script:
        post_antes(table)
        yield from deal(table, 3, down=2, up=1, burn=False)
        yield from first_round(table, 3)
        for street in (4, 5, 6):
            yield from deal(table, street, up=1)
            yield from betting_round(table, street)
        yield from last_street(table, 7, down=1)
        yield from last_round(table, 7)
        yield from self.end(table)

    def end(self, table: Table) -> Script:
        """What comes after the last round; a game with a declaration puts it before the showdown."""
        yield from showdown(table)
