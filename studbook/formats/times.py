"""Times of hand histories as RFC 3339 with an offset. Rooms print local times with a zone's short name."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

# Offsets in minutes. "ET" alone follows the clock of New York and is worked out below.
OFFSETS = {
    "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "BST": 60, "CET": 60, "CEST": 120, "EET": 120, "EEST": 180, "MSK": 180,
    "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
    "BRT": -180, "ART": -180, "AT": -240, "AST": -240, "ADT": -180, "NT": -210, "CT": -360, "MT": -420, "PT": -480,
    "JST": 540, "CCT": 480, "HKT": 480, "AWST": 480, "ACST": 570, "AEST": 600, "AEDT": 660, "NZT": 720, "NZST": 720,
    "NZDT": 780, "IST": 330, "UZT": 300, "YEKT": 300, "KRAT": 420, "IRKT": 480, "YAKT": 540, "VLAT": 600,
}  # fmt: skip
MONTHS = {
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6,
    "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
}  # fmt: skip
_NUMERIC = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[\sT-]+(\d{1,2}):(\d{2}):(\d{2})(?:\.\d+)?")
_SIGNED = re.compile(r"(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?")


def parse(text: str) -> datetime | None:
    """A local time without zone from ``2009/11/26 10:24:42`` and its relatives; None where it is no such time."""
    found = _NUMERIC.search(text)
    return found and moment(*(int(part) for part in found.groups()))


def moment(year: int, month: int, day: int, hour: int, minute: int, second: int) -> datetime | None:
    """The local time of these numbers, None where the calendar has no such moment."""
    try:
        return datetime(year, month, day, hour, minute, second)
    except ValueError:
        return None


def month_number(name: str) -> int | None:
    """4 for ``April`` or ``Apr``; None for a word that is no month."""
    return MONTHS.get(name[:3].lower())


def eastern_offset(local: datetime) -> int:
    """Minutes that New York is ahead of UTC (-300 or -240) at this local time, by the rules since 1987."""
    year = local.year
    if year >= 2007:
        begins, ends = _sunday(year, 3, 2), _sunday(year, 11, 1)
    else:
        begins, ends = _sunday(year, 4, 1), _sunday(year, 10, 0)
    return -240 if begins + timedelta(hours=2) <= local < ends + timedelta(hours=2) else -300


def _sunday(year: int, month: int, which: int) -> datetime:
    """The first or second Sunday of a month, or with 0 its last one (of a month of 31 days)."""
    if which == 0:
        last = datetime(year, month, 31)
        return last - timedelta(days=(last.weekday() + 1) % 7)
    first = datetime(year, month, 1)
    return first + timedelta(days=(6 - first.weekday()) % 7 + 7 * (which - 1))


def offset_of(zone: str, local: datetime) -> int | None:
    """Minutes ahead of UTC for ``ET``, ``CET``, ``GMT+0100``, ``+02:00``; None for a zone that is not known."""
    word = zone.strip().upper()
    if word == "ET":
        return eastern_offset(local)
    signed = _SIGNED.fullmatch(word)
    if signed:
        minutes = int(signed[2]) * 60 + int(signed[3] or 0)
        return minutes if signed[1] == "+" else -minutes
    return OFFSETS.get(word)


def rfc3339(local: datetime, minutes: int) -> str:
    """``2009-11-26T10:24:42-05:00`` from a local time and its offset in minutes."""
    return local.replace(tzinfo=timezone(timedelta(minutes=minutes))).isoformat()


def zoned(local: datetime | None, zone: str, eastern: datetime | None = None) -> str | None:
    """RFC 3339 from a local time and its zone's name; ``eastern`` is the same moment in New York, where given.

    Rooms write "CET" in summer too, so the New York time, where it is there, decides the offset. None where there is
    no time or no way to tell its offset.
    """
    if local is None:
        return None
    if eastern is not None:
        ahead = round((local - eastern).total_seconds() / 60) + eastern_offset(eastern)
        if abs(ahead) < 15 * 60:
            return rfc3339(local, ahead)
        return rfc3339(eastern, eastern_offset(eastern))
    minutes = offset_of(zone, local)
    return None if minutes is None or abs(minutes) >= 24 * 60 else rfc3339(local, minutes)


def named(found: re.Match[str] | None, zone: str) -> str | None:
    """RFC 3339 from a match with the groups year, month (a word), day, h, m and s; None where it is no such time."""
    month = found and month_number(found["month"])
    if not (found and month):
        return None
    day, hour, minute, second, year = (int(found[name]) for name in ("day", "h", "m", "s", "year"))
    return zoned(moment(year, month, day, hour, minute, second), zone)
