"""The articles on the pack, the seats, the stakes and the cards, each by a hand that it decides."""

from __future__ import annotations

import pytest

from studbook.rulesheet import rule_sheet
from tests.engine.rulebook_hands import TEN_TWENTY, eight_to_the_end, ended, hand, numbers, rule, shows

# Three seats in seven-card stud: seat 1's deuce brings it in, everybody calls, fourth street lies.
THIRD = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc"
CALLED = f"{THIRD}; bring-in 1 3; call 2 3"
FOURTH = f"{CALLED}; street 5h 6h Ks"


@shows("stud/games")
def test_a_name_that_no_rule_sheet_bears_is_refused() -> None:
    ruling = rule(hand("canasta"))
    assert ruling.refused == (None, "unknown-game", "stud/games")


@shows("stud/house-rules")
def test_a_house_rule_that_the_game_does_not_know_is_refused_by_name() -> None:
    ruling = rule(hand("razz", rules={"fourth_street_open_pair": "no_effect"}))
    assert ruling.refused == (None, "bad-rule", "stud/house-rules")
    assert "fourth_street_open_pair" in ruling.verdict["violations"][0]["message"]
    assert rule(hand("razz", rules={"raise_cap": 4})).verdict["rules"]["raise_cap"] == 4
    assert rule(hand("razz")).verdict["rules"]["raise_cap"] == 3


@shows("stud/stakes")
def test_a_bring_in_above_the_small_bet_is_no_stake_and_what_is_left_out_is_listed() -> None:
    ruling = rule(hand("seven-card-stud", stakes={**TEN_TWENTY, "bring_in": 11}))
    assert ruling.refused == (None, "bad-stakes", "stud/stakes")
    uneven = rule(hand("seven-card-stud", stakes={**TEN_TWENTY, "chip": 5}))
    assert uneven.refused == (None, "bad-stakes", "stud/stakes")
    defaults = rule(hand("seven-card-stud")).verdict["warnings"]
    assert [(row["code"], row["pointer"], row["article"]) for row in defaults] == [
        ("default-used", "/stakes/chip", "stud/stakes")
    ]


@shows("stud/seats")
@pytest.mark.parametrize(("field", "value"), [("seat", 1), ("player", "p1")])
def test_no_seat_and_no_player_sits_twice_and_nobody_plays_alone(field: str, value: object) -> None:
    document = hand("seven-card-stud", 2)
    document["seats"][1][field] = value
    assert rule(document).refused == (None, "bad-seats", "stud/seats")
    assert rule(hand("seven-card-stud", 1)).refused == (None, "bad-seats", "stud/seats")


@shows("stud/deck")
def test_a_card_that_comes_twice_cannot_be_right() -> None:
    ruling = rule(hand("seven-card-stud", 3, "d 1 AsKd/2c 2 QhAs/9d"))
    assert ruling.refused == (1, "duplicate-card", "stud/deck")
    assert "As" in ruling.verdict["violations"][0]["message"]


@shows("stud/suits")
def test_suits_settle_the_bring_in_but_never_which_hand_is_better() -> None:
    door = rule(hand("seven-card-stud", 2, "d 1 AsKd/2d 2 QhJh/2c; bring-in 2 3"))
    assert door.openers == {3: 2}
    # Ace-king high in spades and in clubs: equal, so they divide.
    equal = rule(ended("seven-card-stud", "AsKsJd9h7c3d2h", "AcKcJh9d7s3c2s", put_in=10))
    assert equal.won == {1: 10, 2: 10}


@shows("stud/hand-ranking")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2s2hAdKcQs9h7d", "AsKhJd9c8s6h4c"),  # a pair, ace high
        ("3s3h2d2cKs9h7d", "AsAhKdJc9d6h4c"),  # two pair, a pair of aces
        ("2s2h2d9cJs7h5d", "AsAhKdKc9s6h4c"),  # three of a kind, two pair
        ("As2h3d4c5s9hJd", "AhAdAcJh9s7h6c"),  # the wheel, three aces
        ("2s4s6s8sTs9hJd", "AhKdQcJhTc7h6c"),  # a flush, the straight to the ace
        ("2s2h2d3c3s9hJd", "AhKhTh8h6h5c4d"),  # a full house, a flush
        ("2s2h2d2cJs9h7d", "AhAdAcKhKd6c4d"),  # four of a kind, a full house
        ("As2s3s4s5s9hJd", "AhAdAcKhKdKc4d"),  # a straight flush, a full house of aces
        ("3s3h5d6c9sJh7d", "QsKhAd2c4s6h8d"),  # a pair: no straight goes around the corner
    ],
)
def test_high_hands_rank_from_high_card_to_straight_flush(better: str, worse: str) -> None:
    assert rule(ended("seven-card-stud", worse, better)).won == {2: 20}


@shows("stud/best-five")
def test_the_cards_left_over_count_for_nothing() -> None:
    # Aces and kings with a queen each: the third pair and the rest do not count.
    ruling = rule(ended("seven-card-stud", "AsAhKdKcQs9h9d", "AdAcKsKhQh4c2d"))
    assert ruling.won == {1: 10, 2: 10}
    assert ruling.verdict["seats"][0]["high"]["cards"] == ["As", "Ah", "Kd", "Kc", "Qs"]


@shows("stud/ante")
def test_a_seat_with_less_antes_what_it_has_and_plays_for_that() -> None:
    stakes = {**TEN_TWENTY, "ante": 5}
    ruling = rule(hand("seven-card-stud", [200, 200, 3], THIRD, stakes=stakes))
    assert numbers(ruling.said("stud/ante")[0]) == [5]
    assert [seat["put_in"] for seat in ruling.verdict["seats"]] == [5, 5, 3]
    assert ruling.pots == [(9, [1, 2, 3]), (4, [1, 2])]


