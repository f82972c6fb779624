"""What the operator's commands share: who runs them, and whether they are sure."""

from __future__ import annotations

import getpass
import hashlib
import sys

import click

note_option = click.option("--note", help="Why, for the table of operations.")
yes_option = click.option("--yes", is_flag=True, help="Do not ask.")


def whoever_runs_this() -> str:
    """The account's name, for the table of operations."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "(unknown)"


def hidden(player: str) -> str:
    """A player's id as the table of operations keeps it: enough to ask whether it was this one, and no more."""
    return "sha256:" + hashlib.sha256(player.encode()).hexdigest()


def be_sure(question: str, yes: bool) -> None:
    """Ask whether to go on; nobody to ask is a usage error. Raises `click.Abort` for a no."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise click.UsageError("Nobody can be asked here; say --yes.")
    click.confirm(question, abort=True, err=True)
