"""Serving in process: the embedded PostgreSQL where no other is named, its samples, and gunicorn in the foreground."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import socket
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

from gunicorn.app.base import Application  # type: ignore[import-untyped]


class CannotServe(Exception):
    """Why the service cannot start; the message is for the person who started it."""


@contextlib.contextmanager
def only_one(root: Path, bind: str) -> Iterator[None]:
    """Hold the data folder for this service. Raises `CannotServe`, saying where the other one serves."""
    with open(root / "serve.lock", "a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            raise CannotServe(
                f"Studbook runs already with the data in {root}: {lock.read().strip()}. Use that one, or stop it "
                "first (Ctrl-C where it runs)."
            ) from None
        lock.truncate(0)
        lock.write(f"http://{bind}, process {os.getpid()}")
        lock.flush()
        yield


def refuse_used_port(bind: str) -> None:
    """Raise `CannotServe` where another program has the port, or the address is none of this machine."""
    if bind.startswith("unix:"):
        return
    host, _, port = bind.rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise CannotServe(f"STUDBOOK_BIND={bind}: host and port were expected, like 127.0.0.1:8000.")
    host = host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, int(port)))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise CannotServe(
                    f"Port {port} on {host} is in use by another program. Stop that one, or choose another port: "
                    f"STUDBOOK_BIND={host}:{int(port) + 1 if int(port) < 65535 else 8001}"
                ) from None
            raise CannotServe(f"Cannot listen on {bind}: {error.strerror or error}.") from None


class _Gunicorn(Application):  # type: ignore[misc]
    """gunicorn with the checked-in configuration, in this process."""

    def __init__(self, bind: str, ready: Callable[[], None]) -> None:
        self._bind = bind
        self._ready = ready
        super().__init__()

    def load_config(self) -> None:
        """The project's own file, and the address; neither arguments nor a file of the working directory."""
        self.load_config_from_file(str(resources.files("api").joinpath("gunicorn.conf.py")))
        self.cfg.set("bind", self._bind)
        self.cfg.set("loglevel", "warning")
        self.cfg.set("when_ready", lambda server: self._ready())

    def load(self) -> Any:
        """The application; asked for in each worker."""
        from api.app import create_app

        return create_app()


def serve(bind: str, ready: Callable[[], None]) -> None:
    """Serve until a signal ends it; ``ready`` is called when the port is open. Ends by raising SystemExit."""
    _Gunicorn(bind, ready).run()