@shows("stud/larger-ante")
def test_what_an_ante_exceeds_the_common_one_is_dead_money_in_the_first_pot() -> None:
    document = hand("seven-card-stud", 2, "d 1 AsKd/2c 2 QhJh/9d; bring-in 1 3; fold 2")
    document["seats"][1]["ante"] = 6
    ruling = rule(document)
    # Two antes of 1 and the 5 over; the bring-in of 3 was never called.
    assert ruling.returned == {1: 3}
    assert ruling.pots == [(7, [1])]
    assert ruling.net == {1: 6, 2: -6}


@shows("stud/dealing-order")
def test_cards_go_clockwise_from_the_dealers_left() -> None:
    ruling = rule(hand("seven-card-stud", 3, "d 1 AsKd/2c 3 8s7s/Kc"))
    assert ruling.refused == (1, "deal-out-of-order", "stud/dealing-order")
    assert ruling.due == ([2], "deal")


@shows("stud/card-count")
def test_a_street_gives_every_hand_exactly_its_cards() -> None:
    ruling = rule(hand("seven-card-stud", 3, "d 1 As/2c"))
    assert ruling.refused == (0, "wrong-card-count", "stud/card-count")
    assert rule(hand("seven-card-stud", 3, f"{CALLED}; d 1 /5h4h")).refused == (
        6,
        "wrong-card-count",
        "stud/card-count",
    )


@shows("stud/up-and-down")
def test_two_down_one_up_three_more_up_and_the_seventh_down() -> None:
    ruling = rule(hand("seven-card-stud", 3, "d 1 As/Kd2c"))
    assert ruling.refused == (0, "up-down-pattern", "stud/up-and-down")
    # Streets four to six are dealt up, the seventh down.
    play = f"{FOURTH}; around; street 5d 6d Td; around; street 5c Ac Tc; around; street 3h"
    ruling = rule(hand("seven-card-stud", 3, play))
    assert ruling.due == ([2], "deal")
    assert ruling.offer("deal") == {"type": "deal", "seat": 2, "down": 1, "up": 0}
    assert ruling.verdict["seats"][0]["up"] == ["2c", "5h", "5d", "5c"]


@shows("stud/burn")
@pytest.mark.parametrize(("burn", "left"), [("before_each_street", 52 - 9 - 1 - 3), ("none", 52 - 9 - 3)])
def test_a_card_is_burned_before_each_street_after_the_first(burn: str, left: int) -> None:
    ruling = rule(hand("seven-card-stud", 3, FOURTH, rules={"burn": burn}))
    assert ruling.verdict["table"]["deck_left"] == left
    assert next(row for row in rule_sheet("seven-card-stud")["house_rules"] if row["name"] == "burn")["article"] == (
        "stud/burn"
    )


@shows("stud/exhaustion", "stud/community-card")
@pytest.mark.parametrize(
    ("folds", "due", "cards_hands_burns"),
    [
        (0, "community", [1, 8, 3]),
        (1, "deal", [4, 7, 3]),
    ],
)
def test_the_burns_are_shuffled_in_and_if_cards_are_short_still_one_card_serves_all(
    folds: int, due: str, cards_hands_burns: list[int]
) -> None:
    ruling = rule(hand("seven-card-stud", 8, eight_to_the_end(folds)))
    assert ruling.due[1] == due
    assert numbers(ruling.said("stud/exhaustion")[0]) == cards_hands_burns


@shows("stud/shuffled-back")
def test_a_burn_that_was_shuffled_back_may_be_dealt_again() -> None:
    # The ace of spades was burned before fourth street and seen.
    play = eight_to_the_end(1).replace("street 8c", "burn As; street 8c")
    assert rule(hand("seven-card-stud", 8, f"{play}; street As")).refused is None
    early = play.replace("street 9s", "street As")
    ruling = rule(hand("seven-card-stud", 8, early))
    assert ruling.refused is not None
    assert ruling.refused[1:] == ("duplicate-card", "stud/deck")


@shows("stud/community-card")
def test_a_common_card_that_the_count_does_not_force_is_refused() -> None:
    ruling = rule(hand("seven-card-stud", 3, f"{CALLED}; community 5h"))
    assert ruling.refused == (6, "community-not-allowed", "stud/community-card")


@shows("stud/folded-cards")
def test_cards_of_folded_hands_never_come_back() -> None:
    play = f"{THIRD}; bring-in 1 3; fold 2; call 3; d 1 /5h 3 /9d"
    ruling = rule(hand("seven-card-stud", 3, play))
    assert ruling.refused == (7, "duplicate-card", "stud/deck")
    assert ruling.verdict["table"]["dead"] == ["9d"]


@shows("stud/community-opener")
@pytest.mark.parametrize(("reading", "opener"), [("best_board_with_community", 6), ("same_as_sixth", 5)])
def test_after_a_common_card_the_board_that_is_best_with_it_opens(reading: str, opener: int) -> None:
    # Seats 5 to 8 show king high, so seat 5 opened sixth street; the ace of diamonds gives seat 6 five diamonds.
    play = f"{eight_to_the_end(0)}; community Ad"
    ruling = rule(hand("seven-card-stud", 8, play, rules={"community_opener": reading}))
    assert ruling.due == ([opener], "act")
    assert ruling.openers == {3: 1, 4: 5, 5: 5, 6: 5, 7: opener}
