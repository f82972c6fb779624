"""Poker Hand History (PHH): a hand is a TOML document (``.phh``), many hands are numbered tables of one (``.phhs``).

Nothing is repaired: where an action does not fit, the referee says so. Fields that PHH defines and the record has no
place for are kept in ``meta``; fields of one's own (``_name``) are passed over, as PHH asks; any other is reported.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

from studbook.formats.common import MAX_LINES_OF_A_HAND, Cannot, Line, OtherGame, Read, Result, Skipped, Unread
from studbook.formats.phh_fields import FieldError, document_of

NAME = "phh"
_TABLE = re.compile(r"\[\s*(?!_)(?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*\]\s*(?:#.*)?$")
_VARIANT = re.compile(r"^\s*(?:\"variant\"|'variant'|variant)\s*=\s*[\"']", re.MULTILINE)
_FIELD = re.compile(r"^\s*(?:antes|actions|starting_stacks|bring_in|small_bet|blinds_or_straddles)\s*=", re.MULTILINE)
_WHERE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_STRING = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|#.*")


def sniff(head: str) -> bool:
    """Whether the text is TOML with the fields of a PHH hand."""
    return _VARIANT.search(head) is not None and _FIELD.search(head) is not None


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of a file, one by one; a table that is broken costs one hand."""
    block: list[Line] = []
    overlong = False
    for number, line in lines:
        if _TABLE.match(line):
            yield from _hand(block, file)
            block, overlong = [(number, line)], False
        elif overlong:
            continue
        elif len(block) >= MAX_LINES_OF_A_HAND:
            overlong = True
            yield Unread(file, block[0][0], f"more than {MAX_LINES_OF_A_HAND} lines without the start of a new hand")
            block = []
        else:
            block.append((number, line))
    yield from _hand(block, file)


def _hand(block: list[Line], file: str) -> Iterator[Result]:
    body = block[1:] if block and _TABLE.match(block[0][1]) else block
    used = [number for number, line in body if line.strip() and not line.lstrip().startswith("#")]
    if not used:
        if len(body) < len(block):
            yield Unread(file, block[0][0], "a table without a hand in it")
        return
    first = used[0]
    hand_no = None
    try:
        fields = _toml(body)
        hand = fields.get("hand")
        hand_no = str(hand) if isinstance(hand, str | int) else None
        document, doubts = document_of(fields)
        inferred = tuple(document.get("meta", {}).get("inferred", ()))
        yield Read(document, file, first, inferred, doubts)
    except OtherGame as other:
        yield Skipped(file, first, other.game, hand_no)
    except FieldError as error:
        yield Unread(file, _line_of(body, error.field, error.index) or first, error.reason, hand_no)
    except Cannot as error:
        yield Unread(file, error.line or first, error.reason, hand_no)


class _NoNumber(ValueError):
    """A number of the TOML that is no amount; ``text`` is how it is written."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{text[:20]!r} {reason}")
        self.text = text


def _toml(body: list[Line]) -> dict[str, Any]:
    try:
        return tomllib.loads("\n".join(line for _, line in body) + "\n", parse_float=_decimal)
    except RecursionError:
        raise Cannot("the TOML is nested too deeply") from None
    except _NoNumber as error:
        raise Cannot(str(error), next((at for at, line in body if error.text in line), None)) from None
    except ValueError as error:
        found = _WHERE.search(str(error))
        at = int(found[1]) if found and found[1] else None
        line = body[min(at, len(body)) - 1][0] if at else (body[-1][0] if found else None)
        raise Cannot(f"this is no TOML: {_WHERE.sub('', str(error))}", line) from None


def _decimal(text: str) -> Decimal:
    try:
        figure = Decimal(text)
    except InvalidOperation:
        raise _NoNumber(text, "is no number") from None
    if figure.is_nan():
        raise _NoNumber(text, "is no amount")
    # Sums over figures of a thousand digits would be a way to keep a reader busy.
    if figure.is_finite() and (abs(figure.adjusted()) > 20 or len(figure.as_tuple().digits) > 40):
        raise _NoNumber(text, "is out of bounds")
    return figure


def _line_of(body: list[Line], field: str, index: int | None) -> int | None:
    """Where a field, or the ``index``-th text of its list, stands; None where that cannot be told."""
    key = re.compile(rf"\s*(?:{re.escape(field)}|\"{re.escape(field)}\"|'{re.escape(field)}')\s*=")
    for at, (number, line) in enumerate(body):
        if key.match(line):
            if index is None or field != "actions":
                return number
            count = -1
            for inside, text in body[at:]:
                count += sum(1 for found in _STRING.findall(text) if not found.startswith("#"))
                if count >= index:
                    return inside
            return number
    return None
