"""Fixed-limit stakes where a text does not state them (tournament headers of some rooms): told from the bets made."""

from __future__ import annotations

from decimal import Decimal

from studbook.formats.builder import HandBuilder

ZERO = Decimal(0)


def infer_bets(hand: HandBuilder, bring_ins_to_small_bet: int) -> None:
    """Set ``small_bet`` and ``big_bet`` of a fixed-limit hand whose text states neither, and name them as inferred.

    The first size met in this order decides: a completion or raise on the first street, half a bet or raise of the
    last streets, a bet on the second street. Where nobody bet, the room's usual ratio to the bring-in is assumed.
    The big bet is twice the small bet. All-in wagers may be short and are no evidence. Raises Cannot where there is
    neither a bet nor a bring-in.
    """
    if "small_bet" in hand.stakes:
        return
    small = _small_bet(hand)
    if small is None:
        bring_in = hand.stakes.get("bring_in")
        if bring_in is None:
            raise hand.cannot("the text states no stakes, and no bet shows them")
        small = bring_in * bring_ins_to_small_bet
    hand.stake(small_bet=small, big_bet=small * 2)
    hand.infer("stakes.small_bet")
    hand.infer("stakes.big_bet")


def _small_bet(hand: HandBuilder) -> Decimal | None:
    whole = [wager for wager in hand.wagers if not wager.all_in]
    big_from = 5 - 3 if hand.game != "five-card-stud" else 4 - 2
    bring_in = hand.stakes.get("bring_in", ZERO)
    for wager in whole:
        if wager.round == 1:
            return wager.to if wager.over in (ZERO, bring_in) else wager.to - wager.over
    for wager in whole:
        if wager.round > big_from:
            return (wager.to - wager.over) / 2
    second = [wager.to - wager.over for wager in whole]
    return min(second) if second else None
