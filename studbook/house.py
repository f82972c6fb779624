"""House rules: what the documents leave to the house, each with its values, readings, article and meaning.

The same declaration validates a record's ``rules``, fills the verdict's ``rules``, is gone through by the hinges of a
dispute and is served as part of a game's rule sheet. Defaults that differ by game or structure stand in `defaults`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Value = str | int | bool | None | list[int]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One house rule. ``kind`` is ``choice`` (one of ``values``), ``integer``, ``optional-integer`` (or null),
    ``boolean``, ``prices`` (four units by place) or ``chooser`` (``dealers_left`` or a seat number). ``readings`` are
    the values that a dispute tries; none where the rule cannot be disputed."""

    name: str
    kind: str
    values: tuple[str, ...]
    low: int
    high: int
    readings: tuple[Value, ...]
    topic: str
    meaning: str

    @property
    def disputable(self) -> bool:
        return bool(self.readings)

    def accepts(self, value: object) -> bool:
        """Whether ``value`` is a value of this rule."""
        match self.kind:
            case "choice":
                return isinstance(value, str) and value in self.values
            case "boolean":
                return isinstance(value, bool)
            case "prices":
                return isinstance(value, list) and len(value) == 4 and all(self._is_integer(item) for item in value)
            case "chooser":
                return value == "dealers_left" or self._is_integer(value)
            case "optional-integer":
                return value is None or self._is_integer(value)
        return self._is_integer(value)

    def _is_integer(self, value: object) -> bool:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return type(value) is int and self.low <= value <= self.high

    def in_words(self) -> str:
        """The values in words, for a message."""
        match self.kind:
            case "choice":
                return ", ".join(self.values)
            case "boolean":
                return "true or false"
            case "prices":
                return "a list of four prices in units, by place"
            case "chooser":
                return "dealers_left or a seat number"
            case "optional-integer":
                return f"a whole number from {self.low} to {self.high}, or null"
        return f"a whole number from {self.low} to {self.high}"


def _choice(name: str, values: str, topic: str, meaning: str, disputable: bool = True) -> HouseRule:
    options = tuple(values.split())
    return HouseRule(name, "choice", options, 0, 0, options if disputable else (), topic, meaning)


def _other(
    name: str, kind: str, low: int, high: int, readings: tuple[Value, ...], topic: str, meaning: str
) -> HouseRule:
    return HouseRule(name, kind, (), low, high, readings, topic, meaning)


