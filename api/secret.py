"""The service's secret: STUDBOOK_SECRET, or, with the embedded server, one kept beside its data."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from api.settings import SettingsError, from_environment
from db.localpg import default_root


def the_secret() -> str:
    """The secret under which keys are hashed. Raises `SettingsError` where none is set and none can be kept."""
    settings = from_environment()
    if settings.secret:
        return settings.secret
    if settings.database_url:
        raise SettingsError(
            "STUDBOOK_SECRET is not set. With DATABASE_URL it must be, to the same value for every service and for "
            "studbook keys; python3 -c 'import secrets; print(secrets.token_urlsafe(32))' makes one."
        )
    return kept_secret(default_root())


def kept_secret(root: Path) -> str:
    """The secret of an embedded ledger, whose folder is there; made the first time, readable by its owner alone."""
    file = root / "secret"
    if not file.exists():
        made = root / f"secret.{os.getpid()}"
        with open(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as writer:
            writer.write(secrets.token_urlsafe(32) + "\n")
        # A link, and not a move: of two that make one at the same moment the first counts.
        with contextlib.suppress(FileExistsError):
            os.link(made, file)
        made.unlink()
    return file.read_text().strip()
