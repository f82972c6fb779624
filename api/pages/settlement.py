"""The settlement as bars: each pot one bar, cut into the shares that were paid out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from api.pages.words import Money

HALVES = {"high": "for high", "low": "for low", "whole": "the whole pot"}
BASES = {"cards": "", "last-hand": "last hand left", "given": "taken as the source gives it"}


@dataclass(frozen=True, slots=True)
class Share:
    """One share of a pot: whose, how much, for what, with which article; ``hue`` numbers the colour of its seat."""

    name: str
    amount: int
    half: str
    odd_chips: int
    article: str
    basis: str
    hue: str
    percent: float


@dataclass(frozen=True, slots=True)
class PotBar:
    """A pot: its title, chips, who played for it, its shares, and the bar."""

    title: str
    amount: int
    rake: int
    open: int
    eligible: tuple[str, ...]
    shares: tuple[Share, ...]
    bar: Markup


def hues(verdict: Mapping[str, Any]) -> dict[int, str]:
    """The colour of each seat, by its place in the order of play."""
    return {row["seat"]: f"hue-{at % 10}" for at, row in enumerate(verdict["seats"])}


def pot_bars(verdict: Mapping[str, Any], names: Mapping[int, str], money: Money) -> list[PotBar]:
    """The pots of a verdict, main first."""
    hue, pots = hues(verdict), verdict["pots"]
    bars = []
    for at, pot in enumerate(pots):
        amount = pot["amount"]
        shares = tuple(
            Share(
                names[award["seat"]], award["amount"], HALVES[award["for"]], award["odd_chips"], award["article"],
                BASES[award["basis"]], hue[award["seat"]], 100 * award["amount"] / amount if amount else 0,
            )
            for award in pot["awards"]
        )  # fmt: skip
        title = "The pot" if len(pots) == 1 else "Main pot" if at == 0 else f"Side pot {at}"
        eligible = tuple(names[seat] for seat in pot["eligible"])
        parts = [(share.hue, share.amount, f"{share.name} {money(share.amount)}") for share in shares]
        parts += [("rake", pot["rake"], f"rake {money(pot['rake'])}")] if pot["rake"] else []
        parts += [("open", pot["open"], f"not decided {money(pot['open'])}")] if pot["open"] else []
        bars.append(PotBar(title, amount, pot["rake"], pot["open"], eligible, shares, bar(parts, amount)))
    return bars


def bar(parts: Sequence[tuple[str, int, str]], total: int) -> Markup:
    """A bar cut into parts (class, amount, words), as wide as its page."""
    drawn, x = [], 0.0
    for style, amount, told in parts:
        width = 1000 * amount / total if total else 0
        drawn.append(
            Markup('<rect class="{}" x="{:.1f}" y="0" width="{:.1f}" height="20"><title>{}</title></rect>').format(
                style, x, max(width - 2, 1), told
            )
        )
        x += width
    words = "; ".join(told for _, _, told in parts)
    return Markup(
        '<svg class="bar" viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-label="{}">{}</svg>'
    ).format(words, Markup("").join(drawn))
