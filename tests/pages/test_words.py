"""What pages say: money, cards, events, the engine's sentences, Markdown; and names that mean harm."""

from __future__ import annotations

import pytest

from api.pages.humane import humane
from api.pages.prose import prose
from api.pages.svg import label
from api.pages.words import Money, card, event_words, offer_words, when

NAMES = {1: "Ann", 2: "<script>alert(2)</script>", 3: "\u202eevil"}


@pytest.mark.parametrize(
    ("currency", "decimals", "chips", "written"),
    [
        ("USD", 2, 25, "$0.25"),
        ("USD", 2, -1234567, "\N{MINUS SIGN}$12,345.67"),
        ("EUR", 0, 1000, "€1,000"),
        ("SEK", 1, 15, "1.5\N{NO-BREAK SPACE}SEK"),
        ("chips", 0, 1250, "1,250"),
        ("chips", 0, 0, "0"),
        ("chips", 0, None, "\N{EN DASH}"),
    ],
)
def test_money(currency: str, decimals: int, chips: int | None, written: str) -> None:
    assert Money(currency, decimals)(chips) == written


def test_a_gain_is_written_with_a_plus_and_nothing_without() -> None:
    assert Money().signed(5) == "+5"
    assert Money().signed(0) == "0"
    assert Money().signed(-5) == "\N{MINUS SIGN}5"


def test_a_card_is_read_out_in_words() -> None:
    assert 'aria-label="ten of diamonds">10♦' in card("Td")
    assert 'aria-label="card face down"' in card("??")


def test_a_name_in_a_sentence_is_escaped_and_keeps_its_direction_to_itself() -> None:
    said = event_words({"type": "raise", "seat": 2, "to": 20}, NAMES, Money())
    assert said == '<bdi class="who">&lt;script&gt;alert(2)&lt;/script&gt;</bdi> raises to 20'


def test_an_irregular_act_that_stood_is_marked() -> None:
    said = event_words({"type": "check", "seat": 1, "stands": True}, NAMES, Money())
    assert 'checks <span class="tag">stood</span>' in said


def test_what_is_due_is_told_seat_by_seat() -> None:
    due = {
        "what": "act",
        "seats": [1],
        "events": [
            {"type": "fold", "seat": 1},
            {"type": "call", "seat": 1, "to": 10},
            {"type": "raise", "seat": 1, "to": {"from": 20, "to": 40}},
        ],
    }
    assert offer_words(due, NAMES, Money()).striptags() == "Ann may fold, call 10 or raise to 20 up to 40"


def test_the_engines_seats_cards_and_chips_become_names_cards_and_money() -> None:
    said = humane("Seat 1 takes 250 (high), seat 2 shows Ah Td.", NAMES, Money("USD", 2), "high-half")
    assert "Ann</bdi> takes $2.50 (high), " in said
    assert "&lt;script&gt;alert(2)&lt;/script&gt;</bdi> shows " in said
    assert said.count('role="img"') == 2
    assert 'aria-label="ten of diamonds"' in said


def test_numbers_that_count_no_chips_stay_as_they_are() -> None:
    assert humane("3 cards for 4 hands: one common card for all.", NAMES, Money("USD", 2), "exhaustion") == (
        "3 cards for 4 hands: one common card for all."
    )


def test_the_word_as_is_no_ace() -> None:
    assert humane("As the last seat it must act.", NAMES, Money()) == "As the last seat it must act."


def test_a_pot_is_named_as_people_name_it() -> None:
    assert humane("Pot 0 of 56: seat 1 gets 0 of it.", NAMES, Money(), "shares").striptags() == (
        "The main pot of 56: Ann gets 0 of it."
    )


def test_a_label_is_cut_by_columns_and_loses_the_marks_that_turn_text() -> None:
    assert label("\u202eevil\u202c", 20) == "evil"
    assert label("a" * 200, 12) == "a" * 12 + "…"
    assert label("麻雀麻雀麻雀", 8) == "麻雀麻雀…"
    assert label("\u200b\u202e", 9) == "(no name)"


def test_a_time_is_shown_with_its_offset() -> None:
    assert when("2026-11-28T21:04:05+01:00").striptags() == "28 Nov 2026, 21:04 UTC+01:00"
    assert when("<b>soon</b>") == "<bdi>&lt;b&gt;soon&lt;/b&gt;</bdi>"


def test_markdown_of_the_projects_own_texts() -> None:
    html = prose("# Title\n\n`code`, status 409. **What to do.** Wait.\n\n- one\n- two `2`", 1)
    assert html == (
        "<h1>Title</h1><p><code>code</code>, status 409. <strong>What to do.</strong> Wait.</p>"
        "<ul><li>one</li><li>two <code>2</code></li></ul>"
    )


def test_markdown_escapes_what_is_no_markdown() -> None:
    assert prose("<script>`</script>`") == "<p>&lt;script&gt;<code>&lt;/script&gt;</code></p>"
