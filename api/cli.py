"""The command line `studbook`. It starts fast: a command's module, and all that it needs, is imported when it runs."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import click

# name -> (module, what it does, in one line)
COMMANDS: dict[str, tuple[str, str]] = {
    "adjudicate": ("api.commands.adjudicate", "Judge the hands of a file: what the rules make of them."),
    "games": ("api.commands.games", "List the games, or print the rule sheet of one."),
    "import": ("api.commands.imports", "Store the hands of hand-history files in the ledger."),
    "export": ("api.commands.export", "Write stored hands, in any format that can be written."),
    "show": ("api.commands.show", "Print a hand for reading, from the ledger or a file."),
    "convert": ("api.commands.convert", "Write the hands of hand-history files in another format."),
    "verify": ("api.commands.verify", "Judge hand histories and compare with the outcome they record."),
    "recheck": ("api.commands.recheck", "Judge stored hands anew, and list those that come to something else."),
    "purge": ("api.commands.purge", "Take stored hands away for good."),
    "rename-player": ("api.commands.rename_player", "Give a player another id in every stored hand."),
    "serve": ("api.commands.serve", "Serve the referee and the ledger over HTTP."),
    "db": ("api.commands.db", "Look after the ledger's database."),
    "keys": ("api.commands.keys", "Make, list and revoke API keys."),
    "openapi": ("api.commands.openapi", "Write the API's contract as YAML."),
}


class LazyGroup(click.Group):
    """A group whose commands are named in a table and imported one by one, on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of that name, its module imported now."""
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(COMMANDS[name][0]).command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The command that the arguments name; an unknown one names the known."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            ctx.fail(f"There is no command {args[0]!r}; there are {', '.join(COMMANDS)}.")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="studbook", message="studbook %(version)s")
def cli() -> None:
    """The referee and the ledger for stud poker."""


def main() -> None:
    """Run the command line. Errors are one line for a person, never a traceback."""
    try:
        cli(prog_name="studbook")
    except BrokenPipeError:
        # Whoever read us has seen enough (head, less); nothing is left to say, not even on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        click.echo(f"Error: {name}{error.strerror or error}", err=True)
        sys.exit(1)
