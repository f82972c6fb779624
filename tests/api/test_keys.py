"""Keys: who may what, that apps see nothing of each other, and how long a key is remembered."""

from __future__ import annotations

import base64
import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import keys as api_keys
from api.app import create_app
from api.keys import KeyRing, new_key
from api.settings import Settings
from db import keys
from db.errors import Unavailable
from db.pool import connect
from tests.api.contract import CheckedClient, contract

SECRET = "a secret of the tests"


@pytest.fixture(scope="module")
def keyed(module_database: str) -> Iterator[Flask]:
    """The service with keys in force."""
    app = create_app(Settings(database_url=module_database, secret=SECRET))
    app.test_client_class = CheckedClient
    with app.extensions["ledger"]:
        yield app


@pytest.fixture
def make_key(keyed: Flask, module_database: str, empty: Callable[[str], None]) -> Callable[..., str]:
    """Makes a key for an app; the ledger is empty."""
    empty(module_database)
    keyed.extensions["keys"] = KeyRing(SECRET)

    def make(app: str = "one", *scopes: str) -> str:
        with connect(module_database) as connection:
            app_id = keys.app_named(connection, app)
            key, prefix, hashed = new_key(app_id, SECRET)
            keys.keep(connection, app_id, prefix, hashed, "test", scopes or ("read", "write", "rule"))
        return key

    return make


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@pytest.fixture
def client(keyed: Flask, make_key: Callable[..., str]) -> FlaskClient:
    return keyed.test_client()


def test_a_key_opens_the_service(client: FlaskClient, make_key: Callable[..., str], steal: dict[str, Any]) -> None:
    headers = bearer(make_key())
    assert client.post("/v1/adjudications", json=steal, headers=headers).status_code == 200
    posted = client.post("/v1/hands", json=steal, headers=headers)
    assert posted.status_code == 201
    assert client.get(posted.headers["Location"], headers=headers).status_code == 200


