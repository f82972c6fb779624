"""Files of XML in which a head tells the game and its stakes, and the hands that follow do not: how both are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from studbook.formats.common import Cannot, Line, OtherGame, Read, Result, Skipped, Unread
from studbook.formats.levels import Levels
from studbook.formats.markup import Element, Known, Piece, check_known, parsed, pieces

Head = dict[str, str]
# The head as it is after what stands between two hands, and what of that is not understood, each with its line.
ReadHead = Callable[[Piece, Head], tuple[Head, list[tuple[int, str]]]]
ReadHand = Callable[[Head, Levels, str, Element], Read]


def read_sessions(
    lines: Iterable[Line], file: str, number: str, known: Known, read_head: ReadHead, read_hand: ReadHand
) -> Iterator[Result]:
    """The hands of a file, one by one. ``number`` is the attribute of ``<game>`` with the number of the hand,
    ``known`` what may stand in it; `Levels` are kept for as long as the head stays the same."""
    head: Head = {}
    levels = Levels()
    for piece in pieces(lines, file):
        if isinstance(piece, Unread):
            yield piece
        elif piece.hand:
            yield _hand(piece, file, number, known, partial(read_hand, head, levels, file))
        else:
            before = head
            head, problems = read_head(piece, before)
            levels = levels if head == before else Levels()
            for line, reason in problems:
                yield Unread(file, line, reason)


def _hand(piece: Piece, file: str, number: str, known: Known, read: Callable[[Element], Read]) -> Result:
    first, opening = piece.lines[0]
    stated = re.match(rf"<game\s[^>]*?\b{number}=\"([^\"]*)\"", opening)
    hand_no = stated[1][:200] if stated else None
    try:
        game = parsed(piece.lines)
        check_known(game, known)
        return read(game)
    except Cannot as error:
        return Unread(file, error.line or first, error.reason, hand_no)
    except OtherGame as other:
        return Skipped(file, first, other.game, hand_no)
