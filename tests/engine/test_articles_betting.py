"""The articles on the opening round and the betting, each by a hand that it decides."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulebook_hands import TEN_TWENTY, hand, numbers, rule, shows

STUD = "seven-card-stud"
# Seat 1's deuce of clubs brings it in.
THIRD = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc"
CALLED = f"{THIRD}; bring-in 1 3; around"
# On fourth street seat 3 shows a pair of kings, on the other one nobody a pair.
PAIRED = f"{CALLED}; street 5h 6h Ks"
FOURTH = f"{CALLED}; street 5h 6h 4s"
FIFTH = f"{FOURTH}; around; street 9h Ac 4d"
NO_LIMIT = {"structure": "no-limit", "min_bet": 10, "ante": 1, "bring_in": 3}
POT_LIMIT = {**NO_LIMIT, "structure": "pot-limit"}
SPREAD = {"structure": "spread-limit", "min_bet": 5, "max_bet": 30, "ante": 1, "bring_in": 3}


# -- the opening -----------------------------------------------------------------------------------------------------


@shows("stud/first-opener")
def test_the_lowest_door_card_opens_and_without_a_bring_in_the_highest_which_may_check() -> None:
    low = rule(hand(STUD, 3, THIRD))
    assert (low.due, low.offer("check")) == (([1], "act"), None)
    assert "deuce of clubs" in low.said("stud/first-opener")[0]
    high = rule(hand(STUD, 3, THIRD, stakes={**TEN_TWENTY, "bring_in": 0}))
    assert high.due == ([3], "act")
    assert high.offer("check") == {"type": "check", "seat": 3}


@shows("stud/bring-in")
@pytest.mark.parametrize("act", ["check 1", "fold 1", "call 1"])
def test_whoever_owes_the_bring_in_neither_checks_nor_folds(act: str) -> None:
    assert rule(hand(STUD, 3, f"{THIRD}; {act}")).refused == (3, "must-bring-in", "stud/bring-in")
    posted = rule(hand(STUD, 3, f"{THIRD}; bring-in 1 3"))
    assert "stud/bring-in" in posted.cited
    assert posted.verdict["table"]["level"] == 3


@shows("stud/bring-in-amount")
@pytest.mark.parametrize("structure", ["fixed-limit", "no-limit"])
def test_the_opening_is_the_bring_in_or_a_full_small_bet_and_in_no_limit_the_bring_in_alone(structure: str) -> None:
    stakes = TEN_TWENTY if structure == "fixed-limit" else NO_LIMIT
    ruling = rule(hand(STUD, 3, f"{THIRD}; bring-in 1 4", stakes=stakes))
    assert ruling.refused == (3, "bad-bring-in-amount", "stud/bring-in-amount")
    full = rule(hand(STUD, 3, f"{THIRD}; complete 1 10", stakes=stakes))
    if structure == "fixed-limit":
        assert full.verdict["table"]["level"] == 10
    else:
        assert full.refused == (3, "bad-bring-in-amount", "stud/bring-in-amount")


@shows("stud/completion")
@pytest.mark.parametrize(("reading", "first", "then"), [("completes", 10, 20), ("adds_a_bet", 13, 23)])
def test_the_completion_is_the_bet_and_three_raises_follow_it(reading: str, first: int, then: int) -> None:
    opened = hand(STUD, 3, f"{THIRD}; bring-in 1 3", rules={"raise_over_bring_in": reading})
    assert first in rule(opened).offer("complete")["exactly"]
    raised = hand(STUD, 3, f"{THIRD}; bring-in 1 3; complete 2 {first}", rules={"raise_over_bring_in": reading})
    assert rule(raised).offer("raise") == {"exactly": [then]}
    larger = rule(hand(STUD, 3, f"{THIRD}; complete 1 10"))
    assert numbers(larger.said("stud/completion")[0]) == [1, 10]
    capped = f"{THIRD}; complete 1 10; raise 2 20; raise 3 30; raise 1 40"
    assert rule(hand(STUD, 3, capped)).offer("raise") is None


@shows("stud/bring-in-has-acted")
def test_the_bring_in_has_no_second_option() -> None:
    assert rule(hand(STUD, 3, f"{THIRD}; bring-in 1 3; call 2 3")).due == ([1], "deal")
    again = rule(hand(STUD, 3, f"{THIRD}; bring-in 1 3; call 2 3; complete 1 10"))
    assert again.refused == (6, "unexpected-event", "stud/order-of-play")


@shows("stud/short-bring-in")
@pytest.mark.parametrize(("reading", "to"), [("full_amount_to_call", 3), ("short_amount_to_call", 2)])
def test_a_bring_in_posted_short_is_called_in_full(reading: str, to: int) -> None:
    ruling = rule(hand(STUD, [3, 200, 200], f"{THIRD}; bring-in 1 2", rules={"short_bring_in": reading}))
    assert ruling.offer("call") == to


@shows("stud/all-in-low-card")
def test_the_duty_of_an_all_in_low_card_goes_left_and_is_no_free_check() -> None:
    stacks = [1, 200, 200]
    ruling = rule(hand(STUD, stacks, THIRD))
    assert ruling.due == ([2], "act")
    assert sorted(event["type"] for event in ruling.verdict["next"]["events"]) == ["bring-in", "complete", "fold"]
    assert len(ruling.said("stud/all-in-low-card")) == 1
    refused = rule(hand(STUD, stacks, f"{THIRD}; check 2"))
    assert refused.refused == (3, "must-open-or-fold", "stud/all-in-low-card")
    by_card = rule(hand(STUD, stacks, f"{THIRD}; fold 2", rules={"all_in_ante_low_card": "next_lowest_card"}))
    assert by_card.refused == (3, "must-bring-in", "stud/bring-in")
    four = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Kc 4 QsJs/Tc; fold 2"
    assert rule(hand(STUD, [1, 200, 200, 200], four)).due == ([3], "act")


@shows("stud/all-in-completion")
@pytest.mark.parametrize(("stack", "word", "to"), [(6, "raise", [15]), (5, "complete", [10])])
def test_an_all_in_of_half_the_small_bet_is_a_completion_and_below_it_is_still_to_be_completed(
    stack: int, word: str, to: list[int]
) -> None:
    # After an ante of 1: five chips are half of 10, four are not.
    ruling = rule(hand(STUD, [200, stack, 200], f"{THIRD}; bring-in 1 3; complete 2 {stack - 1}"))
    assert ruling.offer(word) == {"exactly": to}


# -- who opens, whose turn -------------------------------------------------------------------------------------------


@shows("stud/opener")
def test_the_best_board_opens_and_may_check() -> None:
    ruling = rule(hand(STUD, 3, PAIRED))
    assert (ruling.due, ruling.offer("check")) == (([3], "act"), {"type": "check", "seat": 3})
    assert "Kc Ks" in ruling.said("stud/opener")[0]


@shows("stud/opener-tie")
@pytest.mark.parametrize(("reading", "opener"), [("nearest_dealers_left", 2), ("high_card_by_suit", 3)])
def test_of_equal_boards_the_seat_nearest_the_dealers_left_opens(reading: str, opener: int) -> None:
    play = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/9s; bring-in 1 3; around; street 5h 6h 6s"
    ruling = rule(hand(STUD, 3, play, rules={"opener_tie": reading}))
    assert ruling.due == ([opener], "act")
    high = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/9s"
    unforced = hand(STUD, 3, high, stakes={**TEN_TWENTY, "bring_in": 0}, rules={"opener_tie": reading})
    assert rule(unforced).due == ([opener], "act")


@shows("stud/opener-all-in")
@pytest.mark.parametrize(("reading", "opener"), [("next_live_seat_to_left", 1), ("best_board_with_chips", 2)])
def test_where_the_best_board_has_no_chips_the_next_live_seat_opens(reading: str, opener: int) -> None:
    # Seat 3 calls the bring-in with its last chips and pairs its king.
    ruling = rule(hand(STUD, [200, 200, 4], PAIRED, rules={"opener_when_best_board_all_in": reading}))
    assert ruling.due == ([opener], "act")
    assert len(ruling.said("stud/opener-all-in")) == 1


@shows("stud/five-up-cards")
@pytest.mark.parametrize(("reading", "opener"), [("straights_and_flushes_count", 1), ("rank_groups_only", 2)])
def test_five_cards_showing_may_be_a_straight_or_a_flush(reading: str, opener: int) -> None:
    # Seat 1's five up cards are a flush, seat 2's four are three nines: New York New York's last round.
    play = (
        "d 1 AsKd/2h 2 QhJd/9d; check 2 1; turn 1 4h; turn 2 9h; take 1 1; turn 1 6h; take 2 2; turn 2 9c; around;"
        "take 1 1; turn 1 8h; take 2 2; turn 2 Kc; around; take 1 1; turn 1 Th; take 2 deck 3c; around;"
        "take 1 1; turn 1 7c; take 2 deck 5c"
    )
    stakes = {**TEN_TWENTY, "bring_in": 0}
    ruling = rule(hand("new-york-new-york", 2, play, stakes=stakes, rules={"five_upcard_boards": reading}))
    assert ruling.due == ([opener], "act")


@shows("stud/turn")
def test_only_the_seat_whose_turn_it_is_may_act() -> None:
    ruling = rule(hand(STUD, 3, f"{THIRD}; bring-in 1 3; call 3"))
    assert ruling.refused == (4, "out-of-turn", "stud/turn")
    assert ruling.verdict["violations"][0]["expected"]["seats"] == [2]
    assert rule(hand(STUD, 3, f"{THIRD}; bring-in 1 3; call 9")).refused == (4, "unknown-seat", "stud/turn")


@shows("stud/order-of-play")
def test_what_the_game_does_not_have_at_that_point_is_refused() -> None:
    ruling = rule(hand(STUD, 3, f"{THIRD}; turn 1 5h"))
    assert ruling.refused == (3, "unexpected-event", "stud/order-of-play")


@shows("stud/round-closed")
def test_no_card_comes_before_everybody_has_put_in_the_same() -> None:
    ruling = rule(hand(STUD, 3, f"{THIRD}; bring-in 1 3; call 2; d 1 /5h"))
    assert ruling.refused == (5, "street-before-betting-closed", "stud/round-closed")
    assert rule(hand(STUD, 3, f"{CALLED}; d 1 /5h")).refused is None


@shows("stud/no-more-betting")
def test_nobody_acts_where_only_one_live_seat_has_chips() -> None:
    ruling = rule(hand(STUD, [200, 4, 4], FOURTH))
    assert ruling.due == ([1], "deal")
    assert ruling.openers == {3: 1}


# -- sizes -----------------------------------------------------------------------------------------------------------


@shows("stud/limits")
@pytest.mark.parametrize(("from_street", "sizes"), [(5, (10, 20)), (4, (20, 20)), (6, (10, 10))])
def test_bets_are_small_until_fifth_street(from_street: int, sizes: tuple[int, int]) -> None:
    rules = {"big_bet_from_street": from_street}
    for play, size in zip((FOURTH, FIFTH), sizes, strict=True):
        assert rule(hand(STUD, 3, play, rules=rules)).offer("bet") == {"exactly": [size]}


@shows("stud/bet-size")
def test_a_wager_is_a_full_bet_or_the_last_chips() -> None:
    ruling = rule(hand(STUD, 3, f"{FOURTH}; bet 3 15"))
    assert ruling.refused == (9, "bet-size", "stud/bet-size")
    assert ruling.verdict["violations"][0]["expected"]["events"][1]["to"] == {"exactly": [10]}
    assert rule(hand(STUD, [200, 200, 11], f"{FOURTH}; bet 3 7")).verdict["table"]["level"] == 7


@shows("stud/spread-limit")
def test_in_spread_limit_a_raise_adds_at_least_the_last_bet_and_at_most_the_maximum() -> None:
    assert rule(hand(STUD, 3, FOURTH, stakes=SPREAD)).offer("bet") == {"from": 5, "to": 30}
    ruling = rule(hand(STUD, 3, f"{FOURTH}; bet 3 12", stakes=SPREAD))
    assert ruling.offer("raise") == {"from": 24, "to": 42}
    refused = rule(hand(STUD, 3, f"{FOURTH}; bet 3 12; raise 1 20", stakes=SPREAD))
    assert refused.refused == (10, "bet-size", "stud/bet-size")


@shows("stud/least-raise")
def test_a_raise_over_a_short_all_in_adds_the_full_raise_to_its_total() -> None:
    stacks = [144, 900, 900]
    ruling = rule(hand(STUD, stacks, f"{FOURTH}; bet 3 100; raise 1 140", stakes=NO_LIMIT))
    assert ruling.offer("raise") == {"from": 240, "to": 896}
    refused = rule(hand(STUD, stacks, f"{FOURTH}; bet 3 100; raise 1 140; raise 2 239", stakes=NO_LIMIT))
    assert refused.refused == (11, "bet-size", "stud/bet-size")


@shows("stud/pot-limit")
def test_in_pot_limit_a_raise_adds_what_the_pot_holds_after_the_call() -> None:
    # Three antes of 1 and three calls of 3 are 12; a bet of 12 makes 24, the call 36: a raise to 48.
    ruling = rule(hand(STUD, 3, f"{FOURTH}; bet 3 12", stakes=POT_LIMIT))
    assert ruling.offer("raise") == {"from": 24, "to": 48}
    refused = rule(hand(STUD, 3, f"{FOURTH}; bet 3 12; raise 1 49", stakes=POT_LIMIT))
    assert refused.refused == (10, "exceeds-pot", "stud/pot-limit")


@shows("stud/small-pot")
def test_a_pot_smaller_than_the_minimum_still_allows_the_minimum() -> None:
    stakes = {**POT_LIMIT, "min_bet": 20}
    assert rule(hand(STUD, 3, FOURTH, stakes=stakes)).offer("bet") == {"exactly": [20]}


@shows("stud/table-stakes")
def test_a_seat_puts_in_only_the_chips_in_front_of_it() -> None:
    ruling = rule(hand(STUD, [200, 200, 60], f"{FOURTH}; bet 3 57", stakes=NO_LIMIT))
    assert ruling.refused == (9, "exceeds-stack", "stud/table-stakes")
    assert rule(hand(STUD, [200, 200, 60], f"{FOURTH}; bet 3 56", stakes=NO_LIMIT)).refused is None


@shows("stud/open-pair")
@pytest.mark.parametrize(
    ("reading", "pair", "others"),
    [
        ("any_player_either_size", [10, 20], [10, 20]),
        ("opener_only", [10, 20], [10]),
        ("no_effect", [10], [10]),
    ],
)
def test_a_pair_on_fourth_street_opens_both_sizes(reading: str, pair: list[int], others: list[int]) -> None:
    rules = {"fourth_street_open_pair": reading}
    ruling = rule(hand(STUD, 3, PAIRED, rules=rules))
    assert ruling.offer("bet") == {"exactly": pair}
    assert bool(ruling.said("stud/open-pair")) == (reading != "no_effect")
    assert rule(hand(STUD, 3, f"{PAIRED}; check 3", rules=rules)).offer("bet") == {"exactly": others}
    if reading == "any_player_either_size":
        # Seat 3, all-in with the bring-in's call, shows the pair all the same.
        assert rule(hand(STUD, [200, 200, 4], PAIRED, rules=rules)).offer("bet") == {"exactly": [10, 20]}
        # Once a big bet is in, everything on the street is big.
        assert rule(hand(STUD, 3, f"{PAIRED}; bet 3 20", rules=rules)).offer("raise") == {"exactly": [40]}


@shows("stud/open-pair-raise")
@pytest.mark.parametrize(("reading", "totals"), [("by_big_bet", [20, 30]), ("to_big_bet", [20])])
def test_a_small_bet_may_be_raised_by_either_size(reading: str, totals: list[int]) -> None:
    ruling = rule(hand(STUD, 3, f"{PAIRED}; bet 3 10", rules={"open_pair_raise": reading}))
    assert ruling.offer("raise") == {"exactly": totals}


# -- how many raises -------------------------------------------------------------------------------------------------


@shows("stud/raise-cap")
@pytest.mark.parametrize(("cap", "refused"), [(3, True), (4, False), (None, False)])
def test_a_round_has_a_bet_and_three_raises(cap: int | None, refused: bool) -> None:
    play = f"{FOURTH}; bet 3 10; raise 1 20; raise 2 30; raise 3 40; raise 1 50"
    ruling = rule(hand(STUD, 3, play, rules={"raise_cap": cap}))
    assert ruling.refused == ((13, "raise-cap", "stud/raise-cap") if refused else None)


@shows("stud/raise-cap-heads-up")
@pytest.mark.parametrize(("reading", "refused"), [("lifted", False), ("kept", True)])
def test_the_cap_is_gone_when_two_are_left_before_it_is_reached(reading: str, refused: bool) -> None:
    play = f"{FOURTH}; bet 3 10; raise 1 20; fold 2; raise 3 30; raise 1 40; raise 3 50"
    ruling = rule(hand(STUD, 3, play, rules={"raise_cap_heads_up": reading}))
    assert ruling.refused == ((14, "raise-cap", "stud/raise-cap") if refused else None)
    # It is said of the raise that the cap would have forbidden, and of no other.
    assert len(ruling.said("stud/raise-cap-heads-up")) == (0 if refused else 1)
    # Two left only once it is reached: it stays.
    late = f"{FOURTH}; bet 3 10; raise 1 20; raise 2 30; raise 3 40; fold 1; raise 2 50"
    assert rule(hand(STUD, 3, late, rules={"raise_cap_heads_up": reading})).refused == (
        14, "raise-cap", "stud/raise-cap",
    )  # fmt: skip


@shows("stud/short-all-in")
@pytest.mark.parametrize(
    ("reading", "all_in", "refused"),
    [("half_bet", 14, True), ("half_bet", 15, False), ("full_raise", 15, True)],
)
def test_a_short_all_in_reopens_nothing_to_a_seat_that_has_acted(reading: str, all_in: int, refused: bool) -> None:
    # On fourth street seat 3 bets 10, seat 1 calls, seat 2 is all-in; half a raise would be to 15.
    play = f"{FOURTH}; bet 3 10; call 1; raise 2 {all_in}; raise 3 {25 if all_in == 15 else 20}"
    ruling = rule(hand(STUD, [200, 4 + all_in, 200], play, rules={"short_all_in_reopens": reading}))
    assert ruling.refused == ((12, "betting-not-reopened", "stud/short-all-in") if refused else None)


@shows("stud/short-all-in")
@pytest.mark.parametrize(("all_in", "refused"), [(11, True), (15, True), (19, True), (20, False)])
@pytest.mark.parametrize("structure", ["no-limit", "pot-limit"])
def test_over_a_bring_in_a_full_raise_is_counted_from_it(structure: str, all_in: int, refused: bool) -> None:
    # The bring-in of 10 is called, seat 3 is all-in: a raise of 10 reopens the betting to who called, less does not.
    deal = "d 1 ????/2h 2 ????/9c 3 ????/Ad 4 ????/Kc"
    play = f"{deal}; bring-in 1 10; call 2; raise 3 {all_in}; call 4; call 1; raise 2 {all_in + 10}"
    stakes = {"structure": structure, "ante": 1, "bring_in": 10}
    ruling = rule(hand(STUD, [500, 500, all_in + 1, 500], play, stakes=stakes))
    assert ruling.refused == ((9, "betting-not-reopened", "stud/short-all-in") if refused else None)


@shows("stud/shorts-add-up")
def test_two_short_all_ins_make_one_raise() -> None:
    # 10 from seat 4, all-in for 13 and 16: the second stands 6 above 10, more than half a raise.
    deal = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/8c 4 QsJs/Kc; bring-in 1 3; around; street 5h 6h 4s 3s"
    play = f"{deal}; bet 4 10; call 1; raise 2 13; raise 3 16"
    ruling = rule(hand(STUD, [200, 17, 20, 200], play))
    assert ruling.offer("raise", 4) == {"exactly": [26]}
    one = rule(hand(STUD, [200, 17, 20, 200], f"{deal}; bet 4 10; call 1; raise 2 13; call 3"))
    assert one.offer("raise", 4) is None


@shows("stud/short-made-whole")
def test_making_a_short_bet_whole_is_the_bet_and_not_a_raise() -> None:
    # On fifth street seat 3's last 8 are less than half of 20: seat 1 makes it 20, and three raises are left.
    stacks: list[int] = [900, 900, 12]
    bet = f"{FIFTH}; bet 3 8"
    ruling = rule(hand(STUD, stacks, bet))
    assert ruling.offer("complete", 1) == {"exactly": [20]}
    raised = f"{bet}; complete 1 20; raise 2 40; raise 1 60; raise 2 80; raise 1 100"
    rules: dict[str, Any] = {"raise_cap_heads_up": "kept"}
    assert rule(hand(STUD, stacks, raised, rules=rules)).refused == (20, "raise-cap", "stud/raise-cap")


# -- acts ------------------------------------------------------------------------------------------------------------


@shows("stud/all-in")
def test_an_all_in_seat_plays_for_what_it_matched_and_acts_no_more() -> None:
    play = f"{FOURTH}; bet 3 10; call 1; call 2 to 5"
    ruling = rule(hand(STUD, [200, 9, 200], play))
    assert ruling.pots == [(27, [1, 2, 3]), (10, [1, 3])]
    later = rule(hand(STUD, [200, 9, 200], f"{play}; street 5d Ac 4d; check 1 2"))
    assert later.refused == (16, "all-in-cannot-act", "stud/all-in")


@shows("stud/nobody-to-call")
def test_nothing_is_bet_where_nobody_could_call() -> None:
    ruling = rule(hand(STUD, [14, 14, 200], f"{FOURTH}; bet 3 10; call 1; raise 3 20"))
    assert ruling.refused == (11, "out-of-turn", "stud/turn")
    play = f"{FOURTH}; check 3; bet 1 10; call 2; raise 3 20"
    assert rule(hand(STUD, [14, 14, 200], play)).refused == (12, "nobody-to-call", "stud/nobody-to-call")


@shows("stud/check")
def test_a_seat_that_faces_a_bet_may_not_check() -> None:
    ruling = rule(hand(STUD, 3, f"{FOURTH}; bet 3 10; check 1"))
    assert ruling.refused == (10, "check-facing-bet", "stud/check")
    # A check is an act: a short all-in does not let the seat that checked raise.
    play = f"{FOURTH}; check 3; check 1; bet 2 4; raise 3 14"
    assert rule(hand(STUD, [200, 8, 200], play)).refused == (12, "betting-not-reopened", "stud/short-all-in")


@shows("stud/call-is-check")
def test_a_call_with_nothing_to_call_is_a_check() -> None:
    ruling = rule(hand(STUD, 3, f"{FOURTH}; call 3"))
    assert ruling.warned == [("call-is-check", "stud/call-is-check")]
    assert (ruling.due, ruling.verdict["table"]["pot"]) == (([1], "act"), 12)


@shows("stud/fold")
def test_a_folded_hand_is_out_for_good() -> None:
    folded = f"{THIRD}; bring-in 1 3; fold 2; call 3"
    assert rule(hand(STUD, 3, f"{folded}; d 1 /5h 2 /6h")).refused == (7, "folded-seat", "stud/fold")
    ruling = rule(hand(STUD, 3, f"{folded}; d 1 /5h 3 /6h; check 3; bet 1 10; fold 3"))
    assert (ruling.won, ruling.net) == ({1: 9}, {1: 5, 2: -1, 3: -4})


@shows("stud/fold-not-facing-bet")
def test_a_fold_without_a_bet_to_face_is_binding() -> None:
    ruling = rule(hand(STUD, 3, f"{FOURTH}; fold 3"))
    assert ruling.warned == [("fold-not-facing-bet", "stud/fold-not-facing-bet")]
    assert ruling.verdict["seats"][2]["outcome"] == "folded"
    assert ruling.due == ([1], "act")
