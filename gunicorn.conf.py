"""How gunicorn serves Studbook: threads that wait for PostgreSQL, workers that run Python.

The pool of connections is made closed in the factory and opened here, in each worker: a connection that two
processes share mixes up their answers. The start of a worker does not wait for the database.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

wsgi_app = "api.app:create_app()"
bind = os.environ.get("STUDBOOK_BIND", "127.0.0.1:8000")
worker_class = "gthread"
workers = 2
threads = 4
preload_app = False
# Above the ledger's statement_timeout (db/pool.py), so that a slow query ends before its worker does.
timeout = 30
graceful_timeout = 15
keepalive = 5
# Recycling workers resets connections under gthread, and a control socket is one door more than is used.
max_requests = 0
control_socket_disable = True
accesslog = None

if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="studbook-metrics-")
    _metrics_are_ours = os.getpid()
else:
    _metrics_are_ours = 0


def on_starting(server: Any) -> None:
    """Counters of an earlier run would be added to this one's."""
    folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.db"):
        old.unlink(missing_ok=True)
    log_as_json(server)


def on_reload(server: Any) -> None:
    """A reload sets up the logs anew."""
    log_as_json(server)


def log_as_json(server: Any) -> None:
    """gunicorn's own messages as lines of JSON, as those of the service are; workers inherit it."""
    from api.logs import JsonLines

    for handler in server.log.error_log.handlers:
        handler.setFormatter(JsonLines())


def post_fork(server: Any, worker: Any) -> None:
    """Ctrl-C, too, lets a worker finish what it has in hand.

    gunicorn 27's own answer to it, shutting the thread pool down inside the signal's handler, locks a worker up when
    the signal finds it just handing a request to that pool; it is then killed after the graceful timeout.
    """
    worker.handle_quit = worker.handle_exit


def post_worker_init(worker: Any) -> None:
    """Open the worker's own pool, without waiting for the database."""
    worker.wsgi.extensions["ledger"].open()


def worker_exit(server: Any, worker: Any) -> None:
    """Give the connections back; a worker that never finished loading has none."""
    application = getattr(worker, "wsgi", None)
    if application is not None:
        application.extensions["ledger"].close()


def child_exit(server: Any, worker: Any) -> None:
    """Tell the metrics that this worker's live gauges are gone."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Any) -> None:
    """Only the process that made the folder of the metrics removes it."""
    if _metrics_are_ours == os.getpid():
        shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
