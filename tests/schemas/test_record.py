from __future__ import annotations

from typing import Any

import pytest

from schemas.errors import MOST_FAULTS, Invalid
from schemas.record import EVENT_KEYS, MOST_EVENTS, checked, load_record
from studbook.record import MAX_CHIPS
from tests.api.contract import check_component


def faults(document: Any) -> dict[str, str]:
    with pytest.raises(Invalid) as refusal:
        load_record(document)
    return {fault.pointer: fault.detail for fault in refusal.value.errors}


def test_a_record_that_uses_every_key_is_taken_as_it_stands(played: dict[str, Any]) -> None:
    record = load_record(played)
    assert record.raw == played
    assert record.game == "wall-street"
    assert [event.type for event in record.events] == [event["type"] for event in played["events"]]
    assert record.outcome == {1: 225}
    assert {event["type"] for event in played["events"]} == set(EVENT_KEYS)


def test_a_showdown_stands_in_place_of_events(shown: dict[str, Any]) -> None:
    record = load_record(shown)
    assert record.showdown is not None
    assert [hand.put_in for hand in record.showdown.hands] == [14, None, 5]


def test_an_integral_float_is_read_as_an_integer(played: dict[str, Any]) -> None:
    digest = load_record(played).digest
    played["seats"][0]["stack"] = 500.0
    played["seats"][0]["seat"] = 1.0
    played["stakes"]["ante"] = 1.0
    played["events"][4]["to"] = 3.0
    played["outcome"]["won"]["1"] = 225.0
    record = load_record(played)
    assert record.raw["seats"][0]["stack"] == 500
    assert type(record.raw["seats"][0]["stack"]) is type(record.raw["events"][4]["to"]) is int
    assert type(record.raw["stakes"]["ante"]) is int
    assert record.digest == digest


@pytest.mark.parametrize("junk", [None, [], "hand", 7, True, [{}]])
def test_what_is_no_object_is_no_record(junk: Any) -> None:
    assert faults(junk) == {"": "the record must be an object: a record"}


def test_an_unknown_game_is_not_the_schemas_business(played: dict[str, Any]) -> None:
    played["game"] = "badugi"
    assert load_record(played).game == "badugi"


def test_unknown_names_in_rules_and_stakes_are_the_engines_business(played: dict[str, Any]) -> None:
    played["rules"] = {"moon": "full", "raise_cap": {"a": [1]}}
    played["stakes"]["small_blind"] = "5"
    record = load_record(played)
    assert record.rules == {"moon": "full", "raise_cap": {"a": [1]}}
    assert record.stakes is not None
    assert record.stakes["small_blind"] == "5"


def test_another_format_number_is_refused_by_name(played: dict[str, Any]) -> None:
    played["format"] = 2
    assert faults(played) == {"/format": '"format" 2 is not known; this service reads format 1'}


@pytest.mark.parametrize(
    ("place", "key", "whole"),
    [
        ((), "plyers", "a record"),
        (("seats", 1), "plyer", "a seat"),
        (("events", 0), "cards", "a deal event"),
        (("events", 22), "to", "a fold event"),
        (("outcome",), "lost", "the outcome"),
        (("claim",), "pot", "the claim"),
    ],
)
def test_an_unknown_key_is_refused_by_name(
    played: dict[str, Any], place: tuple[Any, ...], key: str, whole: str
) -> None:
    at = played
    for step in place:
        at = at[step]
    at[key] = 1
    pointer = "".join(f"/{step}" for step in (*place, key))
    found = faults(played)
    assert list(found) == [pointer]
    assert found[pointer].startswith(f'"{key}" is no key of {whole}, whose keys are ')


@pytest.mark.parametrize(("kind", "keys"), EVENT_KEYS.items())
def test_an_event_must_carry_the_keys_of_its_type_and_no_other(played: dict[str, Any], kind: str, keys: str) -> None:
    event = next(event for event in reversed(played["events"]) if event["type"] == kind)
    at = played["events"].index(event)
    needed = {key for key in keys.split() if not key.endswith("?")}
    known = {key.rstrip("?") for key in keys.split()}
    played["events"][at] = {"type": kind}
    assert set(faults(played) if needed else []) == {f"/events/{at}/{key}" for key in needed}
    values = {"seat": 1, "to": 2, "down": [], "up": [], "card": "As", "cards": ["As"], "place": 1, "price": 1}
    values |= {"way": "high", "reason": "x"}
    played["events"][at] = {"type": kind, **values}
    assert set(faults(played)) == {f"/events/{at}/{key}" for key in values if key not in known}


