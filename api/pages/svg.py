"""The table as a picture: seats round it, cards, stacks, bets, the centre; one for wide screens, one for phones.

The picture holds no colour and no font: classes say what a shape is, and the style sheet how it looks, in light and in
dark, with two colours of suits or four. Symbols of suits come from the sprite in the page (templates/sprite.svg).
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from api.pages.moments import Lying, Moment, Place, SeatMoment
from api.pages.words import Money, card_words, street_name

OUT = {"folded": "folded", "mucked": "mucked", "dead": "dead hand"}
# Marks that turn the direction of text, or have no width: a label cut short would lose their ends.
UNSHOWN = ("Cf", "Cc", "Cs", "Co", "Cn", "Zl", "Zp")
CARD_HEIGHT = 46


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things lie: the size of the picture, of a seat's block, the centre, and the middle of each seat's block."""

    name: str
    width: int
    height: int
    block: int
    card: int
    step: int
    centre: tuple[int, int]
    spots: tuple[tuple[int, int], ...]
    dealer: tuple[int, int]


def wide(seats: int, cards: int) -> Layout:
    """Round an ellipse, clockwise from the dealer at the bottom."""
    block = 26 * (cards - 1) + 34
    middle_x, middle_y = 380, 252
    radius_x, radius_y = 280 if cards > 5 else 300, 188
    spots = []
    for at in range(seats):
        angle = math.radians(90 + (at + 0.5) * 360 / seats)
        spots.append((round(middle_x + radius_x * math.cos(angle)), round(middle_y + radius_y * math.sin(angle))))
    return Layout("wide", 760, 504, block, 34, 26, (middle_x, middle_y), tuple(spots), (middle_x, 474))


