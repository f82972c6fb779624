"""Every house rule, with a hand in which each of its values decides something: who is due, what is legal, who wins.

A table like hand-record's own: for each rule a function of its value that plays the hand and says what came of it,
and what must come of it by value. The default's result is another than those of the values that are told apart.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from studbook.games import GAMES
from studbook.house import HOUSE_RULES
from tests.engine.rulebook_hands import TEN_TWENTY, Document, Ruling, eight_to_the_end, ended, hand, rule

STUD, HI_LO, DECLARE = "seven-card-stud", "stud-hi-lo-8", "stud-hi-lo-declare"
NEW_YORK, WALL, PEEK_LOW = "new-york-new-york", "wall-street", "no-peek-hi-lo"
STREET_STAKES = {**TEN_TWENTY, "bring_in": 0, "unit": 2}
CASES = Path(__file__).parents[1] / "cases"
# Seat 2's deuce brings it in; on fourth street seat 3 shows a pair of kings, on the other one nobody a pair.
THIRD = "d 1 AsKd/9d 2 QhJh/2c 3 8s7s/Kc"
PAIRED = f"{THIRD}; bring-in 2 3; around; street 5h 6h Ks"
FOURTH = f"{THIRD}; bring-in 2 3; around; street 5h 6h 4s"
# Two seats to the end of a hand in which nobody bets.
TWO = "d 1 AsKd/Ac 2 QhJh/2c; around; street 5h 6h; around; street 9h 3d; around; street 4d 4c; around"
THREE = (
    "d 1 AsKd/9d 2 QhJh/2c 3 8s7s/Kc; around; street 5h Qc 4s; around; street 6c Qd Td; around; street Ts 3d 9h; around"
)
W_THIRD = "d 1 AsKd/9d 2 QhJh/2c 3 8s7s/Kc; turn 1 5d; turn 2 6d; turn 3 7d; turn 4 Ah; around"


def play(game: str, rules: dict[str, Any], line: str, seats: Any = 3, **more: Any) -> Ruling:
    return rule(hand(game, seats, line, rules=rules, **more))


def first(ruling: Ruling) -> int:
    """The seat that is due."""
    return ruling.due[0][0]


def code(ruling: Ruling) -> str | None:
    return ruling.refused[1] if ruling.refused else None


def wagers(ruling: Ruling) -> list[int]:
    """The totals of a wager that are offered."""
    for kind in ("bet", "complete", "raise"):
        if to := ruling.offer(kind):
            exact: list[int] = to["exactly"]
            return exact
    return []


def case(name: str, upto: int | None, rules: dict[str, Any]) -> Ruling:
    """One of the project's cases, its first events, under one other rule."""
    record: Document = json.loads(next(CASES.glob(f"{name}-*.json")).read_text())["record"]
    return rule({**record, "events": record["events"][:upto], "rules": {**record.get("rules", {}), **rules}})


def third_street_opener(rules: dict[str, Any]) -> Any:
    return first(play(STUD, rules, "d 1 AsKd/9d 2 QhJh/2c 3 8s7s/Kc 4 Ad4d/Kh", 4))


def short_bring_in(rules: dict[str, Any]) -> Any:
    return play(STUD, rules, f"{THIRD}; bring-in 2 2", [200, 3, 200]).offer("call")


def all_in_ante_low_card(rules: dict[str, Any]) -> Any:
    ruling = play(STUD, rules, THIRD, [200, 1, 200])
    return first(ruling), ruling.offer("fold") is not None


def raise_over_bring_in(rules: dict[str, Any]) -> Any:
    return wagers(play(STUD, rules, f"{THIRD}; bring-in 2 3"))


def big_bet_from_street(rules: dict[str, Any]) -> Any:
    fifth = f"{FOURTH}; around; street 9h Ac 4d"
    return wagers(play(STUD, rules, FOURTH)), wagers(play(STUD, rules, fifth))


def opener_tie(rules: dict[str, Any]) -> Any:
    return first(play(STUD, rules, "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/9s; bring-in 1 3; around; street 5h 6h 6s"))


