"""The open pair of fourth street, which opens the big size of bet there too (``stud/open-pair``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from studbook.betting import Round
from studbook.openers import board
from studbook.table import Table


def open_pair(table: Table, rnd: Round) -> None:
    """A pair among the first two up cards of any live seat, all-in or not, opens the big size on this street too
    (``stud/open-pair``). An unseen up card might make one."""
    rule = table.house.fourth_street_open_pair
    if rule == "no_effect" or not table.stakes.fixed or len(rnd.sizes) > 1:
        return
    paired = unseen = False
    for seat in table.live:
        ranks = [card >> 2 if card >= 0 else None for card in board(table, seat)[:2]]
        if None in ranks:
            unseen = unseen or _may_pair(table, ranks)
        elif len(ranks) == 2 and ranks[0] == ranks[1]:
            paired = True
            if table.explain:
                table.note(
                    "open-pair",
                    f"Seat {seat.number} shows a pair: bets may be {table.stakes.small} or {table.stakes.big}.",
                )
    rnd.unsure = unseen and not paired
    if (paired or unseen) and table.stakes.small < table.stakes.big and rnd.sizes[0] == table.stakes.small:
        rnd.sizes = (table.stakes.small, table.stakes.big)
        rnd.opener_only = rule == "opener_only"


def _may_pair(table: Table, ranks: Sequence[int | None]) -> bool:
    """Whether two up cards of which one or both are unseen (None) can be of one rank."""
    left = Counter(card >> 2 for card in table.unseen())
    known = [rank for rank in ranks if rank is not None]
    return any(count >= len(ranks) - len(known) for rank, count in left.items() if not known or rank in known)
