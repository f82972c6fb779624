"""The Winning network (Americas Cardroom and others), in the shape of its files since 2017.

``raises A to B`` has B as the total of the round, calls and bets are chips added; every street repeats the pots and
the rake taken so far; the total pot is what was paid out, without rake and jackpot fee. Files of before 2017
("Game started at") are read by ``winning_old``, to which `read` hands each such hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from studbook.formats import times, winning_old
from studbook.formats.builder import ZERO, HandBuilder
from studbook.formats.common import UNSEEN, Line, OtherGame, Result, cards
from studbook.formats.lines import Rules, Told, follow, header, read_told, returned, rule
from studbook.formats.money import MONEY, currency, money
from studbook.formats.rooms import Deals, Payment, collected, common_card, pay, structure_named, stud_game

NAME = "winning"

_BEGINS = re.compile(r"\s*(?:Game )?Hand #\d+ - ")
_HEADER = re.compile(
    r"\s*(?:Game )?Hand #(?P<no>\d+) - (?:Tournament #(?P<tourney>\d+) - )?(?P<game>.+?) ?\((?P<limit>[A-Za-z ]+)\) - "
    rf"(?:Level \S+ )?\(?(?P<stakes>{MONEY}/{MONEY})\)?\s*- (?P<time>\d{{4}}/\d\d?/\d\d? \d\d?:\d\d:\d\d)"
    r"(?: (?P<zone>\w+))?\s*"
)
_TABLE = re.compile(r"(?:Table '(.*)'|(.+?)) \d+-max(?: \(Play Money\))?(?: Seat #(\d+) is the button)?")
_SEAT = re.compile(rf"Seat (\d+): (.+) \({MONEY}\)(?: is sitting out| out of hand.*| will be allowed.*)?")
_WAITING = re.compile(r"Seat \d+: .+ (?:will be allowed to play after the button|is sitting out|waits for .*)")
_STREET = re.compile(r"\*\*\* (?:2nd|3rd|4th|5th|6th|7th) STREET \*\*\*(?:\s*\[(.*)\])?", re.I)
_POT = re.compile(rf"(?:Main pot|Side pot(?:\((\d+)\)|[- ](\d+))?) {MONEY}(?: \| Rake {MONEY})?(?: \|.*)?")
_UNCALLED = re.compile(rf"Uncalled bet \({MONEY}\) returned to (.+)")
_TOTAL = re.compile(rf"Total pot {MONEY}((?: \| (?:Rake|[A-Za-z ]*Fee) {MONEY})*)", re.I)
_WON = re.compile(rf" (?:won|collected) \(?{MONEY}")
_COMMON = re.compile(r"Board \[(.*)\]")
_NOISE_LINE = re.compile(
    r"No low hand qualified|\*\*\* SHOW ?DOWN \*\*\*|The deck is reshuffled|.* joins the table at seat #\d+|"
    r".* (?:leaves the table|stands up|was removed from the table for failing to post|"
    r"will be allowed to play after the button)|.* said, \".*\"",
    re.I,
)
_ALL_IN = r"(?: and is all-in)?"


def sniff(head: str) -> bool:
    """Whether the text is of this network, in either shape."""
    return re.search(_BEGINS.pattern.replace(r"\s*", "^ *", 1), head, re.M) is not None or winning_old.sniff(head)


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of the file, one by one; both shapes may stand in one file."""
    return read_told(lines, file, _begins, _told)


def _begins(line: str) -> bool:
    return _BEGINS.match(line) is not None or winning_old.begins(line)


def _told(block: list[Line]) -> Told:
    return winning_old.Hand(block) if winning_old.begins(block[0][1]) else _Hand(block)


