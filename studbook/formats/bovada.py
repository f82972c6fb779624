"""Bovada, Bodog and Ignition: players are seats, every card is printed open, older files have no street headers.

``Raises X`` states a total of the round, later files write ``Raises A to B`` with B the total; calls and bets are
chips added. A street begins where a seat is dealt its next card. Some files print every line twice. The results do
not hold the uncalled bet, rake is rarely stated, and tournaments state no stakes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from studbook.formats import times
from studbook.formats.builder import ZERO, HandBuilder
from studbook.formats.common import Cannot, Line, OtherGame, Result, card, cards
from studbook.formats.limits import infer_bets
from studbook.formats.lines import Rules, header, read_told, rule, total
from studbook.formats.money import MONEY, currency, money
from studbook.formats.rooms import Payment, all_in, pay, stud_game

NAME = "bovada"

_BRAND = r"(?:Ignition|Bovada|Bodog(?:\.com|\.eu| UK| Canada|88)?)"
_BEGINS = re.compile(rf"\s*{_BRAND} Hand #")
_HEADER = re.compile(
    rf"\s*{_BRAND} Hand #C?(?P<no>\d+):?\s+(?:(?:TBL|Zone Poker ID)#(?P<table>\S+)\s+)?"
    r"(?P<game>[A-Z0-9_]+(?: ?HiLo)?(?:ZonePoker)?)\b\s*(?P<more>.*?)\s*-\s*"
    r"(?P<time>\d{4}-\d\d?-\d\d?[ -]+\d\d?:\d\d:\d\d)(?P<zone> ?UTC)?\s*"
)
_TOURNAMENT = re.compile(r"Tournament #(?P<number>\S+) TBL#(?P<table>[^,\s]+),?\s*(?P<rest>.*)")
_SEAT = re.compile(rf"Seat\+(\d+)(?:\s*\[ME\])?\s*:\s*\(?{MONEY} in chips\)?")
_ACTOR = re.compile(r"Seat\+(\d+)(?:\s*\[ME\])?\s*:\s*(.*)")
_WHY = r"(?:\s*\((?:timeout|auth|auto|disconnect(?:ed)?)\))?"
_STREET = re.compile(r"\*\*\* (?:HOLE CARDS|(?:3RD|4TH|5TH|6TH|7TH) STREET|RIVER) \*\*\*(?:\s*\[(.*)\])?", re.I)
_COMMON = re.compile(r"(?:Board|Card (?:dealt )?to (?:the )?table)\s*\[(.*)\]", re.I)
_NOISE = re.compile(
    r"(?:Leave|Enter)\s*\((?:Auto|Timeout)\)|Table (?:enter|leave) user|"
    r"(?:Seat )?(?:sit (?:out|down|in)|stand|re-?join|sitout \(wait for bb\))|Table deposit.*|Rebuyin.*|Re-?buy.*|"
    r"Add-?on.*|Ranking \d+|Prize Cash.*|Bounty Prize.*|"
    r"Draw for dealer.*|Set dealer.*|(?:Table|Player|Seating) Info:.*|Connected|Disconnected|Reconnected",
    re.I,
)
_FOLDED = re.compile(r"\s*Folded .*", re.I)
_TOTAL = re.compile(rf"Total Pot\({MONEY}\)(?:\s*\|\s*Rake\s*\({MONEY}\))?", re.I)


def sniff(head: str) -> bool:
    """Whether the text is a file of this network: its first line names the room and the hand."""
    return re.search(rf"^\s*{_BRAND} Hand #C?\d+", head, re.M) is not None


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of the file, one by one."""
    return read_told(lines, file, lambda line: _BEGINS.match(line) is not None, _Hand)


