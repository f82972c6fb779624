"""What every reader of hand histories shares: the three kinds of result, lines, blocks, names and card texts.

A reader turns numbered lines of decoded text into results, one hand at a time. Whatever goes wrong inside a hand is
raised as `Cannot` and costs that hand only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from studbook.cards import CARD_OF

Line = tuple[int, str]
# A hand of ten seats takes some 150 lines; what goes on for longer is no hand, and memory must not grow with it.
MAX_LINES_OF_A_HAND = 5_000
MOST_GAPS = 3
UNSEEN = "??"


@dataclass(frozen=True, slots=True)
class Read:
    """One hand as a document of the wire format (hand-record); ``line`` is its first line, counted from 1.

    ``inferred`` names the fields that the text does not state and the reader worked out ("rake"); ``doubts`` are
    sentences about figures of the text that do not agree with each other, although the hand could be read.
    ``event_lines``: the line on which each event stands, where the reader knows it; else empty.
    """

    document: dict[str, Any]
    file: str
    line: int
    inferred: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    event_lines: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Unread:
    """One hand, or a stretch outside the hands, that could not be read; ``line`` is where reading stopped."""

    file: str
    line: int
    reason: str
    hand_no: str | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """A hand of a game that is no stud game of the project, by the source's own name for it."""

    file: str
    line: int
    game: str
    hand_no: str | None = None


Result = Read | Unread | Skipped


