"""`studbook export` and `studbook convert`: hands out of the ledger and out of files, in every format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from studbook.formats import registry
from studbook.formats.common import Read
from studbook.formats.writers import WRITERS, write
from tests.cli.conftest import Document, Done, lines, stud_hand, wall_street_hand

Run = Callable[..., Done]
WHOLE = ("ndjson", "phh", "ohh")


def read(text: str) -> list[Document]:
    return [result.document for result in registry.read_text(text, "written") if isinstance(result, Read)]


@pytest.fixture
def stored(run: Run, tmp_path: Path) -> list[Document]:
    """Four hands in the ledger, the newest first; one of a game that PokerStars has not."""
    hands = [stud_hand(1), stud_hand(2), wall_street_hand(3), stud_hand(4)]
    for at, hand in enumerate(hands):
        hand["played_at"] = f"2026-11-28T2{at}:00:00Z"
    hands[1]["table"] = "the porch"
    file = tmp_path / "stored.ndjson"
    file.write_text("".join(write(hand, "ndjson") for hand in hands))
    run("import", str(file))
    return hands[::-1]


@pytest.mark.parametrize("target", WHOLE)
def test_all_hands_come_out_whole_and_are_known_when_they_come_in_again(
    run: Run, stored: list[Document], target: str, tmp_path: Path
) -> None:
    text = run("export", "--to", target).stdout
    assert read(text) == stored
    again = tmp_path / "again"
    again.write_text(text)
    assert [line["status"] for line in lines(run("import", str(again)))] == ["known"] * 4


def test_a_pipe_gets_ndjson_where_nothing_is_said(run: Run, stored: list[Document]) -> None:
    assert lines(run("export")) == stored


def test_what_pokerstars_has_no_place_for_is_named(run: Run, stored: list[Document]) -> None:
    done = run("export", "--to", "pokerstars", code=1)
    assert [hand["hand_no"] for hand in read(done.stdout)] == ["4", "2", "1"]
    assert "not written: PokerStars has no game wall-street" in done.stderr
    assert run("export", "--to", "pokerstars", "--hand-no", "1").stderr == ""


@pytest.mark.parametrize(
    ("filters", "numbers"),
    [
        (["--game", "wall-street"], ["3"]),
        (["--table", "the porch"], ["2"]),
        (["--player", "ann", "--player", "cy"], ["4", "2", "1"]),
        (["--since", "2026-11-28T21:00:00Z", "--until", "2026-11-28T23:00:00Z"], ["3", "2"]),
        (["--player", "cy", "--net-from", "5", "--limit", "2"], ["4", "2"]),
        (["--ref", "pokerstars:2"], ["2"]),
        (["--showdown", "false"], ["4", "2", "1"]),
        (["--tag", "nothing"], []),
    ],
)
def test_an_export_has_the_filters_of_the_list(
    run: Run, stored: list[Document], filters: list[str], numbers: list[str]
) -> None:
    found = [hand["hand_no"] for hand in lines(run("export", *filters))]
    assert found == numbers


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--net-from", "5"], "--net-from needs a player"),
        (["--since", "yesterday"], "--since must be"),
        (["--status", "won"], "--status must be one of settled, undecided"),
        (["--to", "pdf"], "'pdf' is not one of 'ndjson', 'phh', 'ohh', 'pokerstars'"),
        (["--app", "club"], "There is no app 'club'"),
    ],
)
def test_a_wrong_filter_is_told_by_the_option(run: Run, arguments: list[str], said: str) -> None:
    assert said in run("export", *arguments, code=2).stderr


def test_an_export_can_go_into_a_file(run: Run, stored: list[Document], tmp_path: Path) -> None:
    file = tmp_path / "out.phh"
    assert run("export", "--to", "phh", "-o", str(file)).stdout == ""
    assert read(file.read_text()) == stored


def test_an_export_for_a_viewer_hides_what_he_did_not_see(run: Run, stored: list[Document]) -> None:
    (public,) = lines(run("export", "--hand-no", "1", "--viewer", "public"))
    assert public["events"][0]["down"] == ["??", "??"]
    text = run("export", "--hand-no", "1", "--to", "pokerstars", "--viewer", "bob").stdout
    assert "Dealt to bob [Kd 7s 2c]" in text
    assert "Dealt to ann [2d]" in text


def test_a_terminal_gets_a_list(run: Run, on_a_terminal: Callable[..., str], stored: list[Document]) -> None:
    text = on_a_terminal("export", "--game", "seven-card-stud")
    assert text.startswith("UTC")
    assert text.count("ann \u22121, bob \u22124, cy +5") == 3
    assert "2026-11-28 23:00" in text
    assert "wall-street" not in text
    (line,) = lines(run("export", "--hand-no", "4", "--limit", "1"))
    assert line["hand_no"] == "4"
    assert "No hand is stored that fits." in on_a_terminal("export", "--game", "razz")
    assert "{" in on_a_terminal("export", "--to", "ndjson", "--limit", "1")


# Files


@pytest.mark.parametrize("target", WRITERS)
def test_a_history_is_converted_into_every_format(run: Run, folder: Path, target: str) -> None:
    text = run("convert", str(folder / "stars.txt"), "--to", target).stdout
    assert [hand["ref"] for hand in read(text)] == ["pokerstars:1", "pokerstars:2", "pokerstars:3"]
    assert [hand["events"] for hand in read(text)] == [stud_hand(1)["events"]] * 3


def test_a_single_hand_of_phh_is_a_document_and_several_are_tables(run: Run, folder: Path) -> None:
    one = run("convert", str(folder / "below" / "one.phh"), "--to", "phh").stdout
    assert read(one) == [stud_hand(4)]
    assert not any(line.startswith("[") for line in one.splitlines())
    three = run("convert", str(folder / "stars.txt"), "--to", "phh").stdout
    assert [line for line in three.splitlines() if line.startswith("[") and line[1:2].isdigit()] == [
        "[1]",
        "[2]",
        "[3]",
    ]


def test_the_format_to_read_can_be_named(run: Run, folder: Path) -> None:
    done = run("convert", "--from", "winamax", "--to", "ndjson", str(folder / "stars.txt"), code=1)
    assert done.stdout == ""
    assert len(lines(run("convert", "--from", "pokerstars", "--to", "ndjson", str(folder / "stars.txt")))) == 3


def test_a_hand_that_the_other_format_has_no_place_for_is_named_with_its_line(
    run: Run, folder: Path, tmp_path: Path
) -> None:
    file = tmp_path / "mixed.ndjson"
    file.write_text(write(stud_hand(1), "ndjson") + write(wall_street_hand(2), "ndjson"))
    done = run("convert", str(file), "--to", "pokerstars", code=1)
    assert len(read(done.stdout)) == 1
    assert f"{file}:2: hand 2: not written: PokerStars has no game wall-street" in done.stderr


def test_what_the_other_format_leaves_out_is_counted(run: Run, folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "tagged.ndjson"
    file.write_text(write(stud_hand(1) | {"tags": ["friday"]}, "ndjson") * 2)
    done = run("convert", str(file), "--to", "pokerstars")
    assert "left out of so many hands: tags (2)" in done.stderr
