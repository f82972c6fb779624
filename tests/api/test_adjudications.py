from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient


def test_a_legal_hand_is_settled_to_the_chip(client: FlaskClient, steal: dict[str, Any]) -> None:
    answer = client.post("/v1/adjudications", json=steal)
    assert answer.status_code == 200
    assert answer.content_type == "application/json"
    verdict = answer.json
    assert verdict["status"] == "settled"
    assert [pot["amount"] for pot in verdict["pots"]] == [9]
    assert verdict["returned"] == {"3": 7}
    assert {seat["player"]: seat["net"] for seat in verdict["seats"]} == {"ann": -1, "bob": -4, "cy": 5}
    assert verdict["violations"] == []
    assert "rulings" not in verdict


def test_an_illegal_hand_is_a_verdict_not_an_error(client: FlaskClient, steal: dict[str, Any]) -> None:
    steal["events"][3]["seat"] = 1
    answer = client.post("/v1/adjudications", json=steal)
    assert answer.status_code == 200
    violation = answer.json["violations"][0]
    assert (violation["code"], violation["event"], violation["pointer"]) == ("wrong-bring-in", 3, "/events/3/seat")
    assert violation["expected"]["seats"] == [2]


def test_a_hand_that_stops_early_says_who_is_due(client: FlaskClient, steal: dict[str, Any]) -> None:
    steal["events"] = steal["events"][:4]
    answer = client.post("/v1/adjudications", json=steal)
    assert answer.status_code == 200
    assert answer.json["status"] == "in-progress"
    assert answer.json["next"]["seats"] == [3]
    assert {"type": "call", "seat": 3, "to": 3} in answer.json["next"]["events"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "badugi"}, "unknown-game"),
        ({"rules": {"moon": 1}}, "bad-rule"),
        ({"rules": {"raise_cap": {"a": []}}}, "bad-rule"),
        ({"stakes": {"structure": "fixed-limit"}}, "bad-stakes"),
        ({"stakes": {"structure": "half-pot", "ante": 1}}, "bad-stakes"),
        ({"stakes": {"ante": 1}}, "bad-stakes"),
        ({"stakes": {"structure": "no-limit", "min_bet": 5, "blind": {"big": [2]}}}, "bad-stakes"),
        ({"seats": []}, "bad-seats"),
        ({"seats": [{"seat": 1, "player": "ann"}, {"seat": 1, "player": "bob"}]}, "bad-seats"),
    ],
)
def test_what_a_rule_refuses_about_the_set_up_is_a_verdict_too(
    client: FlaskClient, steal: dict[str, Any], change: dict[str, Any], code: str
) -> None:
    answer = client.post("/v1/adjudications", json=steal | change)
    assert answer.status_code == 200
    assert answer.json["status"] == "illegal"
    assert [violation["code"] for violation in answer.json["violations"]] == [code]


def test_explain_adds_the_rulings(client: FlaskClient, steal: dict[str, Any]) -> None:
    answer = client.post("/v1/adjudications?explain=true", json=steal)
    assert answer.json["rulings"]
    assert {"event", "article", "text"} == set(answer.json["rulings"][0])


@pytest.mark.parametrize(
    "query", ["explain=yes", "explain=", "explain=true&explain=true", "explane=true", "%00=1", "a=%ff"]
)
def test_a_parameter_that_is_not_known_or_not_right_is_refused_by_name(
    client: FlaskClient, steal: dict[str, Any], query: str
) -> None:
    answer = client.post(f"/v1/adjudications?{query}", json=steal)
    assert answer.status_code == 400
    assert answer.json["type"] == "/docs/problems/bad-query"


def test_a_document_that_is_not_of_the_schema_is_refused_with_every_place(
    client: FlaskClient, steal: dict[str, Any]
) -> None:
    steal["events"][0]["up"] = ["2x"]
    steal["seats"][2]["plyer"] = "cy"
    answer = client.post("/v1/adjudications", json=steal)
    assert answer.status_code == 400
    assert answer.content_type == "application/problem+json"
    problem = answer.json
    assert problem["type"] == "/docs/problems/bad-record"
    assert problem["status"] == 400
    assert [error["pointer"] for error in problem["errors"]] == ["/seats/2/plyer", "/events/0/up/0"]
    assert problem["request_id"] == answer.headers["X-Request-Id"]


@pytest.mark.parametrize(
    ("body", "place"),
    [
        (b'{"game": "razz", "game": "razz"}', {"pointer": "/game"}),
        (b'{"stakes": {"ante": NaN}}', {"pointer": "/stakes/ante"}),
        (b'{"stakes": {"ante": 1e400}}', {"pointer": "/stakes/ante"}),
        (b'{"ref": "\\ud800"}', {"pointer": "/ref"}),
        (b'{"ref": "\\u0000"}', {"pointer": "/ref"}),
        (b'{"a": ' + b"9" * 5000 + b"}", {"pointer": "/a"}),
        (b"[" * 1000, {"line": 1, "column": 65}),
        (b'{"a": "\xff"}', {"line": 1, "column": 8}),
        (b"{", {"line": 1, "column": 2}),
        (b"", {}),
    ],
)
def test_a_body_that_is_no_strict_json_is_refused_with_its_place(
    client: FlaskClient, body: bytes, place: dict[str, Any]
) -> None:
    answer = client.post("/v1/adjudications", data=body, content_type="application/json")
    assert answer.status_code == 400
    problem = answer.json
    assert problem["type"] == "/docs/problems/bad-json"
    assert {name: problem[name] for name in ("pointer", "line", "column") if name in problem} == place


def test_chips_of_thirty_digits_are_refused_at_their_place(client: FlaskClient, steal: dict[str, Any]) -> None:
    steal["seats"][0]["stack"] = 10**29
    answer = client.post("/v1/adjudications", json=steal)
    assert answer.status_code == 400
    assert [error["pointer"] for error in answer.json["errors"]] == ["/seats/0/stack"]


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", "", "application/xml"])
def test_another_media_type_is_415_and_says_which_is_read(
    client: FlaskClient, steal: dict[str, Any], media_type: str
) -> None:
    answer = client.post("/v1/adjudications", data=json.dumps(steal), content_type=media_type)
    assert answer.status_code == 415
    assert answer.json["type"] == "/docs/problems/unsupported-media-type"
    assert answer.headers["Accept-Post"] == "application/json"


def test_json_with_a_charset_is_json(client: FlaskClient, steal: dict[str, Any]) -> None:
    answer = client.post("/v1/adjudications", data=json.dumps(steal), content_type="application/json; charset=utf-8")
    assert answer.status_code == 200


def test_a_body_over_the_limit_is_413(client: FlaskClient) -> None:
    answer = client.post("/v1/adjudications", data=b" " * (256 * 1024 + 1), content_type="application/json")
    assert answer.status_code == 413
    assert answer.json["limit"] == 256 * 1024


def test_another_method_is_405_and_says_which_is_known(client: FlaskClient) -> None:
    answer = client.get("/v1/adjudications")
    assert answer.status_code == 405
    assert answer.json["type"] == "/docs/problems/method-not-allowed"
    assert "POST" in answer.headers["Allow"]
