from __future__ import annotations

import io

import pytest

from api.commands.lines import texts
from schemas.json_text import MAX_BYTES


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"", []),
        (b" \n\r\n", []),
        (b'{"game": 1}', [(1, b'{"game": 1}')]),
        (b'\n{"game": 1}\r\n\n{"game": 2}', [(2, b'{"game": 1}'), (4, b'{"game": 2}')]),
        (b'\xef\xbb\xbf{"game": 1}\n{}\n', [(1, b'\xef\xbb\xbf{"game": 1}'), (2, b"{}")]),
        (
            b'{\n "game": 1,\n "seats": [\n  {"seat": 1}\n ]\n}\n',
            [(1, b'{\n "game": 1,\n "seats": [\n  {"seat": 1}\n ]\n}')],
        ),
        (b'x\ny\n{"game": 1}\nz\n', [(1, b"x"), (2, b"y"), (3, b'{"game": 1}'), (4, b"z")]),
        (b"\n\nhello\nworld", [(3, b"hello\nworld")]),
    ],
)
def test_a_file_is_one_record_or_a_record_a_line(text: bytes, found: list[tuple[int, bytes]]) -> None:
    assert list(texts(io.BytesIO(text))) == found


def test_an_endless_text_without_a_record_is_cut_and_passed_over() -> None:
    line = b'"' + b"x" * 999 + b'",\n'
    long = b"[\n" + line * 2000
    ((number, text),) = texts(io.BytesIO(long))
    assert number == 1
    assert MAX_BYTES < len(text) < MAX_BYTES + 2000
    found = list(texts(io.BytesIO(long + b'{"game": 1}\n')))
    assert found[1:] == [(2002, b'{"game": 1}')]


def test_a_line_too_long_is_cut() -> None:
    found = list(texts(io.BytesIO(b"x" * 3_000_000 + b'\n{"game": 1}')))
    assert [(number, len(text)) for number, text in found] == [(1, MAX_BYTES + 2), (2, 11)]
