"""`studbook adjudicate`: records in, verdicts out; for reading on a terminal, a line of JSON each into a pipe."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, BinaryIO

import click

from api.commands.lines import texts
from api.kinds import Problem, from_invalid, from_not_json
from api.text import json_text
from schemas.errors import Invalid, NotJson
from schemas.json_text import read_json
from schemas.record import load_record
from studbook.referee import replay


@click.command(name="adjudicate")
@click.argument("file", type=click.File("rb"))
@click.option("--explain", is_flag=True, help="Say why, step by step.")
@click.option("--json", "as_json", is_flag=True, help="A line of JSON for each record, on a terminal too.")
def command(file: BinaryIO, explain: bool, as_json: bool) -> None:
    """Judge the records of FILE (- for standard input): one JSON document, or NDJSON.

    Into a pipe it writes one line of JSON for each record, in order, illegal and unreadable ones too; on a terminal it
    writes for reading. The exit code is 1 where a record could not be read at all.
    """
    write = _write_line if as_json or not sys.stdout.isatty() else _write_for_reading
    unreadable = 0
    for line, text in texts(file):
        verdict = judged(text, explain)
        if verdict["status"] == "unreadable":
            unreadable += 1
            verdict["problem"]["line_of_file"] = line
        write(verdict)
    if unreadable:
        sys.exit(1)


def judged(text: bytes, explain: bool = False) -> dict[str, Any]:
    """The verdict on a record's text; ``unreadable`` with the problem where it is none."""
    try:
        return replay(load_record(read_json(text)), explain=explain).to_dict()
    except NotJson as error:
        problem: Problem = from_not_json(error)
    except Invalid as error:
        problem = from_invalid(error)
    return {"status": "unreadable", "problem": problem.document()}


def _write_line(verdict: Mapping[str, Any]) -> None:
    sys.stdout.buffer.write(json_text(verdict).encode() + b"\n")
    sys.stdout.buffer.flush()


def _write_for_reading(verdict: Mapping[str, Any]) -> None:
    from rich.console import Console

    from api.commands.reading import show_verdict

    show_verdict(Console(highlight=False), verdict)
