"""The command line, run as a newcomer runs it: in a process of its own."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

STUDBOOK = [sys.executable, "-c", "from api.cli import main; main()"]
ROOT = Path(__file__).parent.parent.parent
# A hand of two, as the Poker Hand History format writes it: seat 1 brings it in, seat 2 completes and takes it.
PHH = """\
variant = "FR"
antes = [1, 1]
bring_in = 2
small_bet = 4
big_bet = 8
starting_stacks = [100, 100]
actions = [
  "d dh p1 ????Kc", "d dh p2 ????2c", "p1 pb", "p2 cbr 4", "p1 f",
]
finishing_stacks = [97, 103]
"""


def run(*arguments: str, stdin: bytes = b"", code: int = 0) -> subprocess.CompletedProcess[bytes]:
    done = subprocess.run([*STUDBOOK, *arguments], input=stdin, capture_output=True, cwd=ROOT, check=False)
    assert done.returncode == code, done.stderr.decode()
    assert b"Traceback" not in done.stderr
    return done


def lines(done: subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def on_a_terminal(*arguments: str) -> str:
    """What the command writes when its standard output is a terminal."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "200", "TERM": "dumb"}
    process = subprocess.Popen([*STUDBOOK, *arguments], stdout=theirs, stderr=theirs, cwd=ROOT, env=environment)
    os.close(theirs)
    written = b""
    with open(ours, "rb", buffering=0) as reader:
        try:
            while part := reader.read(4096):
                written += part
        except OSError:  # the other end was closed
            pass
    process.wait()
    return written.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], []])
def test_help_lists_the_commands_and_imports_none_of_them(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom api.cli import main\n"
        f"sys.argv[1:] = {arguments!r}\n"
        "try:\n    main()\nfinally:\n"
        "    heavy = {'flask', 'psycopg', 'marshmallow', 'rich', 'gunicorn', 'studbook'} & sys.modules.keys()\n"
        "    print('imported:', sorted(heavy))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    text = done.stdout + done.stderr
    for name in ("adjudicate", "games", "convert", "verify", "serve", "db"):
        assert f"  {name} " in text
    assert "imported: []" in text


def test_judging_a_file_imports_neither_the_server_nor_the_driver(tmp_path: Path, steal: dict[str, Any]) -> None:
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(steal))
    code = (
        "import sys\nfrom api.cli import main\n"
        f"sys.argv[1:] = ['adjudicate', {str(file)!r}]\n"
        "try:\n    main()\nfinally:\n"
        "    print(sorted({'flask', 'psycopg', 'gunicorn', 'rich'} & sys.modules.keys()), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert json.loads(done.stdout)["status"] == "settled"
    assert done.stderr.strip() == "[]"


def test_one_record_gives_one_line(tmp_path: Path, steal: dict[str, Any]) -> None:
    for indent in (None, 2):
        file = tmp_path / "hand.json"
        file.write_text(json.dumps(steal, indent=indent))
        (verdict,) = lines(run("adjudicate", str(file)))
        assert verdict["status"] == "settled"
        assert {seat["player"]: seat["net"] for seat in verdict["seats"]} == {"ann": -1, "bob": -4, "cy": 5}


def test_records_are_answered_in_order_the_illegal_and_the_unreadable_too(steal: dict[str, Any]) -> None:
    illegal = json.loads(json.dumps(steal))
    illegal["events"][3]["seat"] = 1
    stdin = "\n".join([json.dumps(steal), json.dumps(illegal), '{"game": "razz"', "", '{"game": "razz"}', "hello"])
    verdicts = lines(run("adjudicate", "-", stdin=stdin.encode(), code=1))
    assert [verdict["status"] for verdict in verdicts] == [
        "settled",
        "illegal",
        "unreadable",
        "unreadable",
        "unreadable",
    ]
    assert verdicts[1]["violations"][0]["code"] == "wrong-bring-in"
    assert [verdict["problem"]["line_of_file"] for verdict in verdicts[2:]] == [3, 5, 6]
    assert verdicts[2]["problem"]["type"] == "/docs/problems/bad-json"
    assert (verdicts[2]["problem"]["line"], verdicts[2]["problem"]["column"]) == (1, 16)
    assert verdicts[3]["problem"]["errors"][0]["pointer"] == "/seats"


def test_a_broken_first_line_costs_itself_only(steal: dict[str, Any]) -> None:
    verdicts = lines(run("adjudicate", "-", stdin=b'\n{"game": \n' + json.dumps(steal).encode(), code=1))
    assert [verdict["status"] for verdict in verdicts] == ["unreadable", "settled"]
    assert verdicts[0]["problem"]["line_of_file"] == 2


def test_a_line_too_long_costs_itself_only(steal: dict[str, Any]) -> None:
    stdin = b'{"game": "' + b"x" * 600_000 + b'"}\n' + json.dumps(steal).encode()
    verdicts = lines(run("adjudicate", "-", stdin=stdin, code=1))
    assert [verdict["status"] for verdict in verdicts] == ["unreadable", "settled"]
    assert "at most 262,144" in verdicts[0]["problem"]["detail"]


@pytest.mark.parametrize("stdin", [b"", b"\n\n"])
def test_nothing_in_gives_nothing_out(stdin: bytes) -> None:
    assert run("adjudicate", "-", stdin=stdin).stdout == b""


@pytest.mark.parametrize("stdin", [b"\xff\xfe", b"[1, 2]", b"\0", b'"x"', b"{" * 5000])
def test_what_is_no_record_is_unreadable(stdin: bytes) -> None:
    (verdict,) = lines(run("adjudicate", "-", stdin=stdin, code=1))
    assert verdict["status"] == "unreadable"
    assert verdict["problem"]["status"] == 400


def test_on_a_terminal_a_verdict_is_written_for_reading(tmp_path: Path, steal: dict[str, Any]) -> None:
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(steal))
    text = on_a_terminal("adjudicate", "--explain", str(file))
    assert "settled seven-card-stud" in text
    assert "Main pot 9: 9 to seat 3 (whole)" in text
    assert "Returned uncalled: 7 to seat 3" in text
    assert "Qh Qc" in text
    assert "stud/bring-in" in text


