from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from api.settings import Settings


def logged(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_each_request_is_a_line_of_json_with_its_id(client: FlaskClient, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    client.get("/v1/hands/00000000-0000-0000-0000-000000000000", headers={"X-Request-Id": "abc"})
    (line,) = logged(capsys)
    assert line.pop("time")
    assert isinstance(line.pop("milliseconds"), float)
    assert line == {
        "level": "info",
        "logger": "studbook.access",
        "message": "GET /v1/hands/00000000-0000-0000-0000-000000000000 404",
        "request_id": "abc",
        "method": "GET",
        "route": "/v1/hands/<uuid:hand_id>",
        "status": 404,
        "problem": "not-found",
        "app": 1,
    }


def test_what_a_caller_sends_cannot_break_out_of_its_line(
    client: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    client.get('/nothing%0a{"level": "forged"}%1b[31m"', headers={"X-Request-Id": 'a"b'})
    (line,) = logged(capsys)
    assert line["level"] == "info"
    assert line["request_id"] != 'a"b'


def test_a_fault_is_logged_whole_under_the_id_that_the_caller_gets(capsys: pytest.CaptureFixture[str]) -> None:
    app = create_app(Settings(open=True))

    def fail() -> str:
        raise RuntimeError("the reason")

    app.add_url_rule("/fail", view_func=fail)
    capsys.readouterr()
    answer = app.test_client().get("/fail")
    fault, access = logged(capsys)
    assert fault["level"] == "error"
    assert "RuntimeError: the reason" in str(fault["error"])
    assert fault["request_id"] == access["request_id"] == answer.json["request_id"]
    assert "the reason" not in answer.text
