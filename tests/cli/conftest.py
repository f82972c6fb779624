"""The command line on a database of the test, and small hand histories of several formats."""

from __future__ import annotations

import copy
import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from api.cli import cli
from studbook.formats.writers import write
from tests.api.conftest import STEAL
from tests.formats.random_hands import random_hand

STUDBOOK = [sys.executable, "-c", "from api.cli import main; main()"]
ROOT = Path(__file__).resolve().parents[2]
Document = dict[str, Any]
Done = Result


def stud_hand(number: int) -> Document:
    """A hand that every format carries, under the ref of PokerStars."""
    hand = copy.deepcopy(STEAL)
    for seat in hand["seats"]:
        seat.pop("name", None)
    del hand["tags"]
    return hand | {"hand_no": str(number), "ref": f"pokerstars:{number}", "outcome": {"won": {"3": 9}}}


def wall_street_hand(number: int) -> Document:
    """A hand of a game that no room's text knows."""
    return random_hand("wall-street", 3) | {"ref": f"den:{number}", "hand_no": str(number)}


def lines(done: Done) -> list[Document]:
    """The lines of JSON that a command wrote."""
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def environment(module_database: str, empty: Callable[[str], None], tmp_path: Path) -> dict[str, str]:
    """The environment of a command whose ledger is an empty database of the tests."""
    empty(module_database)
    return {**os.environ, "DATABASE_URL": module_database, "STUDBOOK_DATA": str(tmp_path / "none"), "COLUMNS": "200"}


@pytest.fixture
def run(environment: dict[str, str]) -> Callable[..., Done]:
    """Runs a command in this process, its output no terminal, and holds its exit code against the expected one."""

    def run(*arguments: str, stdin: str = "", code: int = 0) -> Done:
        wanted = {name: environment.get(name) for name in ("DATABASE_URL", "STUDBOOK_DATA", "COLUMNS")}
        done = CliRunner().invoke(cli, arguments, prog_name="studbook", input=stdin, env=wanted)
        assert done.exit_code == code, f"{done.exception!r}\n{done.output}"
        return done

    return run


@pytest.fixture
def on_a_terminal(environment: dict[str, str]) -> Callable[..., str]:
    """Runs a command on a terminal; what it wrote there."""

    def run(*arguments: str, code: int = 0, term: str = "dumb") -> str:
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [*STUDBOOK, *arguments],
            stdout=theirs,
            stderr=theirs,
            stdin=theirs,
            cwd=ROOT,
            env={**environment, "TERM": term},
        )
        os.close(theirs)
        written = b""
        with open(ours, "rb", buffering=0) as reader:
            try:
                while part := reader.read(4096):
                    written += part
            except OSError:  # the other end was closed
                pass
        assert process.wait() == code, written.decode()
        return written.decode().replace("\r\n", "\n")

    return run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Histories: three hands as PokerStars text, one as PHH in a folder below, a broken file, a hidden one."""
    home = tmp_path / "histories"
    (home / "below").mkdir(parents=True)
    (home / "stars.txt").write_text("".join(write(stud_hand(number), "pokerstars") for number in (1, 2, 3)))
    (home / "below" / "one.phh").write_text(write(stud_hand(4), "phh"))
    (home / "diary.txt").write_text("Dear diary, today I lost at cards again.\n")
    (home / ".hidden").write_text("nothing for anybody\n")
    return home
