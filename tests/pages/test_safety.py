"""What pages let nobody do: run a script that somebody posted, send forms from elsewhere, look without a key."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import create_app
from api.keys import new_key
from api.settings import Settings
from db import keys
from db.apps import DEFAULT_APP
from db.pool import connect
from tests.conftest import Server
from tests.pages.conftest import BROWSER_HEADERS, RECORDS

HOSTILE = (
    "<script>alert(1)</script>",
    "\u202eevil\u202c \u2067x",
    "x" * 200,
    "👩‍👩‍👧 🂡",
    "\"><img src=x onerror='alert(1)'>",
    "{{7*7}}",
)
SECRET = "a secret of the tests"
FORMS = ("/try", "/showdown", "/preferences")


def hostile(name: str, number: int) -> dict[str, Any]:
    """A sample whose names, table, tags and notes are all this text."""
    record: dict[str, Any] = json.loads(json.dumps(RECORDS["C08-hilo8-three-side-pots"]))
    record |= {"ref": f"hostile:{number}", "table": name, "hand_no": name, "tags": [name[:50]]}
    for seat in record["seats"]:
        seat["name"] = name
    record["seats"][0]["player"] = name
    for event in record["events"]:
        event["note"] = name
    return record


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_names_notes_and_tables_are_shown_and_never_obeyed(
    name: str, client: FlaskClient, post_hand: Callable[[dict[str, Any]], str]
) -> None:
    hand = post_hand(hostile(name, HOSTILE.index(name)))
    paths = [
        f"/hands/{hand}",
        f"/hands/{hand}?viewer=public",
        f"/hands/{hand}/disputes",
        f"/hands/{hand}/shares",
        "/",
        "/hands",
    ]
    answers = [client.get(path) for path in paths]
    answers += [
        client.get(path, query_string=query)
        for path, query in (
            ("/players", {"player": name}), ("/results", {"table": name}), ("/results", {"tag": name[:50]}),
            ("/hands", {"table": name}),
        )
    ]  # fmt: skip
    answers.append(client.post("/try", data={"text": json.dumps(hostile(name, 99))}))
    for answer in answers:
        assert answer.status_code == 200
        checker = Checker()
        checker.feed(answer.text)
        assert checker.faults == []


class Checker(HTMLParser):
    """Notes what a page must not hold. A mark that turns the direction of text may stand where its effect ends: in a
    <bdi>, in a field, in a box of code."""

    APART = ("bdi", "option", "textarea", "title", "code")
    VOID = ("meta", "link", "input", "hr", "br", "use", "rect", "circle", "ellipse", "line", "path")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag == "script" and not re.fullmatch(r"/static/\w+\.js\?v=[0-9a-f]{12}", given.get("src") or ""):
            self.faults.append(f"a script: {given}")
        if tag in ("img", "iframe", "object", "embed", "base", "style"):
            self.faults.append(f"<{tag}>")
        self.faults += [f"{name} of <{tag}>" for name in given if name.startswith("on") or name == "style"]
        for name in ("href", "src", "action"):
            if not re.match(r"/|#|\?|$", given.get(name) or "") and not (given.get(name) or "").startswith(
                "http://localhost/"
            ):
                self.faults.append(f"{name}={given[name]}")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if "script" in self.open and data.strip():
            self.faults.append(f"an inline script: {data[:40]}")
        if re.search("[\u202a-\u202e\u2066-\u2069]", data) and not set(self.open) & set(self.APART):
            self.faults.append(f"bare in <{self.open[-1]}>: {data.strip()[:60]!r}")


def test_every_page_says_that_nothing_comes_from_elsewhere(
    client: FlaskClient, sample_id: Callable[[str], str]
) -> None:
    hand = sample_id("C11-five-card-stud")
    for path in (
        "/",
        "/hands",
        f"/hands/{hand}",
        "/players?player=ann",
        "/try",
        "/showdown",
        "/games/razz",
        "/docs",
        "/nope",
    ):
        answer = client.get(path)
        policy = dict(part.strip().partition(" ")[::2] for part in answer.headers["Content-Security-Policy"].split(";"))
        assert policy["default-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', answer.text)


def test_assets_may_be_kept_and_pages_may_not(client: FlaskClient) -> None:
    page = client.get("/try")
    assert page.headers["Cache-Control"] == "private, no-cache"
    (sheet,) = re.findall(r'href="(/static/studbook\.css\?v=[0-9a-f]+)"', page.text)
    with client.get(sheet) as kept:
        text = kept.text
    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "url(" not in text
    assert "@import" not in text


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {},
    ],
    ids=str,
)
@pytest.mark.parametrize("path", FORMS)
def test_a_form_from_another_site_is_refused(path: str, headers: dict[str, str], app: Flask) -> None:
    answer = app.test_client().post(path, data={"text": "x", "game": "razz"}, headers=BROWSER_HEADERS | headers)
    assert answer.status_code == 403
    assert "The form was sent from another site" in answer.text


def test_a_form_from_a_page_of_the_service_is_answered(app: Flask) -> None:
    client = app.test_client()
    for headers in ({"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://localhost"}):
        assert client.post("/try", data={"text": "x"}, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "back", ["//elsewhere.example/", "https://elsewhere.example", "/\\elsewhere.example", "javascript:x"]
)
def test_the_choice_of_a_deck_leads_back_here_and_nowhere_else(back: str, client: FlaskClient) -> None:
    answer = client.post("/preferences", data={"deck": "four", "back": back})
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/"


def test_the_deck_of_four_colours_is_a_cookie_or_a_query(client: FlaskClient) -> None:
    assert '<html lang="en">' in client.get("/hands").text
    assert '<html lang="en" class="four">' in client.get("/hands?deck=four").text
    answer = client.post("/preferences", data={"deck": "four", "back": "/hands?player=ann"})
    assert answer.headers["Location"] == "/hands?player=ann"
    assert '<html lang="en" class="four">' in client.get("/hands").text


# -- keys ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def keyed(server: Server) -> Iterator[tuple[Flask, dict[str, str]]]:
    """The service with keys in force, and a key for reading and one for all."""
    with server.database() as conninfo:
        made = {}
        with connect(conninfo) as connection:
            for name, scopes in (("reader", ("read",)), ("all", ("read", "write", "rule"))):
                key, prefix, hashed = new_key(DEFAULT_APP, SECRET)
                keys.keep(connection, DEFAULT_APP, prefix, hashed, name, scopes)
                made[name] = key
        app = create_app(Settings(database_url=conninfo, secret=SECRET))
        app.extensions["ledger"].open()
        yield app, made
        app.extensions["ledger"].close()


def basic(key: str) -> dict[str, str]:
    """A browser that was given the key as a password."""
    return {
        **BROWSER_HEADERS,
        "Sec-Fetch-Site": "same-origin",
        "Authorization": "Basic " + base64.b64encode(f"me:{key}".encode()).decode(),
    }


@pytest.mark.parametrize("path", ["/hands", "/players?player=ann", "/results?tag=x", "/try", "/showdown"])
def test_with_keys_a_page_asks_for_one_as_a_password(path: str, keyed: tuple[Flask, dict[str, str]]) -> None:
    app, made = keyed
    for headers in (BROWSER_HEADERS, basic("sb_1_0123456789ab_" + "x" * 43), basic("")):
        refused = app.test_client().get(path, headers=headers)
        assert refused.status_code == 401
        assert refused.headers["WWW-Authenticate"] == 'Basic realm="Studbook", charset="UTF-8"'
        assert refused.mimetype == "text/html"
    assert app.test_client().get(path, headers=basic(made["reader"])).status_code == 200


@pytest.mark.parametrize("path", ["/", "/games", "/games/razz", "/docs", "/docs/problems/bad-key"])
def test_rules_and_docs_are_open_to_all(path: str, keyed: tuple[Flask, dict[str, str]]) -> None:
    assert keyed[0].test_client().get(path, headers=BROWSER_HEADERS).status_code == 200


def test_a_key_that_only_reads_may_try_a_hand_and_not_keep_one(keyed: tuple[Flask, dict[str, str]]) -> None:
    app, made = keyed
    text = json.dumps(RECORDS["C11-five-card-stud"])
    assert app.test_client().post("/try", data={"text": text}, headers=basic(made["reader"])).status_code == 200
    assert app.test_client().post("/showdown", data={"game": "razz"}, headers=basic(made["reader"])).status_code == 403
    assert app.test_client().post("/showdown", data={"game": "razz"}, headers=basic(made["all"])).status_code == 422


def test_a_link_to_a_hand_needs_no_key(keyed: tuple[Flask, dict[str, str]]) -> None:
    app, made = keyed
    client = app.test_client()
    bearer = {"Authorization": f"Bearer {made['all']}"}
    hand = client.post("/v1/hands", json=RECORDS["C11-five-card-stud"], headers=bearer).json["id"]
    link = client.post(f"/v1/hands/{hand}/shares", headers=bearer).json["url"]
    assert client.get(link, headers=BROWSER_HEADERS).status_code == 200
    assert client.get(f"/hands/{hand}", headers=BROWSER_HEADERS).status_code == 401
