from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

from api.app import create_app
from api.kinds import KINDS, Problem
from api.settings import Settings
from db import errors as ledger

ROOT = Path(__file__).parent.parent.parent
PAGES = ROOT / "docs" / "problems"


@pytest.mark.parametrize("name", KINDS)
def test_every_type_of_problem_has_a_page_where_its_type_leads(client: FlaskClient, name: str) -> None:
    page = client.get(f"/docs/problems/{name}")
    assert page.status_code == 200
    text = page.text
    assert text.startswith(f"# {KINDS[name].title}\n")
    assert f"`{name}`, HTTP status {KINDS[name].status}." in text
    assert "**What to do.**" in text


def test_there_is_no_page_without_its_type() -> None:
    assert {page.stem for page in PAGES.glob("*.md")} == set(KINDS)


def test_a_page_that_is_none_is_a_problem_itself(client: FlaskClient) -> None:
    assert client.get("/docs/problems/..%2f..%2fREADME").status_code == 404
    assert client.get("/docs/problems/nothing").json["type"] == "/docs/problems/not-found"


def test_every_problem_that_the_code_raises_is_in_the_catalogue() -> None:
    raised = {
        name
        for path in (ROOT / "api").rglob("*.py")
        for name in re.findall(r"\bProblem\(\s*\"([a-z-]+)\"", path.read_text())
    }
    assert raised <= set(KINDS)
    assert len(raised) > 10


def app_that_raises(error: Exception) -> FlaskClient:
    app = create_app(Settings(open=True))
    app.add_url_rule("/raise", view_func=lambda: (_ for _ in ()).throw(error))
    return app.test_client()


@pytest.mark.parametrize(
    ("error", "status", "kind", "retry"),
    [
        (ledger.Unavailable(), 503, "ledger-unavailable", "1"),
        (ledger.TooSlow(), 503, "too-slow", "1"),
        (ledger.Conflict(), 409, "conflict", "1"),
        (ledger.BadData(), 422, "not-storable", None),
        (ledger.Refused("hands_ref_key"), 422, "not-storable", None),
        (ledger.LedgerError("?"), 500, "internal", None),
        (RuntimeError("secret"), 500, "internal", None),
        (Problem("not-found", "gone"), 404, "not-found", None),
    ],
)
def test_errors_leave_as_problems(error: Exception, status: int, kind: str, retry: str | None) -> None:
    answer = app_that_raises(error).get("/raise")
    assert answer.status_code == status
    assert answer.content_type == "application/problem+json"
    assert answer.json["type"] == f"/docs/problems/{kind}"
    assert answer.json["title"] == KINDS[kind].title
    assert answer.json["status"] == status
    assert answer.headers.get("Retry-After") == retry
    assert "secret" not in answer.text


def test_a_status_without_a_type_of_its_own_is_about_blank() -> None:
    app = create_app(Settings(open=True))
    app.add_url_rule("/teapot", view_func=lambda: abort(418))
    answer = app.test_client().get("/teapot")
    assert answer.status_code == 418
    assert answer.json["type"] == "about:blank"
    assert answer.json["request_id"] == answer.headers["X-Request-Id"]


@pytest.mark.parametrize("path", ["/nothing", "/v1/nothing", "/v1/hands/12", "/v1/adjudications/", "/%00", "/%ff"])
def test_an_address_that_is_none_is_404(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json["type"] == "/docs/problems/not-found"


def test_a_request_id_of_the_caller_is_kept_where_it_is_plain(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/livez", headers={"X-Request-Id": "abc-1.2_3"}).headers["X-Request-Id"] == "abc-1.2_3"
    for junk in ("", "a b", "x" * 65, "é", '"'):
        assert re.fullmatch(
            "[0-9a-f]{16}", client.get("/livez", headers={"X-Request-Id": junk}).headers["X-Request-Id"]
        )
