"""High, low or both: who wins which side of one pot by what was declared (``stud-hi-lo-declare/declare``).

All who declared are compared once, those who declared both included. Who declared both and fails is out of the pot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from studbook.table import Seat


@dataclass(frozen=True, slots=True)
class Share:
    """One side of a pot: ``name`` is high, low or whole; the equal winners; the article's topic; the scale in which
    they are equal."""

    name: str
    winners: tuple[Seat, ...]
    topic: str
    low: bool = False


Strengths = Mapping[Seat, int | None]


def best_of(strengths: Strengths, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats, in order of play, whose hand is the best; hands that do not qualify (None) win nothing."""
    able = [(seat, strength) for seat in seats if (strength := strengths[seat]) is not None]
    if not able:
        return ()
    best = max(strength for _, strength in able)
    return tuple([seat for seat, strength in able if strength == best])


def declared_shares(
    seats: Sequence[Seat], high: Strengths, low: Strengths, both_tie: str, failed_both: str
) -> list[Share]:
    """Who wins the sides of one pot. ``seats`` are its live hands, ``high`` and ``low`` their strengths (None: the low
    does not qualify). ``both_tie`` and ``failed_both`` are the house rules of those names. One share named whole where
    one side takes everything."""
    highs = [seat for seat in seats if seat.declared in ("high", "both")]
    lows = [seat for seat in seats if seat.declared in ("low", "both")]
    high_winners, low_winners = best_of(high, highs), best_of(low, lows)

    def wins(seat: Seat, winners: tuple[Seat, ...]) -> bool:
        return seat in winners and (both_tie == "wins" or len(winners) == 1)

    failed = [
        seat for seat in seats if seat.declared == "both" and not (wins(seat, high_winners) and wins(seat, low_winners))
    ]
    if failed and failed_both == "stopper_takes_all":
        honest_high = tuple([seat for seat in high_winners if seat not in failed])
        honest_low = tuple([seat for seat in low_winners if seat not in failed])
        if honest_high or honest_low:
            # A half that a failed hand would have won goes to the winner of the other half.
            return _sides(
                honest_high or (honest_low if high_winners else ()),
                honest_low or (honest_high if low_winners else ()),
                "failed-both",
                "failed-both" if not honest_high or not honest_low else "declare",
            )
    rest_high = best_of(high, [seat for seat in highs if seat not in failed])
    rest_low = best_of(low, [seat for seat in lows if seat not in failed])
    topic = "failed-both" if failed else "declare"
    if rest_high or rest_low:
        return _sides(rest_high, rest_low, "nobody-one-way", topic)
    if len(failed) == len(seats):
        # Only failed both-ways hands are left: their cards speak among them.
        return _sides(best_of(high, failed), best_of(low, failed), "failed-both", "only-failed-both")
    return [Share("whole", best_of(high, seats), "nobody-can-win")]


def _sides(high: tuple[Seat, ...], low: tuple[Seat, ...], alone: str, topic: str) -> list[Share]:
    if not low:
        return [Share("whole", high, alone)]
    if not high:
        return [Share("whole", low, alone, low=True)]
    return [Share("high", high, topic), Share("low", low, topic, low=True)]