def tall(seats: int, cards: int) -> Layout:
    """Two columns for phones: up the left side, down the right, the centre between the upper and the lower seats."""
    step = 23 if cards > 5 else 28
    row, strip = 108, 122
    rows = (seats + 1) // 2
    above = (rows + 1) // 2
    tops = [at * row + (strip if at >= above else 0) + row // 2 for at in range(rows)]
    left = [(90, y) for y in reversed(tops)]
    right = [(270, y) for y in tops]
    if seats % 2:
        left[-1] = (180, tops[0])
        right = right[1:]
    height = rows * row + strip
    return Layout(
        "tall", 360, height + 18, 168, 30, step, (180, above * row + strip // 2), (*left, *right), (180, height + 7)
    )


def table_picture(moment: Moment, money: Money, game: str) -> Markup:
    """Both drawings; the style sheet shows the one that suits the screen."""
    cards = max(5, *(len(seat.cards) for seat in moment.seats)) if game == "five-card-stud" else 7
    layouts = wide(len(moment.seats), cards), tall(len(moment.seats), cards)
    return Markup("").join(_Drawing(layout, moment, money, game).markup() for layout in layouts)


def label(text: str, most: int) -> str:
    """A name as a label of at most ``most`` columns, without the marks that would turn what stands beside it."""
    shown = "".join(" " if c in "\t\n" else c for c in text if unicodedata.category(c) not in UNSHOWN or c in "\t\n")
    shown = shown.strip() or "(no name)"
    columns, kept = 0, ""
    for c in shown:
        if unicodedata.combining(c) and kept.endswith(c):
            continue
        columns += 2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1
        if columns > most:
            return kept.rstrip() + "…"
        kept += c
    return kept


class _Drawing:
    def __init__(self, layout: Layout, moment: Moment, money: Money, game: str) -> None:
        self.layout = layout
        self.moment = moment
        self.money = money
        self.game = game
        self.parts: list[str] = []

    def markup(self) -> Markup:
        """The whole picture as one element."""
        layout, moment = self.layout, self.moment
        street = street_name(moment.street, self.game)
        told = ". ".join(part for part in (street, f"Pot {self.money(moment.pot)}") if part)
        # Two or four seats leave the upper edge empty.
        top = max(0, min(76, *(y - 56 for _, y in layout.spots))) if layout.name == "wide" else 0
        self.parts.append(
            f'<svg class="table {layout.name}" viewBox="0 {top} {layout.width} {layout.height - top}" role="img" '
            f'aria-label="The table. {escape(told)}. The table in words is below.">'
        )
        self._felt()
        self._centre()
        x, y = layout.dealer
        self.parts.append(
            f'<g class="button"><circle cx="{x}" cy="{y}" r="8"/><text x="{x}" y="{y + 3.5}">D</text></g>'
        )
        for seat, spot in zip(moment.seats, layout.spots, strict=True):
            self._seat(seat, spot)
        self.parts.append("</svg>")
        return Markup("".join(self.parts))

    def _felt(self) -> None:
        layout = self.layout
        if layout.name == "wide":
            x, y = layout.centre
            self.parts.append(f'<ellipse class="felt" cx="{x}" cy="{y}" rx="262" ry="170"/>')
        else:
            self.parts.append(f'<rect class="felt" x="46" y="40" width="268" height="{layout.height - 98}" rx="120"/>')

    # -- the centre ------------------------------------------------------------------------------------------------

    def _centre(self) -> None:
        moment = self.moment
        x, y = self.layout.centre
        lines: list[tuple[str, str]] = []
        if moment.over:
            lines.append(("pot", f"{self.money(moment.pot)} paid out"))
        else:
            lines.append(("pot", f"Pot {self.money(moment.pot)}"))
            if len(moment.pots) > 1:
                named = [f"main {self.money(moment.pots[0])}"]
                named += [f"side {self.money(pot)}" for pot in moment.pots[1:]]
                lines.append(("small", " · ".join(named)))
            if moment.level:
                lines.append(("small", f"{self.money(moment.level)} to match"))
            if moment.to_beat:
                lines.append(("small", f"to beat: {moment.to_beat}"))
        street = street_name(moment.street, self.game)
        foot = [street] if street else []
        foot.append(
            f"{moment.deck_left} left in the deck" if self.layout.name == "wide" else f"deck {moment.deck_left}"
        )
        lines.append(("small faint", " · ".join(foot)))
        row = [place for place in moment.centre if place.face is not None or place.price is not None]
        height = (
            17 * len(lines) + 4 + (CARD_HEIGHT + (16 if any(place.price for place in row) else 0) + 4 if row else 0)
        )
        top = y - height // 2
        if row:
            self._row(row, x, top)
            top += height - 17 * len(lines) - 4
        for at, (style, line) in enumerate(lines):
            self._text(x, top + 16 + 17 * at + (2 if at else 0), line, f"centred {style}")

    def _row(self, row: Sequence[Place], x: int, top: int) -> None:
        width = self.layout.card
        left = x - (len(row) * (width + 6) - 6) / 2
        for at, place in enumerate(row):
            at_x = left + at * (width + 6)
            if place.face is None:
                self.parts.append(
                    f'<rect class="empty" x="{at_x:g}" y="{top}" width="{width}" height="{CARD_HEIGHT}" rx="4"/>'
                )
            else:
                self._card(at_x, top, Lying(place.face, True))
            if place.price is not None:
                self._text(at_x + width / 2, top + CARD_HEIGHT + 13, self.money(place.price), "centred small price")

    # -- a seat ----------------------------------------------------------------------------------------------------

    def _seat(self, seat: SeatMoment, spot: tuple[int, int]) -> None:
        layout = self.layout
        x, y = spot[0] - layout.block / 2, spot[1] - 48
        classes = ["seat"]
        classes += ["out"] if seat.out else []
        classes += ["due"] if seat.due else []
        classes += ["won"] if seat.won else []
        self.parts.append(f'<g class="{" ".join(classes)}">')
        self.parts.append(
            f'<rect class="place" x="{x - 5:g}" y="{y - 3:g}" width="{layout.block + 10}" height="102" rx="9"/>'
        )
        stack = "" if seat.stack is None else self.money(seat.stack)
        number = f"{seat.number} "
        most = int((layout.block - 7.2 * len(stack) - 8 * len(number)) / 7.9)
        self.parts.append(
            f'<text x="{x:g}" y="{y + 13:g}" class="name"><tspan class="faint">{number}</tspan>'
            f"{escape(label(seat.name, most))}<title>{escape(label(seat.name, 200))}</title></text>"
        )
        if stack:
            self._text(x + layout.block, y + 13, stack, "right stack")
        for at, lying in enumerate(seat.cards):
            self._card(x + at * layout.step, y + 21 + (0 if lying.up else 5), lying)
        told = self._told(seat)
        if told:
            room = layout.block - (self._chips_width(seat) + 4 if layout.name == "tall" else 0)
            self._text(x, y + 91, label(told, int(room / 6.4)), "told")
        self.parts.append("</g>")
        if seat.bet or seat.won:
            self._chips(seat, spot)

    def _told(self, seat: SeatMoment) -> str:
        said = [OUT[seat.out]] if seat.out else []
        if seat.declared:
            said.append(
                "has declared" if seat.declared == "declared" else f"{seat.declared}: {seat.hand or ''}".rstrip(": ")
            )
        elif seat.hand:
            said.append(seat.hand)
        if seat.stack == 0 and not seat.out and not self.moment.over:
            said.append("all-in")
        if seat.opened and not said and not self.moment.over:
            said.append("opens")
        return " · ".join(said)

    def _amount(self, seat: SeatMoment) -> str:
        return f"+{self.money(seat.won)}" if seat.won else self.money(seat.bet) if seat.bet else ""

    def _chips_width(self, seat: SeatMoment) -> float:
        amount = self._amount(seat)
        return 7.4 * len(amount) + 16 if amount else 0

    def _chips(self, seat: SeatMoment, spot: tuple[int, int]) -> None:
        """The bet of the round, or what was won, between the seat and the centre."""
        layout = self.layout
        amount, width = self._amount(seat), self._chips_width(seat)
        if layout.name == "wide":
            towards_x, towards_y = layout.centre[0] - spot[0], layout.centre[1] - spot[1]
            half_x, half_y = layout.block / 2 + 9 + width / 2, 48 + 17
            scale = min(half_x / abs(towards_x) if towards_x else 9, half_y / abs(towards_y) if towards_y else 9)
            x, y = spot[0] + towards_x * scale, spot[1] + towards_y * scale
        else:
            # No room between: over the right end of the line below the cards.
            x, y = spot[0] + layout.block / 2 - width / 2, spot[1] + 39
        kind = "gain" if seat.won else "bet"
        self.parts.append(
            f'<g class="chips {kind}"><rect x="{x - width / 2:.1f}" y="{y - 10:.1f}" width="{width:.1f}" height="20" '
            f'rx="10"/><text x="{x:.1f}" y="{y + 4.5:.1f}">{escape(amount)}</text></g>'
        )

    # -- shapes ----------------------------------------------------------------------------------------------------

    def _card(self, x: float, y: float, lying: Lying) -> None:
        width = self.layout.card
        if lying.face == "??":
            self.parts.append(f'<use href="#back" x="{x:g}" y="{y:g}" width="{width}" height="{CARD_HEIGHT}"/>')
            return
        rank = "10" if lying.face[0] == "T" else lying.face[0]
        suit = lying.face[1]
        style = "card" if lying.up else "card down"
        self.parts.append(
            f'<g class="{style} {suit}"><title>{card_words(lying.face)}</title>'
            f'<rect x="{x:g}" y="{y:g}" width="{width}" height="{CARD_HEIGHT}" rx="4"/>'
            f'<text x="{x + 4:g}" y="{y + 18:g}" class="{"rank ten" if rank == "10" else "rank"}">{rank}</text>'
            f'<use href="#suit-{suit}" x="{x + 4:g}" y="{y + 23:g}" width="15" height="15"/></g>'
        )

    def _text(self, x: float, y: float, text: str, style: str) -> None:
        self.parts.append(f'<text x="{x:g}" y="{y:g}" class="{style}">{escape(text)}</text>')


def in_words(moment: Moment, money: Money) -> Iterable[dict[str, object]]:
    """The picture as rows of a table, for whoever does not see it."""
    for seat in moment.seats:
        state = OUT.get(seat.out or "", "")
        if not state and seat.due:
            state = "to act"
        if not state and seat.stack == 0 and not moment.over:
            state = "all-in"
        yield {
            "seat": seat.number,
            "name": seat.name,
            "cards": [lying.face for lying in seat.cards],
            "down": sum(not lying.up for lying in seat.cards),
            "stack": money(seat.stack),
            "bet": money(seat.bet) if seat.bet else "",
            "state": state or (f"wins {money(seat.won)}" if seat.won else "") or (seat.hand or ""),
        }