# In the order of hand-record's table, so that the two can be read side by side.
HOUSE_RULES: dict[str, HouseRule] = {
    rule.name: rule
    for rule in (
        _choice(
            "third_street_opener", "low_card high_card high_upcard dealers_left", "first-opener",
            "Who posts the bring-in on the first street or, where there is none, opens it and may check.",
        ),
        _choice(
            "short_bring_in", "full_amount_to_call short_amount_to_call", "short-bring-in",
            "What the others must call when the bring-in was posted all-in for less.",
        ),
        _choice(
            "all_in_ante_low_card", "left_neighbour_opens next_lowest_card", "all-in-low-card",
            "Who opens when the seat that owes the bring-in is all-in for its ante.",
        ),
        _choice(
            "raise_over_bring_in", "completes adds_a_bet", "completion",
            "Whether the first wager over the bring-in is a bet in all, or a bet on top of it.",
        ),
        _other(
            "big_bet_from_street", "integer", 2, 7, (4, 5, 6), "limits",
            "The street from which bets are at the big limit.",
        ),
        _choice(
            "opener_tie", "nearest_dealers_left high_card_by_suit", "opener-tie",
            "Who opens when two boards are exactly equal.",
        ),
        _choice(
            "opener_when_best_board_all_in", "next_live_seat_to_left best_board_with_chips", "opener-all-in",
            "Who opens when the board that should has no chips left.",
        ),
        _choice(
            "five_upcard_boards", "straights_and_flushes_count rank_groups_only", "five-up-cards",
            "Whether five cards showing may be a straight or a flush when openers are compared.",
        ),
        _choice(
            "fourth_street_open_pair", "any_player_either_size opener_only no_effect", "open-pair",
            "What a pair showing on the second up card does to the size of bets.",
        ),
        _choice(
            "open_pair_raise", "by_big_bet to_big_bet", "open-pair-raise",
            "Whether the big raise over a small bet is by the big bet, or to it.",
        ),
        _other(
            "raise_cap", "optional-integer", 1, 99, (3, 4, None), "raise-cap",
            "How many raises a round allows after the bet; null: no cap.",
        ),
        _choice(
            "raise_cap_heads_up", "lifted kept", "raise-cap-heads-up",
            "Whether the cap is gone when only two are left before it is reached.",
        ),
        _choice(
            "short_all_in_reopens", "half_bet full_raise", "short-all-in",
            "How large an all-in wager must be to count as a full one and reopen the betting.",
        ),
        _choice("burn", "before_each_street none", "burn", "Whether a card is burned before each later street."),
        _choice(
            "exhaustion", "burns_then_community community_only unsold_row_then_community", "exhaustion",
            "What is done when the stub cannot give every live hand its last card.",
        ),
        _choice(
            "community_opener", "best_board_with_community same_as_sixth", "community-opener",
            "Who opens the last round when the last card was common to all.",
        ),
        _choice(
            "odd_chip_between_equal_hands",
            "highest_card_by_suit_all_cards highest_card_by_suit_five_cards lowest_card_by_suit_all_cards "
            "nearest_dealers_left",
            "odd-chip", "Which of equal hands takes the chip that cannot be divided.",
        ),
        _choice("odd_chip_between_halves", "high low", "odd-chip-halves", "Which half takes the odd chip."),
        _other("high_share", "integer", 1, 99, (50, 75), "shares", "The share of high, in percent of the pot."),
        _choice("low_rank", "ace_to_five deuce_to_seven", "low-rank", "The ranking of low hands."),
        _other(
            "low_qualifier", "optional-integer", 5, 13, (8, None), "low-qualifier",
            "The highest card that a low hand may hold; null: any five cards make a low.",
        ),
        _choice(
            "declare", "simultaneous in_turn cards_speak", "declare", "How ways are declared, or that cards speak.",
        ),
        _choice(
            "declare_first", "last_aggressor final_round_opener dealers_left", "declare-first",
            "Who declares first where it is done in turn.",
        ),
        _other(
            "bet_after_declare", "boolean", 0, 1, (False, True), "bet-after-declare",
            "Whether one more betting round follows the declaration.",
        ),
        _choice("both_tie", "loses wins", "both-tie", "What a tie in one half means to a hand that declared both."),
        _choice(
            "failed_both", "removed_then_best_of_rest stopper_takes_all", "failed-both",
            "Who takes a half that a failed both-ways hand would have won.",
        ),
        _other(
            "first_chooser", "chooser", 1, 99, ("dealers_left",), "first-chooser",
            "Who chooses first from the centre.",
        ),
        _choice("pot_for", "high high_low", "pot-for", "Whether the pot is for high alone.", disputable=False),
        _other("prices", "prices", 0, 10**6, (), "prices", "The price of each place of the row, in units."),
        _choice("row_refill", "in_place slide_down", "refill", "How an empty place of the row is filled."),
        _choice("purchase_pot", "open_to_buyer main", "purchase-pot", "Which pot the price of a bought card joins."),
        _choice("wild", "none bought_from_top_price rank_at_top_price", "wild", "Which cards are wild."),
        _other(
            "wild_counts_on_board", "boolean", 0, 1, (True, False), "wild-on-board",
            "Whether a wild card is wild when openers are compared.",
        ),
        _choice(
            "five_of_a_kind", "above_straight_flush below_straight_flush not_played", "five-of-a-kind",
            "Where five of a kind ranks.",
        ),
        _choice(
            "partial_low", "five_cards_needed compare_as_shown", "partial-low",
            "Whether a low needs five cards showing.",
        ),
        _choice("showdown_first", "last_aggressor best_board", "showdown-order", "Who shows first."),
        _choice(
            "procedure", "rrop tda", "procedure",
            "Which rule book rules an irregularity on which the two differ.",
        ),
    )
}  # fmt: skip

