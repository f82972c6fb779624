"""The service as it is run: gunicorn, two workers, the checked-in configuration."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.harness import Service, ask, compact, served, wait_until
from db.migrate import newest
from tests.api.conftest import STEAL

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def service(module_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Two workers on a fresh ledger."""
    with served(tmp_path_factory.mktemp("service"), DATABASE_URL=module_database) as service:
        wait_until(lambda: len(service.workers()) == 2, "there are not two workers")
        yield service


def judge(service: Service, record: dict[str, Any]) -> tuple[int, Any]:
    status, body = ask(service.address, "POST", "/v1/adjudications", compact(record), JSON)
    return status, json.loads(body)


def figures(service: Service) -> dict[str, float]:
    """What /metrics tells, by series."""
    text = ask(service.address, "GET", "/metrics")[1].decode()
    return {
        series: float(value)
        for series, value in (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    }


def test_whichever_worker_is_asked_the_metrics_are_those_of_both(service: Service) -> None:
    before = figures(service)

    def more(series: str) -> float:
        return told[series] - before.get(series, 0.0)

    illegal = STEAL | {"events": [*STEAL["events"][:3], {"type": "check", "seat": 2}]}
    judge(service, illegal)
    for _ in range(20):
        judge(service, STEAL)
    for _ in range(3):
        ask(service.address, "POST", "/v1/hands", compact(STEAL | {"ref": "counted"}), JSON)
    for _ in range(10):  # each on a connection of its own, so that both workers are asked
        told = figures(service)
        judged = 'studbook_adjudications_total{game="seven-card-stud",status="settled"}'
        assert more(judged) == 23.0
        assert more('studbook_adjudications_total{game="seven-card-stud",status="illegal"}') == 1.0
        assert more('studbook_violations_total{code="must-bring-in"}') == 1.0
        assert more('studbook_requests_total{method="POST",route="/v1/adjudications",status="200"}') == 21.0
        assert more('studbook_requests_total{method="POST",route="/v1/hands",status="201"}') == 1.0
        assert more('studbook_requests_total{method="POST",route="/v1/hands",status="200"}') == 2.0
        assert more('studbook_request_seconds_count{route="/v1/hands"}') == 3.0
        assert 1 <= told['studbook_pool{figure="pool_size"}'] <= 8


def test_what_a_killed_worker_counted_stays_and_its_pool_is_gone(service: Service) -> None:
    for _ in range(12):
        judge(service, STEAL)
    judged = 'studbook_adjudications_total{game="seven-card-stud",status="settled"}'
    pool = 'studbook_pool{figure="pool_size"}'
    for _ in range(20):
        before = figures(service)
    first, second = service.workers()
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: len(service.workers()) == 2 and first not in service.workers(), "no worker took its place")
    after = figures(service)
    assert before[judged] == after[judged] >= 12.0
    assert after[pool] <= 8
    assert second in service.workers()


def test_it_is_ready_with_the_schema_of_this_version(service: Service) -> None:
    status, body = ask(service.address, "GET", "/readyz")
    assert (status, json.loads(body)["schema"]) == (200, newest())


def test_a_reload_changes_the_workers_and_refuses_nobody(service: Service) -> None:
    before = set(service.workers())
    service.process.send_signal(signal.SIGHUP)
    answered = 0
    while set(service.workers()) & before or len(service.workers()) < 2:
        assert judge(service, STEAL)[0] == 200
        answered += 1
    assert judge(service, STEAL)[0] == 200
    assert service.process.poll() is None


def test_every_line_of_the_log_is_json_and_has_the_request_that_a_problem_names(service: Service) -> None:
    status, body = ask(service.address, "POST", "/v1/hands", b"{", JSON | {"X-Request-Id": "kitchen-7"})
    assert (status, json.loads(body)["request_id"]) == (400, "kitchen-7")
    status, body = ask(service.address, "POST", "/v1/hands", b"{", JSON | {"X-Request-Id": "no such\tid"})
    made = json.loads(body)["request_id"]
    assert re.fullmatch("[0-9a-f]{16}", made)
    os.kill(service.workers()[0], signal.SIGKILL)
    wait_until(lambda: "SIGKILL" in service.log.read_text(), "the log does not tell of the killed worker")

    # Before the configuration is read gunicorn says that it starts, in its own way.
    lines = [json.loads(line) for line in service.log.read_text().splitlines() if not line.startswith("[")]
    requests = [line for line in lines if line["logger"] == "studbook.access"]
    by_id = {line["request_id"]: line for line in requests}
    for request_id in ("kitchen-7", made):
        line = by_id[request_id]
        assert (line["method"], line["route"], line["status"]) == ("POST", "/v1/hands", 400)
        assert line["problem"] == "bad-json"
        assert line["app"] == 1
        assert line["milliseconds"] >= 0
    assert any(line["logger"] == "gunicorn.error" and line["level"] == "error" for line in lines)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl-C"])
def test_a_stop_lets_requests_under_way_end(module_database: str, tmp_path: Path, number: signal.Signals) -> None:
    body = compact(STEAL | {"ref": f"stopping {number}"})
    under_way = []
    with served(tmp_path, DATABASE_URL=module_database) as service:
        wait_until(lambda: len(service.workers()) == 2, "there are not two workers")
        for _ in range(4):
            connection = http.client.HTTPConnection(service.address, timeout=60)
            connection.putrequest("POST", "/v1/hands")
            connection.putheader("Content-Type", "application/json")
            connection.putheader("Content-Length", str(len(body)))
            connection.endheaders()
            connection.send(body[:100])
            under_way.append(connection)
        time.sleep(0.5)  # they are in the hands of workers
        # Ctrl-C reaches every process of a terminal at once.
        for pid in (service.process.pid, *(service.workers() if number == signal.SIGINT else ())):
            os.kill(pid, number)
        time.sleep(0.5)
        for connection in under_way:
            connection.send(body[100:])
        statuses = sorted(connection.getresponse().status for connection in under_way)
        for connection in under_way:
            connection.close()
        assert statuses == [200, 200, 200, 201]
        assert service.process.wait(30) == 0
        with pytest.raises(ConnectionRefusedError):
            ask(service.address, "GET", "/livez")
