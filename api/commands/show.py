"""`studbook show`: hands for reading, from the ledger or from files."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from api.commands.hand_reading import as_line, show_hand
from api.commands.histories import files, format_option, read
from api.commands.ledger import app_id_of, app_option, in_one_line, ledger
from api.renditions import rendition
from api.text import json_text
from db.hands import get
from db.pool import connect
from schemas.errors import Invalid
from schemas.record import load_record
from studbook.formats.common import Read, Skipped
from studbook.referee import replay

Shown = tuple[dict[str, Any], dict[str, Any], str]


@click.command(name="show")
@click.argument("hands", nargs=-1, required=True, metavar="ID|FILE...")
@format_option
@app_option
@click.option("--viewer", help="Hide the cards that this player (or: public) could not see.")
@click.option("--explain", is_flag=True, help="Say which article each step follows.")
@in_one_line
def command(hands: tuple[str, ...], format_name: str | None, app: str, viewer: str | None, explain: bool) -> None:
    """Print hands for reading: those stored under an ID, or those of a FILE in any known format (- for standard input).

    Into a pipe it writes a line of JSON for each hand, with its record and its verdict. The exit code is 1 where a hand
    was not found or could not be read.
    """
    reading = sys.stdout.isatty()
    console = Console(highlight=False)
    missed = 0
    for shown in _all(hands, format_name, app, viewer):
        if isinstance(shown, str):
            missed += 1
            click.echo(shown, err=True)
        elif reading:
            show_hand(console, shown[0], shown[1], explain=explain, note=shown[2])
        else:
            click.echo(as_line(shown[0], shown[1]))
    if missed:
        sys.exit(1)


def _all(names: tuple[str, ...], format_name: str | None, app: str, viewer: str | None) -> Iterator[Shown | str]:
    """Each hand, or why there is none."""
    stored = [name for name in names if _id(name) is not None]
    for name in names:
        if name in stored:
            continue
        if name != "-" and not Path(name).exists():
            yield f"{name}: neither the id of a hand nor a file"
            continue
        for file in files([Path(name)]):
            for result in read(file, format_name):
                where = f"{result.file}:{result.line}"
                if isinstance(result, Read):
                    yield _judged(result, viewer)
                elif isinstance(result, Skipped):
                    click.echo(f"{where}: skipped, a hand of {result.game}", err=True)
                else:
                    yield f"{where}: {result.reason}"
    if stored:
        yield from _stored(stored, app, viewer)


def _id(name: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(name)
    except ValueError:
        return None


def _judged(result: Read, viewer: str | None) -> Shown | str:
    try:
        record = load_record(result.document)
    except Invalid as error:
        return f"{result.file}:{result.line}: {error}"
    verdict = replay(record).to_dict()
    note = f"{result.file}:{result.line}"
    if viewer is None:
        return result.document, verdict, note
    return *rendition(uuid.UUID(int=0), (json_text(result.document), json_text(verdict)), viewer), note


def _stored(names: list[str], app: str, viewer: str | None) -> Iterator[Shown | str]:
    with ledger() as conninfo, connect(conninfo) as connection:
        app_id = app_id_of(connection, app)
        for name in names:
            hand = get(connection, app_id, uuid.UUID(name))
            if hand is None:
                yield f"No hand {name} is stored."
            else:
                yield *rendition(hand.id, (hand.record, hand.verdict), viewer), f"stored as {hand.id}"
