"""Amounts of money and chips as hand histories print them: exact decimals out of text, and the currency by its sign."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from studbook.formats.common import Cannot

CHIPS = "chips"
SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₽": "RUB"}
CODES = frozenset(
    (
        "USD", "EUR", "GBP", "CAD", "AUD", "NZD", "CHF", "SEK", "NOK", "DKK", "JPY", "INR", "RUB", "BRL", "MXN",
        "CNY", "PLN", "CZK", "HUF", "RON", "BGN", "TRY", "ZAR",
    )
)  # fmt: skip
_WORD = re.compile(r"[A-Za-z]+")
_BARE = re.compile(r"[+-]?[\d.,]*\d[\d.,]*", re.ASCII)
_THOUSANDS = {"k": 1_000, "m": 1_000_000}
_GROUPED = {mark: re.compile(rf"\d{{1,3}}(?:\{mark}\d{{3}})+") for mark in ".,"}


# An amount within a line, as a group of a pattern.
MONEY = (
    r"([+-]?[$€£]? ?\d[\d.,]*(?:[ \u00a0]\d{3})*(?:[.,]\d+)?(?:[KM](?![A-Za-z]))?(?: ?[$€£])?"
    r"(?: ?(?:USD|EUR|EURO|GBP|CAD|[Cc]hips))?)"
)


@lru_cache(4_096)
def money(text: str) -> Decimal:
    """The figure of an amount as rooms print it, with words or in thousands: ``151,353 chips``, ``1.5K``. Else as
    `amount`."""
    body = re.sub(r"\b(?:[Cc]hips|EURO)\b", "", text).strip().rstrip(".")
    thousands = re.fullmatch(r"(.*\d)([KMk])", body)
    if thousands:
        return amount(thousands[1]) * _THOUSANDS[thousands[2].lower()]
    return amount(body)


@lru_cache(8192)
def amount(text: str) -> Decimal:
    """The exact figure of an amount: ``$1,234.56``, ``0,25 €``, ``12,686.25``, ``[$ 0.05 USD]``, ``-6.10€``.

    A comma before exactly three digits groups thousands, a dot only where it occurs twice; signs and codes of
    currencies and spaces may stand anywhere. Raises Cannot where the text is no amount.
    """
    body = "".join(text.strip().strip("[]()").split())
    if all(word.upper() in CODES for word in _WORD.findall(body)):
        bare = "".join(sign for sign in _WORD.sub("", body) if sign not in SIGNS)
        if _BARE.fullmatch(bare):
            figure = _plain(bare.lstrip("+-"), text)
            return -figure if bare.startswith("-") else figure
    raise Cannot(f"{text.strip()!r} is no amount")


def _plain(figure: str, text: str) -> Decimal:
    comma, dot = figure.rfind(","), figure.rfind(".")
    if comma >= 0 and dot >= 0:
        thousands, point = (",", ".") if dot > comma else (".", ",")
        whole, _, part = figure.rpartition(point)
        if part.isdigit() and _GROUPED[thousands].fullmatch(whole):
            return Decimal(whole.replace(thousands, "") + "." + part)
    elif comma >= 0:
        if _GROUPED[","].fullmatch(figure):
            return Decimal(figure.replace(",", ""))
        if figure.count(",") == 1:
            return Decimal(figure.replace(",", "."))
    elif figure.count(".") > 1:
        if _GROUPED["."].fullmatch(figure):
            return Decimal(figure.replace(".", ""))
    else:
        return Decimal(figure)
    raise Cannot(f"{text.strip()!r} is no amount")


def currency(text: str) -> str | None:
    """The ISO 4217 code that a text of amounts names by code or sign; None where it names none (chips)."""
    for found in _WORD.finditer(text):
        if found[0] in CODES:
            return found[0]
    return next((SIGNS[sign] for sign in text if sign in SIGNS), None)


@lru_cache(8192)
def places(figure: Decimal) -> int:
    """How many decimal places an amount needs: 0 for 2.00, 2 for 0.25."""
    exponent = figure.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
