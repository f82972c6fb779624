"""Reading JSON strictly: what the service stores may be evidence, so nothing is guessed and nothing is lost.

The standard library's parser lets through what must not reach the ledger: keys given twice (the last one wins), NaN and
Infinity, 1e400 (becomes infinity), lone surrogates and the null character (no database text can hold either), and it
runs out of stack on deep nesting. `read_json` refuses all of these, with the place.

Most texts are exactly what a program writes for their document: msgspec reads those, and writes them again to see that
nothing was lost. Any other is read by the standard library, with hooks that only notice *that* something is wrong; the
place is looked for afterwards, in `_explain`.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

import msgspec

from schemas.errors import NotJson, pointer_to, shown

MAX_BYTES = 256 * 1024
# Looked at here only where the parser gave up or the strings must be walked anyway: the schemas bound the depth of
# every part of a document, and `schemas.fields.Free` uses this same number where a part is free.
MAX_DEPTH = 64

_BOM = b"\xef\xbb\xbf"
_read, _write = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode
sorted_json = msgspec.json.Encoder(order="sorted").encode
_NULL_ESCAPE = b"\\u0000"
_SUSPECT_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


class _Doubt(Exception):
    """Something is wrong with the text; `_explain` finds out what and where."""


class _Bad:
    """Stands in a parsed document where a value may not be kept, with the reason."""

    def __init__(self, reason: str, key: str | None = None) -> None:
        self.reason = reason
        self.key = key


def read_json(body: bytes, limit: int = MAX_BYTES) -> Any:
    """The document of a JSON text of at most ``limit`` bytes. Raises `NotJson` with the place and the reason."""
    if len(body) <= limit and (found := _as_written(body)) is not None:
        return found
    text = _decoded(body, limit)
    try:
        document = _fast.decode(text)
    except _Doubt:
        _explain(text)
    except RecursionError:
        _refuse_depth(text)
    except json.JSONDecodeError as error:
        raise NotJson(_grammar(error, text), line=error.lineno, column=error.colno) from None
    except ValueError:  # an integer with more digits than Python converts
        _explain(text)
    if _SUSPECT_ESCAPE.search(text):
        _look_for_bad(document, text)
    return document


def _as_written(body: bytes) -> Any:
    """The document of a text that is, byte for byte, what its document is written as: no key can stand in it twice, and
    each number and text is as it was posted. None of any other text."""
    try:
        document = _read(body)
        return document if _write(document) == body and _NULL_ESCAPE not in body else None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _decoded(body: bytes, limit: int) -> str:
    if len(body) > limit:
        raise NotJson(f"the text has {len(body):,} bytes; at most {limit:,} are read")
    body = body.removeprefix(_BOM)
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        before = body[: error.start]
        raise NotJson(
            f"the text is not UTF-8: byte {body[error.start]:#04x} stands where no character can begin or go on",
            line=before.count(b"\n") + 1,
            column=len(before) - before.rfind(b"\n"),
        ) from None
    if not text.strip():
        raise NotJson("the text is empty; a JSON document was expected")
    return text


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) != len(pairs):
        raise _Doubt
    return document


def _number(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise _Doubt
    return number


def _doubtful(text: str) -> NoReturn:
    raise _Doubt


_fast = json.JSONDecoder(object_pairs_hook=_pairs, parse_float=_number, parse_constant=_doubtful)


# The slow path: parse again with the bad values marked, and walk to the first mark.


def _marking_pairs(pairs: list[tuple[str, Any]]) -> Any:
    document: dict[str, Any] = {}
    for key, value in pairs:
        if key in document:
            return _Bad(f"the key {shown(key)} stands twice in one object", key)
        document[key] = value
    return document


def _marking_float(text: str) -> Any:
    number = float(text)
    return _Bad(f"{_cut(text)} is too large a number") if math.isinf(number) else number


def _marking_int(text: str) -> Any:
    return _Bad(f"a number of {len(text):,} digits is too large") if len(text) > 400 else int(text)


def _marking_constant(text: str) -> Any:
    return _Bad(f"{text} is no number that JSON knows")


def _cut(text: str) -> str:
    return text if len(text) <= 30 else text[:27] + "..."


_marking = json.JSONDecoder(
    object_pairs_hook=_marking_pairs,
    parse_float=_marking_float,
    parse_int=_marking_int,
    parse_constant=_marking_constant,
)


def _explain(text: str) -> NoReturn:
    try:
        document = _marking.decode(text)
    except RecursionError:
        _refuse_depth(text)
    except json.JSONDecodeError as error:
        raise NotJson(_grammar(error, text), line=error.lineno, column=error.colno) from None
    _look_for_bad(document, text)
    raise NotJson("the text is no JSON that can be kept as posted")


def _look_for_bad(document: Any, text: str) -> None:
    """Raise `NotJson` at the first value, in the order of the text, that may not be kept."""
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), document)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, _Bad):
            raise NotJson(value.reason, pointer=pointer_to(path if value.key is None else (*path, value.key)))
        if isinstance(value, str):
            _refuse_unstorable(value, path)
        elif isinstance(value, dict):
            for key in value:
                _refuse_unstorable(key, path)
            waiting.extend(((*path, key), item) for key, item in reversed(value.items()))
        elif isinstance(value, list):
            waiting.extend(((*path, at), value[at]) for at in range(len(value) - 1, -1, -1))
        if len(path) > MAX_DEPTH:
            _refuse_depth(text)


def _refuse_unstorable(value: str, path: tuple[str | int, ...]) -> None:
    found = _UNSTORABLE.search(value)
    if found:
        point = ord(found[0])
        what = "the null character" if point == 0 else "half of a surrogate pair"
        raise NotJson(f"\\u{point:04x} is {what}, which no text may hold", pointer=pointer_to(path))


def _refuse_depth(text: str) -> NoReturn:
    depth = 0
    for token in _STRING_OR_BRACKET.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                line = text.count("\n", 0, token.start()) + 1
                column = token.start() - text.rfind("\n", 0, token.start())
                raise NotJson(f"nested deeper than {MAX_DEPTH} levels", line=line, column=column)
        elif token[0] in "]}":
            depth -= 1
    raise NotJson(f"nested deeper than {MAX_DEPTH} levels")


def _grammar(error: json.JSONDecodeError, text: str) -> str:
    if error.pos >= len(text.rstrip()):
        return "the text ends in the middle of a value"
    said = error.msg[:1].lower() + error.msg[1:]
    return f"this is no JSON: {said}"
