"""Reading records from a file: one JSON document, or NDJSON in constant memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from schemas.json_text import MAX_BYTES

_RECORD_LINE = re.compile(rb'\s*(?:\xef\xbb\xbf)?\{.*"game"\s*:.*\}\s*', re.DOTALL)


def texts(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Each record's text with the line it begins in, counted from 1.

    It is NDJSON from the first line on that is a whole record by its looks; a text without such a line is one record.
    A text longer than a record may be is cut just after that bound, so that reading it says so.
    """
    begun, waiting, size, by_line = 1, list[bytes](), 0, False
    for number, line in enumerate(iter(lambda: _line(stream), b""), 1):
        if not line.strip():
            continue
        if not by_line and (len(line) > MAX_BYTES or _RECORD_LINE.fullmatch(line)):
            by_line = True
            for at, broken in enumerate(waiting, begun):
                yield at, broken.rstrip()
        if by_line:
            yield number, line.rstrip()
            continue
        begun = begun if size else number
        size += len(line)
        if size <= MAX_BYTES:
            waiting.append(line)
        elif waiting:  # the rest of it is passed over
            yield begun, b"".join([*waiting, line])
            waiting = []
    if waiting and not by_line:
        yield begun, b"".join(waiting).rstrip()


def _line(stream: BinaryIO) -> bytes:
    line = stream.readline(MAX_BYTES + 2)
    if len(line) == MAX_BYTES + 2 and not line.endswith(b"\n"):
        while (more := stream.readline(MAX_BYTES)) and not more.endswith(b"\n"):
            pass
    return line
