"""Seven-card stud high-low with a declaration and no qualifier (document 004, Variants)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from studbook.declaration import declaration
from studbook.dues import Script
from studbook.games.base import Declared
from studbook.games.seven_card_stud import SevenCardStud
from studbook.house import COMMON, DECLARED, HIGH_LOW, LAST_CARD, OPEN_PAIR, STREETS, Value
from studbook.showing import showdown
from studbook.table import Table


class StudHiLoDeclare(Declared, SevenCardStud):
    """Fists are opened together: high, low or both. Who declares both and loses or even ties one half gets nothing."""

    name = "stud-hi-lo-declare"
    title = "Seven-card stud hi-lo with a declaration"
    families = ("stud-hi-lo", "stud")
    rules = COMMON + STREETS + LAST_CARD + OPEN_PAIR + HIGH_LOW + DECLARED
    defaults: ClassVar[Mapping[str, Value]] = {"both_tie": "loses"}

    def end(self, table: Table) -> Script:
        yield from declaration(table, 7)
        yield from showdown(table)