def test_on_a_terminal_a_violation_says_what_was_expected(tmp_path: Path, steal: dict[str, Any]) -> None:
    steal["events"][3] = {"type": "bring-in", "seat": 1, "to": 3}
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(steal) + "\n" + '{"game": [}')
    text = on_a_terminal("adjudicate", str(file))
    assert "illegal seven-card-stud" in text
    assert "wrong-bring-in at event 3 (/events/3/seat)" in text
    assert "Expected: seat 2 to act: bring-in to 3" in text
    assert "unreadable (line 2)" in text


def test_on_a_terminal_an_unfinished_hand_says_who_is_next(tmp_path: Path, steal: dict[str, Any]) -> None:
    steal["events"] = steal["events"][:4]
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(steal))
    assert "Next: seat 3 to act: " in on_a_terminal("adjudicate", str(file))


def test_names_from_a_record_are_shown_as_they_are(tmp_path: Path, steal: dict[str, Any]) -> None:
    steal["seats"][0]["player"] = "[bold]ann[/bold]"
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(steal))
    assert "[bold]ann[/bold]" in on_a_terminal("adjudicate", str(file))


def test_the_games_are_listed_and_a_rule_sheet_is_printed() -> None:
    games = lines(run("games"))
    assert "razz" in {game["name"] for game in games}
    (sheet,) = lines(run("games", "razz"))
    opener = next(rule for rule in sheet["house_rules"] if rule["name"] == "third_street_opener")
    assert opener["default"] == "high_card"
    text = on_a_terminal("games", "razz")
    assert "third_street_opener" in text
    assert "wall-street" in on_a_terminal("games")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["adjudicate"], "Missing argument 'FILE'"),
        (["adjudicate", "/nowhere/hand.json"], "No such file"),
        (["adjudicate", "tests"], "Is a directory"),
        (["adjudicate", "-", "--loud"], "No such option"),
        (["games", "badugi"], "There is no game 'badugi'; there are seven-card-stud,"),
        (["judge", "x"], "There is no command 'judge'; there are adjudicate,"),
        (["convert", "/nowhere", "--to", "ndjson"], "does not exist"),
        (["convert", "Makefile"], "Missing option '--to'"),
        (["convert", "Makefile", "--to", "pdf"], "'pdf' is not one of 'ndjson', 'phh', 'ohh', 'pokerstars'"),
        (["verify"], "Missing argument"),
        (["db", "drop"], "No such command 'drop'"),
    ],
)
def test_a_wrong_call_is_told_in_a_line_with_exit_code_2(arguments: list[str], said: str) -> None:
    done = run(*arguments, code=2)
    usage, _, error = done.stderr.decode().partition("\nError: ")
    assert usage.startswith("Usage: studbook")
    assert said in error


def test_hand_histories_become_records(tmp_path: Path) -> None:
    file = tmp_path / "razz.phh"
    file.write_text(PHH)
    (record,) = lines(run("convert", str(file), "--to", "ndjson"))
    assert record["game"] == "razz"
    (verdict,) = lines(run("adjudicate", "-", stdin=json.dumps(record).encode()))
    assert [seat["net"] for seat in verdict["seats"]] == [-3, 3]


def test_what_was_not_read_goes_to_standard_error_and_the_exit_code(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("this is no hand history\n")
    (tmp_path / "b.phh").write_text(PHH)
    done = run("convert", str(tmp_path), "--to", "ndjson", code=1)
    assert len(lines(done)) == 1
    (error,) = done.stderr.decode().splitlines()
    assert error.startswith(f"{tmp_path / 'a.txt'}:1: of no known format")


def test_verify_finds_that_a_hand_agrees_with_its_own_outcome(tmp_path: Path) -> None:
    file = tmp_path / "razz.phh"
    file.write_text(PHH)
    done = run("verify", str(file))
    assert [(line["result"], line["line"]) for line in lines(done)] == [("agrees", 1)]
    text = on_a_terminal("verify", str(file))
    assert "agree" in text
    assert "differ" in text


def test_verify_misses_a_hand_that_pays_otherwise_or_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.phh").write_text(PHH.replace("[97, 103]", "[98, 102]"))
    (tmp_path / "b.phh").write_text(PHH.replace("p2 cbr 4", "p2 cbr 5"))
    (tmp_path / "c.txt").write_text("hello\n")
    done = run("verify", str(tmp_path), code=1)
    results = {Path(line["file"]).name: line["result"] for line in lines(done)}
    assert results == {"a.phh": "differs", "b.phh": "differs", "c.txt": "unread"}
    assert "bet-size" in done.stderr.decode()
