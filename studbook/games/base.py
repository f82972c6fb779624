"""What a game says of itself: its name, its players, its house rules, the order of play, how its pot is divided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from studbook import irregular
from studbook.dues import Script
from studbook.house import COMMON, LAST_CARD, STREETS, House, Value
from studbook.record import Event
from studbook.rulebook import article_id
from studbook.table import Seat, Table


class Game:
    """A game of the stud family. A subclass overrides what differs and writes `play` as a script that reads like the
    rule sheet. ``families`` are the prefixes under which its articles are looked up, its own name first."""

    name: ClassVar[str]
    title: ClassVar[str]
    seed: ClassVar[str] = ""
    families: ClassVar[tuple[str, ...]] = ("stud",)
    most_players: ClassVar[int] = 8
    hand_size: ClassVar[int] = 7
    rules: ClassVar[tuple[str, ...]] = COMMON + STREETS + LAST_CARD
    defaults: ClassVar[Mapping[str, Value]] = {}
    structures: ClassVar[tuple[str, ...]] = ("fixed-limit", "spread-limit", "pot-limit", "no-limit")

    # Openers: the scale in which boards are compared, and whether the ace is low among door cards (razz).
    board_scale: ClassVar[str] = "high"
    ace_low_door: ClassVar[bool] = False
    opens_by_high_card: ClassVar[bool] = False
    # The street on which an open pair may change the size of bets (the second up card).
    open_pair_street: ClassVar[int] = 4
    # Stakes: a row with prices; a bring-in; every round at the small bet; a bring-in of half the small bet.
    has_unit: ClassVar[bool] = False
    has_bring_in: ClassVar[bool] = True
    one_size: ClassVar[bool] = False
    # Whether each street has one opener, which the verdict names (No Peek has a round after every turn).
    opens_by_street: ClassVar[bool] = True
    half_bring_in: ClassVar[bool] = False
    # Whether a player may look at its own down cards.
    may_look: ClassVar[bool] = True
    # Streets, for whoever describes the game: the number of the first one.
    first_street: ClassVar[int] = 3

    def play(self, table: Table) -> Script:
        """The order of play, from the antes to the showdown."""
        raise NotImplementedError

    def any_time(self, table: Table, event: Event) -> bool:
        """Applies what may come at any time; True where it makes what was asked moot."""
        return irregular.any_time(table, event)

    def pot_kind(self, house: House) -> str:
        """What the pot is played for: ``high``, ``low`` or ``high-low``."""
        return "high"

    def declares(self, house: House) -> bool:
        """Whether ways are declared (otherwise cards speak)."""
        return False

    def low_scale(self, house: House) -> str:
        """The ranking of low hands, where the game has any."""
        return "ace_to_five"

    def wild_cards(self, table: Table, seat: Seat, cards: Sequence[int]) -> Sequence[int]:
        """Those of a seat's cards that are wild."""
        return ()

    def article(self, topic: str) -> str:
        """The id of the article on a topic that applies to this game: its own before its family's."""
        return article_id((self.name, *self.families), topic)

    def to_beat(self, table: Table) -> dict[str, object] | None:
        """The hand to beat, where the game has one (No Peek)."""
        return None

    def accepts(self, rule: str, value: object) -> bool:
        """Whether this game plays that value of a house rule that it knows."""
        return value != "unsold_row_then_community" or self.has_unit

    def most_seats(self, house: House) -> int:
        """How many can play under these house rules."""
        return self.most_players


class HighLow:
    """The pot is halved between high and low."""

    def pot_kind(self, house: House) -> str:
        return "high-low"

    def low_scale(self, house: House) -> str:
        scale: str = house.low_rank
        return scale


class Declared(HighLow):
    """High and low, and only what was declared can win."""

    def declares(self, house: House) -> bool:
        declare: str = house.declare
        return declare != "cards_speak"