class Cannot(Exception):
    """A hand that cannot be read: ``reason`` for a person, ``line`` where it stands (None: where reading was)."""

    def __init__(self, reason: str, line: int | None = None, hand_no: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.hand_no = hand_no


class OtherGame(Exception):
    """A hand of another game than stud: ``game`` is the source's own name for it."""

    def __init__(self, game: str, hand_no: str | None = None) -> None:
        super().__init__(game)
        self.game = game
        self.hand_no = hand_no


def quoted(line: str) -> str:
    """The line as a message shows it: in quotes, and cut where it is long."""
    text = line.strip()
    return f'"{text}"' if len(text) <= 120 else f'"{text[:117]}..."'


def blank(line: str) -> bool:
    """Whether a line holds nothing."""
    return not line.strip()


def read_hands(
    lines: Iterable[Line],
    file: str,
    begins: Callable[[str], bool],
    read_one: Callable[[list[Line], str], Read],
    between: Callable[[str], bool] = blank,
) -> Iterator[Result]:
    """Cut a text file into hands where ``begins(line)`` is true and read each with ``read_one(block, file)``.

    ``read_one`` gets the numbered lines of one hand and returns a `Read` or raises `Cannot` or `OtherGame`.
    ``between`` knows the lines that may stand between hands: they are cut off the end of a hand, and passed over
    before the first. Other text there is one `Unread`, also between two hands where the first reads without it. Only
    one hand is held in memory.
    """
    block: list[Line] = []
    inside = overlong = False
    for number, line in lines:
        if begins(line):
            if block and not overlong:
                yield from _read_block(block, file, inside, read_one, between)
            block, inside, overlong = [(number, line)], True, False
        elif overlong or (not block and between(line)):
            continue
        elif len(block) >= MAX_LINES_OF_A_HAND:
            overlong = True
            yield Unread(file, block[0][0], f"more than {MAX_LINES_OF_A_HAND} lines without the start of a new hand")
        else:
            block.append((number, line))
    if block and not overlong:
        yield from _read_block(block, file, inside, read_one, between)


def _read_block(
    block: list[Line],
    file: str,
    inside: bool,
    read_one: Callable[[list[Line], str], Read],
    between: Callable[[str], bool],
) -> Iterator[Result]:
    if not inside:
        yield _belongs_nowhere(block, file)
        return
    while len(block) > 1 and between(block[-1][1]):
        block.pop()
    whole = _read_or_say(block, file, read_one)
    if isinstance(whole, Unread):
        # The next hand may have lost its first line: this one then ends at a gap, and costs nothing.
        for at in _gaps(block, between):
            shorter = _read_or_say(block[:at], file, read_one)
            if isinstance(shorter, Read):
                yield shorter
                yield _belongs_nowhere([line for line in block[at:] if not between(line[1])], file)
                return
    yield whole


def _gaps(block: list[Line], between: Callable[[str], bool]) -> list[int]:
    """Where the first stretches of lines between hands begin inside a block."""
    gaps = [at for at in range(1, len(block)) if between(block[at][1]) and not between(block[at - 1][1])]
    return gaps[:MOST_GAPS]


def _read_or_say(block: list[Line], file: str, read_one: Callable[[list[Line], str], Read]) -> Result:
    first = block[0][0]
    try:
        return read_one(block, file)
    except Cannot as error:
        return Unread(file, error.line or first, error.reason, error.hand_no)
    except OtherGame as other:
        return Skipped(file, first, other.game, other.hand_no)


def _belongs_nowhere(block: list[Line], file: str) -> Unread:
    return Unread(file, block[0][0], f"text that belongs to no hand: {quoted(block[0][1])}")


class Names:
    """The players of a hand by the names the text uses, so that a line is cut at a name that is really there.

    A name may hold spaces, dots, brackets, a colon, or the words that lines are made of; the longest name that fits
    is therefore tried first, and nothing but a listed name is taken for one.
    """

    def __init__(self) -> None:
        self._seats: dict[str, int] = {}
        self._prefixes: dict[str, list[tuple[str, int]]] = {}

    def add(self, name: str, seat: int) -> None:
        """Register a name. Raises Cannot where two seats bear the same one."""
        if name in self._seats:
            raise Cannot(f"the name {name!r} is given to two seats, {self._seats[name]} and {seat}")
        self._seats[name] = seat
        self._prefixes.clear()

    def __contains__(self, name: str) -> bool:
        return name in self._seats

    def __getitem__(self, name: str) -> int:
        return self._seats[name]

    def seats(self) -> Mapping[str, int]:
        """Seat number by name."""
        return self._seats

    def starting(self, line: str, after: str = " ") -> Iterator[tuple[int, str]]:
        """Every reading of ``line`` as a name followed by ``after``: (seat, the rest), the longest name first."""
        prefixes = self._prefixes.get(after)
        if prefixes is None:
            longest_first = sorted(self._seats.items(), key=lambda item: len(item[0]), reverse=True)
            prefixes = self._prefixes[after] = [(name + after, seat) for name, seat in longest_first]
        for prefix, seat in prefixes:
            if line.startswith(prefix):
                yield seat, line[len(prefix) :]


# Every spelling of the 52 cards: "Td", "td", "TD", "10d", "10D".
_SPELLINGS = {
    spelling: text
    for text in CARD_OF
    if text != UNSEEN
    for rank in {text[0], text[0].lower(), text[0].replace("T", "10")}
    for spelling in (rank + text[1], rank + text[1].upper())
}


def card(text: str, hidden: Iterable[str] = ()) -> str:
    """A card of the wire format from ``Td``, ``10d`` or ``TD``; a mark of ``hidden`` (``X``, ``-``) gives ``??``.

    Raises Cannot for anything else.
    """
    word = text.strip()
    if word in hidden or word == UNSEEN:
        return UNSEEN
    if word in _SPELLINGS:
        return _SPELLINGS[word]
    raise Cannot(f"{text!r} is no card; rank then suit was expected, like As, Td or 2c")


def cards(text: str, hidden: Iterable[str] = ()) -> list[str]:
    """The cards of ``7d Kh 6d`` or ``7d, Kh, 6d`` (brackets cut off before), by `card`. Raises Cannot."""
    marks = frozenset(hidden)
    return [card(word, marks) for word in text.replace(",", " ").split()]
