"""`studbook show`: hands for reading, stored ones and those of files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from api.commands.hand_reading import in_text
from api.pages.words import Money, event_words
from studbook.formats.writers import write
from tests.cli.conftest import Done, lines, stud_hand, wall_street_hand

Run = Callable[..., Done]


def test_a_stored_hand_is_told_street_by_street(run: Run, on_a_terminal: Callable[..., str], folder: Path) -> None:
    stored = lines(run("import", str(folder / "stars.txt")))[0]["id"]
    text = on_a_terminal("show", stored)
    assert "Seven-card stud hand 1, at the kitchen, 28 Nov 2026, 21:04" in text
    assert "fixed limit 10/20, ante 1, bring-in 3" in text
    assert f"ref pokerstars:1, stored as {stored}" in text
    assert "Third street" in text
    assert "Ah 9c 2d" in text
    assert "bob brings it in for 3" in text
    assert "cy completes to 10" in text
    assert "Main pot 9: 9 to seat 3 (whole)" in text


def test_a_file_is_shown_without_any_ledger(
    on_a_terminal: Callable[..., str], environment: dict[str, str], folder: Path, tmp_path: Path
) -> None:
    del environment["DATABASE_URL"]
    text = on_a_terminal("show", str(folder / "stars.txt"))
    assert text.count("cy completes to 10") == 3
    assert "stars.txt:1" in text
    assert not (tmp_path / "none").exists()


def test_with_explain_each_step_has_its_article(on_a_terminal: Callable[..., str], folder: Path) -> None:
    text = on_a_terminal("show", str(folder / "below" / "one.phh"), "--explain")
    assert "stud/bring-in" in text
    assert "stud/completion" in text


def test_an_illegal_hand_says_what_was_wrong(on_a_terminal: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "illegal.txt"
    file.write_text(write(stud_hand(1), "pokerstars").replace("raises 7 to 10", "raises 6 to 9"))
    text = on_a_terminal("show", str(file))
    assert "bob brings it in for 3" in text
    assert "illegal seven-card-stud" in text
    assert "bet-size at event 4" in text


def test_a_pipe_gets_record_and_verdict(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hands.ndjson"
    file.write_text(write(stud_hand(1), "ndjson") + write(wall_street_hand(2), "ndjson"))
    shown = lines(run("show", str(file)))
    assert [line["record"]["game"] for line in shown] == ["seven-card-stud", "wall-street"]
    assert {line["verdict"]["status"] for line in shown} == {"settled"}


def test_a_viewer_sees_no_card_that_he_could_not_see(run: Run, on_a_terminal: Callable[..., str], folder: Path) -> None:
    text = on_a_terminal("show", str(folder / "below" / "one.phh"), "--viewer", "bob")
    assert "?? ?? 2d" in text
    assert "Kd 7s 2c" in text
    stored = lines(run("import", str(folder / "below")))[0]["id"]
    text = on_a_terminal("show", stored, "--viewer", "public")
    assert "Kd" not in text
    assert "?? ?? 2c" in text


def test_what_is_not_there_is_told_and_the_rest_shown(run: Run, folder: Path) -> None:
    missing = "00000000-0000-0000-0000-000000000000"
    done = run("show", missing, "nowhere.txt", str(folder / "stars.txt"), str(folder / "diary.txt"), code=1)
    assert len(lines(done)) == 3
    assert f"No hand {missing} is stored." in done.stderr
    assert "nowhere.txt: neither the id of a hand nor a file" in done.stderr
    assert "diary.txt:1: of no known format" in done.stderr


def test_cards_have_the_colours_of_their_suits_and_names_are_taken_as_they_are() -> None:
    words = event_words(
        {"type": "show", "seat": 1, "cards": ["Th", "As", "??"]}, {1: "<b>&[red]ann"}, Money("chips", 0)
    )
    text = in_text(words)
    assert text.plain == "<b>&[red]ann shows Th As ??"
    styles = {text.plain[span.start : span.end]: span.style for span in text.spans}
    assert styles["Th"] == "red"
    assert styles["<b>&[red]ann"] == "bold"
    assert isinstance(text, Text)