class _Hand:
    """One hand while it is read."""

    def __init__(self, block: list[Line]) -> None:
        found = header(_HEADER, block[0][1])
        game = stud_game(found["game"])
        if game is None:
            raise OtherGame(found["game"], found["no"])
        more = found["more"].rstrip(" -")
        if re.search(r"No Limit|Pot Limit", more, re.I):
            raise Cannot(f"{found['game']} is read in fixed limit only, not {more}", hand_no=found["no"])
        tournament = _TOURNAMENT.match(more)
        table = f"{tournament['number']} table {tournament['table']}" if tournament else found["table"]
        time = times.zoned(times.parse(found["time"]), "UTC")
        self.build = build = HandBuilder(
            NAME, found["no"], game, table=table, played_at=time, currency=_currency(block)
        )
        if time and not found["zone"]:
            build.infer("played_at")
        self.tournament = tournament is not None
        if tournament:
            build.meta["tournament"] = tournament["number"]
        self.results: list[tuple[int, bool, Decimal]] = []
        self.before = ""
        self.doubled = 0
        self.again: list[int] = []
        self.common = ""
        self.double = ZERO
        self.summary: dict[int, Decimal] = {}
        self.ended = False

    # Before the deal

    def ante(self, seat: int, figure: str) -> None:
        self.build.ante(seat, money(figure))

    # Cards

    def deal(self, seat: int, text: str) -> None:
        build = self.build
        dealt = cards(text)
        before = len(build.place(seat).cards)
        if len(dealt) != (3 if before == 0 else 1):
            raise build.cannot(f"Seat+{seat} is dealt {len(dealt)} cards after {before}")
        # Third street is the first, so a seat's number of cards tells the street.
        street = before + len(dealt) - 2
        if street > 5:
            raise build.cannot(f"Seat+{seat} is dealt an eighth card")
        if street == build.streets + 1:
            build.street()
        elif street != build.streets:
            raise build.cannot(f"Seat+{seat} is dealt its card of street {street + 2} on street {build.street_number}")
        if before == 0:
            build.deal(seat, dealt[:2], dealt[2:])
        elif street == 5:
            build.deal(seat, down=dealt)
        else:
            build.deal(seat, up=dealt)

    def community(self, text: str) -> None:
        if self.build.streets == 4:
            self.build.street()
        self.common = card(text)
        self.build.community(self.common)

    # Acts

    def wager(self, seat: int, figure: str, total: str | None) -> None:
        self.build.wager(seat, to=money(total or figure))

    def bet(self, seat: int, figure: str, double: bool) -> None:
        build = self.build
        build.wager(seat, added=money(figure))
        if double and build.place(seat).left != ZERO:
            self.double = build.level

    def all_in(self, seat: int, figure: str, total: str | None, raised: bool) -> None:
        if not self.build.streets:
            self.build.ante(seat, money(figure))
        else:
            all_in(self.build, seat, money(figure), money(total) if total else None, raised)

    def show(self, seat: int, text: str | None, muck: bool) -> None:
        build = self.build
        held = build.place(seat).cards
        for shown in cards(text or ""):
            if shown not in held and shown != self.common:
                raise build.cannot(f"Seat+{seat} shows {shown}, which it was not dealt")
        if muck:
            build.muck(seat)
        else:
            build.show(seat, held)

    def result(self, seat: int, side: str | None, figure: str) -> None:
        self.results.append((seat, side is not None, money(figure)))

    # The end

    def summary_line(self, seat: int, text: str) -> None:
        if _FOLDED.fullmatch(text):
            if not self.build.place(seat).folded:
                self.build.doubt(f"the summary says that Seat+{seat} folded, no line before does")
            return
        figures = re.findall(rf"(?<![\w.]){MONEY}(?![\w])", re.sub(r"\[[^\]]*\]|\([^)]*\)", " ", text))
        if figures:
            self.summary[seat] = sum((money(figure) for figure in figures), ZERO)

    def line(self, line: str) -> bool:
        build, text = self.build, line.strip()
        if text.upper() == "*** SUMMARY ***":
            self.ended = True
            return True
        if self.ended:
            return self._summary(text)
        if text == self.before and _ACTOR.fullmatch(text):
            # No seat acts twice in a row in the same words.
            if not _RESULT.fullmatch(text):
                self.doubled += 1
                return True
            self.again.append(len(self.results))
        self.before = text
        if actor := _ACTOR.fullmatch(text):
            if fits := _VERBS.fitting(actor[2]):
                fits[0](self, int(actor[1]), fits[1])
            elif seated := _SEAT.fullmatch(text):
                build.seat(int(seated[1]), f"Seat+{seated[1]}", money(seated[2]))
            else:
                return False
        elif street := _STREET.fullmatch(text):
            if street[1]:
                self.community(street[1])
        elif common := _COMMON.fullmatch(text):
            self.community(common[1])
        else:
            return _NOISE.fullmatch(text.split(" : ")[-1]) is not None
        return True

    def _summary(self, text: str) -> bool:
        if total(self.build, _TOTAL.fullmatch(text)):
            return True
        if seat := re.fullmatch(r"Seat[+ ](\d+):?(.*)", text):
            self.summary_line(int(seat[1]), seat[2])
        else:
            return (_NOISE.fullmatch(text.split(" : ")[-1]) or _COMMON.fullmatch(text)) is not None
        return True

    def finish(self) -> None:
        build = self.build
        if self.doubled:
            build.doubt(f"{self.doubled} lines stand twice in a row and are read once")
        pots = build.pots()
        contested = sum((pot.amount for pot in pots), ZERO)
        if self.again and sum((figure for _, _, figure in self.results), ZERO) > contested:
            # A doubled file doubles the results too; two halves of one size are two results.
            self.results = [result for at, result in enumerate(self.results) if at not in self.again]
        if self.tournament and build.stated_rake is None:
            build.rake(ZERO)  # no room rakes the pots of a tournament
        payments: list[Payment] = [
            (seat, figure, 0 if not side else 1 if len(pots) == 2 else None) for seat, side, figure in self.results
        ]
        pay(build, payments, with_uncalled=None)
        for seat, figure in self.summary.items():
            if figure != build.place(seat).paid:
                build.doubt(f"the summary gives Seat+{seat} {figure}, its results {build.place(seat).paid}")
        if self.double:
            build.stake(small_bet=self.double / 2, big_bet=self.double)
            build.infer("stakes.small_bet")
            build.infer("stakes.big_bet")
        infer_bets(build, 2)


