"""Seven-card stud high-low: eight or better, the Hungarian document's form, and the form without a qualifier."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from studbook.games.base import HighLow
from studbook.games.seven_card_stud import SevenCardStud
from studbook.house import COMMON, HIGH_LOW, LAST_CARD, OPEN_PAIR, STREETS, Value


class StudHiLo8(HighLow, SevenCardStud):
    """Half to the best high, half to the best low of five different ranks, none above an eight (document 004)."""

    name = "stud-hi-lo-8"
    title = "Seven-card stud hi-lo, eight or better"
    families: ClassVar[tuple[str, ...]] = ("stud-hi-lo", "stud")
    rules: ClassVar[tuple[str, ...]] = COMMON + STREETS + LAST_CARD + OPEN_PAIR + HIGH_LOW
    defaults: ClassVar[Mapping[str, Value]] = {"low_qualifier": 8}


class StudHiLoHungarian(StudHiLo8):
    """The Hungarian document: bring-in of half or all of the small bet, the best four up cards show first, a common
    last card at once when the deck runs short (document 003)."""

    name = "stud-hi-lo-hungarian"
    title = "Seven-card stud hi-lo, Hungarian form"
    seed = "003"
    families = ("stud-hi-lo-hungarian", "stud-hi-lo", "stud")
    half_bring_in = True
    defaults: ClassVar[Mapping[str, Value]] = {
        "low_qualifier": 8,
        "raise_cap_heads_up": "kept",
        "exhaustion": "community_only",
        "showdown_first": "best_board",
    }


class StudHiLo(StudHiLo8):
    """Cards speak, and any five cards make a low."""

    name = "stud-hi-lo"
    title = "Seven-card stud hi-lo, no qualifier"
    seed = ""
    defaults: ClassVar[Mapping[str, Value]] = {}
