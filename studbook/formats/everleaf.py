"""Everleaf: ``***** Hand history for game #...``. ``completes to`` is a total of the round, raises are chips added.

There is no line for the uncalled bet, which a win does not hold, nor for the rake. Many files print no dealt cards.
The time bears no zone. Act lines may have a colon after the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from studbook.formats import times
from studbook.formats.builder import ZERO, HandBuilder
from studbook.formats.common import Cannot, Line, OtherGame, Result, cards
from studbook.formats.lines import Rules, follow, header, read_told, rule
from studbook.formats.money import MONEY, currency, money
from studbook.formats.rooms import Deals, Payment, all_in, pay, structure_named, stud_game

NAME = "everleaf"

_BEGINS = re.compile(r"\s*\*{5} Hand history for game #\d+")
_NUMBER = re.compile(r"\s*\*{5} Hand history for game #(\d+) \*{5}\s*")
# The line above the banner, which says the same.
_ABOVE = re.compile(r"\s*(?:.* Game #\d+|.*\bpartie \d+.*)\s*")
_HEADER = re.compile(
    rf"(?:Blinds )?{MONEY} ?/ ?{MONEY} (?:(?P<limit>NL|PL|FL) )?(?P<game>.+?)(?: - \d+ Max)? - "
    r"(?P<time>\d{4}/\d\d?/\d\d? - \d\d?:\d\d:\d\d)"
)
_TABLE = re.compile(r"Table (.*)")
_BUTTON = re.compile(r"Seat (\d+) is the button")
_SEAT = re.compile(rf"Seat (\d+): (.+) \(\s*{MONEY}\s*(?:new player|All-in|sitting out)?\s*\)(?: .*sit.*)?", re.I)
_STREET = re.compile(
    r"\*{2,4} dealing (?:(?:down )?cards|(?:3rd|4th|5th|6th|7th|third|fourth|fifth|sixth|seventh) street|river) \*{2,4}"
    r"(?:\s*\[(.*)\])?",
    re.I,
)
_NOISE = re.compile(r"Total number of players ?: .*|\*{2,4} summary \*{2,4}|Tournament #\d+.*", re.I)
_UNSEEN = ("-", "X", "x", "XX", "xx", "?", "??", "H")


def sniff(head: str) -> bool:
    """Whether the text is of this network: its banner has ``game #``."""
    return re.search(r"^\s*\*{5} Hand history for game #\d+ \*{5}\s*$", head, re.M) is not None


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of the file, one by one."""
    inside = ((number, "" if _ABOVE.fullmatch(line) else line) for number, line in lines)
    return read_told(inside, file, lambda line: _BEGINS.match(line) is not None, _Hand)


class _Hand:
    """One hand while it is read."""

    def __init__(self, block: list[Line]) -> None:
        at, first = block[0]
        no = header(_NUMBER, first)[1]
        self.header_line, text = next(((n, line.strip()) for n, line in block[1:] if line.strip()), (at, ""))
        found = _HEADER.fullmatch(text)
        if found is None:
            raise Cannot("the line of the game and its stakes is not understood", self.header_line, no)
        known = stud_game(found["game"])
        if known is None:
            raise OtherGame(found["game"], no)
        time = times.zoned(times.parse(found["time"]), "UTC")
        self.build = build = HandBuilder(
            NAME, no, known, structure=structure_named(found["limit"] or "", no),
            currency=currency(text.split(" - ")[0]), played_at=time,
        )  # fmt: skip
        if time:
            build.infer("played_at")
        small, big = money(found[1]), money(found[2])
        if build.structure == "fixed-limit":
            build.stake(small_bet=small, big_bet=big)
        else:
            build.stake(min_bet=big)
        self.deals = Deals(build)
        self.payments: list[Payment] = []

    def win(self, seat: int, figure: str, pot: str | None) -> None:
        number = re.search(r"\d+", pot or "")
        at = None if not pot else 0 if "main" in pot.lower() else int(number[0]) if number else None
        self.payments.append((seat, money(figure), at))

    def line(self, line: str) -> bool:
        build, deals, text = self.build, self.deals, line.strip()
        if build.at == self.header_line:
            return True
        if not build.streets and (seated := _SEAT.fullmatch(text)):
            build.seat(int(seated[1]), seated[2], money(seated[3]))
        elif button := _BUTTON.fullmatch(text):
            build.order_after(int(button[1]))
        elif street := _STREET.fullmatch(text):
            deals.open(street[1])
        elif not (
            follow(self, text, _DEALT, "", lead="Dealt to ")
            or follow(self, text, _ACT, "", deals.close)
            or follow(self, text, _FIRST, "")
            or _NOISE.fullmatch(text)
            or follow(self, text, _TALK, ": ")
        ):
            if build.places or not (table := _TABLE.fullmatch(text)):
                return False
            build.table = table[1]
        return True

    def finish(self) -> None:
        build = self.build
        self.deals.close()
        if build.currency is None:
            build.rake(ZERO)
        sides = len(build.pots()) == 2
        payments = [(seat, figure, 1 if pot is None and sides else pot) for seat, figure, pot in self.payments]
        pay(build, payments, with_uncalled=None)


_FIGURE = rf"\[?\s*{MONEY}\s*\]?\.?"
_FIRST: Rules[_Hand] = Rules(
    rule(rf":? posts (?:the )?ante {_FIGURE}", lambda hand, seat, m: hand.build.ante(seat, money(m[1]))),
    rule(
        r":? (?:is sitting out|sits out|sitting out|is (?:dis|re)?connected|did not respond in time|"
        r"(?:has )?(?:joined|left|timed out|disconnected|reconnected|returned))\b.*",
        lambda hand, seat, m: None, re.I,
    ),
)  # fmt: skip
_DEALT: Rules[_Hand] = Rules(
    rule(r":? \[\s*(.*?)\s*\]\.?", lambda hand, seat, m: hand.deals.add(seat, cards(m[1], hidden=_UNSEEN))),
)
_ACT: Rules[_Hand] = Rules(
    rule(rf":? (?:posts )?brings?[- ]?in {_FIGURE}", lambda hand, seat, m: hand.build.bring_in(seat, to=money(m[1]))),
    rule(r":? folds\.?", lambda hand, seat, m: hand.build.fold(seat)),
    rule(r":? checks\.?", lambda hand, seat, m: hand.build.check(seat)),
    rule(rf":? calls {_FIGURE}", lambda hand, seat, m: hand.build.call(seat, added=money(m[1]))),
    rule(rf":? completes (?:it )?to {_FIGURE}", lambda hand, seat, m: hand.build.wager(seat, to=money(m[1]))),
    rule(rf":? (?:bets|raises) {_FIGURE}", lambda hand, seat, m: hand.build.wager(seat, added=money(m[1]))),
    rule(
        rf":? (?:is |goes )?all-?in {_FIGURE}", lambda hand, seat, m: all_in(hand.build, seat, money(m[1])), re.I
    ),
    rule(r":? shows \[\s*(.*?)\s*\].*", lambda hand, seat, m: hand.build.show(seat, cards(m[1], _UNSEEN))),
    rule(r":? mucks(?: hand| cards| \[.*)?\.?", lambda hand, seat, m: hand.build.muck(seat)),
    rule(r":? (?:does not|doesn't|did not) show(?: cards| hand)?\.?", lambda hand, seat, m: None),
    rule(
        rf":? wins\s+(?:(?:high|low|hi|lo)\s+)?\(?\s*{MONEY}\s*\)?(?:\s+(?:high|low|hi|lo))?"
        r"(?:\s+from (?:the )?((?:main|side)? ?pot(?: ?#?\d+)?))?(?: with .*)?",
        lambda hand, seat, m: hand.win(seat, m[1], m[2]), re.I,
    ),
)  # fmt: skip
# What a player says: words after the colon that do not end in an amount in brackets, as acts do.
_TALK: Rules[_Hand] = Rules(
    rule(r"(?!.*\[[^\]]*\d[^\]]*\]$).*", lambda hand, seat, m: None),
)
