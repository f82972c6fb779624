"""studbook db: dumps, and what is restored from them."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from db.localpg import LocalPG
from tests.cli.conftest import ROOT, Done, stud_hand

QUICK = ("fsync=off",)
GUIDE = (ROOT / "docs" / "operating.md").read_text()


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """Three hands in a file."""
    file = tmp_path / "hands.ndjson"
    file.write_text("".join(json.dumps(stud_hand(number)) + "\n" for number in (1, 2, 3)))
    return file


def test_a_dump_of_the_embedded_ledger_is_restored_into_an_empty_one(
    run: Callable[..., Done], environment: dict[str, str], memory_folder: Path, history: Path, tmp_path: Path
) -> None:
    dump = str(tmp_path / "ledger.dump")
    del environment["DATABASE_URL"]

    def on(folder: str, *arguments: str, code: int = 0) -> Done:
        environment["STUDBOOK_DATA"] = str(memory_folder / folder)
        return run(*arguments, code=code)

    # Each stays open for the whole test, so that its commands need not start it.
    with LocalPG(memory_folder / "old", QUICK), LocalPG(memory_folder / "new", QUICK):
        on("old", "import", str(history))
        assert "Dumped to" in on("old", "db", "dump", dump).stdout
        on("new", "db", "migrate")
        assert on("new", "db", "restore", dump).stdout == f"Restored {dump}.\n"
        exported = on("new", "export").stdout
        assert exported == on("old", "export").stdout
        assert {json.loads(line)["ref"] for line in exported.splitlines()} == {f"pokerstars:{n}" for n in (1, 2, 3)}

        assert "holds hands" in on("new", "db", "restore", dump, code=1).stderr
        assert "is no dump" in on("new", "db", "restore", str(history), code=1).stderr
        assert on("new", "export").stdout == exported


def guided(heading: str) -> list[str]:
    """The commands below a heading of the guide, comments and all."""
    section = GUIDE.partition(f"### {heading}\n")[2].partition("\n### ")[0]
    return [line for block in re.findall(r"```sh\n(.*?)```", section, re.S) for line in block.splitlines()]


def test_the_guides_commands_for_backup_and_restore_do_what_they_say(
    run: Callable[..., Done],
    environment: dict[str, str],
    bare_database: str,
    history: Path,
    tmp_path: Path,
    memory_folder: Path,
) -> None:
    dumping, restoring = guided("Backup and restore")
    run("import", str(history))
    programs = LocalPG(memory_folder / "programs").binaries.bin
    shell = environment | {"PATH": f"{programs}:{os.environ['PATH']}"}
    subprocess.run(dumping, shell=True, cwd=tmp_path, env=shell, check=True)
    subprocess.run(restoring, shell=True, cwd=tmp_path, env=shell | {"DATABASE_URL": bare_database}, check=True)
    before = run("export").stdout
    environment["DATABASE_URL"] = bare_database
    assert run("export").stdout == before != ""
