"""Verdicts for reading on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

STATUS_STYLE = {"settled": "bold green", "in-progress": "bold yellow", "undecided": "bold yellow"}
# Four colours, so that suits are told apart at a glance; letters tell them too.
SUIT_STYLE = {"c": "green", "d": "blue", "h": "red", "s": "default"}


def show_verdict(console: Console, verdict: Mapping[str, Any]) -> None:
    """Print a verdict: what came of the hand, seat by seat and pot by pot, and what was wrong with it."""
    status = verdict["status"]
    if status == "unreadable":
        _show_unreadable(console, verdict["problem"])
        return
    console.print(Text(status, style=STATUS_STYLE.get(status, "bold red")), Text(verdict["game"]))
    for violation in verdict["violations"]:
        _show_violation(console, violation)
    if verdict["seats"]:
        console.print(_seats(verdict))
    for at, pot in enumerate(verdict["pots"]):
        console.print(_pot(at, pot))
    if verdict["returned"]:
        back = ", ".join(f"{chips:,} to seat {seat}" for seat, chips in verdict["returned"].items())
        console.print(f"Returned uncalled: {back}")
    if verdict["next"] and status != "illegal":
        console.print(f"[bold]Next[/]: {escape(in_words(verdict['next']))}")
    defaults = [warning["pointer"].rpartition("/")[2] for warning in verdict["warnings"] if _is_default(warning)]
    if defaults:
        console.print(f"[dim]Stakes left to their defaults: {', '.join(defaults)}[/]")
    for warning in verdict["warnings"]:
        if not _is_default(warning):
            console.print(f"[yellow]{warning['code']}[/] {escape(warning['message'])}")
    for difference in verdict["claim"] or ():
        console.print(f"[yellow]claim[/] {escape(_pairs(difference))}")
    for ruling in verdict.get("rulings", ()):
        place = "" if ruling["event"] is None else f"event {ruling['event']}: "
        console.print(f"[dim]{place}[/]{escape(ruling['text'])} [dim]{ruling['article']}[/]")
    console.print()


def _is_default(warning: Mapping[str, Any]) -> bool:
    return bool(warning["code"] == "default-used")


def _show_unreadable(console: Console, problem: Mapping[str, Any]) -> None:
    console.print("[bold red]unreadable[/]", Text(f"(line {problem['line_of_file']})"))
    errors = problem.get("errors")
    for line in (
        [f"{fault['pointer'] or '/'}: {fault['detail']}" for fault in errors] if errors else [problem["detail"]]
    ):
        console.print("  " + escape(line))
    console.print()


def _show_violation(console: Console, violation: Mapping[str, Any]) -> None:
    place = "the set-up" if violation["event"] is None else f"event {violation['event']}"
    console.print(f"  [bold]{escape(violation['message'])}[/]")
    console.print(f"  {violation['code']} at {place} ({violation['pointer']}), article {violation['article']}")
    if violation["expected"]:
        console.print(f"  Expected: {escape(in_words(violation['expected']))}")
    if violation["may_stand"]:
        console.print('  If nobody objected and play went on, the event may carry "stands": true.')


def _seats(verdict: Mapping[str, Any]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name, justify in (
        ("seat", "right"), ("player", "left"), ("up", "left"), ("down", "left"), ("put in", "right"),
        ("won", "right"), ("net", "right"), ("", "left"), ("hand", "left"),
    ):  # fmt: skip
        table.add_column(name, justify="right" if justify == "right" else "left")
    for seat in verdict["seats"]:
        hands = [seat[way]["name"] for way in ("high", "low") if seat[way]]
        outcome = seat["outcome"] + (f", declared {seat['declared']}" if seat["declared"] else "")
        table.add_row(
            str(seat["seat"]),
            Text(seat["player"]),
            cards(seat["up"]),
            cards(seat["down"]),
            _chips(seat["put_in"]),
            _chips(seat["won"]),
            _chips(seat["net"], sign=True),
            outcome,
            Text("; ".join(hands)),
        )
    return table


def _pot(at: int, pot: Mapping[str, Any]) -> Text:
    text = Text("Main pot " if at == 0 else f"Side pot {at} ").append(f"{pot['amount']:,}", style="bold")
    if pot["rake"]:
        text.append(f" (rake {pot['rake']:,})")
    awards = [
        f"{award['amount']:,} to seat {award['seat']} ({award['for']})"
        + (f", odd chips {award['odd_chips']}" if award["odd_chips"] else "")
        for award in pot["awards"]
    ]
    if pot["open"]:
        awards.append(f"{pot['open']:,} open between seats {', '.join(map(str, pot['eligible']))}")
    return text.append(": " + "; ".join(awards) if awards else "")


def cards(texts: Iterable[str]) -> Text:
    """Cards in the colours of their suits."""
    return Text(" ").join(Text(card, style=SUIT_STYLE.get(card[-1], "dim")) for card in texts)


def in_words(due: Mapping[str, Any]) -> str:
    """What is due, as a person would say it: ``seat 2 to act: fold, call 10, raise to 20 or 30``."""
    who = " or ".join(f"seat {seat}" for seat in due["seats"])
    events = ", ".join(dict.fromkeys(_event(event, several=len(due["seats"]) > 1) for event in due["events"][:20]))
    more = ", ..." if len(due["events"]) > 20 else ""
    return f"{who} to {due['what']}: {events}{more}" if who else f"{due['what']}: {events}{more}"


def _event(event: Mapping[str, Any], several: bool) -> str:
    parts = [f"seat {event['seat']}"] if several and "seat" in event else []
    parts.append(event["type"])
    for name, value in event.items():
        if name in ("type", "seat"):
            continue
        if isinstance(value, dict):
            known = (
                " or ".join(map(str, value["exactly"])) if "exactly" in value else f"{value['from']} to {value['to']}"
            )
            parts.append(f"{name} {known}")
        else:
            parts.append(f"{name} {value}")
    return " ".join(parts)


def _chips(amount: int | None, sign: bool = False) -> str:
    return "-" if amount is None else f"{amount:+,}" if sign and amount else f"{amount:,}"


def _pairs(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items() if value is not None)
