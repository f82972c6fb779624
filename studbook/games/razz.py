"""Razz: the seven-card structure, played for the lowest hand (document 004, Variants)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from studbook.games.seven_card_stud import SevenCardStud
from studbook.house import COMMON, LAST_CARD, STREETS, House, Value


class Razz(SevenCardStud):
    """Ace to five: straights and flushes are ignored, the ace is low. The highest door card brings it in, the lowest
    board opens, and a pair never changes the size of a bet."""

    name = "razz"
    title = "Razz"
    families = ("razz", "stud")
    rules: ClassVar[tuple[str, ...]] = COMMON + STREETS + LAST_CARD
    defaults: ClassVar[Mapping[str, Value]] = {"third_street_opener": "high_card"}
    board_scale = "ace_to_five"
    ace_low_door = True
    opens_by_high_card = True

    def pot_kind(self, house: House) -> str:
        return "low"


class DeuceToSevenRazz(Razz):
    """Razz by deuce-to-seven: the ace is high, straights and flushes count against the hand."""

    name = "deuce-to-seven-razz"
    title = "Deuce-to-seven razz"
    seed = ""
    board_scale = "deuce_to_seven"
    ace_low_door = False

    def low_scale(self, house: House) -> str:
        return "deuce_to_seven"
