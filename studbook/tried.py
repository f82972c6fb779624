"""One unseen card, tried in all ways: what a question comes to whatever that card is (hand-record, Unknown cards)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from studbook.cards import UNKNOWN
from studbook.table import Seat, Table

Answer = TypeVar("Answer")


def whatever_comes(
    table: Table, seats: Sequence[Seat], ask: Callable[[], Answer], *, boards: bool = False
) -> list[Answer]:
    """What ``ask`` says for each face of the one card that is unseen among the hands of these seats (their boards only,
    with ``boards``) and the common card; nothing where none or several are. The table is afterwards as it was."""
    lists = [cards for seat in seats for cards in ((seat.up,) if boards else (seat.down, seat.up))]
    places = [(cards, at) for cards in lists for at, card in enumerate(cards) if card < 0]
    common = table.community == UNKNOWN
    if len(places) + common != 1:
        return []
    memos, explain = [(seat.value_memo, seat.board_memo) for seat in seats], table.explain
    table.explain = False
    answers = []
    try:
        for face in table.unseen():
            if common:
                table.community = face
            for cards, at in places:
                cards[at] = face
            for seat in seats:
                seat.value_memo, seat.board_memo = {}, None
            answers.append(ask())
    finally:
        if common:
            table.community = UNKNOWN
        for cards, at in places:
            cards[at] = UNKNOWN
        for seat, memo in zip(seats, memos, strict=True):
            seat.value_memo, seat.board_memo = memo
        table.explain = explain
    return answers
