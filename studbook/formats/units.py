"""Amounts between a format's units of currency (exact decimals) and the whole chips of a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from studbook.formats.common import Cannot
from studbook.formats.money import CHIPS, places

MAX_DECIMALS = 4


def unit_of(document: Mapping[str, Any]) -> int:
    """The decimal places of a record's chips (hand-record: ``decimals``)."""
    return int(document.get("decimals", least(document.get("currency"))))


def least(currency: str | None) -> int:
    """The decimal places that amounts have at least: cents in a currency, whole chips otherwise."""
    return 0 if currency in (None, CHIPS) else 2


def unit_for(figures: Iterable[Decimal | int], currency: str | None, patch: Mapping[str, Any]) -> int:
    """The decimal places for a hand with these amounts: what an extension tells, else what they need.

    Raises Cannot where they need more than a record has, or more than the extension tells.
    """
    needed = max((places(Decimal(figure)) for figure in figures), default=0)
    if "decimals" in patch:
        told = least(currency) if patch["decimals"] is None else patch["decimals"]
        if type(told) is not int or not needed <= told <= MAX_DECIMALS:
            raise Cannot(f"decimals {told!r} do not fit amounts with {needed} decimal places")
        return told
    if needed > MAX_DECIMALS:
        raise Cannot(f"an amount has {needed} decimal places; {MAX_DECIMALS} are the most")
    return max(needed, least(currency))


def chips(figure: Decimal | int, unit: int) -> int:
    """An amount in the smallest unit."""
    return int(Decimal(figure).scaleb(unit))


def figure(chips: int, unit: int) -> Decimal | int:
    """Chips of the smallest unit as an amount."""
    return Decimal(chips).scaleb(-unit) if unit else chips


def text(chips: int, unit: int) -> str:
    """Chips of the smallest unit as the shortest text of the amount: ``200``, ``0.25``."""
    if not unit:
        return str(chips)
    exact = format(Decimal(chips).scaleb(-unit), "f")
    return exact.rstrip("0").rstrip(".") if "." in exact else exact
