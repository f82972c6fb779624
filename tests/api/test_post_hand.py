from __future__ import annotations

import json
import uuid
from typing import Any

import psycopg
import pytest
from flask.testing import FlaskClient


def rows(conninfo: str, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(conninfo) as connection:
        return connection.execute(query).fetchall()  # type: ignore[arg-type]


def test_a_finished_hand_is_stored_and_found_at_its_location(client: FlaskClient, steal: dict[str, Any]) -> None:
    posted = client.post("/v1/hands", json=steal)
    assert posted.status_code == 201
    assert posted.headers["Location"] == f"/v1/hands/{posted.json['id']}"
    assert "Idempotent-Replayed" not in posted.headers
    hand = client.get(posted.headers["Location"]).json
    assert hand == posted.json
    assert list(hand) == ["id", "ref", "played_at", "stored_at", "record", "verdict", "revises", "superseded_by"]
    assert hand["record"] == steal
    assert hand["verdict"]["status"] == "settled"
    assert hand["ref"] == "kitchen:1"
    assert hand["played_at"] == "2026-11-28T20:04:05+00:00"
    assert (hand["revises"], hand["superseded_by"]) == (None, None)


def test_the_record_is_kept_as_the_text_that_was_posted(
    client: FlaskClient, steal: dict[str, Any], module_database: str
) -> None:
    steal["seats"][0]["stack"] = 100.0
    steal["seats"][0]["name"] = "Änn \U0001f0a1"
    text = json.dumps(steal, indent=3)
    posted = client.post("/v1/hands", data=b"\xef\xbb\xbf" + text.encode(), content_type="application/json")
    assert posted.status_code == 201
    assert rows(module_database, "select record::text from hands") == [(text,)]
    assert posted.json["record"] == steal


def test_the_row_tells_what_lists_and_results_are_made_of(
    client: FlaskClient, steal: dict[str, Any], module_database: str
) -> None:
    client.post("/v1/hands", json=steal | {"tags": ["friday", "home", "friday"], "currency": "USD"})
    assert rows(
        module_database,
        "select game, status, hand_no, table_name, currency, decimals, pot, had_showdown from hands",
    ) == [("seven-card-stud", "settled", "1", "the kitchen", "USD", 2, 9, False)]
    assert rows(
        module_database, "select seat, player, name, put_in, net, outcome, won, showdown from seats order by seat"
    ) == [
        (1, "ann", "Ann", 1, -1, "folded", False, False),
        (2, "bob", None, 4, -4, "folded", False, False),
        (3, "cy", None, 11, 5, "won", True, False),
    ]
    assert rows(module_database, "select tag from hand_tags order by tag") == [("friday",), ("home",)]


def test_the_same_hand_again_is_200_with_the_stored_hand(client: FlaskClient, steal: dict[str, Any]) -> None:
    first = client.post("/v1/hands", json=steal)
    again = client.post("/v1/hands", json=steal | {"tags": ["other"], "meta": {"try": 2}})
    assert again.status_code == 200
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.headers["Location"] == first.headers["Location"]
    assert again.json == first.json


def test_another_hand_under_the_same_ref_is_409_and_changes_nothing(client: FlaskClient, steal: dict[str, Any]) -> None:
    first = client.post("/v1/hands", json=steal)
    steal["events"][4]["to"] = 10
    steal["seats"][0]["stack"] = 99
    again = client.post("/v1/hands", json=steal)
    assert again.status_code == 409
    assert again.json["type"] == "/docs/problems/key-reused"
    assert again.json["hand"] == first.headers["Location"]
    assert client.get(first.headers["Location"]).json == first.json


@pytest.mark.parametrize("key", ['"8e03978e-40d5"', "8e03978e-40d5", '"a \\" b"', "x", "k" * 200])
def test_an_idempotency_key_serves_where_the_record_has_no_ref(
    client: FlaskClient, steal: dict[str, Any], key: str
) -> None:
    del steal["ref"]
    first = client.post("/v1/hands", json=steal, headers={"Idempotency-Key": key})
    again = client.post("/v1/hands", json=steal, headers={"Idempotency-Key": key})
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json == first.json
    assert first.json["ref"] is None
    steal["seats"][0]["stack"] = 99
    other = client.post("/v1/hands", json=steal, headers={"Idempotency-Key": key})
    assert other.status_code == 409


def test_a_quoted_and_a_bare_key_are_the_same_key(client: FlaskClient, steal: dict[str, Any]) -> None:
    del steal["ref"]
    first = client.post("/v1/hands", json=steal, headers={"Idempotency-Key": '"abc"'})
    assert client.post("/v1/hands", json=steal, headers={"Idempotency-Key": "abc"}).json == first.json


def test_the_records_ref_counts_before_the_header(client: FlaskClient, steal: dict[str, Any]) -> None:
    first = client.post("/v1/hands", json=steal, headers={"Idempotency-Key": "a"})
    again = client.post("/v1/hands", json=steal, headers={"Idempotency-Key": "b"})
    assert again.json == first.json


def test_without_ref_and_key_a_hand_is_not_stored(client: FlaskClient, steal: dict[str, Any]) -> None:
    del steal["ref"]
    answer = client.post("/v1/hands", json=steal)
    assert answer.status_code == 400
    assert answer.json["type"] == "/docs/problems/key-missing"


@pytest.mark.parametrize("key", ["", '""', '"a', "k" * 201, "a\tb"])
def test_a_key_that_is_none_is_refused(client: FlaskClient, steal: dict[str, Any], key: str) -> None:
    del steal["ref"]
    answer = client.post("/v1/hands", json=steal, headers={"Idempotency-Key": key})
    assert answer.status_code == 400
    assert answer.json["type"] == "/docs/problems/bad-key"


def test_an_illegal_hand_is_422_with_the_violation_and_what_was_expected(
    client: FlaskClient, steal: dict[str, Any], module_database: str
) -> None:
    steal["events"][3]["seat"] = 1
    answer = client.post("/v1/hands", json=steal)
    assert answer.status_code == 422
    problem = answer.json
    assert problem["type"] == "/docs/problems/illegal-hand"
    assert problem["violation"]["code"] == "wrong-bring-in"
    assert problem["violation"]["expected"]["seats"] == [2]
    assert problem["detail"] == problem["violation"]["message"]
    assert problem["verdict"]["status"] == "illegal"
    assert rows(module_database, "select 1 from hands") == []


def test_an_unknown_game_is_422_for_a_hand(client: FlaskClient, steal: dict[str, Any]) -> None:
    answer = client.post("/v1/hands", json=steal | {"game": "badugi"})
    assert answer.status_code == 422
    assert answer.json["violation"]["code"] == "unknown-game"


def test_an_unfinished_hand_is_422_and_says_what_is_due(
    client: FlaskClient, steal: dict[str, Any], module_database: str
) -> None:
    steal["events"] = steal["events"][:-1]
    answer = client.post("/v1/hands", json=steal)
    assert answer.status_code == 422
    assert answer.json["type"] == "/docs/problems/not-finished"
    assert answer.json["next"]["seats"] == [2]
    assert rows(module_database, "select 1 from hands") == []


def test_a_failure_is_not_remembered_under_its_key(client: FlaskClient, steal: dict[str, Any]) -> None:
    assert client.post("/v1/hands", json=steal | {"events": steal["events"][:-1]}).status_code == 422
    assert client.post("/v1/hands", json=steal | {"seats": 3}).status_code == 400
    assert client.post("/v1/hands", json=steal).status_code == 201


def test_a_hand_without_a_time_was_played_when_it_arrived(client: FlaskClient, steal: dict[str, Any]) -> None:
    del steal["played_at"]
    hand = client.post("/v1/hands", json=steal).json
    assert "played_at" not in hand["record"]
    assert abs_seconds(hand["played_at"], hand["stored_at"]) < 60


def abs_seconds(one: str, other: str) -> float:
    from datetime import datetime

    return abs((datetime.fromisoformat(one) - datetime.fromisoformat(other)).total_seconds())


def test_a_query_is_refused(client: FlaskClient, steal: dict[str, Any]) -> None:
    assert client.post("/v1/hands?explain=true", json=steal).status_code == 400


def test_a_hand_nobody_stored_is_404(client: FlaskClient) -> None:
    answer = client.get(f"/v1/hands/{uuid.uuid4()}")
    assert answer.status_code == 404
    assert answer.json["type"] == "/docs/problems/not-found"


def test_a_stored_hand_has_an_etag_and_is_304_for_whoever_has_it(client: FlaskClient, steal: dict[str, Any]) -> None:
    posted = client.post("/v1/hands", json=steal)
    got = client.get(posted.headers["Location"])
    assert got.headers["ETag"] == posted.headers["ETag"]
    assert not got.headers["ETag"].startswith("W/")
    again = client.get(posted.headers["Location"], headers={"If-None-Match": got.headers["ETag"]})
    assert again.status_code == 304
    assert again.data == b""
    assert again.headers["ETag"] == got.headers["ETag"]
    assert client.get(posted.headers["Location"], headers={"If-None-Match": '"x"'}).status_code == 200
