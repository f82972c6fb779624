"""`studbook convert`: hand histories of one format in, of another out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from api.commands.histories import files, format_option, read
from api.commands.writing import Output, to_option
from studbook.formats.common import Read, Skipped


@click.command(name="convert")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, allow_dash=True, path_type=Path))
@format_option
@to_option(required=True)
def command(paths: tuple[Path, ...], format_name: str | None, target: str) -> None:
    """Write the hands of hand-history files (folders; - for standard input) in another format to standard output.

    What was not read goes to standard error, a line each: hands of other games, hands that could not be read, and hands
    that the other format has no place for. The exit code is 1 where any could not be read or written.
    """
    unread = 0
    output = Output(target)

    def documents() -> Iterator[tuple[str, dict[str, Any]]]:
        nonlocal unread
        for file in files(paths):
            for result in read(file, format_name):
                where = f"{result.file}:{result.line}"
                if isinstance(result, Read):
                    number = result.document.get("hand_no")
                    for doubt in result.doubts:
                        click.echo(f"{where}: {doubt}", err=True)
                    yield f"{where}: hand {number}" if number else where, result.document
                    continue
                hand = f"hand {result.hand_no}: " if result.hand_no else ""
                if isinstance(result, Skipped):
                    click.echo(f"{where}: {hand}skipped, a hand of {result.game}", err=True)
                else:
                    unread += 1
                    click.echo(f"{where}: {hand}{result.reason}", err=True)

    output.write((where, document, None) for where, document in documents())
    output.tell()
    if unread or output.refused:
        sys.exit(1)
