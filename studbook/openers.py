"""Who opens a round: by door card on the first street, by board afterwards, with what breaks a tie.

Where an unseen card decides, every seat that could be the one is a candidate (hand-record, Unknown cards).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from studbook import explain
from studbook.bounds import bounds
from studbook.cards import UNKNOWN, ace_low, in_words
from studbook.ranking import SCALES, strength
from studbook.table import Seat, Table
from studbook.tried import whatever_comes

Key = Callable[[int], int]


def first_street_candidates(table: Table) -> list[Seat]:
    """The live seats that could be the one whose door card opens the first street, all-in ones included
    (``stud/first-opener``, ``razz/first-opener``). One seat where every door card is known."""
    rule = table.house.third_street_opener
    if rule == "dealers_left":
        return table.live[:1]
    key: Key
    if rule == "low_card":
        key = _negative
    elif rule == "high_card":
        # Razz: king high, ace low; deuce-to-seven keeps the ace high.
        key = ace_low if table.game.ace_low_door else _itself
    elif table.house.opener_tie == "high_card_by_suit":
        key = _itself
    else:
        key = _rank
    return _best(table, [(seat, _door_span(table, seat, key)) for seat in table.live])


def next_lowest(table: Table, passed: Seat) -> Seat | None:
    """Of the seats with chips the one whose door card comes next after an all-in one (``next_lowest_card``)."""
    rest = [seat for seat in table.live if seat is not passed and seat.stack != 0]
    if not rest:
        return None
    live, table.live = table.live, rest
    try:
        return first_street_candidates(table)[0]
    finally:
        table.live = live


def _itself(card: int) -> int:
    return card


def _negative(card: int) -> int:
    return -card


def _rank(card: int) -> int:
    return card >> 2


def _door_span(table: Table, seat: Seat, key: Key) -> tuple[int, int]:
    card = seat.up[0] if seat.up else -1
    if card >= 0:
        value = key(card)
        return value, value
    unseen = [key(other) for other in table.unseen()]
    return min(unseen), max(unseen)


def _best(table: Table, spans: Sequence[tuple[Seat, tuple[int, int]]]) -> list[Seat]:
    """The seats that could have the best value; of known equal ones the first in order of play."""
    floor = max(low for _, (low, _) in spans)
    able = [(seat, span) for seat, span in spans if span[1] >= floor]
    if all(low == high for _, (low, high) in able):
        return [able[0][0]]
    return [seat for seat, _ in able]


UNSURE = "an unseen up card decides who opens: every seat that could be the one may"


def board(table: Table, seat: Seat) -> list[int]:
    """The cards that a seat shows, a common last card among them."""
    return seat.up if table.community is None else [*seat.up, table.community]


def board_strength(table: Table, seat: Seat) -> int:
    """The strength of a known board in the scale by which the game's openers are compared; larger opens."""
    cards = board(table, seat)
    memo_key = (len(cards), table.wild_rank)
    if seat.board_memo is not None and seat.board_memo[0] == memo_key:
        return seat.board_memo[1]
    wild = table.game.wild_cards(table, seat, cards) if table.house.wild_counts_on_board else ()
    scale = SCALES[_scale(table)]
    made = strength(scale, cards, wild, table.house.five_of_a_kind) if wild else scale.strength(cards)
    seat.board_memo = memo_key, made
    return made


def _scale(table: Table) -> str:
    scale: str = table.game.board_scale
    if table.house.five_upcard_boards == "rank_groups_only":
        return {"high": "high_groups", "deuce_to_seven": "deuce_to_seven_groups"}.get(scale, scale)
    return scale


def best_boards(table: Table, seats: Iterable[Seat]) -> list[Seat]:
    """The seats that could show the best board (``stud/opener``, ``razz/opener``); ties are broken as the house does
    (``stud/opener-tie``). One seat where every up card is known."""
    seats = list(seats)
    if table.community == UNKNOWN or any(card < 0 for seat in seats for card in seat.up):
        tried = whatever_comes(table, seats, lambda: best_boards(table, seats), boards=True)
        able = [seat for seat in seats if any(seat in best for best in tried)]
        return able or _best_unknown(table, seats)
    strengths = [board_strength(table, seat) for seat in seats]
    best = max(strengths)
    tied = [seat for seat, strength in zip(seats, strengths, strict=True) if strength == best]
    if len(tied) > 1 and table.house.opener_tie == "high_card_by_suit":
        key: Key = ace_low if table.game.ace_low_door else _itself
        return [max(tied, key=lambda seat: max([key(card) for card in seat.up], default=-99))]
    return tied[:1]


def _best_unknown(table: Table, seats: list[Seat]) -> list[Seat]:
    scale, spans, unseen = _scale(table), [], table.unseen()
    for seat in seats:
        known = [card for card in board(table, seat) if card >= 0]
        missing = len(board(table, seat)) - len(known)
        if missing:
            spans.append((seat, bounds(scale, known, missing, unseen)))
        else:
            strength = board_strength(table, seat)
            spans.append((seat, (strength, strength)))
    return _best(table, spans)


def openers(table: Table, seats: Sequence[Seat] | None = None) -> list[Seat]:
    """The seats that may have to open a later round, each able to act. Where the best board is all-in the turn goes to
    the next live seat to its left, or to the best board with chips (``stud/opener-all-in``)."""
    best = best_boards(table, table.live if seats is None else seats)
    able: list[Seat] = []
    for seat in best:
        if seat.stack == 0:
            if table.house.opener_when_best_board_all_in == "best_board_with_chips":
                able += best_boards(table, [other for other in table.live if other.stack != 0])
                continue
            left = table.next_with_chips(seat.index)
            if left is None:
                continue
            seat = left
        if seat not in able:
            able.append(seat)
    if table.explain and len(able) == 1 and len(best) == 1:
        value = board_strength(table, best[0])
        tied = [seat for seat in table.live if len(best) == 1 and _known_board(table, seat) == value]
        explain.opener(table, best[0], able[0], tied, board(table, best[0]))
    return able


def _known_board(table: Table, seat: Seat) -> int | None:
    return None if -1 in board(table, seat) else board_strength(table, seat)


def explain_door(table: Table, seat: Seat, rule: str) -> None:
    """Notes why a seat opens the first street."""
    door = in_words(seat.up[0]) if seat.up else "no up card"
    why = {
        "low_card": "the lowest door card",
        "high_card": "the highest door card",
        "high_upcard": "the highest card showing",
        "dealers_left": "the seat nearest the dealer's left",
    }[rule]
    table.note("first-opener", f"Seat {seat.number} opens: {why}, {door}.")
