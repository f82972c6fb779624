"""Hands told line by line: how the lines of one hand are read, and the lines that are worded alike in many rooms.

A reader of such a text knows its first line, makes a `Told` of it, and says of every other line whether it is known.
Most lines are led by the name of a seat; `Rules` are a room's words after the name, `follow` applies them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import partial
from typing import Generic, Protocol, TypeVar

from studbook.formats.builder import HandBuilder
from studbook.formats.common import Cannot, Line, Read, Result, blank, quoted, read_hands
from studbook.formats.money import MONEY, money


class Told(Protocol):
    """A hand while its lines are read."""

    build: HandBuilder

    def line(self, line: str) -> bool:
        """One line after the first, without the space at its end; False where it is not known. Raises Cannot."""

    def finish(self) -> None:
        """The end of the hand's lines. Raises Cannot where something is missing."""


H = TypeVar("H", bound=Told)
Act = Callable[[H, int, re.Match[str]], object]
Verb = tuple[re.Pattern[str], Act[H]]


def read_told(
    lines: Iterable[Line],
    file: str,
    begins: Callable[[str], bool],
    told: Callable[[list[Line]], Told],
    between: Callable[[str], bool] = blank,
) -> Iterator[Result]:
    """The hands of a file, one by one, cut as by `read_hands`; ``told`` makes the hand of its lines by the first.

    A line that is not known makes the hand `Unread` there.
    """
    return read_hands(lines, file, begins, partial(read_block, told), between)


def read_block(told: Callable[[list[Line]], Told], block: list[Line], file: str) -> Read:
    """The hand of these numbered lines. Raises Cannot with the line, or OtherGame."""
    hand = told(block)
    build = hand.build
    try:
        for number, line in block[1:]:
            build.at = number
            if line.strip() and not hand.line(line.rstrip()):
                raise build.cannot(f"the line {quoted(line)} is not understood")
        hand.finish()
        return build.read(file, block[0][0])
    except Cannot as error:
        raise Cannot(error.reason, error.line or build.at, build.hand_no) from error


def header(pattern: re.Pattern[str], line: str, number: re.Pattern[str] | None = None) -> re.Match[str]:
    """The parts of a hand's first line. Raises Cannot, with the hand's number by ``number`` if that much is there."""
    found = pattern.fullmatch(line.rstrip())
    if found is None:
        begins = number and number.match(line)
        raise Cannot(f"the header {quoted(line)} is not understood", hand_no=begins[1] if begins else None)
    return found


_COUNTER = re.compile(r"\*{5,} # \d+ \*{5,}")


def blank_or_counter(line: str) -> bool:
    """What stands between the hands of an archive that a room sent by mail."""
    return not line.strip() or _COUNTER.fullmatch(line.strip()) is not None


# Lines that a name leads


def rule(pattern: str, apply: Act[H], flags: int = 0) -> Verb[H]:
    """A rule for the part of a line after the name: the whole of it must match ``pattern``. ``{M}`` is an amount."""
    return re.compile(pattern.replace("{M}", MONEY), flags), apply


class Rules(Generic[H]):
    """Rules for the words of a line, tried in turn. What was found is remembered: rooms say few things, and often."""

    MEMORY = 2_048

    def __init__(self, *verbs: Verb[H]) -> None:
        self._verbs = verbs
        self._known: dict[str, tuple[Act[H], re.Match[str]] | None] = {}

    def fitting(self, words: str) -> tuple[Act[H], re.Match[str]] | None:
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
    hand: H, line: str, rules: Rules[H], after: str = " ", before: Callable[[], None] | None = None, lead: str = ""
) -> bool:
    """Apply the rule that fits ``line`` read as ``lead``, a name, ``after`` and the rest; False where there is none.

    The longest name that leaves a rest which a rule knows is the one that is meant. ``before`` is called first.
    """
    if not line.startswith(lead):
        return False
    for seat, rest in hand.build.names.starting(line[len(lead) :], after):
        fits = rules.fitting(rest)
        if fits:
            if before:
                before()
            fits[0](hand, seat, fits[1])
            return True
    return False


# Lines that are worded alike


def seated(build: HandBuilder, found: re.Match[str] | None) -> bool:
    """The line of a seat, matched: its number, name and stack. False where it is none. Raises Cannot after the deal."""
    if found is None:
        return False
    if build.streets:
        raise build.cannot("a seat is listed after the deal")
    build.seat(int(found[1]), found[2], money(found[3]))
    return True


def returned(build: HandBuilder, found: re.Match[str] | None) -> bool:
    """The line of an uncalled bet, matched: its chips, then the name. False where it is none, or names no seat."""
    if found is None or found[2] not in build.names:
        return False
    build.returned(build.names[found[2]], money(found[1]))
    return True


def in_summary(build: HandBuilder, line: str, words: re.Pattern[str]) -> tuple[int, re.Match[str]] | None:
    """A line ``Seat 3: NAME words`` of the summary: the seat, and the words; None where they are not known."""
    found = re.match(r"Seat (\d+): ", line)
    if found is None:
        return None
    seat = int(found[1])
    rest = line[found.end() :]
    name = build.place(seat).player
    known = words.fullmatch(rest, len(name)) if rest.startswith(name) else None
    return (seat, known) if known else None


def total(build: HandBuilder, found: re.Match[str] | None) -> bool:
    """The line of the total pot, matched: its chips, then the rake or None. False where it is none."""
    if found is None:
        return False
    build.total_pot(money(found[1]))
    if found[2]:
        build.rake(money(found[2]))
    return True


def put_in(build: HandBuilder, seat: int, kind: str, figure: Decimal, all_in: bool) -> None:
    """Chips put in as most rooms state them: an ante, a bring-in, a call by the chips added; a wager by its total.

    ``all_in`` is what the text says; where the seat has chips left that is a doubt.
    """
    if kind == "ante":
        build.ante(seat, figure)
    elif kind == "bring-in":
        build.bring_in(seat, to=figure, all_in=all_in)
    elif kind == "call":
        build.call(seat, added=figure)
    else:
        build.wager(seat, to=figure)
    if all_in and build.place(seat).left:
        build.doubt(f"{build.place(seat).player} is said to be all-in with {build.place(seat).left} left")