def opener_when_best_board_all_in(rules: dict[str, Any]) -> Any:
    # Seat 3 shows the kings and has no chips; seat 2 has the better board of the others, seat 1 sits to the left.
    line = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc; bring-in 1 3; complete 2 10; call 3; call 1; street 5h Jd Ks"
    return first(play(STUD, rules, line, [200, 200, 11]))


def five_upcard_boards(rules: dict[str, Any]) -> Any:
    return first(case("C16", 26, rules))


def fourth_street_open_pair(rules: dict[str, Any]) -> Any:
    return wagers(play(STUD, rules, PAIRED)), wagers(play(STUD, rules, f"{PAIRED}; check 3"))


def open_pair_raise(rules: dict[str, Any]) -> Any:
    after = wagers(play(STUD, rules, f"{PAIRED}; bet 3 10; raise 1 20"))
    return wagers(play(STUD, rules, f"{PAIRED}; bet 3 10")), after


def raise_cap(rules: dict[str, Any]) -> Any:
    # Seat 3's king opens: a bet, then five raises.
    ruling = play(STUD, rules, f"{FOURTH}; bet 3 10; raise 1 20; raise 2 30; raise 3 40; raise 1 50; raise 2 60")
    return ruling.refused and ruling.refused[:2]


def raise_cap_heads_up(rules: dict[str, Any]) -> Any:
    line = f"{FOURTH}; bet 3 10; fold 1; raise 2 20; raise 3 30; raise 2 40; raise 3 50"
    return code(play(STUD, rules, line))


def short_all_in_reopens(rules: dict[str, Any]) -> Any:
    line = f"{FOURTH}; bet 3 10; raise 1 15; call 2"
    return wagers(play(STUD, rules, line, [19, 200, 200]))


def burn(rules: dict[str, Any]) -> Any:
    return play(STUD, rules, FOURTH).verdict["table"]["deck_left"]


def exhaustion(rules: dict[str, Any]) -> Any:
    if rules["exhaustion"] != "unsold_row_then_community":
        # 48 cards are gone: four are left for seven hands, seven with the burns.
        return play(STUD, rules, eight_to_the_end(folds=1), 8).due[1]
    # Seven hands and the row: six are left for seven hands, ten with the unsold cards.
    return seven_on_wall_street(rules).due[1], seven_on_wall_street({}).due[1]


def seven_on_wall_street(rules: dict[str, Any]) -> Ruling:
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    dealt = [f"d {seat} {deck[3 * seat - 3]}{deck[3 * seat - 2]}/{deck[3 * seat - 1]}" for seat in range(1, 8)]
    row = [f"turn {place} {deck[20 + place]}" for place in range(1, 5)]
    lines = [*dealt, *row, "around"]
    for street in range(3):
        cards = deck[25 + 7 * street : 32 + 7 * street]
        lines += [*[f"take {seat} deck {card}" for seat, card in enumerate(cards, 1)], "around"]
    return play(WALL, rules, "; ".join(lines), 7, stakes=STREET_STAKES)


def community_opener(rules: dict[str, Any]) -> Any:
    record = json.loads(next(CASES.glob("C05-*.json")).read_text())["record"]
    at = next(at for at, event in enumerate(record["events"]) if event["type"] == "community")
    return first(case("C05", at + 1, rules))


def odd_chip_between_equal_hands(rules: dict[str, Any]) -> Any:
    # Three times 7-5-4-3-2. Seat 2 has the king of spades, seat 3 the seven of hearts and the deuce of clubs.
    hands = ("7c5d4c3d2dKdKc", "7d5c4h3c2hKsQh", "7h5h4d3h2cQdQc", "- 1 folded")
    won = rule(ended("razz", *hands, rules=rules)).won
    return max(won, key=won.__getitem__), sorted(won.values())


def odd_chip_between_halves(rules: dict[str, Any]) -> Any:
    return rule(ended(HI_LO, "KsKdKhQsQd2c3c", "8s6h4d3h2hJdTc", "- 1 folded", rules=rules)).won


def high_share(rules: dict[str, Any]) -> Any:
    return rule(ended(HI_LO, "KsKdKhQsQd2c3c", "8s6h4d3h2hJdTc", put_in=20, rules=rules)).won


