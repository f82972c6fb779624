"""Stakes of a tournament's levels, learnt hand by hand: for sources that state none.

A hand in which nobody bets, or in which the low card is all-in, does not show its stakes; an earlier hand of the same
file at the same ante did. Only what was really posted or bet is learnt.
"""

from __future__ import annotations

from decimal import Decimal

from studbook.formats.builder import HandBuilder
from studbook.formats.limits import infer_bets

MOST = 200  # levels kept; a file has a few dozen


class Levels:
    """Bring-in and small bet by ante."""

    def __init__(self) -> None:
        self._bring_ins: dict[Decimal, Decimal] = {}
        self._small_bets: dict[Decimal, Decimal] = {}

    def before(self, build: HandBuilder, ante: Decimal | None, bring_in_posted: bool) -> None:
        """Give the hand the bring-in of its level where no seat posts one. Called when the antes are read."""
        known = self._bring_ins.get(ante) if ante else None
        if known is None or "bring_in" in build.stakes:
            return
        if bring_in_posted:
            build.guess_bring_in(known)  # used where what is posted turns out to be all-in for less
        else:
            build.stake(bring_in=known)
            build.infer("stakes.bring_in")

    def after(self, build: HandBuilder, ante: Decimal | None, bring_ins_to_small_bet: int) -> None:
        """Give the hand its bets, from its own wagers or from its level, and learn. Raises Cannot as `infer_bets`."""
        shown = any(not wager.all_in for wager in build.wagers)
        known = self._small_bets.get(ante) if ante else None
        if "small_bet" not in build.stakes and not shown and known is not None:
            build.stake(small_bet=known, big_bet=known * 2)
            build.infer("stakes.small_bet")
            build.infer("stakes.big_bet")
        infer_bets(build, bring_ins_to_small_bet)
        if ante is None or len(self._small_bets) >= MOST:
            return
        if shown:
            self._small_bets[ante] = build.stakes["small_bet"]
        if "bring_in" in build.stakes and "stakes.bring_in" not in build.inferred:
            self._bring_ins[ante] = build.stakes["bring_in"]


def usual_ante(build: HandBuilder) -> Decimal | None:
    """The largest ante posted: that of the level, unless every seat was all-in for less."""
    return max((place.ante for place in build.places.values() if place.ante), default=None)
