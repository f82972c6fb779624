"""`studbook serve`, as `make run` calls it: a server of its own, samples, one at a time, and nothing left behind."""

from __future__ import annotations

import base64
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
STUDBOOK = [sys.executable, "-c", "from api.cli import main; main()"]
TIMEOUT = 120  # seconds; the machine may be busy with something else


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Served:
    """A service that a process of its own serves from a folder of its own."""

    def __init__(self, data: Path, port: int, **environment: str) -> None:
        self.port = port
        self.environment = {**os.environ, "STUDBOOK_DATA": str(data), "STUDBOOK_BIND": f"127.0.0.1:{port}"}
        self.environment |= environment
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        # In a session of its own, as a terminal would have it; Ctrl-C there reaches all of its processes.
        self.process = subprocess.Popen(
            [*STUDBOOK, "serve"], env=self.environment, cwd=ROOT, text=True, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        until = time.monotonic() + TIMEOUT
        while time.monotonic() < until:
            try:
                self.get("/readyz")
                return
            except urllib.error.HTTPError:
                return
            except OSError:
                assert self.process.poll() is None, self.process.communicate()
                time.sleep(0.1)
        raise AssertionError("it does not serve")

    def get(self, path: str, data: bytes | None = None, **headers: str) -> Any:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())

    def ctrl_c(self) -> tuple[str, str, int]:
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGINT)
        out, error = self.process.communicate(timeout=TIMEOUT)
        return out, error, self.process.returncode

    def studbook(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Another command beside it."""
        return subprocess.run(
            [*STUDBOOK, *arguments], env=self.environment | environment, cwd=ROOT, text=True, capture_output=True,
            check=False, timeout=TIMEOUT,
        )  # fmt: skip


@pytest.fixture
def served(memory_folder: Path, tmp_path: Path) -> Iterator[Served]:
    service = Served(memory_folder / f"serve-{os.getpid()}-{tmp_path.name}", free_port(), STUDBOOK_OPEN="1")
    yield service
    if service.process is not None and service.process.poll() is None:
        service.ctrl_c()


def postgres_runs(served: Served) -> bool:
    """Whether the PostgreSQL of that folder is up: it removes this file when it stops."""
    return Path(served.environment["STUDBOOK_DATA"], "data", "postmaster.pid").exists()


def test_a_newcomer_judges_stores_and_finds_a_hand_and_stops_it_all(served: Served) -> None:
    served.start()
    hand = (ROOT / "examples" / "hand.json").read_bytes()
    headers = {"Content-Type": "application/json"}
    assert served.get("/v1/adjudications", hand, **headers)["status"] == "settled"
    stored = served.get("/v1/hands", hand, **headers)
    found = served.get("/v1/hands?player=ann&ref=my-first-hand")["hands"]
    assert [each["id"] for each in found] == [stored["id"]]
    assert len(served.get("/v1/hands?tag=sample&limit=100")["hands"]) == 17
    assert postgres_runs(served)

    second = served.studbook("serve", STUDBOOK_BIND=f"127.0.0.1:{free_port()}")
    assert second.returncode == 1
    assert f"runs already with the data in {served.environment['STUDBOOK_DATA']}" in second.stderr
    assert f"http://127.0.0.1:{served.port}" in second.stderr
    in_use = served.studbook("serve", STUDBOOK_DATA=served.environment["STUDBOOK_DATA"] + "-other")
    assert in_use.returncode == 1
    assert f"Port {served.port} on 127.0.0.1 is in use" in in_use.stderr
    assert "in use: stop the service first" in served.studbook("db", "stop").stderr

    out, error, code = served.ctrl_c()
    assert code == 0
    for told in (f"curl -s http://127.0.0.1:{served.port}/v1/adjudications", "/v1/hands?player=ann", "Ctrl-C"):
        assert told in out
    assert "Stopped. The data stays in" in error
    assert "Traceback" not in error
    assert not postgres_runs(served)

    served.start()
    assert served.get(f"/v1/hands/{stored['id']}") == stored
    assert len(served.get("/v1/hands?tag=sample&limit=100")["hands"]) == 17


def test_without_open_mode_a_key_opens_it(served: Served) -> None:
    served.environment["STUDBOOK_OPEN"] = "0"
    made = served.studbook("keys", "create", "--app", "kitchen", "--scope", "read", "--name", "the [bold] app")
    assert made.returncode == 0, made.stderr
    key = made.stdout.strip()
    assert key.startswith("sb_2_")
    served.start()
    with pytest.raises(urllib.error.HTTPError) as refused:
        served.get("/v1/hands")
    assert refused.value.code == 401
    refused.value.close()
    assert served.get("/v1/hands", Authorization=f"Bearer {key}")["hands"] == []
    basic = base64.b64encode(f":{key}".encode()).decode()
    with pytest.raises(urllib.error.HTTPError) as refused:
        served.get("/v1/hands", Authorization=f"Basic {basic}")
    refused.value.close()

    listed = served.studbook("keys", "list").stdout
    assert key not in listed
    fields = listed.strip().split("\t")
    assert fields[:3] == ["_".join(key.split("_")[:3]), "kitchen", "read"]
    assert fields[5] == "the [bold] app"
    revoked = served.studbook("keys", "revoke", fields[0])
    assert revoked.stdout == f"Revoked {fields[0]}.\n"
    again = served.studbook("keys", "revoke", fields[0])
    assert (again.returncode, again.stderr) == (1, f"Error: There is no key {fields[0]} to revoke.\n")


def test_the_embedded_database_is_looked_after(served: Served, tmp_path: Path) -> None:
    first, again = served.studbook("db", "migrate"), served.studbook("db", "migrate")
    assert "applied 0001_apps" in first.stdout
    assert again.stdout == "Nothing to do: the schema is that of this version.\n"
    asked = served.studbook("db", "psql", "-At", "-c", "select name from apps")
    assert (asked.stdout, asked.returncode) == ("default\n", 0)
    assert served.studbook("db", "psql", "-c", "select nonsense").returncode == 1
    dumped = served.studbook("db", "dump", str(tmp_path / "ledger.dump"))
    assert dumped.stdout.startswith("Dumped to ")
    assert (tmp_path / "ledger.dump").read_bytes().startswith(b"PGDMP")
    assert served.studbook("db", "stop").stdout == "No embedded server runs.\n"


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"STUDBOOK_BIND": "0.0.0.0:8000"}, "STUDBOOK_OPEN=1 asks nobody for a key"),
        ({"STUDBOOK_OPEN": "yes"}, "STUDBOOK_OPEN is 1 or 0"),
        ({"STUDBOOK_BIND": "127.0.0.1"}, "host and port were expected"),
        ({"STUDBOOK_BIND": "127.0.0.1:http"}, "host and port were expected"),
        ({"STUDBOOK_BIND": "127.0.0.1:99999"}, "host and port were expected"),
        ({"DATABASE_URL": "host=/nonexistent connect_timeout=1"}, "The ledger cannot be reached"),
        ({"DATABASE_URL": "nonsense"}, "DATABASE_URL"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_line(served: Served, environment: dict[str, str], said: str) -> None:
    done = served.studbook("serve", **environment)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("Error: ")
    assert said in line