def low_rank(rules: dict[str, Any]) -> Any:
    ruling = rule(ended("stud-hi-lo", "As2d3h4s5cKdKh", "7h5d4c3s2hKcQd", rules=rules))
    return [award[:3] for award in ruling.awards[0]]


def low_qualifier(rules: dict[str, Any]) -> Any:
    return rule(ended(HI_LO, "KsKdKhQsQd2c3c", "9s6h4d3h2hJdTc", rules=rules)).won


def declare(rules: dict[str, Any]) -> Any:
    line = f"{THREE}; street 2s 2d 2h; around"
    ruling = play(DECLARE, rules, line)
    return ruling.due if ruling.verdict["next"] else code(play(DECLARE, rules, f"{line}; declare 1 high"))


def declare_first(rules: dict[str, Any]) -> Any:
    # Seat 2 opens with its queens and checks, seat 3 bets.
    line = f"{THREE}; street 2s 2d 2h; check 2; bet 3 20; call 1; call 2"
    return first(play(DECLARE, {**rules, "declare": "in_turn"}, line))


def bet_after_declare(rules: dict[str, Any]) -> Any:
    line = f"{THREE}; street 2s 2d 2h; around; declare 1 high; declare 2 high; declare 3 low"
    ruling = play(DECLARE, rules, line)
    return (ruling.status, first(ruling), wagers(ruling)) if ruling.verdict["next"] else ruling.status


def both_tie(rules: dict[str, Any]) -> Any:
    # Seat 1 has the best high and ties for low.
    return rule(ended(DECLARE, "As2d3h4s5cKdKh both", "Ac2s3d4h5dQdJh low", rules=rules)).won


def failed_both(rules: dict[str, Any]) -> Any:
    return case("C13", None, rules).net


def first_chooser(rules: dict[str, Any]) -> Any:
    return first(play(NEW_YORK, rules, "d 1 AsKd/9d 2 QhJh/2c 3 8s7s/Kc; around; turn 1 5d; turn 2 6d"))


def pot_for(rules: dict[str, Any]) -> Any:
    hands = ("As2d3h4s5cKdKh", "Ac2s3d4h6dQdQh")
    both = tuple(f"{held} high" for held in hands)
    return code(rule(ended(WALL, *both, rules=rules))), code(rule(ended(WALL, *hands, rules=rules)))


def prices(rules: dict[str, Any]) -> Any:
    ruling = play(WALL, rules, W_THIRD, stakes=STREET_STAKES)
    return [event["price"] for event in ruling.verdict["next"]["events"] if event["type"] == "buy"]


def row_refill(rules: dict[str, Any]) -> Any:
    ruling = play(WALL, rules, f"{W_THIRD}; buy 1 2", stakes=STREET_STAKES)
    return ruling.offer("turn")["place"]


def purchase_pot(rules: dict[str, Any]) -> Any:
    line = f"{W_THIRD}; take 1 deck 3c; buy 2 4"
    return play(WALL, rules, line, [1, 200, 200], stakes=STREET_STAKES).pots


# Seat 1 buys a four from the dearest place and shows 9-4; seat 2 shows J-2, seat 3 K-3. A jack lies there next.
FOUR_BOUGHT = (
    "d 1 AsKd/9d 2 QhJh/2c 3 8s7s/Kc; turn 1 5d; turn 2 6d; turn 3 7d; turn 4 4h; around; "
    "buy 1 4; turn 4 Jc; take 2 deck Jd; take 3 deck 3d"
)


def wild(rules: dict[str, Any]) -> Any:
    return first(play(WALL, rules, FOUR_BOUGHT, stakes=STREET_STAKES))


def wild_counts_on_board(rules: dict[str, Any]) -> Any:
    return first(play(WALL, {**rules, "wild": "bought_from_top_price"}, FOUR_BOUGHT, stakes=STREET_STAKES))


def five_of_a_kind(rules: dict[str, Any]) -> Any:
    record = ended(
        WALL, "9s9d9h9c2c3dKh", "TdJdQdKd8d3c4h", rules={**rules, "wild": "rank_at_top_price", "pot_for": "high"}
    )
    shown = record["showdown"]["hands"]
    shown[0]["wild"], shown[1]["wild"] = ["2c"], ["8d"]
    return rule(record).won