class _Hand:
    """One hand while it is read."""

    def __init__(self, block: list[Line]) -> None:
        found = header(_HEADER, block[0][1])
        known = stud_game(found["game"])
        if known is None:
            raise OtherGame(found["game"], found["no"])
        limit = structure_named(found["limit"], found["no"])
        self.build = build = HandBuilder(
            NAME, found["no"], known, structure=limit, currency=currency(found["stakes"]),
            played_at=times.zoned(times.parse(found["time"]), found["zone"] or "UTC"),
        )  # fmt: skip
        if found["tourney"]:
            build.meta["tournament"] = found["tourney"]
        small, big = (money(text) for text in found["stakes"].split("/"))
        if limit == "fixed-limit":
            build.stake(small_bet=small, big_bet=big)
        else:
            build.stake(min_bet=big)
        self.deals = Deals(build)
        self.deals.board = common_card(block, _COMMON)
        self.payments: list[Payment] = []
        self.pot_rakes: dict[int, Decimal] = {}
        self.taken: Decimal | None = None
        self.total: Decimal | None = None
        self.summary: dict[int, Decimal] = {}
        self.ended = False

    def dealt(self, seat: int, held: str | None, new: str) -> None:
        build = self.build
        had = cards(held or "")
        known = [text for text in build.place(seat).cards if text != UNSEEN]
        if held is not None and [text for text in known if text not in had]:
            raise build.cannot(f"{build.place(seat).player!r} had {' '.join(known)} and now has {held}")
        self.deals.add(seat, cards(new))

    def collect(self, seat: int, figure: str, pot: str) -> None:
        number = re.search(r"\d+", pot)
        at: int | None = 0  # "main pot 1" counts the runs of a board, which stud has not
        if "side" in pot:
            at = int(number[0]) if number else 1 if len(self.build.pots()) == 2 else None
        self.payments.append((seat, money(figure), at))

    def pot(self, number: str | None, side: bool, rake: str | None) -> None:
        """The rake taken from a pot so far; each street repeats it."""
        if rake is not None:
            self.pot_rakes[int(number or 1) if side else 0] = money(rake)

    def total_pot(self, figure: str, fees: str) -> None:
        build = self.build
        taken = {name: money(text) for name, text in re.findall(rf"\| ([A-Za-z ]+?) {MONEY}", fees)}
        for name, fee in taken.items():
            if name.lower() != "rake" and fee:
                build.meta.setdefault("fees", {})[name] = str(fee)
        self.total = money(figure)
        if taken:
            self.taken = sum(taken.values(), ZERO)

    def summary_line(self, seat: int, text: str) -> None:
        place = self.build.places.get(seat)
        if place and (won := _WON.search(text, len(place.player))):
            self.summary[seat] = money(won[1])

    def line(self, line: str) -> bool:
        build, deals, text = self.build, self.deals, line.strip()
        if text == "*** SUMMARY ***":
            self.ended = True
        elif self.ended:
            return self._summary(text)
        elif not build.streets and (seated := _SEAT.fullmatch(text)):
            build.seat(int(seated[1]), seated[2], money(seated[3]))
        elif street := _STREET.fullmatch(text):
            deals.open(street[1])
        elif pot := _POT.fullmatch(text):
            self.pot(pot[1] or pot[2], text.startswith("Side"), pot[4])
        elif uncalled := _UNCALLED.fullmatch(text):
            deals.close()
            return returned(build, uncalled)
        elif (
            follow(self, text, _DEALT, lead="Dealt to ")
            or follow(self, text, _ACT, " ", deals.close)
            or follow(self, text, _BEFORE)
        ):
            pass
        elif not build.places and (table := _TABLE.fullmatch(text)):
            build.table = table[1] or table[2]
            if table[3]:
                build.order_after(int(table[3]))
        else:
            return (_WAITING.fullmatch(text) or _NOISE_LINE.fullmatch(text)) is not None
        return True

    def _summary(self, text: str) -> bool:
        if total := _TOTAL.fullmatch(text):
            self.total_pot(total[1], total[2])
        elif seat := re.fullmatch(r"Seat (\d+): (.*)", text):
            self.summary_line(int(seat[1]), seat[2])
        else:
            return _COMMON.fullmatch(text) is not None
        return True

    def finish(self) -> None:
        build = self.build
        self.deals.close()
        taken = ZERO if self.taken is None and build.currency is None else self.taken
        if taken is not None:
            by_pot = [self.pot_rakes.get(at, ZERO) for at in range(len(build.pots()))]
            build.rake(*(by_pot if len(by_pot) > 1 and sum(by_pot, ZERO) == taken else [taken]))
        for seat, figure in self.summary.items():
            listed = collected(self.payments, seat)
            if not self.payments or (not listed and len(self.summary) == 1):
                # A pot that nobody contested has no line of its own in some files, only the summary.
                self.payments.append((seat, figure, None))
            elif figure != listed:
                build.doubt(f"the summary gives {build.place(seat).player} {figure}, collected were {listed}")
        pay(build, self.payments, with_uncalled=None)
        if self.total is not None:
            build.total_pot(self.total + (taken or ZERO))


_DEALT: Rules[_Hand] = Rules(
    rule(r"(?:\[([^\]]*)\] )?\[([^\]]*)\]", lambda hand, seat, m: hand.dealt(seat, m[1], m[2])),
)
_BEFORE: Rules[_Hand] = Rules(
    rule(rf"posts ante {{M}}{_ALL_IN}", lambda hand, seat, m: hand.build.ante(seat, money(m[1]))),
    rule(
        r"(?:has timed out(?: while (?:being )?disconnected)?|(?:is|has) (?:dis|re)?connected|Re-join|sits out|"
        r"is sitting out|has returned|sitting out|waits for .*|joins .*|leaves .*|stands up|calls for .*|"
        r"is timed out\.?|said, \".*\"|will be allowed to play after the button)",
        lambda hand, seat, m: None, re.I,
    ),
)  # fmt: skip
_ACT: Rules[_Hand] = Rules(
    rule(
        rf"brings?[- ]in(?: low)?(?: for)? {{M}}({_ALL_IN})",
        lambda hand, seat, m: hand.build.bring_in(seat, to=money(m[1]), all_in=bool(m[2])),
    ),
    rule(r"folds", lambda hand, seat, m: hand.build.fold(seat)),
    rule(r"checks", lambda hand, seat, m: hand.build.check(seat)),
    rule(rf"calls {{M}}{_ALL_IN}", lambda hand, seat, m: hand.build.call(seat, added=money(m[1]))),
    rule(rf"bets {{M}}{_ALL_IN}", lambda hand, seat, m: hand.build.wager(seat, added=money(m[1]))),
    rule(
        rf"(?:raises|completes|caps?) {{M}} to {{M}}{_ALL_IN}(?: and has reached the .* cap)?",
        lambda hand, seat, m: hand.build.wager(seat, to=money(m[2])),
    ),
    rule(rf"completes(?: it)? to {{M}}{_ALL_IN}", lambda hand, seat, m: hand.build.wager(seat, to=money(m[1]))),
    rule(rf"(?:raises|caps?) {{M}}{_ALL_IN}", lambda hand, seat, m: hand.build.wager(seat, added=money(m[1]))),
    rule(r"shows \[(.*?)\](?: \(.*\))?", lambda hand, seat, m: hand.build.show(seat, cards(m[1]))),
    rule(r"mucks(?: hand| cards)?(?: \[.*\])?(?: \(.*\))?", lambda hand, seat, m: hand.build.muck(seat)),
    rule(r"(?:does not|did not|doesn't) show(?: hand| cards)?", lambda hand, seat, m: None),
    rule(
        r"collected {M} from ((?:main|side)? ?pot(?:[- ]?\d+)?)", lambda hand, seat, m: hand.collect(seat, m[1], m[2])
    ),
)
