"""What the readers of the smaller rooms share: lines led by a name, cards gathered street by street, all-in lines.

These rooms print one line an act, led by the name of a seat, and do not list every card that is dealt. `Deals` gives
each live seat its card of the street, ``??`` where the text is silent; `follow` finds the rule that a line obeys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Generic, TypeVar

from studbook.formats.builder import ZERO, HandBuilder
from studbook.formats.common import UNSEEN, Cannot, Line, card, quoted
from studbook.formats.money import amount, places

H = TypeVar("H")
Verb = tuple[re.Pattern[str], Callable[[H, int, re.Match[str]], None]]

# Cards down and up, street by street.
SEVEN_CARDS = ((2, 1), (0, 1), (0, 1), (0, 1), (1, 0))
FIVE_CARDS = ((1, 1), (0, 1), (0, 1), (0, 1))
# A room takes a tenth of a small pot at most; more is a line that was not there or not understood.
MOST_RAKE = Decimal("0.15")


def rule(pattern: str, apply: Callable[[H, int, re.Match[str]], None], flags: int = 0) -> Verb[H]:
    """A rule for the part of a line after the name: the whole of it must match ``pattern``. ``{M}`` is an amount."""
    return re.compile(pattern.replace("{M}", MONEY), flags), apply


MONEY = (
    r"([+-]?[$€£]? ?\d[\d.,]*(?:[ \u00a0]\d{3})*(?:[.,]\d+)?(?:[KM](?![A-Za-z]))?(?: ?[$€£])?"
    r"(?: ?(?:USD|EUR|EURO|GBP|CAD|[Cc]hips))?)"
)


GAMES = {
    "7 card stud": "seven-card-stud", "7 card": "seven-card-stud", "7 stud": "seven-card-stud",
    "7 card stud hi/lo": "stud-hi-lo-8", "7 card hi/lo": "stud-hi-lo-8", "7 stud hi/lo": "stud-hi-lo-8",
    "razz": "razz", "7 card razz": "razz", "2-7 razz": "deuce-to-seven-razz", "razz 2-7": "deuce-to-seven-razz",
    "5 card stud": "five-card-stud", "5 stud": "five-card-stud",
}  # fmt: skip
_SPELLINGS = (
    (r"[_ ]+", " "), (r"\bseven\b", "7"), (r"\bfive\b", "5"), (r"\bcards\b", "card"),
    (r"^([57]) ?(?=card|stud)", r"\1 "),
    (r" ?\b(?:hi(?:gh)?[ /-]?low?|h/l)\b(?:[ /-]*8(?: ?or better)?)?$", " hi/lo"), (r" hi(?:gh)?$", ""),
)  # fmt: skip


def stud_game(name: str) -> str | None:
    """The project's name of a stud game by a room's: ``Seven Cards Stud HiLow``, ``7CARD_HL``; None for others."""
    text = name.strip().lower().replace("_hl", " h/l")
    for spelling, plain in _SPELLINGS:
        text = re.sub(spelling, plain, text)
    return GAMES.get(text.strip())


@lru_cache(4_096)
def money(text: str) -> Decimal:
    """The figure of an amount as these rooms print it: ``$0.25``, ``[$ 0.05 USD]``, ``151,353 chips``, ``1.5K``."""
    body = re.sub(r"\b(?:[Cc]hips|EURO)\b", "", text).strip().rstrip(".")
    thousands = re.fullmatch(r"(.*\d)([KM])", body)
    if thousands:
        return amount(thousands[1]) * (1_000 if thousands[2] == "K" else 1_000_000)
    return amount(body)


class Rules(Generic[H]):
    """Rules for the words of a line, tried in turn. What was found is remembered: rooms say few things, and often."""

    MEMORY = 2_048

    def __init__(self, *verbs: Verb[H]) -> None:
        self._verbs = verbs
        self._known: dict[str, tuple[Callable[[H, int, re.Match[str]], None], re.Match[str]] | None] = {}

    def fitting(self, words: str) -> tuple[Callable[[H, int, re.Match[str]], None], re.Match[str]] | None:
        """What to apply, and how the words match; None where no rule knows them."""
        try:
            return self._known[words]
        except KeyError:
            pass
        fits = None
        for pattern, apply in self._verbs:
            found = pattern.fullmatch(words)
            if found:
                fits = apply, found
                break
        if len(self._known) >= self.MEMORY:
            self._known.clear()
        self._known[words] = fits
        return fits


def follow(
    hand: H, build: HandBuilder, line: str, rules: Rules[H], after: str = " ", before: Callable[[], None] | None = None
) -> bool:
    """Apply the rule that fits ``line`` read as a name, ``after`` and the rest; False where there is none.

    The longest name that leaves a rest which a rule knows is the one that is meant. ``before`` is called first.
    """
    for seat, rest in build.names.starting(line, after):
        fits = rules.fitting(rest)
        if fits:
            if before:
                before()
            fits[0](hand, seat, fits[1])
            return True
    return False


class Deals:
    """The cards of the street that is being dealt, held back until somebody acts.

    ``open`` begins a street, ``add`` notes cards that the text gives to a seat, ``close`` deals to every live seat.
    """

    def __init__(self, build: HandBuilder) -> None:
        self._build = build
        self.order_known = False  # set where the text states the button
        self.board: str | None = None  # the common card of the last street, where the text tells it further down
        self._pattern = FIVE_CARDS if build.game == "five-card-stud" else SEVEN_CARDS
        self._listed: dict[int, list[str]] = {}
        self._pending = False
        self._common = False

    @property
    def last(self) -> bool:
        """Whether the street is the last one of the game."""
        return self._build.streets == len(self._pattern)

    def open(self) -> None:
        """Begin the next street. Raises Cannot where the game has no more."""
        self.close()
        if self.last:
            raise self._build.cannot("a street is dealt after the last one of the game")
        self._build.street()
        self._listed = {}
        self._pending = True
        self._common = False
        if self.board and self.last:
            self.community(self.board)

    def add(self, seat: int, cards: Sequence[str]) -> None:
        """Cards that the seat gets on this street, in the order dealt."""
        if not self._pending:
            raise self._build.cannot("a card is dealt where no street has begun")
        self._listed.setdefault(seat, []).extend(cards)

    def community(self, card: str) -> None:
        """The street is one common card."""
        if not (self._pending and self.last):
            raise self._build.cannot("a common card is dealt before the last street")
        self._common = True
        self._build.community(card)

    def close(self) -> None:
        """Deal the street to every live seat, if that is still to be done."""
        if not self._pending:
            return
        self._pending = False
        if self._common:
            return
        build = self._build
        down, up = self._pattern[build.streets - 1]
        first = build.streets == 1
        live = build.live()
        for seat in self._listed:
            if seat not in live and (build.place(seat).folded or not first):
                raise build.cannot(f"{build.place(seat).player!r} is dealt a card and is not in the hand")
            if seat not in live:
                live.append(seat)
        everybody = all(seat in self._listed for seat in live)
        if first and not everybody and not self.order_known:
            # Some seats' cards are not printed, so the order of the lines says nothing about who is dealt to first.
            build.order(sorted(build.places))
            build.infer("seats")
        for seat in [*self._listed, *sorted(seat for seat in live if seat not in self._listed)]:
            cards = self._listed.get(seat, [])
            if not cards:
                cards = [UNSEEN] * (down + up)
            elif first and len(cards) == up:
                cards = [UNSEEN] * down + list(cards)
            if len(cards) != down + up:
                raise build.cannot(
                    f"{build.place(seat).player!r} is dealt {len(cards)} cards on a street of {down + up}"
                )
            build.deal(seat, cards[:down], cards[down:])


def common_card(block: Iterable[Line], pattern: re.Pattern[str]) -> str | None:
    """The one card of a line that matches ``pattern``, wherever it stands in the hand; None where there is none."""
    return next((card(found[1]) for _, line in block if (found := pattern.fullmatch(line.strip()))), None)


class Showdown:
    """Hands that a text lists at its end by seats, which is not the order in which they were laid down.

    They become events in the order of the table: from the last bet or raise of the last round, else from its opener.
    """

    def __init__(self, build: HandBuilder) -> None:
        self._build = build
        self._street = 0
        self._first: int | None = None
        self._laid: dict[int, list[str] | None] = {}

    def acted(self, seat: int, wager: bool = False) -> None:
        """Note an act of the round that is being played."""
        if self._street != self._build.streets:
            self._street, self._first = self._build.streets, seat
        if wager:
            self._first = seat

    def lay(self, seat: int, cards: list[str] | None) -> None:
        """A hand shown, or (None) given up; a hand that is shown after all counts as shown."""
        self._laid[seat] = cards or self._laid.get(seat)

    def close(self) -> None:
        """Make the events."""
        first = self._first or 0
        for seat in sorted(self._laid, key=lambda seat: (seat < first, seat)):
            shown = self._laid[seat]
            if shown is None:
                self._build.muck(seat)
            else:
                self._build.show(seat, shown)


def all_in(
    build: HandBuilder, seat: int, figure: Decimal | None, total: Decimal | None = None, raised: bool = False
) -> None:
    """A line that says "all-in" and not whether it is a call or a bet; ``figure`` is what the text prints.

    It is the chips added, or in some rooms the seat's total of the round; the stack decides which. As the first act
    of the hand it is the bring-in when it is no more than that, unless the text calls it a raise (``raised``).
    Raises Cannot where the figure fits neither.
    """
    place = build.place(seat)
    left = place.left
    if total is None:
        if figure is None:
            if left is None:
                raise build.cannot(f"{place.player!r} is all-in and the text does not say for how much")
            figure = left
        if left is None or figure == left:
            total = place.in_round + figure
        elif figure == place.in_round + left:
            total = figure
        else:
            raise build.cannot(f"{place.player!r} is all-in for {figure} and has {left} left")
    if not raised and build.streets == 1 and build.level == ZERO and total <= build.stakes.get("bring_in", total):
        build.bring_in(seat, to=total, all_in=True)
    elif total > build.level:
        build.wager(seat, to=total)
    else:
        build.call(seat, to=total)


Payment = tuple[int, Decimal, int | None]  # the seat, the chips, the pot where the text names it (0: main)


def pay(build: HandBuilder, payments: list[Payment], rake: Decimal | None, with_uncalled: bool | None = False) -> None:
    """Book what the text says was paid, at the end of the hand; ``rake`` is the rake stated, None where none is.

    ``with_uncalled``: the room counts an uncalled bet as won (True), never (False), or the sums must tell (None); it
    comes off the seat's last pot. Raises Cannot where no line says who won, and doubts a rake that is not stated
    and far from any room's.
    """
    if not any(figure for _, figure, _ in payments):
        raise build.cannot("the text does not say who won")
    contested = sum((pot.amount for pot in build.pots()), ZERO)
    over = build.uncalled()
    total = sum((figure for _, figure, _ in payments), ZERO)
    if with_uncalled is None:
        with_uncalled = total > contested - (rake or ZERO)
    if over and with_uncalled:
        payments = _less_uncalled(build, payments, *over)
        total -= over[1]
    for seat, figure, pot in payments:
        if figure:
            build.paid(seat, figure, pot)
    if build.currency and any(places(place.put_in) > 2 or places(place.paid) > 2 for place in build.places.values()):
        build.doubt(f"an amount has more than two decimal places of {build.currency}")
    if rake is None and contested and (contested - total) / contested > MOST_RAKE:
        build.doubt(f"of {contested} in the pots only {total} are said to be paid, and no rake is stated")


def _less_uncalled(build: HandBuilder, payments: list[Payment], seat: int, figure: Decimal) -> list[Payment]:
    mine = sorted((p for p in payments if p[0] == seat), key=lambda payment: payment[2] or 0, reverse=True)
    rest = [p for p in payments if p[0] != seat]
    for _, paid, pot in mine:
        part = min(figure, paid)
        figure -= part
        rest.append((seat, paid - part, pot))
    if figure:
        raise build.cannot(f"{build.place(seat).player!r} has {figure} uncalled that no line gives back")
    return rest


def not_understood(build: HandBuilder, line: str) -> Cannot:
    """What a reader raises for a line that no rule knows."""
    return build.cannot(f"the line {quoted(line)} is not understood")
