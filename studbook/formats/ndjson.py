"""The project's own records as JSON: one a line, or one set out for reading (hand-record: Record)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from studbook.formats.common import MAX_LINES_OF_A_HAND, Cannot, Line, Read, Result, Unread
from studbook.formats.shape import RECORD, BadShape, check

NAME = "ndjson"
_OBJECT = re.compile(r'\s*\{\s*"(\w+)"\s*:')
_NO_END = "this is no JSON: the record that begins here has no end"


def sniff(head: str) -> bool:
    """Whether the text begins with a JSON object whose first key is a record's."""
    found = _OBJECT.match(head)
    return found is not None and found[1] in RECORD


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """A record a line, or set out over lines from a bare ``{`` to a bare ``}``; blank lines are passed over. What is
    no record is an `Unread` naming what is wrong."""
    block: list[Line] = []
    for number, line in lines:
        bare = line.rstrip()
        if block and (bare.startswith('{"') or bare == "{" or len(block) >= MAX_LINES_OF_A_HAND):
            yield Unread(file, block[0][0], _NO_END)
            block = []
        if block or bare == "{":
            block.append((number, line))
            if bare == "}":
                yield _hand(block, file)
                block = []
        elif bare:
            yield _hand([(number, line)], file)
    if block:
        yield Unread(file, block[0][0], _NO_END)


def _hand(block: list[Line], file: str) -> Result:
    first = block[0][0]
    try:
        document = object_of("\n".join(line for _, line in block))
        check(document)
    except Cannot as error:
        # A record of one line is that line, whatever line of it the error names.
        at = first if len(block) == 1 or error.line is None else block[min(error.line, len(block)) - 1][0]
        return Unread(file, at, error.reason)
    except BadShape as error:
        return Unread(file, first, str(error), _hand_no(document))
    return Read(document, file, first, tuple(_inferred(document)))


def object_of(text: str, *, exact: bool = False) -> dict[str, Any]:
    """One JSON object: keys once, numbers finite, exact decimals where asked for. Raises Cannot, with the line."""
    try:
        value = json.loads(
            text, object_pairs_hook=_once, parse_constant=_no_number, parse_float=_exact if exact else None
        )
    except RecursionError:
        raise Cannot("the JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise Cannot(f"this is no JSON: {error.msg}", error.lineno) from None
    except (ValueError, InvalidOperation) as error:
        raise Cannot(f"this is no JSON: {error}") from None
    if not isinstance(value, dict):
        raise Cannot("a JSON object was expected")
    return value


def write(document: Mapping[str, Any]) -> str:
    """The record as one line, its end included."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        raise Cannot(f"the key {next(key for key in keys if keys.count(key) > 1)!r} is given twice")
    return made


def _exact(text: str) -> Decimal:
    figure = Decimal(text)
    # An exponent of a hundred million would keep a reader busy for ever.
    if abs(figure.adjusted()) > 20 or len(text) > 60:
        raise Cannot(f"the number {text[:20]} is out of bounds")
    return figure


def _no_number(word: str) -> Any:
    raise Cannot(f"{word} is no number of JSON")


def _hand_no(document: Mapping[str, Any]) -> str | None:
    found = document.get("hand_no")
    return found if isinstance(found, str) else None


def _inferred(document: Mapping[str, Any]) -> list[str]:
    meta = document.get("meta") or {}
    names = meta.get("inferred")
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