@pytest.mark.parametrize("kind", ["deals", "", None, 3, ["deal"], {"deal": 1}])
def test_an_event_of_no_known_type_names_the_known_ones(played: dict[str, Any], kind: Any) -> None:
    played["events"][3]["type"] = kind
    detail = faults(played)["/events/3/type"]
    assert "must be one of deal, burn, community, bring-in," in detail


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (-1, "not -1"),
        (2.5, "not 2.5"),
        ("3", 'not "3"'),
        (True, "not true"),
        (None, "must not be null"),
        (MAX_CHIPS + 1, f"not {MAX_CHIPS + 1}"),
        (10**30, "more than 30 digits"),
        pytest.param(10**5000, "more than 30 digits", id="5,000 digits"),
        (float(2**53), "not 9007199254740992.0"),
        ([3], "not a list"),
    ],
)
def test_chips_are_whole_numbers_to_2_53_less_1(played: dict[str, Any], value: Any, said: str) -> None:
    played["events"][4]["to"] = value
    played["seats"][1]["stack"] = value
    found = faults(played)
    assert list(found) == ["/seats/1/stack", "/events/4/to"]
    assert said in found["/events/4/to"]
    played["events"][4]["to"] = played["seats"][1]["stack"] = MAX_CHIPS
    assert load_record(played).seats[1].stack == MAX_CHIPS


@pytest.mark.parametrize("card", ["", "A", "1s", "as", "AS", "10h", "Ax", None, 3, ["As"]])
def test_a_card_that_is_no_card_is_quoted_with_what_a_card_is(played: dict[str, Any], card: Any) -> None:
    played["events"][0]["down"][1] = card
    found = faults(played)
    assert list(found) == ["/events/0/down/1"]
    if card is not None:
        assert 'rank then suit like "As", "Td" or "2c", or "??"' in found["/events/0/down/1"]


@pytest.mark.parametrize(
    "time",
    [
        "2026-11-28",
        "2026-11-28T21:04:05",
        "2026-11-28 21:04:05Z",
        "2026-13-28T21:04:05Z",
        "2026-11-28T25:04:05Z",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "yesterday",
        "",
        1764363845,
        None,
    ],
)
def test_a_time_has_a_date_a_clock_and_an_offset(played: dict[str, Any], time: Any) -> None:
    played["played_at"] = time
    assert list(faults(played)) == ["/played_at"]


@pytest.mark.parametrize(
    "time", ["2026-11-28T21:04:05Z", "2026-11-28t21:04:05.123456789-05:00", "1900-01-01T00:00:00z"]
)
def test_a_time_of_rfc_3339_is_kept_as_posted(played: dict[str, Any], time: str) -> None:
    played["played_at"] = time
    assert load_record(played).raw["played_at"] == time


@pytest.mark.parametrize(
    ("key", "least", "most"), [("ref", 1, 200), ("game", 1, 100), ("hand_no", 0, 200), ("table", 0, 200)]
)
def test_texts_have_their_lengths(played: dict[str, Any], key: str, least: int, most: int) -> None:
    for length in (least, most):
        played[key] = "x" * length
        assert load_record(played).raw[key] == "x" * length
    for length in {least - 1, most + 1} - {-1}:
        played[key] = "x" * length
        assert list(faults(played)) == [f"/{key}"]


@pytest.mark.parametrize("text", ["a\0", "\ud800", "\0"])
def test_a_text_that_no_database_can_hold_is_refused_wherever_it_stands(played: dict[str, Any], text: str) -> None:
    played["ref"] = text
    played["seats"][0]["player"] = text
    played["events"][4]["note"] = text
    played["rules"]["wild"] = text
    played["stakes"]["mood"] = text
    played["meta"]["deep"]["er"][2] = text
    played["claim"]["hands"]["1"] = text
    places = ["/ref", "/stakes/mood", "/rules/wild", "/seats/0/player", "/events/4/note", "/claim/hands/1"]
    assert list(faults(played)) == [*places, "/meta/deep/er/2"]


def test_public_is_no_player(played: dict[str, Any]) -> None:
    played["seats"][0]["player"] = "public"
    assert "reserved" in faults(played)["/seats/0/player"]


def test_meta_has_at_most_4_kB(played: dict[str, Any]) -> None:
    played["meta"] = {"text": "x" * (4096 - len('{"text":""}'))}
    assert load_record(played).raw["meta"] == played["meta"]
    played["meta"]["text"] += "x"
    assert faults(played) == {"/meta": '"meta" has 4,097 bytes; at most 4,096 are kept'}


def nested(levels: int) -> Any:
    deep: Any = 1
    for _ in range(levels):
        deep = [deep]
    return deep


