"""Hand-history files of any known format, for the commands that read them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from studbook.formats.common import Result, Unread
from studbook.formats.registry import NAMES, read_path, read_stream

format_option = click.option(
    "--from",
    "format_name",
    type=click.Choice(NAMES),
    help="The format that the files are of; else it is told from their text.",
)


def files(paths: Iterable[Path]) -> list[Path]:
    """The files that the paths name, folders with all that lies in them; hidden ones are passed over."""
    found: list[Path] = []
    for path in paths:
        if str(path) != "-" and path.is_dir():
            inside = (Path(folder, name) for folder, _, names in os.walk(path) for name in names)
            found += sorted(file for file in inside if not file.name.startswith("."))
        else:
            found.append(path)
    return found


def read(file: Path, format_name: str | None = None) -> Iterator[Result]:
    """The hands of a file (``-``: standard input); a file that cannot be opened is one unread stretch."""
    if str(file) == "-":
        yield from read_stream(sys.stdin.buffer, "-", format_name)
        return
    try:
        yield from read_path(file, format_name)
    except OSError as error:
        yield Unread(str(file), 1, error.strerror or str(error))
