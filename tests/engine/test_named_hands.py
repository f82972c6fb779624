"""Hands that somebody asked for by name, and the worked examples of the documents that are whole hands."""

from __future__ import annotations

from collections.abc import Callable

from pokerkit import Automation, FixedLimitSevenCardStudHighLowSplitEightOrBetter

from tests.engine.rulebook_hands import hand, rule

# Seat 1 is all-in on third street with the only low that will qualify, seat 3 on fifth with the best high; the other
# two play on beside them.
ONLY_LOW = (
    "d 1 2s3d/4c 2 KsKd/Qh 3 JsJd/Th 4 9s9d/2c; bring-in 4 3; complete 1 10; call 2; call 3; call 4; "
    "street 5h Qc Tc 2h; bet 2 10; call 3; call 4; street 8h 6c 7c 8d; bet 2 20; call 3; call 4; "
    "street As 3c 3h 6h; bet 2 20; call 4; street Kh 8s Jc Td; check 2; check 4"
)
STACKS = (11, 200, 41, 200)


def test_an_all_in_holder_of_the_only_low_does_not_halve_the_side_pot_that_it_is_not_in() -> None:
    """Four-way hi-lo: the main pot is halved, the side pots go whole to their best highs."""
    ruling = rule(hand("stud-hi-lo-8", STACKS, ONLY_LOW))
    assert ruling.status == "settled"
    assert ruling.pots == [(44, [1, 2, 3, 4]), (90, [2, 3, 4]), (40, [2, 4])]
    assert ruling.awards == [
        [(3, 22, "high", "stud/high-half"), (1, 22, "low", "stud/low-half")],
        [(3, 90, "whole", "stud/no-low")],
        [(2, 40, "whole", "stud/no-low")],
    ]
    assert [seat["low"] and seat["low"]["name"] for seat in ruling.verdict["seats"]] == ["5-4-3-2-A", None, None, None]
    assert [seat["stack"] for seat in ruling.verdict["seats"]] == [22, 179, 112, 139]


def test_pokerkit_halves_the_side_pot_of_the_same_hand() -> None:
    """The difference that the comparison with PokerKit names the side-pot leak: of 90 the best high gets 45 and a share
    of the low half, which nobody in that pot has a hand for."""
    state = FixedLimitSevenCardStudHighLowSplitEightOrBetter.create_state(
        (
            Automation.ANTE_POSTING,
            Automation.BET_COLLECTION,
            Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
            Automation.HAND_KILLING,
            Automation.CHIPS_PUSHING,
            Automation.CHIPS_PULLING,
        ),
        True, 1, 3, 10, 20, STACKS, 4,
    )  # fmt: skip
    acts: dict[str, Callable[[], object]] = {"b": state.complete_bet_or_raise_to, "c": state.check_or_call}
    for dealt in ("2s3d4c", "KsKdQh", "JsJdTh", "9s9d2c"):
        state.deal_hole(dealt)
    state.post_bring_in()
    for act in "bccc":
        acts[act]()
    for street, round_ in (("5hQcTc2h", "bcc"), ("8h6c7c8d", "bcc"), ("As3c3h6h", "bc"), ("Kh8sJcTd", "cc")):
        state.burn_card("??")
        for at in range(0, len(street), 2):
            state.deal_hole(street[at : at + 2])
        for act in round_:
            acts[act]()
    assert state.stacks == [22, 179 + 23, 112 - 23, 139]