# What may stand under a free name, and what may not, with the place in it. (No schema can say how deep is too deep.)
FIT: list[Any] = [
    None, True, 0, -0.0, 1.5, 1e-300, MAX_CHIPS, -MAX_CHIPS, float(MAX_CHIPS), MAX_CHIPS / 8, "", "é", "9" * 400,
    [], {}, {"": [{"a/b": [None, 2.5]}]}, nested(60),
]  # fmt: skip
UNFIT: list[tuple[Any, str]] = [
    (MAX_CHIPS + 1, ""), (-MAX_CHIPS - 1, ""), (10**400, ""), (float(2**53), ""), (-float(2**53), ""), (1e300, ""),
    ("a\0", ""), ([[0, 10**30]], "/0/1"), ({"a": [{"b": -1e17}]}, "/a/0/b"), ({"a": {"b": ["\0"]}}, "/a/b/0"),
    ([{"a\0": 1}], "/0"),
]  # fmt: skip
UNFIT_BUT_IN_THE_CONTRACT: list[tuple[Any, str]] = [("\ud800", ""), ({"\udfff": 1}, "")]


@pytest.mark.parametrize("part", ["stakes", "rules", "meta"])
def test_what_is_free_is_refused_at_its_place_where_it_could_not_be_stored_or_sent_on(
    played: dict[str, Any], part: str
) -> None:
    for value in FIT:
        assert load_record(played | {part: {"x": value}}).raw[part] == {"x": value}
    for value, place in UNFIT + UNFIT_BUT_IN_THE_CONTRACT:
        assert list(faults(played | {part: {"x": value}})) == [f"/{part}/x{place}"]
    for name in ("a\0", "\ud800"):
        assert list(faults(played | {part: {name: 1}})) == [f"/{part}"]


@pytest.mark.parametrize("part", ["stakes", "rules", "meta"])
def test_deep_nesting_where_names_are_free_is_refused(played: dict[str, Any], part: str) -> None:
    assert faults(played | {part: {"x": nested(500)}}) == {f"/{part}": f'"{part}" is nested deeper than 64 levels'}


def test_unfit_stakes_are_named_beside_wrong_ones(played: dict[str, Any]) -> None:
    played["stakes"] |= {"ante": -1, "mood": [2**53]}
    assert list(faults(played)) == ["/stakes/ante", "/stakes/mood/0"]


def test_the_contract_takes_of_what_is_free_what_the_service_takes(played: dict[str, Any]) -> None:
    for part in ("stakes", "rules", "meta"):
        for value in FIT:
            check_component("HandRecord", played | {part: {"x": value}})
        for value in [*(value for value, _ in UNFIT), {"a\0": 1}]:
            with pytest.raises(AssertionError, match="HandRecord"):
                check_component("HandRecord", played | {part: {"x": value}})


def test_a_record_has_events_or_a_showdown(played: dict[str, Any], shown: dict[str, Any]) -> None:
    assert list(faults(played | {"showdown": shown["showdown"]})) == ["/showdown"]
    del shown["showdown"]
    assert faults(shown) == {"/events": '"events" is missing; a record has events, or a showdown in place of them'}


def test_a_record_with_events_needs_stakes(played: dict[str, Any], shown: dict[str, Any]) -> None:
    del played["stakes"]
    assert list(faults(played)) == ["/stakes"]
    assert load_record(shown).stakes is None


def test_events_and_seats_and_tags_are_bounded(played: dict[str, Any]) -> None:
    played["events"] = [{"type": "burn"}] * MOST_EVENTS
    assert len(load_record(played).events) == MOST_EVENTS
    played["events"] = [{"type": "burn"}] * (MOST_EVENTS + 1)
    played["seats"] = [{"seat": 1, "player": "x"}] * 100
    played["tags"] = ["x"] * 21
    assert list(faults(played)) == ["/tags", "/seats", "/events"]


def test_a_seat_that_is_no_seat_number_is_no_key_of_a_claim(played: dict[str, Any]) -> None:
    played["claim"] = {"won": {"0": 1, "x": 1, "01": 1, "99": 1}}
    assert list(faults(played)) == ["/claim/won/0", "/claim/won/x", "/claim/won/01"]


def test_a_record_of_nothing_but_faults_names_the_first_of_them(played: dict[str, Any]) -> None:
    played["events"] = [{"type": "fold", "seat": 0, "x": 1}] * MOST_EVENTS
    with pytest.raises(Invalid) as refusal:
        checked(played)
    assert len(refusal.value.errors) == MOST_FAULTS
    assert refusal.value.total == 2 * MOST_EVENTS
    assert refusal.value.errors[0].pointer == "/events/0/seat"