def _currency(block: list[Line]) -> str | None:
    """USD where the stacks bear a sign."""
    return next((currency(line) for _, line in block if _SEAT.fullmatch(line.strip())), None)


_RESULT = re.compile(r"Seat\+\d+(?:\s*\[ME\])?\s*:\s*Hand Result.*", re.I)
_SHOWN = r"(?:\s*\[(.*)\])?(?:\s*\(.*\))?"
_VERBS: Rules[_Hand] = Rules(
    rule(rf"Ante chip{_WHY}\s+{{M}}", lambda hand, seat, m: hand.build.ante(seat, money(m[1])), re.I),
    rule(r"Card dealt to a spot\s*\[(.*)\]", lambda hand, seat, m: hand.deal(seat, m[1]), re.I),
    rule(
        rf"(?:Bring_in chip|(?:Big blind/)?Bring[ _-]?in){_WHY}\s+{{M}}",
        lambda hand, seat, m: hand.build.bring_in(seat, to=money(m[1])), re.I,
    ),
    rule(rf"Folds?{_WHY}(?:\s*(?:&|and) shows?{_SHOWN})?", lambda hand, seat, m: hand.build.fold(seat), re.I),
    rule(rf"Checks?{_WHY}", lambda hand, seat, m: hand.build.check(seat), re.I),
    rule(rf"Calls?{_WHY}\s+{{M}}", lambda hand, seat, m: hand.build.call(seat, added=money(m[1])), re.I),
    rule(rf"(D(?:ouble)? )?Bets?{_WHY}\s+{{M}}", lambda hand, seat, m: hand.bet(seat, m[2], m[1] is not None), re.I),
    rule(
        rf"(?:Raises?|Completes?){_WHY}\s+{{M}}(?:\s+to\s+{{M}})?",
        lambda hand, seat, m: hand.wager(seat, m[1], m[2]), re.I,
    ),
    rule(
        r"All-?in(?:\s*\((raise)?[^)]*\))?\s+{M}(?:\s+to\s+{M})?",
        lambda hand, seat, m: hand.all_in(seat, m[2], m[3], m[1] is not None), re.I,
    ),
    rule(
        r"Return uncalled (?:portion of bet|blind|bet)\s+{M}",
        lambda hand, seat, m: hand.build.returned(seat, money(m[1])), re.I,
    ),
    rule(rf"(?:Showdown|Shows?){_SHOWN}", lambda hand, seat, m: hand.show(seat, m[1], muck=False), re.I),
    rule(rf"Mucks?{_SHOWN}", lambda hand, seat, m: hand.show(seat, m[1], muck=True), re.I),
    rule(rf"Does not show{_SHOWN}", lambda hand, seat, m: None, re.I),
    (_NOISE, lambda hand, seat, m: None),
    rule(r"Hand result(-\s?Side pot(?:\s*\d+)?)?\s+{M}", lambda hand, seat, m: hand.result(seat, m[1], m[2]), re.I),
)  # fmt: skip
