"""The builder of hands: totals out of any wording, order of play, what goes back, the rake by pots, the unit."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from studbook.formats.builder import HandBuilder
from studbook.formats.common import Cannot, Names, card, cards
from studbook.formats.limits import infer_bets

UNSEEN = ["??", "??"]


def money(text: str) -> Decimal:
    return Decimal(text)


def hand(*seats: tuple[int, str], currency: str | None = "USD", game: str = "seven-card-stud") -> HandBuilder:
    """A hand at $1/$2 with an ante of 10 cents, posted by every seat; stacks as given."""
    build = HandBuilder("room", "7", game, currency=currency)
    for number, stack in seats:
        build.seat(number, f"player {number}", money(stack))
    build.stake(small_bet=money("1"), big_bet=money("2"))
    for number, stack in seats:
        build.ante(number, min(money("0.10"), money(stack)))
    build.street()
    return build


def deal_third(build: HandBuilder, *seats: int) -> None:
    """A door card for each seat, in the order of the deal."""
    for seat, door in zip(seats, ("2c", "9d", "Ks", "Qh", "7h"), strict=False):
        build.deal(seat, UNSEEN, [door])


def acts(document: dict[str, Any]) -> list[tuple[str, int, int | None]]:
    return [(e["type"], e["seat"], e.get("to")) for e in document["events"] if e["type"] != "deal"]


def test_totals_come_out_of_totals_and_of_chips_added() -> None:
    build = hand((1, "20"), (2, "20"), (3, "20"))
    deal_third(build, 1, 2, 3)
    build.bring_in(1, to=money("0.25"))
    build.wager(2, added=money("1"))
    build.wager(3, to=money("2"))
    build.call(1, added=money("1.75"))
    build.wager(2, added=money("2"))
    build.call(3)
    build.call(1, to=money("3"))
    build.paid(2, money("9.30"))
    assert acts(build.document()) == [
        ("bring-in", 1, 25), ("complete", 2, 100), ("raise", 3, 200), ("call", 1, 200),
        ("raise", 2, 300), ("call", 3, 300), ("call", 1, 300),
    ]  # fmt: skip


def test_a_call_without_a_figure_stops_at_the_stack() -> None:
    build = hand((1, "20"), (2, "0.60"))
    deal_third(build, 1, 2)
    build.bring_in(1, to=money("0.25"))
    build.call(2)
    build.street()
    build.wager(1, to=money("1"))
    build.call(2)
    build.paid(1, money("1.20"))
    assert acts(build.document())[-1] == ("call", 2, 25)
    assert build.uncalled() == (1, money("0.75"))


def test_the_first_wager_over_nothing_is_a_bet_and_a_short_one_a_completion() -> None:
    build = hand((1, "20"), (2, "20"))
    build.stake(bring_in=money("0.25"))
    deal_third(build, 1, 2)
    build.wager(1, to=money("1"))
    build.wager(2, to=money("2"))
    build.call(1)
    build.street()
    build.check(2)
    build.wager(1, to=money("1"))
    build.fold(2)
    build.paid(1, money("4.20"))
    assert [kind for kind, _, _ in acts(build.document())] == ["complete", "raise", "call", "check", "bet", "fold"]


def test_seats_go_round_from_the_one_that_was_dealt_to_first() -> None:
    build = hand((1, "20"), (4, "20"), (6, "20"))
    deal_third(build, 4, 6, 1)
    build.paid(4, money("0.30"))
    assert [seat["seat"] for seat in build.document()["seats"]] == [4, 6, 1]
    assert "seats" not in build.inferred


def test_a_deal_in_no_order_begins_at_the_lowest_seat_and_says_so() -> None:
    build = hand((1, "20"), (4, "20"), (6, "20"))
    deal_third(build, 4, 1, 6)
    build.paid(4, money("0.30"))
    document = build.document()
    assert [seat["seat"] for seat in document["seats"]] == [1, 4, 6]
    assert [event["seat"] for event in document["events"]] == [1, 4, 6]
    assert document["meta"]["inferred"] == ["seats", "stakes.bring_in"]


@pytest.mark.parametrize(("dealer", "order"), [(0, [1, 4, 6]), (1, [4, 6, 1]), (5, [6, 1, 4]), (6, [1, 4, 6])])
def test_the_dealer_sits_before_the_first_seat(dealer: int, order: list[int]) -> None:
    build = hand((1, "20"), (4, "20"), (6, "20"))
    deal_third(build, 4, 6, 1)
    build.order_after(dealer)
    assert build.order_of_play() == order


def test_seats_that_are_not_dealt_in_are_left_out() -> None:
    build = HandBuilder("room", "7", "razz")
    for number in (1, 2, 3):
        build.seat(number, f"player {number}", money("20"))
    build.street()
    deal_third(build, 1, 3)
    build.bring_in(1, to=money("1"))
    build.fold(3)
    assert [seat["seat"] for seat in build.document()["seats"]] == [1, 3]


def test_run_out_streets_keep_their_own_order() -> None:
    build = hand((1, "20"), (2, "20"))
    deal_third(build, 1, 2)
    for first, second in (("3c", "3d"), ("4c", "4d")):
        build.street()
        build.deal(2, (), [second])
        build.deal(1, (), [first])
    build.paid(1, money("0.20"))
    deals = [(event["seat"], event["up"]) for event in build.document()["events"]]
    assert deals == [(1, ["2c"]), (2, ["9d"]), (1, ["3c"]), (2, ["3d"]), (1, ["4c"]), (2, ["4d"])]


def test_a_short_ante_is_the_stack_and_another_one_is_kept() -> None:
    build = HandBuilder("room", "7", "razz")
    for number, stack, ante in ((1, "20", "1"), (2, "0.5", "0.5"), (3, "20", "2"), (4, "20", "1")):
        build.seat(number, f"player {number}", money(stack))
        build.ante(number, money(ante))
    build.street()
    deal_third(build, 1, 2, 3, 4)
    build.paid(1, money("3.5"))
    document = build.document()
    assert (document["stakes"]["ante"], document["decimals"]) == (10, 1)
    assert [seat.get("ante") for seat in document["seats"]] == [None, None, 20, None]


def test_the_unit_is_the_finest_amount_and_never_coarser_than_a_cent() -> None:
    chips = hand((1, "20"), (2, "20.125"), currency=None)
    deal_third(chips, 1, 2)
    chips.paid(1, money("0.20"))
    assert chips.document()["decimals"] == 3
    cents = HandBuilder("room", "7", "razz", currency="EUR")
    cents.seat(1, "a", money("20"))
    cents.seat(2, "b", money("30"))
    cents.ante(1, money("1"))
    cents.ante(2, money("1"))
    cents.paid(1, money("2"))
    cents.street()
    document = cents.document()
    assert (document["decimals"], document["seats"][0]["stack"]) == (2, 2000)


def three_pots() -> HandBuilder:
    """Put in: 1.10, 3.10, 6.10 and 6.10; two pots beside the main one."""
    build = hand((1, "1.10"), (2, "3.10"), (3, "20"), (4, "20"))
    deal_third(build, 1, 2, 3, 4)
    build.bring_in(1, to=money("0.25"))
    for seat in (2, 3, 4):
        build.wager(seat, to=money(str(seat - 1)))
    build.call(1)
    build.call(2)
    build.call(3)
    build.street()
    build.wager(3, to=money("3"))
    build.call(4)
    return build


def test_pots_are_cut_where_a_live_seat_ends() -> None:
    build = three_pots()
    assert [(pot.amount, pot.eligible) for pot in build.pots()] == [
        (money("4.40"), (1, 2, 3, 4)), (money("6"), (2, 3, 4)), (money("6"), (3, 4))
    ]  # fmt: skip
    build.fold(2)
    assert [(pot.amount, pot.eligible) for pot in build.pots()] == [
        (money("4.40"), (1, 3, 4)), (money("12"), (3, 4))
    ]  # fmt: skip


def test_rake_is_told_from_payments_that_name_their_pots() -> None:
    build = three_pots()
    build.rake(money("0.60"))
    build.paid(3, money("5.80"), 2)
    build.paid(2, money("5.70"), 1)
    build.paid(1, money("4.30"), 0)
    assert build.document()["rake"] == [10, 30, 20]


def test_rake_comes_from_the_main_pot_first_where_they_do_not() -> None:
    build = three_pots()
    build.rake(money("0.60"))
    build.paid(3, money("15.80"))
    assert build.document()["rake"] == [60, 0, 0]


def test_rake_that_is_not_stated_is_what_is_missing() -> None:
    build = three_pots()
    build.paid(3, money("16"))
    document = build.document()
    assert document["rake"] == [40, 0, 0]
    assert document["meta"]["inferred"] == ["rake"]
    assert build.doubts == []


def test_a_gap_of_more_than_a_tenth_is_doubted() -> None:
    build = three_pots()
    build.paid(3, money("10"))
    build.document()
    assert build.doubts == ["of 16.40 put in only 10 are said to be paid out"]


@pytest.mark.parametrize(
    ("spoil", "doubt"),
    [
        (lambda build: build.returned(3, money("1")), "1 are said to be returned to player 3, by the chips"),
        (lambda build: build.total_pot(money("17")), "the total pot is said to be 17, the chips put in make 16.40"),
        (lambda build: build.rake(money("1")), "the rake is said to be 1, put in less paid out is 0.40"),
    ],
)  # fmt: skip
def test_stated_figures_that_do_not_agree_are_doubted(spoil: Callable[[HandBuilder], None], doubt: str) -> None:
    build = three_pots()
    build.paid(3, money("16"))
    spoil(build)
    build.document()
    assert len(build.doubts) == 1
    assert build.doubts[0].startswith(doubt)


def test_the_last_hand_is_not_mucked_and_a_called_one_is() -> None:
    build = three_pots()
    build.muck(4)
    assert build.events[-1] == {"type": "muck", "seat": 4}
    for seat in (1, 2, 4):
        build.fold(seat)
    build.muck(3)
    assert build.events[-1]["type"] == "fold"


def test_cards_known_from_a_list_fill_the_deal() -> None:
    build = hand((1, "20"), (2, "20"))
    deal_third(build, 1, 2)
    build.fill(1, ["As", "Ad", "2c"])
    build.paid(1, money("0.20"))
    assert build.document()["events"][0] == {"type": "deal", "seat": 1, "down": ["As", "Ad"], "up": ["2c"]}
    with pytest.raises(Cannot, match="was dealt 2c where the list of its cards has 2d"):
        build.fill(1, ["As", "Ad", "2d"])
    with pytest.raises(Cannot, match="was dealt 3 cards and is listed with 2"):
        build.fill(2, ["As", "Ad"])


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (lambda b: b.seat(1, "other", money("3")), "seat 1 is listed twice"),
        (lambda b: b.seat(5, "player 1", money("3")), "the name 'player 1' is given to two seats, 1 and 5"),
        (lambda b: b.seat(0, "zero", money("3")), "seat 0: seats are numbered from 1 to 99"),
        (lambda b: b.seat(5, "", money("3")), "a name of 0 characters"),
        (lambda b: b.seat(5, "x" * 201, money("3")), "a name of 201 characters"),
        (lambda b: b.ante(1, money("0.1")), "'player 1' posts the ante twice"),
        (lambda b: b.check(9), "seat 9 is not in the list of seats"),
        (lambda b: (b.wager(1, to=money("2")), b.wager(1, to=money("1"))), "cannot go down to 1"),
        (lambda b: b.paid(1, money("-1")), "the amount -1 is negative"),
        (lambda b: b.document(), "the text says of nobody that the pot was won"),
        (lambda b: (b.paid(1, money("3")), b.document()), "2.80 more were paid out than were put in"),
        (lambda b: (b.paid(1, money("0.20")), b.stake(ante=money("0.00001")), b.document()), "5 decimal places; 4 are"),
        (lambda b: (b.paid(1, money("0.20")), b.stake(ante=money("1E+15")), b.document()), "is out of bounds"),
    ],
)
def test_a_text_that_contradicts_itself_is_refused(wrong: Callable[[HandBuilder], object], reason: str) -> None:
    build = hand((1, "20"), (2, "20"))
    build.at = 17
    with pytest.raises(Cannot, match=reason):
        wrong(build)


def test_public_is_no_name_of_a_player() -> None:
    build = HandBuilder("room", "7", "razz")
    build.seat(1, "public", money("20"))
    build.seat(2, "b", money("20"))
    build.ante(1, money("1"))
    build.ante(2, money("1"))
    build.paid(2, money("2"))
    assert build.document()["seats"][0]["player"] == "public (room)"


def test_a_hand_of_one_seat_is_none() -> None:
    build = hand((1, "20"))
    build.paid(1, money("0.10"))
    with pytest.raises(Cannot, match="1 seats were dealt in; a hand needs two"):
        build.document()


@pytest.mark.parametrize(
    ("bets", "small"),
    [
        ([[("1", "4")]], "4"),
        ([[], [("0", "3")]], "3"),
        ([[], [], [("0", "10")]], "5"),
        ([[], []], "2"),
    ],
)
def test_bets_of_a_fixed_limit_are_told_from_what_was_bet(bets: list[list[tuple[str, str]]], small: str) -> None:
    build = HandBuilder("room", "7", "razz")
    for number in (1, 2):
        build.seat(number, f"player {number}", money("100"))
    for at, wagers in enumerate(bets):
        build.street()
        if not at:
            build.bring_in(1, to=money("1"))
        for _, total in wagers:
            build.wager(2, to=money(total))
    infer_bets(build, 2)
    assert (build.stakes["small_bet"], build.stakes["big_bet"]) == (money(small), money(small) * 2)
    assert build.inferred == ["stakes.small_bet", "stakes.big_bet"]


def test_the_longest_name_that_fits_is_tried_first() -> None:
    names = Names()
    for seat, name in enumerate(("Al", "Al: folds", "Al: folds: checks", "12"), start=1):
        names.add(name, seat)
    assert list(names.starting("Al: folds: checks: bets 2", ": ")) == [
        (3, "bets 2"), (2, "checks: bets 2"), (1, "folds: checks: bets 2")
    ]  # fmt: skip
    assert list(names.starting("Alan: folds", ": ")) == []
    assert list(names.starting("12 folds")) == [(4, "folds")]


@pytest.mark.parametrize(("text", "found"), [("10d", "Td"), ("TD", "Td"), ("as", "As"), ("X", "??"), ("??", "??")])
def test_cards_in_every_spelling(text: str, found: str) -> None:
    assert card(text, ("X",)) == found


@pytest.mark.parametrize("text", ["X", "1d", "10", "Tx", "", "AsKd", "110d"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(Cannot, match="is no card; rank then suit was expected"):
        card(text)


def test_lists_of_cards_with_and_without_commas() -> None:
    assert cards("7d, Kh,6d") == cards(" 7d Kh 6d ") == ["7d", "Kh", "6d"]
