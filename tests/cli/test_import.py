"""`studbook import`: from files and folders into the ledger, again, in several processes, and broken off."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from studbook.formats.writers import write
from tests.cli.conftest import ROOT, STUDBOOK, Done, lines, stud_hand, wall_street_hand

Run = Callable[..., Done]


def count(module_database: str) -> int:
    with psycopg.connect(module_database) as connection:
        row = connection.execute("select count(*) from hands").fetchone()
        assert row is not None
        return int(row[0])


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_folder_is_stored_and_again_stores_nothing(run: Run, folder: Path, module_database: str, jobs: str) -> None:
    first = run("import", str(folder), "--jobs", jobs, code=1)
    statuses = {(Path(line["file"]).name, line["hand_no"]): line["status"] for line in lines(first)}
    assert statuses == {
        ("stars.txt", "1"): "stored",
        ("stars.txt", "2"): "stored",
        ("stars.txt", "3"): "stored",
        ("one.phh", "4"): "stored",
        ("diary.txt", None): "unread",
    }
    assert count(module_database) == 4
    (folder / "diary.txt").unlink()
    second = run("import", str(folder), "--jobs", jobs)
    assert Counter(line["status"] for line in lines(second)) == {"known": 4}
    assert {line["id"] for line in lines(second)} == {line["id"] for line in lines(first)} - {None}
    assert count(module_database) == 4


def test_the_summary_counts_by_game_and_outcome(run: Run, folder: Path, tmp_path: Path) -> None:
    (folder / "den.ndjson").write_text(write(wall_street_hand(1), "ndjson"))
    (folder / "holdem.txt").write_text(
        write(stud_hand(9), "pokerstars").replace("7 Card Stud Limit", "Hold'em No Limit")
    )
    text = run("import", str(folder), code=1).stderr
    head, *rows = (line.split() for line in text.splitlines()[:6])
    assert head == ["game", "stored", "other", "games", "unread"]
    assert ["seven-card-stud", "4", "0", "0"] in rows
    assert ["wall-street", "1", "0", "0"] in rows
    assert ["Hold'em", "0", "1", "0"] in rows
    assert ["all", "5", "1", "1"] in rows
    assert "diary.txt:1: unread: of no known format" in text
    assert "Hands 7, files 5, " in text


def test_another_hand_under_a_known_ref_is_reported(run: Run, tmp_path: Path, module_database: str) -> None:
    file = tmp_path / "hands.ndjson"
    file.write_text(write(stud_hand(1), "ndjson"))
    (stored,) = lines(run("import", str(file)))
    other = stud_hand(1)
    other["seats"][0]["stack"] = 55
    file.write_text(write(other, "ndjson"))
    done = run("import", str(file), code=1)
    (line,) = lines(done)
    assert (line["status"], line["id"]) == ("differs", stored["id"])
    assert f"Another hand is stored under the ref 'pokerstars:1': /v1/hands/{stored['id']}" in done.stderr
    assert count(module_database) == 1


def test_a_dry_run_says_what_would_become_of_each_hand_and_stores_nothing(
    run: Run, folder: Path, module_database: str
) -> None:
    run("import", str(folder / "below"))
    done = run("import", str(folder), "--dry-run", code=1)
    assert Counter(line["status"] for line in lines(done)) == {"new": 3, "known": 1, "unread": 1}
    assert "would be stored" in done.stderr
    assert count(module_database) == 1


def test_a_dry_run_makes_no_ledger_where_there_is_none(
    run: Run, folder: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    del environment["DATABASE_URL"]
    done = run("import", str(folder / "stars.txt"), "--dry-run")
    assert Counter(line["status"] for line in lines(done)) == {"new": 3}
    assert not (tmp_path / "none").exists()


def test_failures_and_doubts_go_into_a_file(run: Run, folder: Path, tmp_path: Path) -> None:
    doubtful = stud_hand(7)
    doubtful["outcome"] = {"won": {"3": 8}}
    (folder / "doubtful.ndjson").write_text(write(doubtful, "ndjson"))
    illegal = write(stud_hand(8), "pokerstars").replace("raises 7 to 10", "raises 6 to 9")
    (folder / "illegal.txt").write_text(illegal)
    failures = tmp_path / "failures.ndjson"
    done = run("import", str(folder), "--failures", str(failures), code=1)
    told = {Path(line["file"]).name: line for line in map(json.loads, failures.read_text().splitlines())}
    assert told.keys() == {"diary.txt", "doubtful.ndjson", "illegal.txt"}
    assert told["illegal.txt"]["problem"]["violation"]["code"] == "bet-size"
    assert told["doubtful.ndjson"]["status"] == "stored"
    assert told["doubtful.ndjson"]["doubts"]
    assert [line for line in lines(done) if line["status"] != "stored" or "doubts" in line] == list(
        map(json.loads, failures.read_text().splitlines())
    )


def test_standard_input_is_read_too(run: Run, module_database: str) -> None:
    text = write(stud_hand(1), "pokerstars") + write(stud_hand(2), "pokerstars")
    done = run("import", "-", stdin=text)
    assert [(line["file"], line["status"]) for line in lines(done)] == [("-", "stored")] * 2
    assert run("import", "-", stdin=text, code=0).stdout.count('"known"') == 2
    assert count(module_database) == 2


def test_the_format_can_be_named(run: Run, folder: Path) -> None:
    assert lines(run("import", str(folder / "stars.txt"), "--from", "winamax", code=1))[0]["status"] == "unread"
    done = run("import", str(folder), "--from", "stars", code=2)
    assert "'stars' is not one of 'pokerstars', 'full_tilt'" in done.stderr


def test_hands_go_to_the_app_that_is_named(run: Run, folder: Path, module_database: str) -> None:
    assert "There is no app 'club'; there are default." in run("import", str(folder), "--app", "club", code=2).stderr
    with psycopg.connect(module_database) as connection:
        connection.execute("insert into apps (app_id, name) values (77, 'club')")
    assert lines(run("import", str(folder / "below"), "--app", "club"))[0]["status"] == "stored"
    assert lines(run("import", str(folder / "below")))[0]["status"] == "stored"
    assert len(lines(run("export", "--app", "club"))) == 1


def test_a_terminal_gets_a_table_and_no_json(on_a_terminal: Callable[..., str], folder: Path) -> None:
    text = on_a_terminal("import", str(folder), code=1)
    assert "seven-card-stud" in text
    assert '{"file"' not in text
    assert "diary.txt:1: unread" in text


def test_the_bar_counts_hands_and_files(on_a_terminal: Callable[..., str], folder: Path) -> None:
    text = on_a_terminal("import", str(folder), code=1, term="xterm")
    assert "5 hands" in text
    assert "3/3 files" in text
    assert "hands/s" in text


def test_a_file_that_cannot_be_opened_costs_itself_only(run: Run, folder: Path) -> None:
    (folder / "gone.txt").symlink_to(folder / "nowhere")
    done = run("import", str(folder), code=1)
    (line,) = [line for line in lines(done) if line["file"].endswith("gone.txt")]
    assert line["problem"]["detail"] == "No such file or directory"
    assert Counter(line["status"] for line in lines(done)) == {"stored": 4, "unread": 2}


def test_a_ledger_that_is_away_is_told_in_a_line(run: Run, folder: Path, environment: dict[str, str]) -> None:
    environment["DATABASE_URL"] = "host=127.0.0.1 port=1 dbname=none connect_timeout=1"
    for jobs in "1", "2":
        done = run("import", str(folder), "--jobs", jobs, code=1)
        assert done.stderr.count("\n") <= 4
        assert "127.0.0.1" in done.stderr or "ledger" in done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(
    run: Run, tmp_path: Path, environment: dict[str, str], module_database: str, jobs: str
) -> None:
    home = tmp_path / "many"
    home.mkdir()
    made = [write(stud_hand(number), "pokerstars") for number in range(1, 9)]
    hands = 6_000
    for at in range(4):
        numbers = range(at * hands // 4, (at + 1) * hands // 4)
        texts = (made[number % 8].replace(f"#{number % 8 + 1}:", f"#{100_000 + number}:") for number in numbers)
        (home / f"{at}.txt").write_text("".join(texts))
    written = tmp_path / "written"
    with open(written, "wb") as output:
        process = subprocess.Popen(
            [*STUDBOOK, "import", str(home), "--jobs", jobs],
            stdout=output, stderr=subprocess.PIPE, cwd=ROOT, env=environment, start_new_session=True,
        )  # fmt: skip
    wait_for(lambda: written.stat().st_size > 0)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: all processes of the group hear it
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors.decode()
    assert b"Traceback" not in errors
    assert b"Interrupted; what is stored stays, and the same command goes on from here." in errors
    told = [json.loads(line) for line in written.read_text().splitlines()]
    assert {line["status"] for line in told} == {"stored"}
    assert 0 < len(told) < hands
    assert count(module_database) == len(told)
    with psycopg.connect(module_database) as connection:
        ids = {str(row[0]) for row in connection.execute("select id from hands")}
    assert ids == {line["id"] for line in told}
    # The files up to where it was broken off are passed over, the others stored.
    first = run("import", str(home / "0.txt"))
    statuses = Counter(line["status"] for line in lines(first))
    assert statuses["known"] == sum(line["file"].endswith("0.txt") for line in told)
    assert statuses["stored"] == hands // 4 - statuses["known"]


def test_a_process_that_is_killed_ends_the_import_with_a_word(
    tmp_path: Path, environment: dict[str, str], module_database: str
) -> None:
    made = write(stud_hand(1), "pokerstars")
    for at in range(4):
        texts = (made.replace("#1:", f"#{at}{number:06}:") for number in range(1, 1_501))
        (tmp_path / f"{at}.txt").write_text("".join(texts))
    written = tmp_path / "written"
    with open(written, "wb") as output:
        process = subprocess.Popen(
            [*STUDBOOK, "import", *map(str, sorted(tmp_path.glob("*.txt"))), "--jobs", "2"],
            stdout=output, stderr=subprocess.PIPE, cwd=ROOT, env=environment,
        )  # fmt: skip
    wait_for(lambda: written.stat().st_size > 0)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    workers = [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert len(workers) == 2
    os.kill(workers[0], signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert b"A process of the import ended unexpectedly." in errors
    assert b"Traceback" not in errors
    assert count(module_database) >= written.read_text().count('"stored"') > 0
    wait_for(lambda: not Path(f"/proc/{workers[1]}").exists())


def wait_for(what: Callable[[], bool]) -> None:
    """Wait until it is so, for a minute at most."""
    deadline = time.monotonic() + 60
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)
