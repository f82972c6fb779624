"""Pictures of every page, on a desk, on a phone and in the dark, for somebody to look at: into screenshots/.

    .venv/bin/python bench/screenshots.py [FOLDER]

Serves the samples from a temporary ledger, files a dispute, shares a hand, and needs a Chromium and the development
tools. Prints what a page wrote to its console, and which page is wider than its screen.
"""

from __future__ import annotations

import argparse
import logging
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from api import samples
from api.app import create_app
from api.settings import Settings
from db.localpg import LocalPG
from db.migrate import migrate
from db.pool import connect

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 900}},
    "phone": {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2},
    "dark": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "dark"},
}


class Quiet(WSGIRequestHandler):
    """Says nothing about requests."""

    def log(self, type: str, message: str, *args: Any) -> None:
        pass


def pages(client: FlaskClient) -> dict[str, str]:
    """The address of every page by the name of its picture."""
    hands = {hand["ref"].split(":")[1][:3]: hand["id"] for hand in client.get("/v1/hands").json["hands"]}
    claim = {"by": "ann", "claim": {"won": {"1": 56}, "hands": {"1": "a full house"}}, "note": "Both halves were mine."}
    fact = {"by": "bob", "fact": {"rules": {"both_tie": "wins"}}}
    denied, floor = (client.post(f"/v1/hands/{hands['C13']}/disputes", json=body).json["id"] for body in (claim, fact))
    shared = client.post(f"/v1/hands/{hands['C01']}/shares").json["url"]
    return {
        "home": "/",
        "search": "/hands",
        "nothing-found": "/hands?player=nobody",
        "hand": f"/hands/{hands['C08']}",
        "hand-eight": f"/hands/{hands['C05']}?step=60",
        "hand-new-york": f"/hands/{hands['C17']}?step=40",
        "hand-wall-street": f"/hands/{hands['C19']}?step=13",
        "hand-no-peek": f"/hands/{hands['C24']}?step=14&deck=four",
        "hand-public": f"/hands/{hands['C01']}?viewer=public",
        "hand-hinges": f"/hands/{hands['C13']}?hinges=true",
        "shares": f"/hands/{hands['C01']}/shares",
        "shared": shared,
        "file-dispute": f"/hands/{hands['C13']}/disputes",
        "dispute-denied": f"/disputes/{denied}",
        "dispute-floor": f"/disputes/{floor}",
        "player": "/players?player=ann",
        "results": "/results?tag=friday",
        "try": "/try",
        "try-sample": "/try?sample=C21-wall-street-wild-five-of-a-kind",
        "showdown": "/showdown",
        "games": "/games",
        "game": "/games/wall-street",
        "docs": "/docs",
        "problem": "/docs/problems/key-reused",
        "not-found": "/nowhere",
    }


def shoot(browser: Browser, base: str, addresses: dict[str, str], folder: Path) -> None:
    """A picture of each page on each screen."""
    for screen, options in SCREENS.items():
        context = browser.new_context(**options)
        page = context.new_page()
        for name, address in addresses.items():
            said: list[str] = []
            page.on("console", lambda message, said=said: said.append(message.text))
            page.goto(base + address)
            width = page.evaluate("document.documentElement.scrollWidth")
            if width > options["viewport"]["width"]:
                print(f"{name} on {screen}: {width} pixels wide")
            page.screenshot(path=folder / f"{name}-{screen}.png", full_page=name != "docs")
            for line in said:
                print(f"{name} on {screen}: {line}")
        context.close()


def main() -> None:
    """Make them all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("screenshots"), help="made where it is not there")
    folder: Path = parser.parse_args().folder
    folder.mkdir(exist_ok=True)
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        sys.exit(f"No browser: none of {', '.join(BROWSERS)} is installed.")
    with tempfile.TemporaryDirectory(prefix="studbook-shots-") as data, LocalPG(Path(data)) as postgres:
        migrate(postgres.conninfo)
        with connect(postgres.conninfo) as connection:
            samples.load(connection)
        app = create_app(Settings(database_url=postgres.conninfo, open=True))
        logging.getLogger("studbook").setLevel(logging.ERROR)
        with app.extensions["ledger"]:
            server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
                shoot(browser, f"http://127.0.0.1:{server.server_port}", pages(app.test_client()), folder)
                browser.close()
            server.shutdown()
    print(f"{len(SCREENS)} pictures of each page are in {folder}/.")


if __name__ == "__main__":
    main()
