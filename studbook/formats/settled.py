"""How a hand came out, for writers: the pots and payments that formats print at the end of a hand.

Where the record says what its source paid (``outcome``), that is written; else what the referee rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from studbook.record import record_from_dict

Verdict = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips paid to one seat from one pot; ``share`` is ``whole``, ``high`` or ``low``."""

    seat: int
    chips: int
    share: str


@dataclass(frozen=True, slots=True)
class PotPaid:
    """One pot, main first: what was in it, the rake taken from it, and who was paid."""

    amount: int
    rake: int
    payments: tuple[Payment, ...]


def verdict_of(document: Mapping[str, Any]) -> Verdict:
    """The referee's verdict on a record document."""
    # Here, because most uses of the formats (reading) never need the rules.
    from studbook.referee import replay

    verdict: Verdict = replay(record_from_dict(document)).to_dict()
    return verdict


def won(document: Mapping[str, Any], verdict: Verdict) -> dict[int, int] | None:
    """What each paid seat got from the pots, by the source, else by the ruling; None where the hand is not settled."""
    if "outcome" in document:
        return {int(seat): int(chips) for seat, chips in document["outcome"]["won"].items()}
    if verdict["status"] != "settled":
        return None
    return {entry["seat"]: entry["won"] for entry in verdict["seats"] if entry["won"]}


def pots_paid(document: Mapping[str, Any], verdict: Verdict) -> list[PotPaid]:
    """The pots with their payments; empty where they cannot be told (the hand is not over, or the figures do not fit).

    Where source and ruling agree on every seat's sum, the ruling's division by pots is the one given.
    """
    paid = won(document, verdict)
    if paid is None:
        return []
    # Of a hand that is illegal or goes on the verdict has only the pots so far.
    pots = verdict["pots"] if verdict["status"] in ("settled", "undecided") else []
    ruled = [
        PotPaid(
            pot["amount"],
            pot["rake"],
            tuple(Payment(award["seat"], award["amount"], award["for"]) for award in pot["awards"]),
        )
        for pot in pots
    ]
    sums: dict[int, int] = {}
    for pot in ruled:
        for payment in pot.payments:
            sums[payment.seat] = sums.get(payment.seat, 0) + payment.chips
    if sums == {seat: chips for seat, chips in paid.items() if chips}:
        return ruled
    contested = sum(pot.amount for pot in ruled)
    if not ruled:
        contested = sum(paid.values()) + sum(document.get("rake") or ())
    return [
        PotPaid(
            contested,
            max(contested - sum(paid.values()), 0),
            tuple(Payment(seat, chips, "whole") for seat, chips in sorted(paid.items()) if chips),
        )
    ]