def partial_low(rules: dict[str, Any]) -> Any:
    line = (
        "d 1 ??????????????/ 2 ??????????????/ 3 ??????????????/; turn 1 Qs; flip 1 As; around; "
        "flip 2 2c; flip 2 3d; flip 2 4h; flip 2 5s; flip 2 7c; flip 2 8d; flip 2 9h; check 1"
    )
    stakes = {"structure": "fixed-limit", "small_bet": 10, "ante": 1}
    return [event["type"] for event in play(PEEK_LOW, rules, line, stakes=stakes).verdict["next"]["events"]]


def showdown_first(rules: dict[str, Any]) -> Any:
    # Seat 1 shows the best board, seat 2 bet last; nobody has seen a last card.
    return first(play(STUD, rules, f"{TWO}; d 1 ??/ 2 ??/; check 1; bet 2 20; call 1", 2))


def procedure(rules: dict[str, Any]) -> Any:
    ruling = play(STUD, rules, f"{TWO}; ! d 1 /7h", 2)
    return ruling.offer("deal")["down"], ruling.offer("deal")["up"]


RESULTS: dict[Callable[[dict[str, Any]], Any], dict[Any, Any]] = {
    third_street_opener: {"low_card": 2, "high_card": 4, "high_upcard": 3, "dealers_left": 1},
    short_bring_in: {"full_amount_to_call": 3, "short_amount_to_call": 2},
    all_in_ante_low_card: {"left_neighbour_opens": (3, True), "next_lowest_card": (1, False)},
    raise_over_bring_in: {"completes": [10], "adds_a_bet": [10, 13]},
    big_bet_from_street: {4: ([20], [20]), 5: ([10], [20]), 6: ([10], [10])},
    opener_tie: {"nearest_dealers_left": 2, "high_card_by_suit": 3},
    opener_when_best_board_all_in: {"next_live_seat_to_left": 1, "best_board_with_chips": 2},
    five_upcard_boards: {"straights_and_flushes_count": 1, "rank_groups_only": 2},
    fourth_street_open_pair: {
        "any_player_either_size": ([10, 20], [10, 20]),
        "opener_only": ([10, 20], [10]),
        "no_effect": ([10], [10]),
    },
    open_pair_raise: {"by_big_bet": ([20, 30], [30, 40]), "to_big_bet": ([20], [40])},
    raise_cap: {3: (13, "raise-cap"), 4: (14, "raise-cap"), None: None},
    raise_cap_heads_up: {"lifted": None, "kept": "raise-cap"},
    short_all_in_reopens: {"half_bet": [25], "full_raise": []},
    burn: {"before_each_street": 39, "none": 40},
    exhaustion: {
        "burns_then_community": "deal",
        "community_only": "community",
        "unsold_row_then_community": ("deal", "community"),
    },
    community_opener: {"best_board_with_community": 7, "same_as_sixth": 6},
    odd_chip_between_equal_hands: {
        "highest_card_by_suit_all_cards": (2, [10, 10, 11]),
        "highest_card_by_suit_five_cards": (3, [10, 10, 11]),
        "lowest_card_by_suit_all_cards": (3, [10, 10, 11]),
        "nearest_dealers_left": (1, [10, 10, 11]),
    },
    odd_chip_between_halves: {"high": {1: 11, 2: 10}, "low": {1: 10, 2: 11}},
    high_share: {50: {1: 20, 2: 20}, 75: {1: 30, 2: 10}},
    low_rank: {
        "ace_to_five": [(1, 10, "high"), (1, 10, "low")],
        "deuce_to_seven": [(1, 10, "high"), (2, 10, "low")],
    },
    low_qualifier: {8: {1: 20}, None: {1: 10, 2: 10}, 9: {1: 10, 2: 10}},
    declare: {
        "simultaneous": ([1, 2, 3], "declare"),
        "in_turn": ([2], "declare"),
        "cards_speak": "declaration-not-played",
    },
    declare_first: {"last_aggressor": 3, "final_round_opener": 2, "dealers_left": 1},
    bet_after_declare: {False: "settled", True: ("in-progress", 2, [20])},
    both_tie: {"loses": {2: 20}, "wins": {1: 15, 2: 5}},
    failed_both: {
        "removed_then_best_of_rest": {1: -14, 2: 14, 3: -14, 4: 14},
        "stopper_takes_all": {1: -14, 2: 42, 3: -14, 4: -14},
    },
    first_chooser: {"dealers_left": 1, 2: 2, 3: 3},
    pot_for: {"high_low": (None, "declaration-missing"), "high": ("declaration-not-played", None)},
    row_refill: {"in_place": 2, "slide_down": 4},
    purchase_pot: {"open_to_buyer": [(3, [1, 2, 3]), (8, [2, 3])], "main": [(11, [1, 2, 3])]},
    wild: {"none": 3, "bought_from_top_price": 1, "rank_at_top_price": 2},
    wild_counts_on_board: {True: 1, False: 3},
    five_of_a_kind: {"above_straight_flush": {1: 20}, "below_straight_flush": {2: 20}, "not_played": {2: 20}},
    partial_low: {"five_cards_needed": ["check", "bet"], "compare_as_shown": ["fold"]},
    showdown_first: {"last_aggressor": 2, "best_board": 1},
    procedure: {"rrop": (0, 1), "tda": (1, 0)},
}
PAIRS = [
    pytest.param(observe, value, id=f"{observe.__name__}-{value}") for observe, by in RESULTS.items() for value in by
]


