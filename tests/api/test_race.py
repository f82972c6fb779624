"""Many clients, one ledger, the same names at the same moment."""

from __future__ import annotations

import copy
import threading
from collections import Counter
from typing import Any

import psycopg
from flask import Flask, Response
from flask.testing import FlaskClient

CLIENTS, KEYS = 8, 200


def test_eight_clients_posting_200_equal_keys_at_once_store_200_hands(
    app: Flask, client: FlaskClient, steal: dict[str, Any], module_database: str
) -> None:
    statuses: Counter[int] = Counter()
    ids: dict[str, set[str]] = {}
    lock, start = threading.Lock(), threading.Barrier(CLIENTS)

    def post_all() -> None:
        own = FlaskClient(app, Response)  # one that checks nothing: this is about time
        start.wait()
        for at in range(KEYS):
            hand = copy.deepcopy(steal)
            key = f"race:{at}"
            if at % 2:
                hand["ref"] = key
                answer = own.post("/v1/hands", json=hand)
            else:
                del hand["ref"]
                answer = own.post("/v1/hands", json=hand, headers={"Idempotency-Key": key})
            with lock:
                statuses[answer.status_code] += 1
                ids.setdefault(key, set()).add(answer.json["id"])

    threads = [threading.Thread(target=post_all) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == {201: KEYS, 200: (CLIENTS - 1) * KEYS}
    assert all(len(found) == 1 for found in ids.values())
    with psycopg.connect(module_database) as connection:
        assert connection.execute("select count(*) from hands").fetchone() == (KEYS,)
        assert connection.execute("select count(*) from seats").fetchone() == (3 * KEYS,)
