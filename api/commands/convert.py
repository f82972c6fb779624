"""`studbook convert`: hand-history files in, records out."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from api.commands.histories import files, read
from api.text import json_text
from studbook.formats.common import Read, Skipped


@click.command(name="convert")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, allow_dash=True, path_type=Path))
@click.option("--to", "target", type=click.Choice(["ndjson"]), required=True, help="What to write.")
def command(paths: tuple[Path, ...], target: str) -> None:
    """Write the records of hand-history files (folders; - for standard input), a line of JSON each.

    What was not read goes to standard error, a line each: hands of other games, and hands that could not be read. The
    exit code is 1 where any could not be read.
    """
    unread = 0
    out = sys.stdout.buffer
    for file in files(paths):
        for result in read(file):
            if isinstance(result, Read):
                out.write(json_text(result.document).encode() + b"\n")
                for doubt in result.doubts:
                    click.echo(f"{result.file}:{result.line}: {doubt}", err=True)
                continue
            hand = f"hand {result.hand_no}: " if result.hand_no else ""
            if isinstance(result, Skipped):
                click.echo(f"{result.file}:{result.line}: {hand}skipped, a hand of {result.game}", err=True)
            else:
                unread += 1
                click.echo(f"{result.file}:{result.line}: {hand}{result.reason}", err=True)
    out.flush()
    if unread:
        sys.exit(1)
