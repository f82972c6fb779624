"""What somebody pasted: hand histories of a known format, or records; each hand with its text, its faults by line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from schemas.errors import Invalid, NotJson
from schemas.json_text import read_json
from schemas.record import load_record
from studbook.formats import ndjson
from studbook.formats.common import Read, Skipped, Unread
from studbook.formats.registry import HEAD, read_text, sniff
from studbook.record import Record

MOST_HANDS = 100
MOST_LINES = 600
AROUND = 20
NAME = "the text"


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of the text: its number (None: it is of the record as it was read), and what in a record it holds."""

    number: int | None
    text: str
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """What kept a hand from being read: at which line of the text, or where in the record."""

    detail: str
    line: int | None = None
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Pasted:
    """A hand of the text. ``record`` is None where it could not be read; ``faults`` say why."""

    title: str
    lines: tuple[SourceLine, ...]
    record: Record | None = None
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()
    event_lines: tuple[int | None, ...] = ()

    def marked(self, pointer: str) -> int | None:
        """The index of the line on which that part of the record stands."""
        parts = pointer.split("/")
        if len(parts) > 2 and parts[1] == "events" and int(parts[2]) < len(self.event_lines):
            at = self.event_lines[int(parts[2])]
            return next((index for index, line in enumerate(self.lines) if line.number == at), None)
        best, found = 0, None
        for index, line in enumerate(self.lines):
            fits = pointer == line.pointer or pointer.startswith(line.pointer + "/")
            if line.pointer and fits and len(line.pointer) > best:
                best, found = len(line.pointer), index
        return found


def read(text: str) -> list[Pasted]:
    """The hands of a text, at most `MOST_HANDS`; one `Pasted` with the reason where it is of no known format."""
    head = text.lstrip()[:HEAD]
    found = sniff(head)
    if head.startswith("{") and (found is None or found.NAME == ndjson.NAME):
        return list(islice(_records(text), MOST_HANDS))
    return list(islice(_histories(text), MOST_HANDS))


# -- records -----------------------------------------------------------------------------------------------------------


def _records(text: str) -> Iterator[Pasted]:
    """One record set out over lines, or one a line."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    try:
        json.loads(text)
    except ValueError:
        if len(lines) > 1 and all(line.lstrip().startswith("{") for _, line in lines):
            for number, line in lines:
                yield _record(line, f"line {number}", number)
            return
    yield _record(text, "the record", 1)


def _record(text: str, title: str, first: int) -> Pasted:
    try:
        document = read_json(text.encode("utf-8", "replace"))
    except NotJson as error:
        fault = Fault(error.detail, None if error.line is None else first + error.line - 1, error.pointer or "")
        return Pasted(title, _numbered(text, first), faults=(fault,))
    lines = record_lines(document)
    try:
        record = load_record(document)
    except Invalid as invalid:
        faults = tuple(Fault(fault.detail, pointer=fault.pointer) for fault in invalid.errors)
        return Pasted(title, lines, faults=faults)
    return Pasted(_named(document, title), lines, record)


def record_lines(document: Any) -> tuple[SourceLine, ...]:
    """A record set out for reading: a line for each key, each seat, each event."""
    if not isinstance(document, Mapping):
        return (SourceLine(None, _short(document)),)
    lines = [SourceLine(None, "{")]
    for key, value in document.items():
        name, pointer = json.dumps(key, ensure_ascii=False), f"/{key.replace('~', '~0').replace('/', '~1')}"
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            lines.append(SourceLine(None, f"  {name}: [", pointer))
            lines += [SourceLine(None, f"    {_short(item)},", f"{pointer}/{at}") for at, item in enumerate(value)]
            lines.append(SourceLine(None, "  ],"))
        else:
            lines.append(SourceLine(None, f"  {name}: {_short(value)},", pointer))
    lines.append(SourceLine(None, "}"))
    return tuple(lines[:MOST_LINES])


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# -- hand histories ----------------------------------------------------------------------------------------------------


def _histories(text: str) -> Iterator[Pasted]:
    lines = text.removeprefix("\ufeff").splitlines()
    results = list(islice(read_text("\n".join(lines), NAME), MOST_HANDS))
    # A hand's text goes to where the next result begins.
    starts = sorted({result.line for result in results if not isinstance(result, Unread)} | {len(lines) + 1})
    for result in results:
        until = next((start for start in starts if start > result.line), len(lines) + 1)
        begins = max((start for start in starts if start <= result.line), default=1)
        yield _history(result, lines, begins, until)


def _history(result: Read | Unread | Skipped, lines: Sequence[str], begins: int, until: int) -> Pasted:
    if isinstance(result, Unread):
        # Where its hand began is not known; the lines about the one that stopped the reader are.
        first = max(1, result.line - AROUND)
        source = _numbered("\n".join(lines[first - 1 : result.line + AROUND]), first)
        return Pasted(_numbered_hand(result.hand_no, result.line), source, faults=(Fault(result.reason, result.line),))
    source = _numbered("\n".join(lines[begins - 1 : until - 1]), begins)
    if isinstance(result, Skipped):
        fault = Fault(f"{result.game} is none of the games that are judged here", result.line)
        return Pasted(_numbered_hand(result.hand_no, result.line), source, faults=(fault,))
    document = result.document
    title = _named(document, f"line {result.line}")
    notes = [f"{doubt[0].upper()}{doubt[1:]}." for doubt in result.doubts]
    if result.inferred:
        notes.append(f"Not said by the text and worked out: {', '.join(result.inferred)}.")
    shown = source if result.event_lines else record_lines(document)
    try:
        record = load_record(document)
    except Invalid as invalid:
        faults = tuple(Fault(fault.detail, pointer=fault.pointer) for fault in invalid.errors)
        return Pasted(title, record_lines(document), faults=faults)
    return Pasted(title, shown, record, notes=tuple(notes), event_lines=result.event_lines)


def _numbered(text: str, first: int) -> tuple[SourceLine, ...]:
    lines = text.rstrip().splitlines()[:MOST_LINES]
    return tuple(SourceLine(number, line[:2000]) for number, line in enumerate(lines, first))


def _numbered_hand(hand_no: str | None, line: int) -> str:
    return f"hand {hand_no}" if hand_no else f"line {line}"


def _named(document: Mapping[str, Any], otherwise: str) -> str:
    number = document.get("hand_no")
    return f"hand {number}" if number else otherwise
