"""Two kinds of charts, drawn as SVG with classes and no colours: lines over time, and bars to both sides of nought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from markupsafe import Markup

from api.pages.words import Money

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 4, 4, 30, 62


@dataclass(frozen=True, slots=True)
class Line:
    """A line: whose, its colour, and its points, each a moment and the total by then."""

    name: str
    hue: str
    points: tuple[tuple[datetime, int], ...]


def lines(drawn: Sequence[Line], money: Money, told: str) -> Markup:
    """Lines that begin at nought, hand by hand (or day by day) at even distances: a night has no empty week in it."""
    moments = sorted({moment for line in drawn for moment, _ in line.points})
    at = {moment: place + 1 for place, moment in enumerate(moments)}
    totals = [total for line in drawn for _, total in line.points] + [0]
    low, high = min(totals), max(totals)
    spread = (high - low) or 1
    across = WIDTH - LEFT - RIGHT

    def x(place: int) -> float:
        return LEFT + across * place / max(len(moments), 1)

    def y(total: int) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - total) / spread

    across_at = Markup('<line class="{}" x1="{}" x2="{}" y1="{:.1f}" y2="{:.1f}"/>')
    edges = sorted({low, high} - {0})
    parts = [
        across_at.format("axis" if total == 0 else "grid", LEFT, WIDTH - RIGHT, y(total), y(total))
        for total in (0, *edges)
    ]
    for line in drawn:
        path = [f"M{x(0):.1f} {y(0):.1f}"]
        previous = y(0)
        for moment, total in line.points:
            # The total stays what it was until a hand changes it.
            path.append(f"L{x(at[moment] - 1):.1f} {previous:.1f}L{x(at[moment]):.1f} {y(total):.1f}")
            previous = y(total)
        path.append(f"L{x(len(moments)):.1f} {previous:.1f}")
        parts.append(
            Markup('<path class="{}" d="{}"><title>{}</title></path>').format(line.hue, "".join(path), line.name)
        )
    for total in (total for total in edges if abs(y(total) - y(0)) > 14):
        beside = y(total) + (22 if total < 0 else -6)
        parts.append(Markup('<text x="{}" y="{:.1f}">{}</text>').format(LEFT, beside, money.signed(total)))
    if moments:
        first, last = moments[0], moments[-1]
        parts.append(Markup('<text x="{}" y="{}">{}</text>').format(LEFT, HEIGHT - 6, _day(first)))
        if _day(first) != _day(last):
            parts.append(
                Markup('<text class="end" x="{}" y="{}">{}</text>').format(WIDTH - RIGHT, HEIGHT - 6, _day(last))
            )
    return Markup('<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        WIDTH, HEIGHT, told, Markup("").join(parts)
    )


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%b %Y}"


def bar_of(value: int, most: int, hue: str = "") -> Markup:
    """One bar to the left of the middle for a loss, to the right for a gain; ``most`` is the length of the longest."""
    width = 98 * abs(value) / most if most else 0
    x = 100 if value >= 0 else 100 - width
    style = hue or ("gain" if value >= 0 else "loss")
    return Markup(
        '<svg class="balance" viewBox="0 0 200 14" preserveAspectRatio="none" aria-hidden="true">'
        '<line x1="100" x2="100" y1="0" y2="14"/>'
        '<rect class="{}" x="{:.1f}" y="2" width="{:.1f}" height="10"/></svg>'
    ).format(style, x, width)
