"""The registry: formats told from the text, encodings, line ends, and files that are none."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from studbook.formats import registry
from studbook.formats.common import MAX_LINES_OF_A_HAND, Read, Result, Skipped, Unread

HAND = """\
Winamax Poker - CashGame - HandId: #1-2-3 - 7-Card Stud fixed limit (1€/5€/10€) - 2018/03/14 15:09:26 UTC
Table: 'Évry' 6-max (real money)
Seat 1: Zoë (47€)
Seat 3: Łukasz (102.50€)
*** ANTE/BLINDS ***
Zoë posts ante 1€
Łukasz posts ante 1€
*** 3rd STREET ***
Dealt to Zoë [X X Kd]
Dealt to Łukasz [X X 4c]
Łukasz brings in 2€
Zoë folds
Łukasz collected 4€ from pot
*** SUMMARY ***
Total pot 4€ | No rake
Seat 3: Łukasz won 4€
"""
WESTERN = HAND.replace("Łukasz", "Jürgen")


def players(found: list[Result]) -> list[str]:
    """The players of the one hand that was read."""
    assert len(found) == 1, found
    assert isinstance(found[0], Read), found[0]
    return [seat["player"] for seat in found[0].document["seats"]]


def read_bytes(data: bytes) -> list[Result]:
    """All results of a file of these bytes."""
    return list(registry.read_stream(io.BytesIO(data), "some.file"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
def test_every_unicode_encoding_and_line_end_reads_alike(encoding: str, end: str) -> None:
    assert players(read_bytes(HAND.replace("\n", end).encode(encoding))) == ["Zoë", "Łukasz"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_western_windows_text_is_read_as_such(end: str) -> None:
    found = read_bytes(WESTERN.replace("\n", end).encode("cp1252"))
    assert players(found) == ["Zoë", "Jürgen"]
    assert isinstance(found[0], Read)
    assert (found[0].document["currency"], found[0].document["table"]) == ("EUR", "Évry")


def test_one_file_may_mix_both(results: Callable[[str], list[Result]]) -> None:
    found = read_bytes(WESTERN.encode("cp1252") + b"\n" + HAND.encode())
    assert [type(result) for result in found] == [Read, Read]


def test_an_utf_16_file_that_is_cut_costs_its_last_hand() -> None:
    found = read_bytes((HAND + "\n" + HAND).encode("utf-16")[:-61])
    assert [type(result) for result in found] == [Read, Unread]


def test_the_format_is_told_from_the_text_never_from_the_name(tmp_path: Path) -> None:
    for name in ("hands.xml", "hands.phh", "hands"):
        path = tmp_path / name
        path.write_text(HAND, encoding="utf-8")
        found = list(registry.read_path(path))
        assert players(found) == ["Zoë", "Łukasz"]
        assert isinstance(found[0], Read)
        assert (found[0].file, found[0].line) == (str(path), 1)


def test_a_pipe_reads_like_a_file() -> None:
    class Pipe:
        """Gives what it has in small pieces and cannot be rewound."""

        def __init__(self, data: bytes) -> None:
            self.data = io.BytesIO(data)

        def read(self, size: int = -1) -> bytes:
            return self.data.read(min(size, 7) if size >= 0 else 7)

    assert players(list(registry.read_stream(Pipe(HAND.encode()), "-"))) == ["Zoë", "Łukasz"]  # type: ignore[arg-type]


def test_an_empty_file_says_so() -> None:
    assert read_bytes(b"") == [Unread("some.file", 1, "the file is empty")]
    assert read_bytes(b"\xef\xbb\xbf\r\n \r\n") == [Unread("some.file", 1, "the file is empty")]


@pytest.mark.parametrize("data", [b"Dear diary,\n", bytes(range(256)) * 40, b"\xff\xfe\x00", b"{}", b"<a/>"])
def test_what_is_no_hand_history_is_one_failure(data: bytes) -> None:
    found = read_bytes(data)
    assert len(found) == 1
    assert isinstance(found[0], Unread)
    assert found[0].reason.startswith("of no known format; known are pokerstars, full_tilt, winamax")


def test_text_before_the_first_hand_is_reported_and_the_hands_are_read() -> None:
    found = read_bytes(b"Dear diary, I won\n\n" + HAND.encode())
    assert [type(result) for result in found] == [Unread, Read]
    assert found[0] == Unread("some.file", 1, 'text that belongs to no hand: "Dear diary, I won"')


def test_a_hand_whose_first_line_is_lost_costs_no_other_hand() -> None:
    headless = HAND.partition("\n")[2]
    found = read_bytes(f"{HAND}\n{headless}\n{HAND}".encode())
    assert [type(result) for result in found] == [Read, Unread, Read]
    assert found[1] == Unread(
        "some.file", HAND.count("\n") + 2, "text that belongs to no hand: \"Table: 'Évry' 6-max (real money)\""
    )


def test_a_header_that_is_not_understood_costs_its_own_hand() -> None:
    broken = HAND.replace("15:09:26 UTC", "teatime").replace("(1€/5€/10€)", "1€/5€/10€")
    found = read_bytes(f"{HAND}\n{broken}\n{HAND}".encode())
    assert [type(result) for result in found] == [Read, Unread, Read]


def test_a_mark_inside_a_file_that_was_joined_is_no_text() -> None:
    found = read_bytes(HAND.encode("utf-8-sig") + b"\n" + HAND.encode("utf-8-sig"))
    assert [type(result) for result in found] == [Read, Read]


def test_a_format_can_be_asked_for_by_name() -> None:
    assert players(list(registry.read_text(HAND, "x", "winamax"))) == ["Zoë", "Łukasz"]
    with pytest.raises(KeyError, match="no format is called 'winmax'; there are pokerstars, full_tilt"):
        list(registry.read_text(HAND, "x", "winmax"))


def test_every_format_of_the_registry_keeps_the_shape() -> None:
    assert len(registry.NAMES) == 15
    for name in registry.NAMES:
        module = registry.format_named(name)
        assert name == module.NAME
        assert not module.sniff("Dear diary, today I lost at cards again.\n")


def test_a_hand_that_never_ends_does_not_fill_the_memory() -> None:
    def endless() -> Iterator[bytes]:
        yield HAND.encode()
        for _ in range(MAX_LINES_OF_A_HAND * 4):
            yield "Zoë said nothing\n".encode()
        yield b"\n" + HAND.encode()

    found = read_bytes(b"".join(endless()))
    assert [type(result) for result in found] == [Unread, Read]
    assert isinstance(found[0], Unread)
    assert "more than 5000 lines without the start of a new hand" in found[0].reason


def test_memory_does_not_grow_with_the_file() -> None:
    class Many:
        """The same hand four hundred times, made as it is read."""

        def __init__(self) -> None:
            self.left = 400
            self.rest = b""

        def read(self, size: int = -1) -> bytes:
            while self.left and len(self.rest) < size:
                self.left -= 1
                self.rest += HAND.encode() + b"\n"
            piece, self.rest = self.rest[:size], self.rest[size:]
            return piece

    tracemalloc.start()
    try:
        count = sum(1 for _ in registry.read_stream(Many(), "-"))  # type: ignore[arg-type]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 400
    assert peak < 500_000


def test_a_line_of_many_megabytes_is_read_in_pieces_not_at_once() -> None:
    found = read_bytes(HAND.encode() + b"x" * (registry.MAX_LINE + 10) + b"\n\n" + HAND.encode())
    assert [type(result) for result in found] == [Unread, Read]


def test_hands_of_other_games_are_skipped_with_their_line() -> None:
    other = HAND.replace("7-Card Stud", "Holdem").replace("fixed", "no")
    found = read_bytes(f"{HAND}\n{other}\n{HAND}".encode())
    assert [type(result) for result in found] == [Read, Skipped, Read]
    assert found[1] == Skipped("some.file", HAND.count("\n") + 2, "Holdem", "1-2-3")
