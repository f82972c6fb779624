"""The formats by name, and reading of files whose format is told from the text, never from the file's name."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from studbook.formats.common import Line, Result, Unread

# The order in which the text is tried: formats with a mark that nothing else bears come first.
NAMES = (
    "pokerstars", "full_tilt", "winamax", "bovada", "absolute", "winning", "ongame", "everleaf", "partypoker",
    "ipoker", "merge", "ohh", "ndjson", "phh", "kingsclub",
)  # fmt: skip
HEAD = 4096  # characters that a format is told from
MAX_LINE = 1 << 23  # characters of one line; longer ones are no hand history


class Format(Protocol):
    """What a module of this package offers for a format."""

    NAME: str

    def sniff(self, head: str) -> bool:
        """Whether the first 4 kB of a text are of this format."""

    def read(self, lines: Iterable[Line], file: str) -> Iterator[Result]:
        """The hands of the numbered lines, one by one."""


def format_named(name: str) -> Format:
    """The module of a format. Raises KeyError, with the names there are, for any other."""
    if name not in NAMES:
        raise KeyError(f"no format is called {name!r}; there are {', '.join(NAMES)}")
    return cast(Format, import_module(f"studbook.formats.{name}"))


def sniff(head: str) -> Format | None:
    """The format of a text by its beginning; None where it is of no known format."""
    for name in NAMES:
        if find_spec(f"studbook.formats.{name}") and (found := format_named(name)).sniff(head):
            return found
    return None


def read_path(path: str | Path, format_name: str | None = None) -> Iterator[Result]:
    """The hands of a file; its path names it in the results. Raises OSError where it cannot be opened."""
    with open(path, "rb") as binary:
        yield from read_stream(binary, str(path), format_name)


def read_text(text: str, name: str, format_name: str | None = None) -> Iterator[Result]:
    """The hands of a decoded text."""
    stream = io.StringIO(text.removeprefix("\ufeff"), newline=None)
    return _read(_numbered(iter(lambda: stream.readline(MAX_LINE), "")), name, format_name)


def read_stream(binary: BinaryIO, name: str, format_name: str | None = None) -> Iterator[Result]:
    """The hands of a stream of bytes: UTF-8 with or without a mark, UTF-16, cp1252; lines end in LF, CRLF or CR.

    The format is told from the text unless ``format_name`` gives it (KeyError for a name that is none). Memory does
    not grow with the stream.
    """
    return _read(_numbered(_decoded(binary)), name, format_name)


def _read(lines: Iterator[Line], name: str, format_name: str | None) -> Iterator[Result]:
    opening: list[Line] = []
    size = 0
    for number, line in lines:
        opening.append((number, line))
        size += len(line) + 1
        if size >= HEAD:
            break
    head = "\n".join(line for _, line in opening)
    if not head.strip() and size < HEAD:
        yield Unread(name, 1, "the file is empty")
        return
    found = format_named(format_name) if format_name else sniff(head[:HEAD])
    if found is None:
        yield Unread(name, 1, f"of no known format; known are {', '.join(NAMES)}")
        return
    yield from found.read(chain(opening, lines), name)


def _numbered(lines: Iterable[str]) -> Iterator[Line]:
    for number, line in enumerate(lines, start=1):
        # Files joined by hand have the mark of UTF-8 inside.
        yield number, line.rstrip("\r\n").removeprefix("\ufeff")


def _decoded(binary: BinaryIO) -> Iterator[str]:
    """Lines of text. Each line that is no UTF-8 is read as cp1252, for rooms that mix the two in one file."""
    reader = binary if isinstance(binary, io.BufferedReader) else io.BufferedReader(_Raw(binary))
    start = reader.peek(4)[:4]
    wide = _utf16(reader.peek(64)[:64])
    if wide:
        text = io.TextIOWrapper(reader, encoding=wide, errors="replace", newline=None)
        try:
            for line in iter(lambda: text.readline(MAX_LINE), ""):
                yield line.removeprefix("\ufeff")
        finally:
            text.detach()
        return
    if start.startswith(b"\xef\xbb\xbf"):
        reader.read(3)
    for raw in iter(lambda: reader.readline(MAX_LINE), b""):
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError:
            line = raw.decode("cp1252", errors="replace")
        bare = line.rstrip("\r\n")
        if "\r" in bare:
            yield from bare.split("\r")
        else:
            yield bare


def _utf16(start: bytes) -> str | None:
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    # Without a mark: texts of the formats begin with letters of ASCII, every other byte of which is then zero.
    if len(start) >= 8 and b"\0" in start:
        if not start[0] and not start[2] and start[1] and start[3]:
            return "utf-16-be"
        if not start[1] and not start[3] and start[0] and start[2]:
            return "utf-16-le"
    return None


class _Raw(io.RawIOBase):
    """Any object with ``read`` as a raw stream, so that it can be buffered and peeked at."""

    def __init__(self, binary: BinaryIO) -> None:
        self._binary = binary

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self._binary.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)
