from __future__ import annotations

import json
import re

import pytest

from schemas.errors import NotJson
from schemas.json_text import MAX_BYTES, MAX_DEPTH, read_json


def refused(body: bytes | str) -> NotJson:
    with pytest.raises(NotJson) as refusal:
        read_json(body.encode() if isinstance(body, str) else body)
    return refusal.value


def test_a_plain_document_is_read_as_it_stands() -> None:
    document = {"a": [1, -2.5, True, None, "é \\u0000 \U0001f0a1"], "b": {"c": {}}}
    assert read_json(json.dumps(document).encode()) == document
    assert read_json(json.dumps(document, ensure_ascii=False).encode()) == document


# Values as they may stand in a text: some are written just so by a program, some by hand, some are no JSON to be kept.
PIECES = (
    '{"a":1,"a":1}', '{"a":1}', '"\\u0000"', '"\\ud800"', '"\\ud83c\\udca1"', '"\\/"', '"é"', '"\u2028"', '"\\""',
    "1e400", "1e16", "1e-7", "5.0", "-0", "-0.0", "0.1", "123456789012345678901234567890", "9" * 5000,
    "NaN", "Infinity", "null", "true", "01", "1.", '"\x7f"', '"\t"', "[]", "{}", '""',
    "[" * 70 + "]" * 70, "[" * 5000 + "]" * 5000,
)  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("around", ["%s", '{"x":%s}', '[1,%s,{"y":"z"}]', ' {"x": %s}', '{"x":%s}x'])
def test_what_is_read_quickly_is_read_as_the_slow_way_reads_it(piece: str, around: str) -> None:
    def outcome(body: bytes) -> str:
        try:
            return repr(read_json(body))
        except NotJson as refusal:
            return str(refusal)

    quick = (around % piece).encode()
    # With a space before it no text is what its document is written as: the standard library reads it.
    slow = re.sub(r"column \d+", "column", outcome(b" " + quick))
    assert re.sub(r"column \d+", "column", outcome(quick)) == slow


def test_a_byte_order_mark_is_passed_over() -> None:
    assert read_json(b"\xef\xbb\xbf[1]") == [1]


@pytest.mark.parametrize(
    ("text", "pointer", "said"),
    [
        ('{"a": 1, "a": 2}', "/a", 'the key "a" stands twice'),
        ('{"events": [{}, {"seat": 1, "to": 2, "seat": 1}]}', "/events/1/seat", "stands twice"),
        ('{"x/y": {"~": 1, "~": 1}}', "/x~1y/~0", "stands twice"),
        ('{"a": [1, NaN]}', "/a/1", "NaN is no number"),
        ('{"a": -Infinity}', "/a", "-Infinity is no number"),
        ('{"a": {"to": 1e400}}', "/a/to", "1e400 is too large"),
        ('{"a": [-1e999]}', "/a/0", "-1e999 is too large"),
        ('{"to": ' + "9" * 5000 + "}", "/to", "a number of 5,000 digits is too large"),
        (r'{"name": "a\ud800b"}', "/name", "half of a surrogate pair"),
        (r'{"name": ["\udc00\ud800"]}', "/name/0", "half of a surrogate pair"),
        (r'{"name": "a\u0000"}', "/name", "the null character"),
        (r'{"a": {"k\u0000": 1}}', "/a", "the null character"),
    ],
)
def test_what_could_not_be_kept_as_posted_is_refused_with_its_pointer(text: str, pointer: str, said: str) -> None:
    refusal = refused(text)
    assert refusal.pointer == pointer
    assert said in refusal.detail


def test_the_first_fault_in_the_order_of_the_text_is_named() -> None:
    assert refused('{"b": NaN, "a": {"x": 1, "x": 2}}').pointer == "/b"


def test_a_whole_surrogate_pair_is_a_character() -> None:
    assert read_json(rb'"\ud83c\udca1"') == "\U0001f0a1"


def test_an_escaped_backslash_before_u0000_is_text() -> None:
    assert read_json(rb'"\\u0000"') == r"\u0000"


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ('{"a": 1,}', 1, 9, "property name"),
        ('{\n  "a": 01}', 2, 9, "delimiter"),
        ("[1, 2", 1, 6, "ends in the middle"),
        ('["a\nb"]', 1, 4, "control character"),
        ("{} {}", 1, 4, "extra data"),
        ("hello", 1, 1, "expecting value"),
    ],
)
def test_bad_grammar_is_named_with_line_and_column(text: str, line: int, column: int, said: str) -> None:
    refusal = refused(text)
    assert (refusal.line, refusal.column) == (line, column)
    assert said in refusal.detail.lower()


def test_bytes_that_are_not_utf_8_are_named_with_line_and_column() -> None:
    refusal = refused(b'{\n "a": "\xff"}')
    assert (refusal.line, refusal.column) == (2, 8)
    assert "0xff" in refusal.detail


@pytest.mark.parametrize("body", [b"", b"  \n", b"\xef\xbb\xbf"])
def test_an_empty_text_is_called_empty(body: bytes) -> None:
    assert "empty" in refused(body).detail


@pytest.mark.parametrize("levels", [1_000, 30_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_a_thousand_levels_are_refused_at_the_first_that_is_too_deep(levels: int, opening: str, closing: str) -> None:
    refusal = refused(opening * levels + "1" + closing * levels)
    assert refusal.detail == f"nested deeper than {MAX_DEPTH} levels"
    assert (refusal.line, refusal.column) == (1, MAX_DEPTH * len(opening) + 1)


def test_brackets_in_texts_are_no_levels() -> None:
    text = json.dumps("[" * 200 + '"')
    assert refused(f'{{"a": {text}, "b": ' + "[" * 2000).column == len(f'{{"a": {text}, "b": ') + MAX_DEPTH


def test_a_text_over_the_limit_is_not_even_read() -> None:
    assert f"at most {MAX_BYTES:,}" in refused(b" " * (MAX_BYTES + 1)).detail
    assert read_json(b'"' + b"a" * (MAX_BYTES - 2) + b'"') == "a" * (MAX_BYTES - 2)
