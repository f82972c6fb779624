"""The service's settings: six names in the environment, read once into a frozen value."""

from __future__ import annotations

import functools
import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass

DEFAULT_BIND = "127.0.0.1:8000"


class SettingsError(Exception):
    """Settings that do not go together; the message is for the person who starts the service."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How one service runs.

    ``database_url``: where the ledger is (None: nowhere, and only the stateless referee answers). ``bind``: host and
    port. ``open``: no key is asked for. ``secret``: under which keys are hashed and cursors signed. ``prepare``:
    statements are prepared, which not every pooler bears.
    """

    database_url: str | None = None
    bind: str = DEFAULT_BIND
    data: str | None = None
    open: bool = False
    secret: str | None = None
    prepare: bool = True

    def __post_init__(self) -> None:
        if self.open and not is_loopback(self.bind):
            raise SettingsError(
                f"STUDBOOK_OPEN=1 asks nobody for a key, so it serves this machine only; STUDBOOK_BIND={self.bind} "
                "would serve others. Bind to 127.0.0.1, or leave STUDBOOK_OPEN away and make a key: "
                "studbook keys create"
            )


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings that the environment names. Raises `SettingsError` where they contradict each other."""
    for name in ("STUDBOOK_OPEN", "STUDBOOK_PREPARE"):
        if environment.get(name, "") not in ("", "0", "1"):
            raise SettingsError(f"{name} is 1 or 0, not {environment[name]!r}")
    return Settings(
        database_url=_database_url(environment.get("DATABASE_URL", "")),
        bind=environment.get("STUDBOOK_BIND") or DEFAULT_BIND,
        data=environment.get("STUDBOOK_DATA") or None,
        open=environment.get("STUDBOOK_OPEN") == "1",
        secret=environment.get("STUDBOOK_SECRET") or None,
        prepare=environment.get("STUDBOOK_PREPARE") != "0",
    )


@functools.lru_cache(maxsize=64)
def _database_url(url: str) -> str | None:
    if not url:
        return None
    import psycopg  # only here: most commands need no database
    from psycopg.conninfo import conninfo_to_dict

    try:
        conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise SettingsError(f"DATABASE_URL is no address of a PostgreSQL database: {str(error).strip()}") from None
    return url


@functools.lru_cache(maxsize=256)
def is_loopback(address: str) -> bool:
    """Whether a bind address such as ``127.0.0.1:8000``, ``[::1]:8000`` or a host name serves this machine only."""
    host = address
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
