"""What the measurements over HTTP share: hands to post, a service of its own to post them to, and clients that do.

Everything lies in a temporary folder, listens on a free port of this machine, and is stopped at the end.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from db.localpg import LocalPG
from db.migrate import migrate
from tests.engine.play import Dealer, Document, Offer, deal_hand

ROOT = Path(__file__).resolve().parents[1]
STAKES = {"structure": "fixed-limit", "ante": 1, "bring_in": 3, "small_bet": 10, "big_bet": 20}


def played_hand(game: str, rng: random.Random, seats: int = 7) -> Document:
    """A played-out hand: most stay a while, some bet, so that it has about as many events as a real one."""
    document: Document = {
        "game": game,
        "played_at": "2026-11-28T21:04:05Z",
        "table": f"table {rng.randrange(40)}",
        "tags": ["bench"],
        "stakes": STAKES,
        "seats": [
            {
                "seat": number,
                "player": f"player {rng.randrange(400)}-{number}",
                "name": f"Player {number}",
                "stack": 500,
            }
            for number in range(1, seats + 1)
        ],
    }

    def choose(dealer: Dealer, offers: Sequence[Offer]) -> Offer:
        by_type = {offer["type"]: offer for offer in offers}
        if len(offers) == 1:
            return offers[0]
        if "fold" in by_type and rng.random() < 0.11:
            return by_type["fold"]
        for kind in ("bet", "complete", "raise"):
            if kind in by_type and "bring-in" not in by_type and rng.random() < 0.25:
                return by_type[kind]
        return by_type.get("call") or by_type.get("check") or by_type.get("bring-in") or offers[0]

    return deal_hand(document, rng, choose)


def played_hands(count: int, games: Sequence[str] = ("seven-card-stud", "razz", "stud-hi-lo-8")) -> list[Document]:
    """So many hands, the same ones at every call, each with its number in ``hand_no``."""
    rng = random.Random(20261128)
    return [{**played_hand(games[at % len(games)], rng), "hand_no": str(at)} for at in range(count)]


# The service


@contextlib.contextmanager
def folder(base: str | None = None) -> Iterator[Path]:
    """A temporary folder that the server's account can pass through (below ``base``)."""
    made = Path(tempfile.mkdtemp(prefix="studbook-bench-", dir=base))
    made.chmod(0o711)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


@contextlib.contextmanager
def ledger(below: Path) -> Iterator[LocalPG]:
    """A migrated PostgreSQL with the settings that the service gives its own: nothing is made less durable."""
    server = LocalPG(below / "ledger")
    with server:
        migrate(server.conninfo)
        yield server


def free_address() -> str:
    """An address of this machine on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


@dataclass
class Service:
    """A running gunicorn: where it listens, the master's process, where its logs go."""

    address: str
    process: subprocess.Popen[bytes]
    log: Path

    def workers(self) -> list[int]:
        """The workers' process ids."""
        told = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in told.split()]

    def cores_time(self) -> float:
        """Seconds of a core that the workers have used, to the nearest hundredth."""
        total = 0
        for pid in self.workers():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
        return total / 100


@contextlib.contextmanager
def served(below: Path, app: str = "api.app:create_app()", **environment: str) -> Iterator[Service]:
    """gunicorn with the checked-in configuration, two workers, open mode, until the block ends."""
    address = free_address()
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("STUDBOOK", "PG", "PROMETHEUS")) and name != "DATABASE_URL"
    }
    kept |= {"STUDBOOK_OPEN": "1", "STUDBOOK_BIND": address, "PYTHONPATH": str(ROOT)} | environment
    log = below / f"service-{address.rpartition(':')[2]}.log"
    with open(log, "wb") as out:
        command = [sys.executable, "-m", "gunicorn", "--config", str(ROOT / "gunicorn.conf.py"), app]
        process = subprocess.Popen(command, cwd=ROOT, env=kept, stdout=out, stderr=out)
    service = Service(address, process, log)
    try:
        wait_until(lambda: answers(service), "the service did not start: " + str(log))
        yield service
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def answers(service: Service) -> bool:
    """Whether the service answers; raises where it ended."""
    if service.process.poll() is not None:
        raise RuntimeError(service.log.read_text()[-3000:])
    with contextlib.suppress(OSError):
        return ask(service.address, "GET", "/livez")[0] in (200, 404)
    return False


def wait_until(met: Callable[[], bool], otherwise: str, seconds: float = 60) -> None:
    """Wait for something; RuntimeError with ``otherwise`` where it never comes."""
    until = time.monotonic() + seconds
    while not met():
        if time.monotonic() > until:
            raise RuntimeError(otherwise)
        time.sleep(0.05)


def ask(
    address: str, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
) -> tuple[int, bytes]:
    """One request on a connection of its own: status and body."""
    connection = http.client.HTTPConnection(address, timeout=60)
    try:
        connection.request(method, path, body, dict(headers or {}))
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


# Load


def request(path: str, body: bytes, media_type: str = "application/json") -> bytes:
    """A whole POST request, keep-alive."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {media_type}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


@dataclass
class Driven:
    """What a run of load came to: answers by status, seconds it took, each answer's time in milliseconds."""

    seconds: float = 0.0
    statuses: Counter[int] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.times) / self.seconds

    def quantile(self, share: float) -> float:
        """The time that this share of the answers took at most, in milliseconds."""
        ordered = sorted(self.times)
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


class _Client:
    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.began = 0.0
        self.got = b""

    def send(self, whole: bytes) -> None:
        self.began = time.perf_counter()
        self.got = b""
        self.socket.sendall(whole)

    def read(self) -> int | None:
        """The status, once the whole answer is there."""
        piece = self.socket.recv(262144)
        if not piece:
            raise RuntimeError("the service closed a connection in the middle")
        self.got += piece
        head, there, body = self.got.partition(b"\r\n\r\n")
        if not there:
            return None
        at = head.lower().index(b"content-length:") + 15
        if len(body) < int(head[at : head.find(b"\r\n", at) if head.find(b"\r\n", at) >= 0 else None]):
            return None
        return int(head[9:12])


def drive(address: str, next_request: Callable[[], bytes], *, connections: int = 16, seconds: float = 2.0) -> Driven:
    """Post over so many keep-alive connections, each its next request when the last was answered."""
    driven = Driven()
    clients = [_Client(address) for _ in range(connections)]
    with selectors.DefaultSelector() as selector:
        for client in clients:
            selector.register(client.socket, selectors.EVENT_READ, client)
            client.send(next_request())
        began = time.perf_counter()
        until, open_ones = began + seconds, connections
        while open_ones:
            for key, _ in selector.select():
                client = key.data
                status = client.read()
                if status is None:
                    continue
                now = time.perf_counter()
                driven.statuses[status] += 1
                driven.times.append((now - client.began) * 1000)
                if now < until:
                    client.send(next_request())
                else:
                    open_ones -= 1
                    selector.unregister(client.socket)
        driven.seconds = time.perf_counter() - began
    for client in clients:
        client.socket.close()
    return driven


def compact(document: Any) -> bytes:
    """A document as the JSON that apps send: no spaces."""
    return json.dumps(document, separators=(",", ":")).encode()
