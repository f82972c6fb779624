"""The fine points of betting, in figures: short all-ins, reopening, caps, completions, bounds of every structure."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulebook_hands import TEN_TWENTY, Ruling, hand, rule

STUD = "seven-card-stud"
NO_LIMIT = {"structure": "no-limit", "min_bet": 5, "ante": 1, "bring_in": 3}
# Seat 1's deuce brings it in; seat 4's king opens fourth and fifth street, where nobody shows a pair.
THIRD = "d 1 AsKd/2c 2 QhJh/9d 3 8s7s/Tc 4 AdQd/Kc"
FOURTH = f"{THIRD}; bring-in 1 3; around; street 5h 6h 4s 7d"
FIFTH = f"{FOURTH}; around; street 9h 3d Js 8d"


def play(line: str, stacks: Any = 4, rules: dict[str, Any] | None = None, **more: Any) -> Ruling:
    return rule(hand(STUD, stacks, line, rules=rules or {}, **more))


def code(ruling: Ruling) -> str | None:
    return ruling.refused[1] if ruling.refused else None


def behind(**stacks: int) -> list[int]:
    """Stacks that leave so much at the beginning of fifth street: the ante and the bring-in are 4."""
    return [stacks.get(f"s{seat}", 400) + 4 for seat in range(1, 5)]


# -- short all-ins ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("all_in", "raised"),
    [(1, 20), (9, 20), (10, 30), (15, 35), (19, 39), (20, 40)],
)
def test_an_all_in_bet_of_half_is_a_bet_and_below_it_is_made_whole(all_in: int, raised: int) -> None:
    ruling = play(f"{FIFTH}; bet 4 {all_in}", behind(s4=all_in))
    assert ruling.offer("complete" if all_in < 10 else "raise") == {"exactly": [raised]}


@pytest.mark.parametrize(("all_in", "raised", "may"), [(29, 40, False), (30, 50, True), (35, 55, True), (40, 60, True)])
def test_an_all_in_raise_of_half_is_a_raise_and_reopens(all_in: int, raised: int, may: bool) -> None:
    # Seat 4 bets 20, seat 1 goes all-in: seat 2 has not acted and may raise by a full size, seat 4 only over half.
    line = f"{FIFTH}; bet 4 20; raise 1 {all_in}"
    assert play(line, behind(s1=all_in)).offer("raise") == {"exactly": [raised]}
    back = play(f"{line}; call 2; call 3", behind(s1=all_in))
    assert back.due == ([4], "act")
    assert back.offer("raise") == ({"exactly": [raised]} if may else None)
    assert code(play(f"{line}; call 2; call 3; raise 4 {raised}", behind(s1=all_in))) == (
        None if may else "betting-not-reopened"
    )


def test_short_all_ins_add_up_and_the_next_raise_is_a_full_size_above_them() -> None:
    # 20, then 26 and 31 all-in: six and five make eleven, more than half.
    line = f"{FIFTH}; bet 4 20; raise 1 26; raise 2 31"
    one = play(f"{FIFTH}; bet 4 20; raise 1 26; call 2; call 3", behind(s1=26))
    assert one.offer("raise") is None
    both = play(f"{line}; call 3", behind(s1=26, s2=31))
    assert both.due == ([4], "act")
    assert both.offer("raise") == {"exactly": [51]}
    # Two that stay below half reopen nothing.
    less = play(f"{FIFTH}; bet 4 20; raise 1 24; raise 2 29; call 3", behind(s1=24, s2=29))
    assert less.offer("raise") is None


def test_with_full_raise_in_fixed_limit_the_next_wager_makes_a_short_one_whole() -> None:
    line = f"{FIFTH}; bet 4 20; raise 1 35"
    ruling = play(line, behind(s1=35), {"short_all_in_reopens": "full_raise"})
    assert ruling.offer("raise") == {"exactly": [40]}
    back = play(f"{line}; call 2; call 3", behind(s1=35), {"short_all_in_reopens": "full_raise"})
    assert back.offer("raise") is None
    whole = play(f"{line}; raise 2 40; call 3", behind(s1=35), {"short_all_in_reopens": "full_raise"})
    assert whole.offer("raise") == {"exactly": [60]}


def test_a_short_all_in_that_reopens_nothing_is_not_counted_against_the_cap() -> None:
    line = f"{FIFTH}; bet 4 20; raise 1 40; raise 2 46; raise 3 60; raise 4 80"
    ruling = play(line, behind(s2=46))
    assert ruling.status == "in-progress"
    assert code(play(f"{line}; raise 1 100", behind(s2=46))) == "raise-cap"
    counted = play(f"{FIFTH}; bet 4 20; raise 1 40; raise 2 50; raise 3 70; raise 4 90", behind(s2=50))
    assert code(counted) == "raise-cap"


def test_a_seat_below_the_level_may_go_all_in_as_a_call_only() -> None:
    line = f"{FIFTH}; bet 4 20"
    ruling = play(line, behind(s1=15))
    assert ruling.offer("call") == 15
    assert ruling.offer("raise") is None
    assert code(play(f"{line}; raise 1 15", behind(s1=15))) == "bet-size"
    assert code(play(f"{line}; call 1 to 20", behind(s1=15))) == "bet-size"


# -- caps ------------------------------------------------------------------------------------------------------------


def test_the_cap_is_three_raises_after_the_bet_and_after_the_completion() -> None:
    assert code(play(f"{FIFTH}; bet 4 20; raise 1 40; raise 2 60; raise 3 80; raise 4 100")) == "raise-cap"
    third = f"{THIRD}; bring-in 1 3; complete 2 10; raise 3 20; raise 4 30; raise 1 40"
    assert play(third).status == "in-progress"
    assert code(play(f"{third}; raise 2 50")) == "raise-cap"


def test_the_cap_is_lifted_for_the_round_once_two_with_chips_are_left_before_it_is_reached() -> None:
    early = f"{FIFTH}; bet 4 20; fold 1; fold 2; raise 3 40; raise 4 60; raise 3 80; raise 4 100; raise 3 120"
    assert play(early).status == "in-progress"
    late = f"{FIFTH}; bet 4 20; raise 1 40; raise 2 60; raise 3 80; fold 4; fold 1"
    assert code(play(f"{late}; raise 2 100")) == "raise-cap"
    # All-in seats do not count as left.
    all_in = f"{FIFTH}; bet 4 20; raise 1 40; raise 2 60; fold 3"
    assert play(f"{all_in}; raise 4 80", behind(s1=40)).status == "in-progress"
    assert play(f"{all_in}; raise 4 80; raise 2 100", behind(s1=40)).status == "in-progress"


# -- third street ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("all_in", "next_to"), [(4, 10), (5, 15), (9, 19), (10, 20)])
def test_half_the_small_bet_all_in_over_the_bring_in_is_a_completion(all_in: int, next_to: int) -> None:
    ruling = play(f"{THIRD}; bring-in 1 3; complete 2 {all_in}", [400, all_in + 1, 400, 400])
    assert (ruling.offer("complete") or ruling.offer("raise")) == {"exactly": [next_to]}


def test_the_bring_in_never_is_a_completion_and_counts_as_having_acted() -> None:
    stakes = {**TEN_TWENTY, "bring_in": 5}
    opened = play(f"{THIRD}; bring-in 1 5", stakes=stakes)
    assert opened.offer("complete") == {"exactly": [10]}
    assert play(f"{THIRD}; bring-in 1 5; around", stakes=stakes).due[1] == "deal"
    # An all-in of 7 is two above: the bring-in seat, having acted, may complete what is no completion yet.
    short = play(f"{THIRD}; bring-in 1 3; complete 2 4; call 3; call 4", [400, 5, 400, 400])
    assert short.due == ([1], "act")
    assert short.offer("complete") is None


def test_a_short_bring_in_is_called_in_full_and_completed_to_the_small_bet() -> None:
    ruling = play(f"{THIRD}; bring-in 1 2", [3, 400, 400, 400])
    assert (ruling.offer("call"), ruling.offer("complete")) == (3, {"exactly": [10]})
    assert code(play(f"{THIRD}; bring-in 1 3", [3, 400, 400, 400])) == "exceeds-stack"
    done = play(f"{THIRD}; bring-in 1 2; call 2; call 3; fold 4", [3, 400, 400, 400])
    assert done.pots == [(10, [1, 2, 3]), (2, [2, 3])]


@pytest.mark.parametrize("word", ["bring-in", "complete", "bet", "raise"])
def test_the_low_card_may_open_for_the_small_bet_whatever_the_event_is_called(word: str) -> None:
    ruling = play(f"{THIRD}; {word} 1 10")
    assert ruling.verdict["table"]["level"] == 10
    assert ruling.offer("raise") == {"exactly": [20]}


# -- spread, pot and no limit ----------------------------------------------------------------------------------------


def test_in_spread_limit_a_bet_over_the_bring_in_is_from_the_least_to_the_most() -> None:
    stakes = {"structure": "spread-limit", "min_bet": 5, "max_bet": 30, "ante": 1, "bring_in": 3}
    assert play(f"{THIRD}; bring-in 1 3", stakes=stakes).offer("raise") == {"from": 5, "to": 30}
    fifth = play(f"{FIFTH}; bet 4 12", stakes=stakes)
    assert fifth.offer("raise") == {"from": 24, "to": 42}
    again = play(f"{FIFTH}; bet 4 12; raise 1 32", stakes=stakes)
    assert again.offer("raise") == {"from": 52, "to": 62}
    assert code(play(f"{FIFTH}; bet 4 4", stakes=stakes)) == "bet-size"
    assert code(play(f"{FIFTH}; bet 4 31", stakes=stakes)) == "bet-size"


@pytest.mark.parametrize(("bet", "all_in", "least"), [(100, 140, 240), (100, 199, 299), (100, 200, 300), (5, 7, 12)])
def test_in_no_limit_a_raise_over_a_short_all_in_adds_a_full_raise_to_its_total(
    bet: int, all_in: int, least: int
) -> None:
    ruling = play(f"{FIFTH}; bet 4 {bet}; raise 1 {all_in}", behind(s1=all_in), stakes=NO_LIMIT)
    assert ruling.offer("raise") == {"from": least, "to": 400}


def test_in_no_limit_an_all_in_below_the_minimum_asks_the_minimum_on_top() -> None:
    ruling = play(f"{FIFTH}; bet 4 2", behind(s4=2), stakes=NO_LIMIT)
    assert ruling.offer("raise") == {"from": 7, "to": 400}


def test_in_no_limit_shorts_add_up_only_to_a_full_raise() -> None:
    line = f"{FIFTH}; bet 4 100; raise 1 150; raise 2 {{}}; call 3"
    assert play(line.format(190), behind(s1=150, s2=190), stakes=NO_LIMIT).offer("raise") is None
    assert play(line.format(200), behind(s1=150, s2=200), stakes=NO_LIMIT).offer("raise") == {"from": 300, "to": 400}


def test_in_no_limit_the_low_card_may_not_open_for_more_than_the_bring_in() -> None:
    assert code(play(f"{THIRD}; bring-in 1 5", stakes=NO_LIMIT)) == "bad-bring-in-amount"
    assert play(f"{THIRD}; bring-in 1 3", stakes=NO_LIMIT).offer("raise") == {"from": 8, "to": 199}
    # Without a minimum of its own the bring-in is the least that a raise adds.
    bring_in_only = {name: chips for name, chips in NO_LIMIT.items() if name != "min_bet"}
    assert play(f"{THIRD}; bring-in 1 3", stakes=bring_in_only).offer("raise") == {"from": 6, "to": 199}


def test_in_pot_limit_the_most_is_the_call_and_then_the_pot() -> None:
    stakes = {**NO_LIMIT, "structure": "pot-limit"}
    # Fourth street begins with 16 in the pot.
    assert play(FOURTH, stakes=stakes).offer("bet") == {"from": 5, "to": 16}
    bet = play(f"{FOURTH}; bet 4 10", stakes=stakes)
    # 26 in the pot, 10 to call: 36, on top of 10.
    assert bet.offer("raise") == {"from": 20, "to": 46}
    raised = play(f"{FOURTH}; bet 4 10; raise 1 46", stakes=stakes)
    assert raised.offer("raise") == {"from": 82, "to": 46 + 72 + 46}
    assert code(play(f"{FOURTH}; bet 4 17", stakes=stakes)) == "exceeds-pot"
    assert code(play(f"{FOURTH}; bet 4 4", stakes=stakes)) == "bet-size"
    # The seat that has 10 in already calls 36 and may raise by what the pot then holds.
    back = play(f"{FOURTH}; bet 4 10; raise 1 46; fold 2; fold 3", stakes=stakes)
    assert back.offer("raise") == {"from": 82, "to": 46 + 72 + 36}


def test_a_pot_smaller_than_the_minimum_still_allows_the_minimum() -> None:
    stakes = {"structure": "pot-limit", "min_bet": 20, "ante": 1}
    assert play(THIRD, stakes=stakes).offer("bet") == {"exactly": [20]}


def test_amounts_are_whole_chips_but_for_the_last() -> None:
    stakes = {"structure": "no-limit", "min_bet": 50, "ante": 25, "bring_in": 25, "chip": 25}
    line = f"{FIFTH.replace('bring-in 1 3', 'bring-in 1 25')}; bet 4 {{}}"
    assert code(play(line.format(60), 4, stakes=stakes)) == "bet-size"
    stacks = [200, 200, 200, 180]
    assert play(line.format(75), stacks, stakes=stakes).status == "in-progress"
    assert play(line.format(130), stacks, stakes=stakes).status == "in-progress"


# -- nobody to call --------------------------------------------------------------------------------------------------


def test_a_bet_that_nobody_could_call_is_refused_and_comes_back_where_it_stood() -> None:
    third = f"{THIRD}; bring-in 1 3; complete 2 10; call 3; fold 4"
    line = f"{third}; raise 1 20"
    stacks = [400, 11, 11, 400]
    assert code(play(line, stacks)) == "nobody-to-call"
    called = play(f"{third}; call 1; street 5h 6h 4s", stacks)
    assert called.due[1] == "deal"
    assert code(play(f"{third}; call 1; street 5h 6h 4s; bet 1 10", stacks)) == "unexpected-event"
    stood = play(f"{third}; ! raise 1 20; street 5h 6h 4s; street 9h 3d Js; street 4h 5d 6c; street 7h 8h Td", stacks)
    assert stood.status == "settled"
    assert stood.returned == {1: 10}
    assert stood.pots == [(34, [1, 2, 3])]


# -- antes -----------------------------------------------------------------------------------------------------------


def test_short_antes_make_a_pot_of_their_own_and_larger_ones_are_dead_money_in_the_first() -> None:
    document = hand(STUD, [200, 200, 200, 1], stakes={**TEN_TWENTY, "ante": 2})
    document["seats"][0]["ante"] = 5
    document["seats"][1]["ante"] = 0
    ruling = rule(document)
    # Seats 1 and 3 paid 2, seat 4 its one chip, seat 2 nothing; three of seat 1's five are dead.
    assert ruling.verdict["table"]["pot"] == 8
    assert [(seat["seat"], seat["put_in"]) for seat in ruling.verdict["seats"]] == [(1, 5), (2, 0), (3, 2), (4, 1)]
    assert ruling.pots == [(6, [1, 3, 4]), (2, [1, 3])]
