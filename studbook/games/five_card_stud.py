"""Five-card stud: one down, four up, four betting rounds (document 004, Variants)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from studbook.dues import Script
from studbook.games.base import Game
from studbook.house import COMMON, LAST_CARD, OPEN_PAIR, STREETS, Value
from studbook.showing import showdown
from studbook.steps import betting_round, deal, first_round, last_round, last_street, post_antes
from studbook.table import Table


class FiveCardStud(Game):
    """The ancestor: almost nothing to conceal."""

    name = "five-card-stud"
    title = "Five-card stud"
    seed = "004"
    families = ("five-card-stud", "stud")
    most_players = 10
    hand_size = 5
    rules = COMMON + STREETS + LAST_CARD + OPEN_PAIR
    defaults: ClassVar[Mapping[str, Value]] = {"big_bet_from_street": 4}
    open_pair_street = 3
    first_street = 2

    def play(self, table: Table) -> Script:
        post_antes(table)
        yield from deal(table, 2, down=1, up=1, burn=False)
        yield from first_round(table, 2)
        for street in (3, 4):
            yield from deal(table, street, up=1)
            yield from betting_round(table, street)
        yield from last_street(table, 5, up=1)
        yield from last_round(table, 5)
        yield from showdown(table)
