"""Amounts and times as rooms print them."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest

from studbook.formats import times
from studbook.formats.common import Cannot
from studbook.formats.money import amount, currency, places


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("$1,234.56", "1234.56"), ("$.40", "0.40"), ("0,25 €", "0.25"), ("€0.05", "0.05"), ("[$ 0.05 USD]", "0.05"),
        ("12,686.25", "12686.25"), ("1.234,56 €", "1234.56"), ("1,500", "1500"), ("1.500", "1.500"),
        ("1.234.567", "1234567"), ("1,234,567", "1234567"), ("-6.10€", "-6.10"), ("-$6", "-6"), ("+2,850", "2850"),
        ("(40)", "40"), ("1 234,50", "1234.50"), ("£3", "3"), ("7", "7"),
    ],
)  # fmt: skip
def test_amounts_are_exact(text: str, figure: str) -> None:
    assert amount(text) == Decimal(figure)


@pytest.mark.parametrize("text", ["", "$", "x", "ten", "1,2,3", "1.2.3.", "1..2", "--1", "$5 chips", "1,23.45", "٣"])
def test_what_is_no_amount_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(Cannot, match="is no amount"):
        amount(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [("($1/$2 USD)", "USD"), ("€5", "EUR"), ("5 GBP", "GBP"), ("$5 CAD", "CAD"), ("(10/20)", None), ("£1", "GBP")],
)
def test_the_currency_is_its_code_else_its_sign(text: str, code: str | None) -> None:
    assert currency(text) == code


@pytest.mark.parametrize(("figure", "count"), [("2.00", 0), ("0.25", 2), ("0.125", 3), ("1000", 0), ("1E+3", 0)])
def test_places_count_what_an_amount_needs(figure: str, count: int) -> None:
    assert places(Decimal(figure)) == count


@pytest.mark.parametrize(
    ("moment", "offset"),
    [
        ("2009/03/08 1:59:59", "-05:00"), ("2009/03/08 3:00:00", "-04:00"),
        ("2009/11/01 1:59:59", "-04:00"), ("2009/11/01 2:00:00", "-05:00"),
        ("2006/04/02 3:00:00", "-04:00"), ("2006/10/29 2:00:00", "-05:00"), ("2006/10/28 23:00:00", "-04:00"),
    ],
)  # fmt: skip
def test_eastern_time_follows_the_clock_of_new_york(moment: str, offset: str) -> None:
    zoned = times.zoned(times.parse(moment), "ET")
    assert zoned is not None
    assert zoned.endswith(offset)


def test_the_eastern_time_beside_it_decides_the_offset() -> None:
    local, eastern = times.parse("2011/04/18 2:21:35"), times.parse("2011/04/17 20:21:35")
    assert times.zoned(local, "CET", eastern) == "2011-04-18T02:21:35+02:00"


@pytest.mark.parametrize(
    ("zone", "minutes"),
    [("UTC", 0), ("GMT+0100", 60), ("GMT+0530", 330), ("-03:00", -180), ("EDT", -240), ("AEST", 600), ("XYZ", None)],
)
def test_zones_by_name_or_figure(zone: str, minutes: int | None) -> None:
    assert times.offset_of(zone, datetime(2020, 1, 1)) == minutes


@pytest.mark.parametrize("text", ["2009/13/01 1:00:00", "2009/02/30 1:00:00", "yesterday", "2009/02/03 25:00:00"])
def test_a_time_that_no_clock_shows_is_none(text: str) -> None:
    assert times.parse(text) is None
    assert times.zoned(times.parse(text), "UTC") is None


def test_months_by_name() -> None:
    assert [times.month_number(name) for name in ("April", "Sep", "dec", "Foo")] == [4, 9, 12, None]