@pytest.mark.parametrize(("observe", "value"), PAIRS)
def test_each_value_of_a_house_rule_decides(observe: Callable[[dict[str, Any]], Any], value: Any) -> None:
    assert observe({observe.__name__: value}) == RESULTS[observe][value]


def test_prices_are_by_place_as_the_house_says() -> None:
    assert prices({}) == [2, 4, 6, 8]
    assert prices({"prices": [2, 3, 5, 9]}) == [4, 6, 10, 18]


def test_every_house_rule_is_here_with_every_value() -> None:
    by_name = {observe.__name__: by for observe, by in RESULTS.items()}
    assert by_name.keys() | {"prices"} == HOUSE_RULES.keys()
    for name, by in by_name.items():
        wanted = HOUSE_RULES[name]
        assert set(wanted.values or wanted.readings) <= by.keys(), name
        assert len({json.dumps(result, sort_keys=True) for result in by.values()}) > 1, name


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_that_a_game_does_not_know_is_refused_with_those_it_knows(game: str) -> None:
    for name in HOUSE_RULES.keys() - set(GAMES[game].rules):
        value = HOUSE_RULES[name].values[0] if HOUSE_RULES[name].values else True
        ruling = rule(hand(game, 2, stakes=stakes_of(game), rules={name: value}))
        assert ruling.status == "illegal"
        [violation] = ruling.verdict["violations"]
        assert (violation["code"], violation["pointer"]) == ("bad-rule", f"/rules/{name}")
        assert all(known in violation["message"] for known in GAMES[game].rules)


@pytest.mark.parametrize("game", GAMES)
def test_a_value_that_a_rule_does_not_have_is_refused_with_those_it_has(game: str) -> None:
    for name in GAMES[game].rules:
        strange: Any
        for strange in ("strange", 10**9, {}, [1]):
            ruling = rule(hand(game, 2, stakes=stakes_of(game), rules={name: strange}))
            [violation] = ruling.verdict["violations"]
            assert (violation["code"], violation["pointer"]) == ("bad-rule", f"/rules/{name}")
            assert all(value in violation["message"] for value in HOUSE_RULES[name].values if accepted(game, value))


def accepted(game: str, value: str) -> bool:
    return value != "unsold_row_then_community" or game == WALL


def stakes_of(game: str) -> dict[str, Any]:
    stakes: dict[str, Any] = {"structure": "fixed-limit", "ante": 1, "small_bet": 10, "big_bet": 20}
    if GAMES[game].has_unit:
        stakes["unit"] = 2
    return stakes
