"""What rooms have in common: the names of games and limits, cards gathered street by street, all-in lines, payments.

Some rooms list every card that is dealt, but for those of seventh street that nobody saw: `Listed`. Others list few:
`Deals` gives each live seat its card of the street, ``??`` where the text is silent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from studbook.formats.builder import ZERO, HandBuilder
from studbook.formats.common import UNSEEN, Cannot, Line, card
from studbook.formats.money import places

# Cards down and up, street by street.
SEVEN_CARDS = ((2, 1), (0, 1), (0, 1), (0, 1), (1, 0))
FIVE_CARDS = ((1, 1), (0, 1), (0, 1), (0, 1))
STRUCTURES = {
    **dict.fromkeys(("", "fixed", "fl", "normal"), "fixed-limit"),
    **dict.fromkeys(("pot", "pl"), "pot-limit"),
    **dict.fromkeys(("no", "nl"), "no-limit"),
}
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


def structure_named(words: str, hand_no: str | None) -> str:
    """The structure by a room's words: ``No Limit``, ``POT_LIMIT``, ``FL``; nothing said is fixed limit.

    Raises Cannot for any others.
    """
    structure = STRUCTURES.get(words.strip().lower().replace("_", " ").removesuffix("limit").strip())
    if structure is None:
        raise Cannot(f"{words!r} is no limit that is known", hand_no=hand_no)
    return structure


def cards_of(game: str) -> tuple[tuple[int, int], ...]:
    """How many cards a seat gets down and up, street by street."""
    return FIVE_CARDS if game == "five-card-stud" else SEVEN_CARDS


class Deals:
    """The cards of the street that is being dealt, held back until somebody acts.

    ``open`` begins a street, ``add`` notes cards that the text gives to a seat, ``close`` deals to every live seat.
    """

    def __init__(self, build: HandBuilder) -> None:
        self._build = build
        self.board: str | None = None  # the common card of the last street, where the text tells it further down
        self._pattern = cards_of(build.game)
        self._listed: dict[int, list[str]] = {}
        self._pending = False
        self._common = False

    @property
    def last(self) -> bool:
        """Whether the street is the last one of the game."""
        return self._build.streets == len(self._pattern)

    def open(self, common: str | None = None) -> None:
        """Begin the next street; a card in the line that names the last one is the common card of it.

        Raises Cannot where the game has no more streets.
        """
        self.close()
        if self.last:
            raise self._build.cannot("a street is dealt after the last one of the game")
        self._build.street()
        self._listed = {}
        self._pending = True
        self._common = False
        if self.board and self.last:
            self.community(self.board)
        if common and self.last:
            self.community(card(common))

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
        if first and not everybody and build.dealer is None:
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


def begin_street(build: HandBuilder, number: int, line: str, common: str | None) -> None:
    """The street that ``line`` names, by its number, and its common card. Raises Cannot where another one is due."""
    build.street()
    if number != build.street_number:
        raise build.cannot(f"{line} follows where street {build.street_number} was due")
    if common:
        build.community(card(common))


class Listed:
    """Streets of a text that lists every card, but of seventh street only the cards that were seen.

    ``begin`` begins a street, ``deal`` deals a later one's card, ``close`` what nobody saw of seventh street.
    """

    def __init__(self, build: HandBuilder) -> None:
        self._build = build
        self._waiting: list[int] = []

    def begin(self, number: int, line: str, common: str | None) -> None:
        """Begin the street as `begin_street`."""
        self.close()
        begin_street(self._build, number, line, common)
        if self._build.on_seventh and not common:
            self._waiting = self._build.live()

    def deal(self, seat: int, held: Sequence[str], new: Sequence[str]) -> None:
        """The card that a seat gets, listed after those it has. Raises Cannot where they are not those it has."""
        self._build.check_listed(seat, held)
        if self._build.on_seventh:
            if seat not in self._waiting:
                raise self._build.cannot(f"{self._build.place(seat).player!r} is dealt a last card out of turn")
            self._waiting.remove(seat)
        self._build.deal_next(seat, new)

    def close(self) -> None:
        """Deal the last cards that are not listed, if that is still to be done."""
        for seat in self._waiting:
            self._build.deal(seat, [UNSEEN])
        self._waiting = []


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

    def check(self, seat: int) -> None:
        """A check of the round that is being played."""
        self._acts(seat, wager=False)
        self._build.check(seat)

    def wager(self, seat: int, added: Decimal) -> None:
        """A bet, completion or raise by the chips added."""
        self._acts(seat, wager=True)
        self._build.wager(seat, added=added)

    def _acts(self, seat: int, wager: bool) -> None:
        if wager or self._street != self._build.streets:
            self._street, self._first = self._build.streets, seat

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


def collected(payments: Iterable[Payment], seat: int) -> Decimal:
    """What the lines of payment give a seat."""
    return sum((figure for winner, figure, _ in payments if winner == seat), ZERO)


def pay(build: HandBuilder, payments: list[Payment], with_uncalled: bool | None) -> None:
    """Book what the text says was paid, at the end of the hand, when the builder has the rake that is stated.

    ``with_uncalled``: the room counts an uncalled bet as won (True), never (False), or the sums must tell (None); it
    comes off the seat's last pot. Raises Cannot where no line says who won.
    """
    if not any(figure for _, figure, _ in payments):
        raise build.cannot("the text does not say who won")
    over = build.uncalled()
    if with_uncalled is None:
        contested = sum((pot.amount for pot in build.pots()), ZERO)
        paid = sum((figure for _, figure, _ in payments), ZERO)
        with_uncalled = paid > contested - sum(build.stated_rake or (), ZERO)
    if over and with_uncalled:
        payments = _less_uncalled(build, payments, *over)
    for seat, figure, pot in payments:
        if figure:
            build.paid(seat, figure, pot)
    if build.currency and any(places(place.put_in) > 2 or places(place.paid) > 2 for place in build.places.values()):
        build.doubt(f"an amount has more than two decimal places of {build.currency}")


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
