"""The pages: asked for in process, and served to a real browser where one is installed."""

from __future__ import annotations

import json
import logging
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.serving import WSGIRequestHandler, make_server

from api import samples
from api.app import create_app
from api.settings import Settings
from db.pool import connect
from tests.conftest import Server

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
BROWSER_HEADERS = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
FROM_HERE = {**BROWSER_HEADERS, "Sec-Fetch-Site": "same-origin"}
SEEN = 60_000  # milliseconds: a page is waited for, not timed; a busy machine may take its time
# One sample for every game that has any, by the name that /try gives it.
RECORDS = {
    json.loads(text)["ref"].removeprefix("sample:"): json.loads(text) for text in samples.texts()
}  # fmt: skip


@pytest.fixture(scope="module")
def app(server: Server) -> Iterator[Flask]:
    """The service in open mode on a database of its own that holds the samples."""
    with server.database() as conninfo:
        with connect(conninfo) as connection:
            samples.load(connection)
        app = create_app(Settings(database_url=conninfo, open=True))
        app.extensions["ledger"].open()
        yield app
        app.extensions["ledger"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client that asks as a browser does."""
    client = app.test_client()
    client.environ_base.update({f"HTTP_{name.upper().replace('-', '_')}": text for name, text in FROM_HERE.items()})
    return client


@pytest.fixture
def post_hand(app: Flask) -> Callable[[dict[str, Any]], str]:
    """Stores a record; gives its id."""

    def post(record: dict[str, Any]) -> str:
        answer = app.test_client().post("/v1/hands", json=record)
        assert answer.status_code in (200, 201), answer.json
        found: str = answer.json["id"]
        return found

    return post


@pytest.fixture
def sample_id(app: Flask) -> Callable[[str], str]:
    """The id of a sample by its name."""

    def find(name: str) -> str:
        answer = app.test_client().get("/v1/hands", query_string={"ref": f"sample:{name}"}).json
        found: str = answer["hands"][0]["id"]
        return found

    return find


class _Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address(app: Flask) -> Iterator[str]:
    """The service on a port of this machine."""
    logging.getLogger("studbook").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium; tests that need one are skipped by name where there is none."""
    api = pytest.importorskip("playwright.sync_api")
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is installed")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        yield browser
        browser.close()


@dataclass
class Watch:
    """What a page did that it should not: errors in its console, requests to other hosts. ``allowed``: parts of
    messages that a test expects."""

    host: str
    errors: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)

    def on(self, page: Any) -> None:
        """Watch a page."""
        page.on("console", lambda message: self._said(message.type, message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self._asked(request.url))

    def _said(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(part in text for part in self.allowed):
            self.errors.append(text)

    def _asked(self, url: str) -> None:
        if urlsplit(url).netloc != self.host:
            self.elsewhere.append(url)


@pytest.fixture
def watch(address: str) -> Iterator[Watch]:
    """Fails the test whose page wrote an error to the console or asked another host."""
    watch = Watch(urlsplit(address).netloc)
    yield watch
    assert watch.errors == []
    assert watch.elsewhere == []


@pytest.fixture
def open_page(browser: Any, address: str, watch: Watch) -> Iterator[Callable[..., Any]]:
    """Opens a path in a browser context of its own: ``open_page("/hands", width=360)``; options go to the context."""
    contexts = []

    def open_(path: str, width: int = 1280, height: int = 900, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=address, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(SEEN)
        watch.on(page)
        page.goto(path)
        return page

    yield open_
    for context in contexts:
        context.close()