def test_a_wrong_or_revoked_key_is_401(
    client: FlaskClient, make_key: Callable[..., str], module_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = make_key()
    wrong = [key[:-1] + ("A" if key[-1] != "A" else "B"), key.replace("sb_", "sb_9"), key[:-2], "", "x", key + "x"]
    for text in wrong:
        answer = client.get("/v1/games", headers=bearer(text))
        assert answer.status_code == 401, text
        assert answer.headers["WWW-Authenticate"].startswith("Bearer ")
    assert client.get("/v1/games", headers=bearer(key)).status_code == 200
    with connect(module_database) as connection:
        _, app, prefix, _ = key.split("_", 3)
        assert keys.revoke(connection, int(app), prefix)
        assert not keys.revoke(connection, int(app), prefix)
    assert client.get("/v1/games", headers=bearer(key)).status_code == 200  # remembered
    monkeypatch.setattr(api_keys, "REMEMBERED", 0.0)
    assert client.get("/v1/games", headers=bearer(key)).status_code == 401


def test_keys_hashed_under_another_secret_are_unknown(client: FlaskClient, make_key: Callable[..., str]) -> None:
    key = make_key()
    client.application.extensions["keys"] = KeyRing("another")
    assert client.get("/v1/games", headers=bearer(key)).status_code == 401


def test_without_a_secret_no_key_is_known(module_database: str, make_key: Callable[..., str]) -> None:
    app = create_app(Settings(database_url=module_database))
    assert app.test_client().get("/v1/games", headers=bearer(make_key())).status_code == 401


@pytest.mark.parametrize(
    ("scope", "read", "write", "rule"), [("read", 200, 403, 403), ("write", 403, 201, 403), ("rule", 403, 403, 404)]
)
def test_a_key_allows_what_its_scopes_say(
    client: FlaskClient,
    make_key: Callable[..., str],
    steal: dict[str, Any],
    scope: str,
    read: int,
    write: int,
    rule: int,
) -> None:
    headers = bearer(make_key("one", scope))
    assert client.post("/v1/adjudications", json=steal, headers=headers).status_code == 200
    assert client.get("/v1/hands", headers=headers).status_code == read
    posted = client.post("/v1/hands", json=steal, headers=headers)
    assert posted.status_code == write
    nothing = "/v1/disputes/00000000-0000-0000-0000-000000000000/rulings"
    ruled = client.post(nothing, json={"decision": "reject", "by": "rob"}, headers=headers)
    assert ruled.status_code == rule
    for answer in (posted, ruled):
        if answer.status_code == 403:
            assert answer.json["type"] == "/docs/problems/not-allowed"
            assert "insufficient_scope" in answer.headers["WWW-Authenticate"]


def test_with_the_database_away_a_known_key_still_reaches_the_referee(
    client: FlaskClient, make_key: Callable[..., str], steal: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    key, other = make_key(), make_key("two")
    assert client.post("/v1/adjudications", json=steal, headers=bearer(key)).status_code == 200

    def away(timeout: float | None = None) -> Any:
        raise Unavailable

    monkeypatch.setattr(client.application.extensions["ledger"], "connection", away)
    for remembered in (30.0, 0.0):
        monkeypatch.setattr(api_keys, "REMEMBERED", remembered)
        assert client.post("/v1/adjudications", json=steal, headers=bearer(key)).status_code == 200
    assert client.post("/v1/adjudications", json=steal, headers=bearer(other)).status_code == 503
    monkeypatch.setattr(api_keys, "REMEMBERED_WITHOUT_LEDGER", 0.0)
    assert client.post("/v1/adjudications", json=steal, headers=bearer(key)).status_code == 503


def test_the_same_ref_is_another_hand_for_another_app(
    client: FlaskClient, make_key: Callable[..., str], steal: dict[str, Any]
) -> None:
    one = client.post("/v1/hands", json=steal, headers=bearer(make_key("one")))
    steal["seats"][0]["stack"] = 99
    two = client.post("/v1/hands", json=steal, headers=bearer(make_key("two")))
    assert (one.status_code, two.status_code) == (201, 201)
    assert one.json["id"] != two.json["id"]


def test_no_endpoint_shows_one_app_what_another_has(
    client: FlaskClient, make_key: Callable[..., str], steal: dict[str, Any]
) -> None:
    """Everything that one app stored is asked for by another, at every address of the contract."""
    mine, theirs = bearer(make_key("one")), bearer(make_key("two"))
    secret = "the-name-nobody-else-may-see"
    steal["seats"][0]["player"] = secret
    steal |= {"table": secret, "tags": [secret], "ref": secret, "hand_no": secret}
    hand = client.post("/v1/hands", json=steal, headers=mine).json
    filed = client.post(
        f"/v1/hands/{hand['id']}/disputes", json={"by": secret, "claim": {"won": {"1": 9}}}, headers=mine
    )
    assert filed.status_code == 201
    shared = client.post(f"/v1/hands/{hand['id']}/shares", json={}, headers=mine)
    assert shared.status_code == 201
    for at in range(2):
        more = copy.deepcopy(steal) | {"ref": f"{secret}{at}"}
        assert client.post("/v1/hands", json=more, headers=mine).status_code == 201
    cursor = client.get("/v1/hands?limit=1", headers=mine).json["next"]
    values = {
        "hand_id": hand["id"],
        "dispute_id": filed.json["id"],
        "share_id": shared.json["id"],
        "game": "razz",
        "name": "not-found",
        "suffix": "phh",
    }
    asked = 0
    for path, operations in contract()["paths"].items():
        if not path.startswith("/v1/"):
            continue
        for method, operation in operations.items():
            address = path
            for name, value in values.items():
                address = address.replace(f"{{{name}}}", value)
            assert "{" not in address, f"{path}: say what to put there"
            names = [parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] == "query"]
            queries = [{}] + [{name: secret} for name in names if name in ("ref", "hand_no", "player", "table", "tag")]
            queries += [{"hand": hand["id"]}] if "hand" in names else []
            queries += [{"cursor": cursor}] if path == "/v1/hands" else []
            queries += [{"include": "record,verdict"}] if "include" in names else []
            for query in queries:
                answer = client.open(
                    address, method=method.upper(), query_string=query, headers=theirs | {"If-Match": "*"},
                    json=body_for(path) if method == "post" else None, buffered=True,
                )  # fmt: skip
                asked += 1
                text = answer.get_data(as_text=True)
                # What they asked with may come back to them; nothing else may.
                answered = text.replace(f'"{secret}"', "") if secret in query.values() else text
                assert secret not in answered, (method, path, query)
                if "{hand_id}" in path or "{dispute_id}" in path:
                    assert answer.status_code == 404, (method, path, answer.status_code)
                    assert hand["ref"] not in text
                elif method == "get" and "results" in (answer.json or {}):
                    assert answer.json["results"] == []
                elif path in ("/v1/hands", "/v1/disputes") and method == "get":
                    assert answer.json["hands" if path == "/v1/hands" else "disputes"] == []
    assert asked > 25


def body_for(path: str) -> dict[str, Any]:
    """A body that the operation would take, so that only the app stands in the way."""
    if path.endswith("/disputes"):
        return {"by": "cy", "claim": {"won": {"1": 9}}}
    if path.endswith("/rulings"):
        return {"decision": "accept", "by": "rob"}
    if path.endswith("/override"):
        return {"by": "rob", "result": "upheld"}
    return {}


def test_a_page_takes_a_key_as_the_password_of_basic(
    client: FlaskClient, make_key: Callable[..., str], steal: dict[str, Any]
) -> None:
    key = make_key()
    basic = {"Authorization": "Basic " + base64.b64encode(f"me:{key}".encode()).decode()}
    assert client.get("/hands", headers=basic).status_code == 200
    assert client.get("/hands").status_code == 401
    assert client.get("/v1/hands", headers=basic).status_code == 401
