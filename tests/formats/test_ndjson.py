"""The project's own records, one a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from studbook.formats import ndjson, shape
from studbook.formats.common import Read, Unread

RECORD: dict[str, Any] = {
    "format": 1,
    "game": "razz",
    "ref": "test:1",
    "hand_no": "1",
    "played_at": "2024-05-01T20:15:00+02:00",
    "tags": ["friday"],
    "currency": "EUR",
    "decimals": 2,
    "stakes": {"structure": "fixed-limit", "small_bet": 20, "big_bet": 40, "ante": 2, "bring_in": 5},
    "rules": {"raise_cap": None},
    "seats": [{"seat": 1, "player": "ann", "stack": 500}, {"seat": 2, "player": "bob", "name": "Bob", "ante": 1}],
    "events": [{"type": "deal", "seat": 1, "down": ["As", "??"], "up": ["2c"], "note": "é", "stands": True}],
    "rake": [1],
    "outcome": {"won": {"1": 5}},
    "claim": {"won": {"2": 5}},
    "meta": {"anything": [1, 2.5, None]},
}


def read(text: str) -> list[Any]:
    return list(ndjson.read(enumerate(text.splitlines(), start=1), "x"))


def test_a_record_is_a_line_and_comes_back_equal() -> None:
    text = ndjson.write(RECORD)
    assert text.count("\n") == 1
    found = read(text + "\n" + text)
    assert [(type(result), result.line) for result in found] == [(Read, 1), (Read, 3)]
    assert found[0].document == RECORD


def test_the_text_is_known_by_a_records_key() -> None:
    assert ndjson.sniff(ndjson.write(RECORD))
    assert ndjson.sniff('\n {"game": "razz"')
    assert not ndjson.sniff('{"ohh": {')
    assert not ndjson.sniff("[1, 2]")


def test_a_showdown_stands_in_the_place_of_events() -> None:
    showdown = {
        "game": "razz",
        "seats": [],
        "showdown": {"hands": [{"seat": 1, "cards": ["As", "2c", "3d", "4h", "5s"]}], "community": None},
    }
    assert isinstance(read(json.dumps(showdown))[0], Read)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda r: r.pop("seats"), "/: the key 'seats' is missing"),
        (lambda r: r.update(colour="red"), "/colour: the key 'colour' is not known here"),
        (lambda r: r.update(format=2), "/format: 2 is none of 1"),
        (lambda r: r.update(played_at="2024-05-01T20:15:00"), "/played_at: "),
        (lambda r: r.update(currency="euro"), "/currency: "),
        (lambda r: r.update(decimals=5), "/decimals: 5 is no whole number from 0 to 4"),
        (lambda r: r.update(decimals=True), "/decimals: true is no whole number"),
        (lambda r: r["seats"][0].update(seat=100), "/seats/0/seat: 100 is no whole number from 1 to 99"),
        (lambda r: r["seats"][0].update(player="public"), "/seats/0/player: the player public is reserved"),
        (lambda r: r["seats"][0].update(stack=1.5), "/seats/0/stack: 1.5 is no whole number"),
        (lambda r: r["seats"][0].update(stack=2**53), "/seats/0/stack: "),
        (lambda r: r["events"][0].update(type="shuffle"), '/events/0/type: "shuffle" is no event'),
        (lambda r: r["events"][0].update(up=["1c"]), '/events/0/up/0: "1c" is no card'),
        (lambda r: r["events"][0].update(to=5), "/events/0/to: the key 'to' is not known here"),
        (lambda r: r["events"][0].update(note="x" * 501), "/events/0/note: "),
        (lambda r: r["outcome"]["won"].update({"0": 1}), "/outcome/won/0: '0' is no seat number"),
        (lambda r: r.update(meta={"x": "y" * 5000}), "/meta: more than 4096 bytes"),
        (lambda r: r.update(showdown={"hands": []}), "either events or a showdown"),
        (lambda r: r.pop("events"), "either events or a showdown"),
        (lambda r: r.update(ref="a\0b"), "/ref: the text holds a NUL"),
    ],
)
def test_a_line_that_is_no_record_says_where_and_why(change: Callable[[dict[str, Any]], Any], reason: str) -> None:
    document = json.loads(json.dumps(RECORD))
    change(document)
    found = read(ndjson.write(document) + ndjson.write(RECORD))
    assert [type(result) for result in found] == [Unread, Read]
    assert reason in found[0].reason
    assert (found[0].line, found[0].hand_no) == (1, "1")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "this is no JSON"),
        ("[]", "a JSON object was expected"),
        ('{"game": "razz", "game": "razz"}', "the key 'game' is given twice"),
        ('{"decimals": NaN}', "NaN is no number"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"decimals": ' + "9" * 5000 + "}", "this is no JSON"),
    ],
)
def test_a_line_that_is_no_json_costs_one_line(line: str, reason: str) -> None:
    found = read(line + "\n" + ndjson.write(RECORD))
    assert [type(result) for result in found] == [Unread, Read]
    assert reason in found[0].reason


def test_an_integral_float_is_a_whole_number() -> None:
    shape.check(RECORD | {"rake": [5.0]})
    with pytest.raises(shape.BadShape, match="/rake/0"):
        shape.check(RECORD | {"rake": [5.5]})


def test_a_record_set_out_over_lines_is_one_record() -> None:
    text = json.dumps(RECORD, indent=2) + "\n\n" + ndjson.write(RECORD) + json.dumps(RECORD, indent=1)
    assert ndjson.sniff(text)
    found = read(text)
    assert [result.document for result in found if isinstance(result, Read)] == [RECORD] * 3
    assert found[1].line == json.dumps(RECORD, indent=2).count("\n") + 3


def test_a_record_set_out_over_lines_that_is_broken_costs_itself_only() -> None:
    whole = json.dumps(RECORD, indent=2)
    cut = "\n".join(whole.splitlines()[:-1])
    wrong = whole.replace('"seats": [', '"seats": ]')
    found = read("\n".join((cut, whole, cut, ndjson.write(RECORD).rstrip(), wrong, cut)))
    assert [type(result) for result in found] == [Unread, Read, Unread, Read, Unread, Unread]
    lines = whole.count("\n") + 1
    assert isinstance(found[0], Unread)
    assert (found[0].line, found[0].reason) == (1, "this is no JSON: the record that begins here has no end")
    at = next(number for number, line in enumerate(wrong.splitlines()) if '"seats": ]' in line)
    assert found[4].line == 3 * lines + at
