from __future__ import annotations

import copy
import io
import json
from typing import Any

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.batch import CHUNK_LINES
from db.errors import Unavailable
from tests.api.contract import check_component

NDJSON = "application/x-ndjson"


def post(client: FlaskClient, posted: list[Any], media_type: str = NDJSON) -> list[dict[str, Any]]:
    body = b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in posted)
    answer = client.post("/v1/hands/batch", data=body, content_type=media_type)
    assert answer.status_code == 200
    assert answer.content_type == NDJSON
    lines = [json.loads(line) for line in answer.data.splitlines()]
    for line in lines:
        check_component("BatchLine", line)
    return lines


def numbered(steal: dict[str, Any], count: int) -> list[dict[str, Any]]:
    return [steal | {"ref": f"k:{at}"} for at in range(count)]


def stored(conninfo: str) -> int:
    with psycopg.connect(conninfo) as connection:
        row = connection.execute("select count(*) from hands").fetchone()
        assert row is not None
        return int(row[0])


@pytest.mark.parametrize("media_type", [NDJSON, "application/ndjson", "application/jsonl; charset=utf-8"])
def test_a_line_is_answered_with_a_line_in_order(client: FlaskClient, steal: dict[str, Any], media_type: str) -> None:
    answers = post(client, numbered(steal, 3), media_type)
    assert [(answer["line"], answer["status"]) for answer in answers] == [(1, 201), (2, 201), (3, 201)]
    for at, answer in enumerate(answers):
        hand = client.get(f"/v1/hands/{answer['id']}").json
        assert hand["record"] == steal | {"ref": f"k:{at}"}
        assert hand["verdict"]["status"] == "settled"


def test_a_broken_line_costs_itself_only(client: FlaskClient, steal: dict[str, Any]) -> None:
    illegal, unfinished, nameless = (copy.deepcopy(steal) for _ in range(3))
    illegal["events"][3]["seat"] = 1
    unfinished["events"].pop()
    del nameless["ref"]
    lines = [
        steal, b"{", b"", {"game": "razz"}, illegal, b'{"a": 1, "a": 2}', unfinished, nameless, b"\xff",
        b'"' + b"x" * 600_000 + b'"', steal | {"ref": "last"},
    ]  # fmt: skip
    answers = post(client, lines)
    assert [(answer["line"], answer["status"]) for answer in answers] == [
        (1, 201), (2, 400), (4, 400), (5, 422), (6, 400), (7, 422), (8, 400), (9, 400), (10, 400), (11, 201),
    ]  # fmt: skip
    kinds = {answer["line"]: answer["problem"]["type"].rpartition("/")[2] for answer in answers if "problem" in answer}
    assert kinds == {
        2: "bad-json", 4: "bad-record", 5: "illegal-hand", 6: "bad-json", 7: "not-finished", 8: "key-missing",
        9: "bad-json", 10: "bad-json",
    }  # fmt: skip
    by_line = {answer["line"]: answer for answer in answers}
    assert by_line[5]["problem"]["violation"]["code"] == "wrong-bring-in"
    assert by_line[6]["problem"]["pointer"] == "/a"


def test_repeating_a_batch_stores_nothing_twice(
    client: FlaskClient, steal: dict[str, Any], module_database: str
) -> None:
    hands = numbered(steal, CHUNK_LINES + 50)
    first = post(client, hands)
    again = post(client, hands)
    assert {answer["status"] for answer in first} == {201}
    assert {answer["status"] for answer in again} == {200}
    assert [answer["id"] for answer in again] == [answer["id"] for answer in first]
    assert stored(module_database) == len(hands)


def test_of_equal_names_in_a_batch_the_first_counts(
    client: FlaskClient, steal: dict[str, Any], module_database: str
) -> None:
    other = copy.deepcopy(steal)
    other["seats"][0]["stack"] = 99
    answers = post(client, [steal, steal, other])
    assert [answer["status"] for answer in answers] == [201, 200, 409]
    assert answers[1]["id"] == answers[0]["id"]
    assert answers[2]["problem"]["hand"] == f"/v1/hands/{answers[0]['id']}"
    assert stored(module_database) == 1


def test_what_was_answered_is_stored_even_if_the_client_goes_away(
    app: Flask, client: FlaskClient, steal: dict[str, Any], module_database: str
) -> None:
    sent = 0

    class Endless(io.RawIOBase):
        """A body that goes on and on, as long as somebody reads."""

        def readable(self) -> bool:
            return True

        def seekable(self) -> bool:
            return True

        def seek(self, offset: int, whence: int = 0) -> int:
            return 0

        def readinto(self, buffer: Any) -> int:
            nonlocal sent
            line = json.dumps(steal | {"ref": f"k:{sent}"}).encode() + b"\n"
            sent += 1
            buffer[: len(line)] = line
            return len(line)

    answer = client.post(
        "/v1/hands/batch",
        input_stream=io.BufferedReader(Endless(), 8192),  # type: ignore[arg-type]
        environ_overrides={"wsgi.input_terminated": True},
        content_type=NDJSON,
        buffered=False,
    )
    part = next(iter(answer.iter_encoded()))
    answers = [json.loads(line) for line in part.splitlines()]
    answer.close()
    assert len(answers) == CHUNK_LINES
    assert stored(module_database) == CHUNK_LINES
    assert sent < CHUNK_LINES + 20  # it is not read ahead of what is answered


def test_lines_that_could_not_be_stored_say_so_and_the_rest_goes_on(
    app: Flask, client: FlaskClient, steal: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = app.extensions["ledger"].connection
    calls = 0

    def away_once(timeout: float | None = None) -> Any:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise Unavailable
        return whole(timeout)

    monkeypatch.setattr(app.extensions["ledger"], "connection", away_once)
    answers = post(client, numbered(steal, CHUNK_LINES + 1))
    assert [answer["status"] for answer in answers] == [503] * CHUNK_LINES + [201]
    assert answers[0]["problem"]["type"] == "/docs/problems/ledger-unavailable"


def test_an_empty_batch_has_an_empty_answer(client: FlaskClient) -> None:
    assert post(client, []) == []
    assert post(client, [b"", b"  "]) == []


@pytest.mark.parametrize("media_type", ["application/json", "text/plain", ""])
def test_another_media_type_is_415(client: FlaskClient, steal: dict[str, Any], media_type: str) -> None:
    answer = client.post("/v1/hands/batch", data=json.dumps(steal), content_type=media_type)
    assert answer.status_code == 415
    assert NDJSON in answer.headers["Accept-Post"]