COMMON = (
    "opener_tie", "opener_when_best_board_all_in", "five_upcard_boards", "raise_cap", "raise_cap_heads_up",
    "short_all_in_reopens", "burn", "odd_chip_between_equal_hands", "showdown_first", "procedure",
)  # fmt: skip
STREETS = (
    "third_street_opener",
    "short_bring_in",
    "all_in_ante_low_card",
    "raise_over_bring_in",
    "big_bet_from_street",
)
LAST_CARD = ("exhaustion", "community_opener")
OPEN_PAIR = ("fourth_street_open_pair", "open_pair_raise")
HIGH_LOW = ("odd_chip_between_halves", "high_share", "low_rank", "low_qualifier")
DECLARED = ("declare", "declare_first", "bet_after_declare", "both_tie", "failed_both")
MARKET = ("pot_for", "prices", "row_refill", "purchase_pot", "wild", "wild_counts_on_board", "five_of_a_kind")

# What every game starts from; a game's own `defaults` come over it.
_DEFAULTS: dict[str, Value] = {
    "third_street_opener": "low_card",
    "short_bring_in": "full_amount_to_call",
    "all_in_ante_low_card": "left_neighbour_opens",
    "raise_over_bring_in": "completes",
    "big_bet_from_street": 5,
    "opener_tie": "nearest_dealers_left",
    "opener_when_best_board_all_in": "next_live_seat_to_left",
    "five_upcard_boards": "straights_and_flushes_count",
    "fourth_street_open_pair": "no_effect",
    "open_pair_raise": "by_big_bet",
    "raise_cap": 3,
    "raise_cap_heads_up": "lifted",
    "short_all_in_reopens": "half_bet",
    "burn": "before_each_street",
    "exhaustion": "burns_then_community",
    "community_opener": "best_board_with_community",
    "odd_chip_between_equal_hands": "highest_card_by_suit_all_cards",
    "odd_chip_between_halves": "high",
    "high_share": 50,
    "low_rank": "ace_to_five",
    "low_qualifier": None,
    "declare": "simultaneous",
    "declare_first": "last_aggressor",
    "bet_after_declare": False,
    "both_tie": "wins",
    "failed_both": "removed_then_best_of_rest",
    "first_chooser": "dealers_left",
    "pot_for": "high_low",
    "prices": [1, 2, 3, 4],
    "row_refill": "in_place",
    "purchase_pot": "open_to_buyer",
    "wild": "none",
    "wild_counts_on_board": True,
    "five_of_a_kind": "above_straight_flush",
    "partial_low": "five_cards_needed",
    "showdown_first": "last_aggressor",
    "procedure": "rrop",
}


def defaults(
    known: tuple[str, ...], own: Mapping[str, Value], structure: str, bring_in: int, opens_by_high_card: bool
) -> dict[str, Value]:
    """The value of every rule in ``known`` where the record sets none: the game's own over the common ones, with
    those that hang on the betting structure and on whether there is a bring-in (hand-record, House rules)."""
    values = {name: own.get(name, _DEFAULTS[name]) for name in known}
    if structure != "fixed-limit":
        values["short_all_in_reopens"] = "full_raise"
        if "fourth_street_open_pair" in values:
            values["fourth_street_open_pair"] = "no_effect"
    if structure in ("pot-limit", "no-limit"):
        values["raise_cap"] = None
    if bring_in == 0 and "third_street_opener" in values and not opens_by_high_card:
        values["third_street_opener"] = "high_upcard"
    return values


class House:
    """The house rules in force, one attribute a rule. Rules that a game does not know stand at their default, so
    that shared steps may ask for them; `in_force` lists only those that the game knows."""

    __slots__ = (*HOUSE_RULES, "given", "in_force")

    def __init__(self, in_force: Mapping[str, Value], given: tuple[str, ...]) -> None:
        for name, value in _DEFAULTS.items():
            setattr(self, name, in_force.get(name, value))
        self.in_force = dict(in_force)
        self.given = given

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)
