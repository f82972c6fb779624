"""What the readers of the smaller rooms share."""

from __future__ import annotations

from decimal import Decimal

import pytest

from studbook.formats.builder import HandBuilder
from studbook.formats.common import Cannot
from studbook.formats.money import money
from studbook.formats.rooms import Deals, all_in, pay, structure_named, stud_game


@pytest.fixture
def build() -> HandBuilder:
    """Two seats with 10 and 4 chips, antes of 1, on the first street."""
    hand = HandBuilder("room", "1", "seven-card-stud")
    hand.seat(1, "ann", Decimal(10))
    hand.seat(2, "bo", Decimal(4))
    hand.stake(small_bet=Decimal(2), big_bet=Decimal(4), bring_in=Decimal(1))
    hand.ante(1, Decimal(1))
    hand.ante(2, Decimal(1))
    return hand


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("7CARD", "seven-card-stud"), ("SEVEN_CARD_STUD", "seven-card-stud"), ("Seven Cards Stud", "seven-card-stud"),
        ("7Stud", "seven-card-stud"), ("7 Card Stud Hi", "seven-card-stud"),
        ("7CARD HiLo", "stud-hi-lo-8"), ("7CARD_HL", "stud-hi-lo-8"), ("SEVEN_CARD_STUD_HI_LO", "stud-hi-lo-8"),
        ("Seven Cards Stud HiLow", "stud-hi-lo-8"), ("7Stud H/L", "stud-hi-lo-8"),
        ("7 Card Stud Hi-Lo", "stud-hi-lo-8"),
        ("RAZZ", "razz"), ("FIVE_CARD_STUD", "five-card-stud"),
        ("Holdem", None), ("OMAHA HiLo", None), ("5 Card Draw", None), ("FIVE_CARD_DRAW", None), ("", None),
    ],
)  # fmt: skip
def test_the_games_by_the_names_of_the_rooms(name: str, game: str | None) -> None:
    assert stud_game(name) == game


@pytest.mark.parametrize(
    ("words", "structure"),
    [
        ("Normal", "fixed-limit"), ("FIXED_LIMIT", "fixed-limit"), ("Limit", "fixed-limit"), ("", "fixed-limit"),
        ("PL", "pot-limit"), ("Pot Limit", "pot-limit"), ("NO_LIMIT", "no-limit"), ("no", "no-limit"),
    ],
)  # fmt: skip
def test_the_structures_by_the_words_of_the_rooms(words: str, structure: str) -> None:
    assert structure_named(words, None) == structure


def test_a_limit_that_is_not_known_costs_the_hand() -> None:
    with pytest.raises(Cannot, match="'Cap' is no limit that is known") as caught:
        structure_named("Cap", "7")
    assert caught.value.hand_no == "7"


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("$0.25", "0.25"), ("151,353 chips", "151353"), ("$ 0.54 USD", "0.54"), ("€1", "1"), ("1.5K", "1500"),
        ("2M", "2000000"), ("20k", "20000"), ("1 200", "1200"), ("0.40.", "0.40"),
    ],
)  # fmt: skip
def test_amounts_as_the_rooms_print_them(text: str, figure: str) -> None:
    assert money(text) == Decimal(figure)


def test_seats_that_a_street_does_not_list_get_unseen_cards(build: HandBuilder) -> None:
    deals = Deals(build)
    deals.open()
    deals.add(2, ["9s"])
    deals.close()
    assert build.place(1).cards == ["??", "??", "??"]
    assert build.place(2).cards == ["??", "??", "9s"]
    assert build.order_of_play() == [1, 2]
    assert "seats" in build.inferred


def test_a_seat_that_folded_is_dealt_no_card(build: HandBuilder) -> None:
    deals = Deals(build)
    deals.open()
    deals.close()
    build.fold(2)
    deals.open()
    deals.add(2, ["9s"])
    with pytest.raises(Cannot, match="'bo' is dealt a card and is not in the hand"):
        deals.close()


def test_too_many_cards_or_streets_cost_the_hand(build: HandBuilder) -> None:
    deals = Deals(build)
    deals.open()
    deals.add(1, ["2c", "3c"])
    with pytest.raises(Cannot, match="2 cards on a street of 3"):
        deals.close()
    for _ in range(4):
        deals.open()
    with pytest.raises(Cannot, match="after the last one"):
        deals.open()


def test_a_common_card_takes_the_place_of_the_last_cards(build: HandBuilder) -> None:
    deals = Deals(build)
    deals.board = "6h"
    for _ in range(5):
        deals.open()
    deals.close()
    assert len(build.place(1).cards) == 6
    build.paid(1, Decimal(2))
    assert build.document()["events"][-1] == {"type": "community", "card": "6h"}


def test_an_all_in_is_read_by_the_stack(build: HandBuilder) -> None:
    build.street()
    build.bring_in(1, to=Decimal(1))
    build.wager(2, to=Decimal(2))
    build.wager(1, to=Decimal(6))
    all_in(build, 2, Decimal(3))  # the seat's total of the round; 1 is what it adds
    assert build.place(2).in_round == Decimal(3)
    with pytest.raises(Cannot, match="'bo' is all-in for 2 and has 0 left"):
        all_in(build, 2, Decimal(2))


def test_an_all_in_first_act_is_the_bring_in_unless_it_is_called_a_raise(build: HandBuilder) -> None:
    build.stakes.pop("bring_in")
    build.street()
    all_in(build, 2, Decimal(3), raised=True)
    assert len(build.wagers) == 1
    again = HandBuilder("room", "2", "seven-card-stud")
    again.seat(1, "ann", Decimal(3))
    again.street()
    all_in(again, 1, Decimal(3))
    assert again.wagers == []
    assert again.place(1).in_round == Decimal(3)


def test_nobody_paid_is_no_end_of_a_hand(build: HandBuilder) -> None:
    build.street()
    with pytest.raises(Cannot, match="does not say who won"):
        pay(build, [], with_uncalled=False)


def test_a_fraction_of_a_cent_is_doubted(build: HandBuilder) -> None:
    build.currency = "USD"
    build.street()
    build.bring_in(1, to=Decimal("0.025"))
    build.rake(Decimal(0))
    pay(build, [(1, Decimal(2), None)], with_uncalled=False)
    assert build.doubts == ["an amount has more than two decimal places of USD"]


def test_an_uncalled_bet_comes_off_the_last_pot_of_its_seat(build: HandBuilder) -> None:
    build.street()
    build.bring_in(1, to=Decimal(1))
    build.wager(2, to=Decimal(3))
    build.wager(1, to=Decimal(8))
    pay(build, [(1, Decimal(5), 1), (1, Decimal(8), 0)], with_uncalled=True)
    assert build.place(1).paid == Decimal(8)
    with pytest.raises(Cannot, match="5 uncalled that no line gives back"):
        pay(build, [(2, Decimal(8), 0)], with_uncalled=True)
