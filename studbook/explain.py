"""The rulings in words: why this seat opens, why this size, how each pot came about, who takes what and by which cards.

Called only where an explanation was asked for. Every line is a note of the table: at which event, which article, what
it means in this hand, figures included.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from studbook.cards import texts
from studbook.ranking import name
from studbook.table import Seat, Table

if TYPE_CHECKING:
    from studbook.betting import Round
    from studbook.pots import Pot


def listed(numbers: Sequence[object]) -> str:
    """``1``, ``1 and 2``, ``1, 2 and 3``."""
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def seats_in_words(seats: Sequence[Seat]) -> str:
    """``seat 1``, or ``seats 1 and 2``."""
    return f"seat{'s' if len(seats) > 1 else ''} {listed([seat.number for seat in seats])}"


def opener(table: Table, best: Seat, acting: Seat, tied: Sequence[Seat], shown: Sequence[int]) -> None:
    """Who opens, by which cards, what broke a tie, and who acts for a board without chips."""
    lowest = table.game.board_scale != "high"
    cards, word = " ".join(texts(shown)), "lowest" if lowest else "best"
    said = f"Seat {best.number} shows the {word} board, {cards}"
    topic = "opener" if table.community is None else "community-opener"
    if len(tied) > 1:
        topic = "opener-tie"
        why = (
            "is nearest the dealer's left"
            if table.house.opener_tie == "nearest_dealers_left"
            else "has the highest card by suit"
        )
        said = f"The boards of {seats_in_words(tied)} are equal ({cards}): seat {best.number} {why}"
    if acting is best:
        table.note(topic, f"{said}, and opens.")
    else:
        table.note("opener-all-in", f"{said}, but has no chips: seat {acting.number} opens.")


def wagered(table: Table, rnd: Round, seat: Seat, to: int, level: int, counted: bool) -> None:
    """A wager that was just made: its size, and what it counts as. ``level`` is what faced the seat before."""
    all_in = ", all-in" if seat.stack == 0 else ""
    if not table.stakes.fixed:
        what = f"bets {to}" if not level else f"raises by {to - level} to {to}"
        topic = "pot-limit" if table.stakes.structure == "pot-limit" else "least-raise" if level else "bet-size"
        table.note(topic, f"Seat {seat.number} {what}{all_in}.")
        return
    if not counted:
        table.note(
            "short-all-in",
            f"Seat {seat.number} is all-in for {to}, short of a full wager: it does not reopen the betting.",
        )
        return
    size = "big" if rnd.sizes[0] == table.stakes.big and table.stakes.big != table.stakes.small else "small"
    if rnd.raises == 0:
        what = f"completes to {to}" if level else f"bets {to}"
        topic = ("completion" if rnd.bring_in else "short-made-whole") if level else "bet-size"
        table.note(topic, f"Seat {seat.number} {what}{all_in}, the {size} bet.")
        return
    cap = table.house.raise_cap
    of = "" if cap is None or rnd.lifted else f" of {cap}"
    by = f"by {to - level} to {to}" if level else f"to {to}"
    if 2 * (to - level) < rnd.sizes[0] and seat.stack == 0:
        table.note(
            "shorts-add-up", f"Seat {seat.number} is all-in for {to}: with the short wagers before, a full raise."
        )
        return
    table.note("bet-size", f"Seat {seat.number} raises {by}{all_in}: raise {rnd.raises}{of}.")
    if cap is not None and rnd.lifted and rnd.raises == cap + 1:
        table.note("raise-cap-heads-up", f"Two were left before {cap} raises were made: this round has no cap.")


def uncalled(table: Table, seat: Seat, chips: int) -> None:
    """Chips that nobody matched."""
    table.note("uncalled-bet", f"{chips} of seat {seat.number}'s chips were never called and go back.")


def pot(table: Table, at: int, pot: Pot) -> None:
    """How a pot came about."""
    which = "The main pot" if at == 0 else f"Side pot {at}"
    made = ""
    if pot.upto:
        made = f": what each seat put in up to {pot.upto}" + (f", above {pot.above}" if pot.above else "")
    raked = f" A rake of {pot.rake} comes off first." if pot.rake else ""
    table.note("side-pot", f"{which} is {pot.amount}{made}, for {seats_in_words(pot.eligible)}.{raked}")


def halves(table: Table, net: int, high: int, low: int, odd: int) -> None:
    """How a pot is divided between high and low."""
    share = table.house.high_share
    how = "halved" if share == 50 else f"divided {share} to {100 - share}"
    said = f"{net} is {how}: {high} for high, {low} for low"
    if odd:
        said += f"; the odd chip goes to {table.house.odd_chip_between_halves}"
    table.note("odd-chip-halves" if odd else "shares", said + ".")


def awards(table: Table, pot: Pot, hands: dict[tuple[int, str], str]) -> None:
    """Who takes what of a pot. ``hands``: the names of hands by seat number and side (high, low)."""
    for award in pot.awards:
        side = "" if award.share == "whole" else f" for {award.share}"
        seat = award.seat.number
        if award.basis == "last-hand":
            why = "no other hand is left in it"
        elif award.basis == "given":
            why = "as the source says; a hand that decides was not seen"
        else:
            scale = "low" if award.share == "low" or table.game.pot_kind(table.house) == "low" else "high"
            scale = hands_side(award.share, scale, hands, seat)
            why = hands.get((seat, scale), "the better hand")
            rivals = [
                f"seat {other.number}'s {hands[other.number, scale]}"
                for other in pot.eligible
                if other is not award.seat and other.live and (other.number, scale) in hands and _meets(other, scale)
            ]
            if rivals:
                why += f", against {listed(rivals)}"
        odd = f", {award.odd_chips} of it odd" if award.odd_chips else ""
        table.note(award.topic, f"Seat {seat} takes {award.amount}{side}{odd}: {why}.")


def hands_side(share: str, scale: str, hands: dict[tuple[int, str], str], seat: int) -> str:
    """The side whose hand won a share; a whole pot won by a low hand alone is named by it."""
    return scale if (seat, scale) in hands or share != "whole" else ("low" if scale == "high" else "high")


def _meets(seat: Seat, side: str) -> bool:
    return seat.declared in (None, side, "both")


def failed_both(table: Table, seat: Seat, lost: str, tied: str) -> None:
    """A hand that declared both and does not win both. ``lost`` and ``tied`` name the sides, or are empty."""
    why = f"it loses {lost}" if lost else f"it only ties {tied}"
    table.note("both-tie" if not lost else "failed-both", f"Seat {seat.number} declared both and fails: {why}.")


def beaten(table: Table, seat: Seat, rival: Seat | None) -> None:
    """No Peek: a hand that beats the best showing."""
    mine = f"{' '.join(texts(seat.up))} ({name('high', [card for card in seat.up if card >= 0])})"
    over = "the centre card" if rival is None else f"seat {rival.number}'s {' '.join(texts(rival.up))}"
    table.note("to-beat", f"Seat {seat.number} shows {mine} and beats {over}.")
