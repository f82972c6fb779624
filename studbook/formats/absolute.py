"""Absolute Poker and UltimateBet (the Cereus network): ``Stage #...`` hands with every up card printed.

``Pocket [H H Js 10d]`` lists all cards a seat has by then, ``H`` for a hidden one, and goes on being printed for the
hero after a fold. ``Raises A to B`` adds A for a total of B; other figures are chips added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from studbook.formats import times
from studbook.formats.builder import HandBuilder
from studbook.formats.common import UNSEEN, Line, OtherGame, Result, card, cards
from studbook.formats.lines import Rules, follow, header, read_told, rule, total
from studbook.formats.money import MONEY, currency, money
from studbook.formats.rooms import Deals, Payment, all_in, collected, common_card, pay, structure_named, stud_game

NAME = "absolute"

_BEGINS = re.compile(r"\s*Stage #C?\d+")
_HEADER = re.compile(
    r"\s*Stage #(?P<no>C?\d+):?\s+(?:Tourney ID (?P<tourney>\S+)\s+)?(?P<game>.+?)\s*"
    r"(?:\(1 on 1\)\s*|(?:Single|Multi)(?: Normal)? Tournament\s*|Tournament\s*)*"
    rf"(?P<limit>No Limit|Pot Limit|Fixed Limit|Normal|Limit|)\s+{MONEY}(?:/{MONEY})?(?:,\s*{MONEY} ante)?"
    r"(?:\s+Turbo)?(?:\s+\(7-2\))?\s+-\s+(?P<time>\d{4}-\d\d-\d\d \d\d?:\d\d:\d\d)(?:\.\d+)?"
    r"(?:\s*\((?P<zone>\w+)\))?\s*",
    re.I,
)
_MIX = re.compile(r"Game Type:\s*(?P<limit>No Limit|Pot Limit|Fixed Limit|Limit|Normal)?\s*(?P<game>.+)", re.I)
_TABLE = re.compile(r"Table:\s*(.*?)\s*\((?:Real|Play) Money\)(?:\s*Seat #(\d+) is the (?:dead )?dealer)?.*", re.I)
_SEAT = re.compile(rf"Seat (\d+) - (.+) \({MONEY} in chips\)(?:\s+(?:sit.*|new player))?", re.I)
_STREET = re.compile(r"\*\*\* (?:(?:2nd|3rd|4th|5th|6th|7th) STREET|RIVER) \*\*\*(?:\s*\[(.*)\])?", re.I)
_COMMON = re.compile(r"Board \[(.*)\]\s*", re.I)
_COLLECTS = rf"(?:- )?(?:Collects|collected) {MONEY} from (?:(main)|(?:side)) ?pot(?:[- #]*(\d+))?"
_TOTAL = re.compile(rf"Total Pot\({MONEY}\)(?:\s*\|\s*Rake \({MONEY}\))?.*", re.I)
_WON = re.compile(rf" (?:won|collected) Total \({MONEY}\)", re.I)
_NOISE = re.compile(
    r"(?:sit ?out|sits? out|is sitting out|sitting out)\b.*|(?:leaves|left|joins|joined|enters)\b.*|"
    r"(?:has )?(?:disconnected|reconnected|timed out|times out|returned|re-?joined).*|is (?:dis|re)?connected.*|"
    r"(?:has )?\d+ seconds.*|waits? for (?:the )?(?:big blind|bring-?in).*",
    re.I,
)


def sniff(head: str) -> bool:
    """Whether the text is a file of the Cereus network: its hands are stages."""
    return re.search(r"^\s*Stage #C?\d+", head, re.M) is not None


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of the file, one by one."""
    return read_told(lines, file, lambda line: _BEGINS.match(line) is not None, _Hand)


