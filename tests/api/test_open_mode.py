from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from api.settings import Settings, SettingsError, from_environment, is_loopback

EVERY_ADDRESS = [
    ("POST", "/v1/adjudications"),
    ("POST", "/v1/hands"),
    ("GET", "/v1/hands"),
    ("GET", "/v1/hands/00000000-0000-0000-0000-000000000000"),
    ("GET", "/v1/nothing"),
    ("DELETE", "/v1/hands"),
]


@pytest.mark.parametrize(("method", "path"), EVERY_ADDRESS)
@pytest.mark.parametrize("header", [None, "Basic YTpi", "Bearer", "Bearer x", "Bearer " + "y" * 1000, "é"])
def test_without_open_mode_every_request_under_v1_needs_a_key(method: str, path: str, header: str | None) -> None:
    client = create_app(Settings()).test_client()
    answer = client.open(path, method=method, headers={"Authorization": header} if header else {})
    assert answer.status_code == 401
    assert answer.json["type"] == "/docs/problems/no-credentials"
    assert answer.headers["WWW-Authenticate"].startswith("Bearer ")


def test_without_open_mode_the_rest_asks_for_no_key() -> None:
    client = create_app(Settings()).test_client()
    for path in ("/livez", "/metrics", "/openapi.yaml", "/docs/problems/no-credentials"):
        assert client.get(path).status_code == 200


@pytest.mark.parametrize("name", ["Forwarded", "X-Forwarded-For", "x-forwarded-for"])
@pytest.mark.parametrize("path", ["/v1/hands", "/livez", "/nothing"])
def test_open_mode_refuses_what_came_through_a_proxy(client: FlaskClient, name: str, path: str) -> None:
    answer = client.get(path, headers={name: "for=192.0.2.1"})
    assert answer.status_code == 403
    assert answer.json["type"] == "/docs/problems/open-mode"


def test_open_mode_refuses_other_machines_and_other_names(client: FlaskClient) -> None:
    assert client.get("/v1/hands", environ_base={"REMOTE_ADDR": "192.0.2.1"}).status_code == 403
    assert client.get("/v1/hands", headers={"Host": "rebound.example"}).status_code == 403
    for name in ("localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "127.0.0.1"):
        assert client.get("/v1/hands", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize("bind", ["0.0.0.0:8000", ":8000", "[::]:8000", "192.0.2.1:80", "example.org:8000", "::"])
def test_open_mode_does_not_start_on_an_address_for_others(bind: str) -> None:
    with pytest.raises(SettingsError, match="STUDBOOK_BIND"):
        from_environment({"STUDBOOK_OPEN": "1", "STUDBOOK_BIND": bind})
    assert from_environment({"STUDBOOK_BIND": bind}).open is False


@pytest.mark.parametrize("bind", ["127.0.0.1:8000", "localhost:1", "[::1]:8000", "127.1.2.3:80", "::1"])
def test_loopback_addresses_are_known(bind: str) -> None:
    assert is_loopback(bind)
    assert from_environment({"STUDBOOK_OPEN": "1", "STUDBOOK_BIND": bind}).open is True


@pytest.mark.parametrize("word", ["yes", "true", "2", " 1"])
def test_open_mode_is_said_in_one_way(word: str) -> None:
    with pytest.raises(SettingsError, match="1 or 0"):
        from_environment({"STUDBOOK_OPEN": word})
    with pytest.raises(SettingsError, match="STUDBOOK_PREPARE is 1 or 0"):
        from_environment({"STUDBOOK_PREPARE": word})


@pytest.mark.parametrize(
    ("environment", "settings"),
    [
        ({}, Settings()),
        ({"STUDBOOK_OPEN": "0", "DATABASE_URL": "", "STUDBOOK_BIND": ""}, Settings()),
        (
            {
                "DATABASE_URL": "postgresql:///x",
                "STUDBOOK_BIND": "[::1]:9",
                "STUDBOOK_DATA": "d",
                "STUDBOOK_SECRET": "s",
                "STUDBOOK_PREPARE": "0",
            },
            Settings(database_url="postgresql:///x", bind="[::1]:9", data="d", secret="s", prepare=False),
        ),
    ],
)
def test_settings_come_from_the_environment(environment: dict[str, str], settings: Settings) -> None:
    assert from_environment(environment) == settings


def test_a_hand_posted_in_open_mode_belongs_to_the_default_app(client: FlaskClient, steal: dict[str, Any]) -> None:
    assert client.post("/v1/hands", json=steal).status_code == 201
