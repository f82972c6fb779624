"""What somebody believes, held against the ruling: seat by seat and pot by pot, with the article that decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from studbook.showdown import hand_of

if TYPE_CHECKING:
    from studbook.table import Seat, Table
    from studbook.verdict import Verdict


def differences(verdict: Verdict) -> list[dict[str, Any]]:
    """Where the record's ``claim`` (``won`` or ``net`` by seat, or ``hands`` by name) differs from the verdict: a row a
    seat and pot, with what is claimed, what the ruling is and the articles that decide. Empty where it agrees."""
    claim, table = verdict.record.claim, verdict.table
    if claim is None or table is None or verdict.status not in ("settled", "undecided"):
        return []
    rows: list[dict[str, Any]] = []
    for kind in ("won", "net"):
        for number, claimed in (claim.get(kind) or {}).items():
            seat = table.by_number.get(int(number))
            if seat is None:
                rows.append(_row(int(number), None, kind, claimed, None, "stud/seats", "There is no such seat."))
                continue
            if kind == "net" and verdict.pots_only:
                unknown = "The record gives its pots, not what each seat put in: claim what was won."
                rows.append(_row(seat.number, None, kind, claimed, None, table.game.article("claim"), unknown))
                continue
            ruled = verdict.awards.get(seat.number, 0) if kind == "won" else verdict.net(seat)
            if int(claimed) != ruled:
                rows += _by_pot(verdict, table, seat, kind, int(claimed), ruled)
    for number, said in (claim.get("hands") or {}).items():
        seat = table.by_number.get(int(number))
        rows += _hand(verdict, table, int(number), seat, str(said))
    return rows


def _row(seat: int, pot: int | None, kind: str, claimed: Any, ruled: Any, article: str, text: str) -> dict[str, Any]:
    return {
        "seat": seat, "pot": pot, "kind": kind, "claimed": claimed, "ruled": ruled, "article": article, "text": text,
    }  # fmt: skip


def _by_pot(verdict: Verdict, table: Table, seat: Seat, kind: str, claimed: int, ruled: int) -> list[dict[str, Any]]:
    rows = []
    for at, pot in enumerate(verdict.settlement.pots):
        mine = [award for award in pot.awards if award.seat is seat]
        deciding = mine or pot.awards
        article = table.game.article(deciding[0].topic if deciding else "unknown-cards")
        got = sum(award.amount for award in mine)
        takers = ", ".join(f"seat {award.seat.number} {award.amount} ({award.share})" for award in pot.awards)
        who = "is not among those who may win it" if seat not in pot.eligible else f"gets {got} of it"
        text = (
            f"Claimed {kind} {claimed}, ruled {ruled}. Pot {at} of {pot.amount}: seat {seat.number} {who}; "
            f"{takers or 'still open'}."
        )
        rows.append(_row(seat.number, at, kind, claimed, ruled, article, text))
    return rows or [
        _row(seat.number, None, kind, claimed, ruled, table.game.article("uncalled-bet"), "No pot was left.")
    ]


def _hand(verdict: Verdict, table: Table, number: int, seat: Seat | None, said: str) -> list[dict[str, Any]]:
    """A claimed hand is right when it means the seat's high or low hand: "flush", "two pair". A hand that was not
    compared at a showdown is none; one of which a card was never seen is neither right nor wrong."""
    if seat is None or table.voided or not (seat.live and table.at_showdown):
        topic, why = _not_compared(table, seat)
        return [_row(number, None, "hands", said, None, table.game.article(topic), why)]
    if -1 in hand_of(table, seat):
        return []
    names = [named["name"] for named in verdict.named(seat) if named is not None]
    if any(_means(said, name) for name in names):
        return []
    article = table.game.article("cards-speak-hands")
    text = f"Seat {seat.number} claims {said!r}; its cards make {' and '.join(names)}."
    return [_row(seat.number, None, "hands", said, names[0] if len(names) == 1 else names, article, text)]


# The article by which a seat left the hand.
LEFT: Mapping[str, str] = {"folded": "fold", "mucked": "muck", "dead": "dead-hand"}


def _not_compared(table: Table, seat: Seat | None) -> tuple[str, str]:
    if seat is None:
        return "seats", "There is no such seat."
    if table.voided:
        return "fouled-deck", "The hand was declared void."
    if seat.out is not None:
        return LEFT[seat.out], f"Seat {seat.number}'s hand is {seat.out}: what it held counts for nothing."
    return "last-hand", "All others were out: no hand was compared."


CATEGORIES: Mapping[str, str] = {
    "two pair": " and ", "full house": " full of ", "three of a kind": "three ", "trips": "three ", "set": "three ",
    "four of a kind": "four ", "quads": "four ", "five of a kind": "five ", "pair": "pair of ", "high card": " high",
}  # fmt: skip


def _means(said: str, name: str) -> bool:
    wanted = said.strip().lower().removeprefix("a ").removeprefix("an ")
    if wanted == "royal flush":
        return name == wanted
    if wanted in ("flush", "straight"):
        # A straight flush is one of each, but a claim of the lesser hand is not wrong about the cards.
        return wanted in name
    pattern = CATEGORIES.get(wanted)
    if pattern is not None:
        return name.startswith(pattern) if pattern[-1] == " " and pattern[0] != " " else pattern in name
    return wanted in name.lower()
