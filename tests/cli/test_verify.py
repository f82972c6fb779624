"""`studbook verify`: what is taken as given, worked out, or in doubt is named, and the exit code."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from studbook.formats.writers import write
from tests.cli.conftest import Document, Done, lines, stud_hand
from tests.formats.random_hands import random_hand

Run = Callable[..., Done]


def unseen_hand() -> Document:
    """A hand that came to a showdown of which the record knows the outcome only."""
    hand = random_hand("razz", 5)
    for event in hand["events"]:
        if event["type"] == "deal":
            event["down"] = ["??"] * len(event.get("down", ()))
    hand["events"] = [event for event in hand["events"] if event["type"] != "show"]
    return hand


def test_what_is_taken_as_given_is_named_hand_by_hand(
    run: Run, on_a_terminal: Callable[..., str], tmp_path: Path
) -> None:
    file = tmp_path / "hands.ndjson"
    hand = unseen_hand()
    ((seat, won),) = hand["outcome"]["won"].items()
    file.write_text(write(stud_hand(1), "ndjson") + write(hand, "ndjson"))
    done = run("verify", str(file))
    assert [line["result"] for line in lines(done)] == ["agrees", "taken-as-given"]
    for text in (done.stderr, on_a_terminal("verify", str(file))):
        assert "Taken as the source gives it:" in text
        assert f"{file}:2: hand {hand['hand_no']}: a hand that decides was never seen: " in text
        assert f"{won:,} to seat {seat}" in text
        assert "checked as far as they do not decide: 1." in text


def test_what_was_worked_out_is_counted(run: Run, tmp_path: Path) -> None:
    hand = stud_hand(1) | {"rake": [1], "outcome": {"won": {"3": 8}}}
    file = tmp_path / "hand.phh"
    file.write_text(write(hand, "phh").replace("_studbook", "_other"))
    done = run("verify", str(file))
    assert lines(done)[0]["inferred"] == ["rake"]
    assert "Worked out where the text does not say, in so many hands: rake 1." in done.stderr


def test_figures_that_do_not_agree_are_in_doubt(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hand.txt"
    file.write_text(write(stud_hand(1), "pokerstars").replace("Total pot 9 ", "Total pot 12 "))
    done = run("verify", str(file))
    assert lines(done)[0]["doubts"] == ["the total pot is said to be 12, the chips put in make 9"]
    assert "In doubt:" in done.stderr


def test_a_hand_that_pays_otherwise_fails_and_is_named(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hand.ndjson"
    file.write_text(write(stud_hand(1) | {"outcome": {"won": {"1": 9}}}, "ndjson"))
    done = run("verify", str(file), code=1)
    assert "Differ:" in done.stderr
    assert f"{file}:1: hand 1: " in done.stderr


def test_the_format_can_be_named(run: Run, folder: Path) -> None:
    assert len(lines(run("verify", "--from", "pokerstars", str(folder / "stars.txt")))) == 3
    assert lines(run("verify", "--from", "winamax", str(folder / "stars.txt"), code=1))[0]["result"] == "unread"


@pytest.mark.corpus
def test_all_real_hands_come_to_what_their_rooms_paid(run: Run) -> None:
    home = Path(os.environ.get("STUDBOOK_CORPUS") or Path(__file__).resolve().parents[3] / "shared" / "corpus")
    if not (home / "raw").is_dir():
        pytest.skip("the corpus does not lie beside the checkout")
    found = lines(run("verify", str(home / "raw")))
    assert len(found) == 260
    assert {line["result"] for line in found} == {"agrees", "taken-as-given"}
    assert sum(line["result"] == "taken-as-given" for line in found) == 5