class _Hand:
    """One hand while it is read."""

    def __init__(self, block: list[Line]) -> None:
        first = block[0][1]
        found = header(_HEADER, first)
        game, limit = found["game"], found["limit"]
        mix = next((mix for _, line in block[1:4] if (mix := _MIX.fullmatch(line.strip()))), None)
        if mix:
            game, limit = mix["game"], mix["limit"] or ""
        known = stud_game(game)
        if known is None:
            raise OtherGame(game.strip(), found["no"])
        local = times.parse(found["time"])
        self.build = build = HandBuilder(
            NAME, found["no"], known,
            structure=structure_named(limit, found["no"]), currency=currency(first.split(" - ")[0]),
            played_at=times.zoned(local, found["zone"] or "ET"),
        )  # fmt: skip
        if found["tourney"]:
            build.meta["tournament"] = found["tourney"]
        small, big, ante = (None if text is None else money(text) for text in found.group(5, 6, 7))
        if build.structure == "fixed-limit":
            if big is None:
                raise build.cannot("the first line states one stake; a small and a big bet were expected")
            build.stake(small_bet=small, big_bet=big, ante=ante)
        else:
            build.stake(min_bet=small, ante=ante)
        self.deals = Deals(build)
        self.deals.board = common_card(block, _COMMON)
        self.payments: list[Payment] = []
        self.summary: dict[int, Decimal] = {}
        self.ended = False

    def pocket(self, seat: int, text: str) -> None:
        """All the cards that the seat has by now: what is new of them was dealt on this street."""
        build = self.build
        listed = [UNSEEN if word in ("H", "h", "X", "x") else card(word) for word in text.split()]
        held = build.place(seat).cards
        for had, has in zip(held, listed, strict=False):
            if had != has and UNSEEN not in (had, has):
                raise build.cannot(f"{build.place(seat).player!r} had {had} and now has {has} in its place")
        if len(listed) < len(held):
            raise build.cannot(f"{build.place(seat).player!r} had {len(held)} cards and now has {len(listed)}")
        if listed[len(held) :]:
            self.deals.add(seat, listed[len(held) :])

    def ante(self, seat: int, figure: Decimal) -> None:
        self.build.ante(seat, figure)

    def wager(self, seat: int, added: Decimal, total: str | None) -> None:
        if total:
            self.build.wager(seat, to=money(total))
        else:
            self.build.wager(seat, added=added)

    def all_in(self, seat: int, figure: str | None, total: str | None, raised: bool) -> None:
        if figure is None:
            # The old protection of a player who lost the connection: the seat stays in for what it has put in,
            # with chips behind. No record can say that.
            raise self.build.cannot("a player is all-in by disconnection, for no stated amount")
        if not self.build.streets:
            self.build.ante(seat, money(figure))
        else:
            all_in(self.build, seat, money(figure), money(total) if total else None, raised)

    def show(self, seat: int, text: str | None) -> None:
        if text:
            self.build.show(seat, cards(text, hidden=("H",)))

    def collect(self, seat: int, figure: str, main: str | None, number: str | None) -> None:
        pot = 0 if main else int(number) if number else 1 if len(self.build.pots()) == 2 else None
        self.payments.append((seat, money(figure), pot))

    def summary_line(self, seat: int, text: str) -> None:
        place = self.build.places.get(seat)
        if place and (total := _WON.search(text, len(place.player))):
            self.summary[seat] = money(total[1])

    def line(self, line: str) -> bool:
        build, deals, text = self.build, self.deals, line.strip()
        if text.upper() == "*** SUMMARY ***":
            self.ended = True
        elif self.ended:
            return self._summary(text)
        elif _MIX.fullmatch(text) or text.upper() == "*** SHOW DOWN ***":
            deals.close()
        elif table := _TABLE.fullmatch(text):
            build.table = table[1] or None
        elif not build.streets and (seated := _SEAT.fullmatch(text)):
            build.seat(int(seated[1]), seated[2], money(seated[3]))
        elif street := _STREET.fullmatch(text):
            deals.open(street[1])
        else:
            return (
                follow(self, text, _TABLE_TALK, " - ")
                or follow(self, text, _ACT, " - ", deals.close)
                or follow(self, text, _COLLECT, " ", deals.close)
                or _COMMON.fullmatch(text) is not None
            )
        return True

    def _summary(self, text: str) -> bool:
        if total(self.build, _TOTAL.fullmatch(text)):
            return True
        if seat := re.fullmatch(r"Seat (\d+): ?(.*)", text):
            self.summary_line(int(seat[1]), seat[2])
        else:
            return _COMMON.fullmatch(text) is not None
        return True

    def finish(self) -> None:
        build = self.build
        self.deals.close()
        for seat, figure in self.summary.items():
            listed = collected(self.payments, seat)
            if figure != listed:
                build.doubt(f"the summary gives {build.place(seat).player} {figure}, collected were {listed}")
        pay(build, self.payments, with_uncalled=None)


_ACT: Rules[_Hand] = Rules(
    rule(r"Bring-?In {M}\.?", lambda hand, seat, m: hand.build.bring_in(seat, to=money(m[1])), re.I),
    rule(r"Folds", lambda hand, seat, m: hand.build.fold(seat), re.I),
    rule(r"Checks", lambda hand, seat, m: hand.build.check(seat), re.I),
    rule(r"Calls {M}", lambda hand, seat, m: hand.build.call(seat, added=money(m[1])), re.I),
    rule(
        r"(?:Bets|Raises|Completes?(?: to| bet)?) {M}(?: to {M})?",
        lambda hand, seat, m: hand.wager(seat, money(m[1]), m[2]), re.I,
    ),
    rule(
        r"All-?In(\(Raise\))?(?: {M})?(?: to {M})?",
        lambda hand, seat, m: hand.all_in(seat, m[2], m[3], m[1] is not None), re.I,
    ),
    rule(
        r"returned \({M}\)\s*:\s*not called", lambda hand, seat, m: hand.build.returned(seat, money(m[1])), re.I
    ),
    rule(r"Shows \[(.*)\](?: \(.*\))?", lambda hand, seat, m: hand.show(seat, m[1]), re.I),
    rule(r"Mucks(?: \[.*\])?(?: \(.*\))?", lambda hand, seat, m: hand.build.muck(seat), re.I),
    rule(r"Does not show(?: \[.*\])?(?: \(.*\))?", lambda hand, seat, m: None, re.I),
)  # fmt: skip
_TABLE_TALK: Rules[_Hand] = Rules(
    rule(r"Ante {M}", lambda hand, seat, m: hand.ante(seat, money(m[1])), re.I),
    rule(r"Pocket \[(.*)\]", lambda hand, seat, m: hand.pocket(seat, m[1]), re.I),
    (_NOISE, lambda hand, seat, m: None),
)
_COLLECT: Rules[_Hand] = Rules(
    (re.compile(_COLLECTS, re.I), lambda hand, seat, m: hand.collect(seat, m[1], m[2], m[3])),
)
