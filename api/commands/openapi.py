"""`studbook openapi`: the contract, made from the schemas."""

from __future__ import annotations

import click


@click.command(name="openapi")
def command() -> None:
    """Write the API's contract as YAML, made anew from the schemas (needs the development tools: apispec)."""
    try:
        from api.openapi import as_yaml
    except ModuleNotFoundError as error:
        raise click.ClickException(f"{error.name} is not installed; it comes with the development tools.") from None
    click.echo(as_yaml(), nl=False)
