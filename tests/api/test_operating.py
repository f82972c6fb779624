from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from api.app import create_app
from api.settings import Settings
from db.migrate import newest

ROOT = Path(__file__).parent.parent.parent
NOWHERE = "host=/nonexistent dbname=nowhere connect_timeout=1"


def away() -> FlaskClient:
    """A service whose database is not there."""
    app = create_app(Settings(database_url=NOWHERE, open=True))
    app.extensions["ledger"]._pool.timeout = 0.2
    app.extensions["ledger"].open()
    return app.test_client()


def test_a_service_with_its_ledger_is_alive_and_ready(client: FlaskClient) -> None:
    assert client.get("/livez").json == {"status": "alive"}
    ready = client.get("/readyz")
    assert ready.status_code == 200
    assert ready.json["status"] == "ready"
    assert ready.json["schema"] == newest()


def test_with_the_database_away_the_service_judges_and_does_not_store(steal: dict[str, Any]) -> None:
    client = away()
    try:
        assert client.get("/livez").status_code == 200
        assert client.post("/v1/adjudications", json=steal).json["status"] == "settled"
        for answer in (
            client.get("/readyz"),
            client.post("/v1/hands", json=steal),
            client.get("/v1/hands"),
            client.get("/v1/hands/00000000-0000-0000-0000-000000000000"),
        ):
            assert answer.status_code == 503
            assert answer.json["type"] == "/docs/problems/ledger-unavailable"
            assert answer.headers["Retry-After"] == "1"
    finally:
        client.application.extensions["ledger"].close()


def test_without_a_database_url_only_the_referee_answers(steal: dict[str, Any]) -> None:
    client = create_app(Settings(open=True)).test_client()
    assert client.post("/v1/adjudications", json=steal).status_code == 200
    answer = client.post("/v1/hands", json=steal)
    assert answer.status_code == 503
    assert "DATABASE_URL" in answer.json["detail"]
    assert client.get("/metrics").status_code == 200


def test_a_ledger_of_an_older_schema_is_not_ready(bare_database: str) -> None:
    app = create_app(Settings(database_url=bare_database, open=True))
    with app.extensions["ledger"]:
        answer = app.test_client().get("/readyz")
        assert answer.status_code == 503
        assert f"has schema 0 and this version needs {newest()}" in answer.json["detail"]
        assert "studbook db migrate" in answer.json["detail"]
        assert app.test_client().get("/v1/hands").status_code == 503


def test_the_metrics_count_by_route_status_game_and_code(client: FlaskClient, steal: dict[str, Any]) -> None:
    def figure(name: str) -> float:
        lines = client.get("/metrics").text.splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))

    settled = 'studbook_adjudications_total{game="seven-card-stud",status="settled"}'
    unknown = 'studbook_adjudications_total{game="unknown",status="illegal"}'
    violation = 'studbook_violations_total{code="unknown-game"}'
    requests = 'studbook_requests_total{method="POST",route="/v1/adjudications",status="200"}'
    before = [figure(name) for name in (settled, unknown, violation, requests)]
    client.post("/v1/adjudications", json=steal)
    client.post("/v1/adjudications", json=steal | {"game": "x" * 50})
    assert [figure(name) for name in (settled, unknown, violation, requests)] == [
        before[0] + 1,
        before[1] + 1,
        before[2] + 1,
        before[3] + 2,
    ]
    assert figure("studbook_pool") >= 0
    assert "x" * 50 not in client.get("/metrics").text


def test_a_method_that_a_caller_made_up_is_no_series_of_its_own(client: FlaskClient) -> None:
    assert client.open("/livez", method="BREWCOFFEE").status_code == 405
    told = client.get("/metrics").text
    assert "BREWCOFFEE" not in told
    assert 'studbook_requests_total{method="other",route="none",status="405"}' in told


def test_the_contract_is_served_as_it_is_checked_in(client: FlaskClient) -> None:
    answer = client.get("/openapi.yaml")
    assert answer.content_type == "application/yaml"
    assert answer.data == (ROOT / "openapi.yaml").read_bytes()


def test_nothing_of_the_machine_is_served(app: Flask) -> None:
    for path in ("/static/app.py", "/docs/problems/%2e%2e/%2e%2e/README.md", "/openapi.yml"):
        assert app.test_client().get(path).status_code == 404
