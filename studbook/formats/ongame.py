"""The OnGame network: ``***** History for hand R5-...``, streets between lines of dashes, a summary of pots and nets.

``small bring in`` is the forced bet, ``big bring in`` the low card's opening for the small bet. ``raises A to B``: A is
the chips added; B counts other streets too and is not used. The summary gives each pot before rake with what its
winners got, the rake, and every seat's net result, with the cards of hands that were seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from studbook.formats import times
from studbook.formats.builder import ZERO, HandBuilder
from studbook.formats.common import Cannot, Line, OtherGame, Result, cards
from studbook.formats.lines import Rules, follow, header, read_told, rule
from studbook.formats.money import MONEY, currency, money
from studbook.formats.rooms import Deals, Payment, Showdown, all_in, pay, structure_named, stud_game

NAME = "ongame"

_BEGINS = re.compile(r"\s*\*{5} History for hand ")
_HEADER = re.compile(r"\s*\*{5} History for hand (?P<no>\S+)(?: \(TOURNAMENT:(?P<tourney>.*)\))? \*{5}\s*")
_START = re.compile(
    r"Start hand: \w+ (?P<month>\w+) (?P<day>\d+) (?P<h>\d+):(?P<m>\d+):(?P<s>\d+) (?P<zone>\S+) (?P<year>\d{4})"
)
_TABLE = re.compile(
    rf"Table: (?P<table>.+?) \[\d+\] \((?P<limit>\w+) (?P<game>\w+) (?P<small>{MONEY})/(?P<big>{MONEY})"
    rf"(?:, ante: (?P<ante>{MONEY}))?(?:, (?P<money>[^)]*))?\)",
    re.I,
)
_SEAT = re.compile(rf"Seat (\d+): (.+) \({MONEY}\)(?: .*sit.*)?")
_BUTTON = re.compile(r"Button: seat (\d+)")
_KNOWN = re.compile(r"(?:User: .*|Players in round: \d+(?: \(\d+\))?|-{3,}|Session .*|Time: .*)")
_STREET = re.compile(r"(?:-{3} )?Dealing (?:pocket cards|(?:3rd|4th|5th|6th|7th) street|river)(?: \[(.*)\])?", re.I)
_POT = re.compile(rf"(?:Main pot|Side pot(?: (\d+))?): {MONEY} won by (.*)", re.I)
_SHARE = rf"\({MONEY}(?: (?:High|Low|Hi|Lo))?\)"
_RAKE = re.compile(rf"Rake taken: {MONEY}", re.I)
# A seat that neither won nor lost has no net.
_NET = re.compile(rf"\({MONEY}\)(?:, net: ([+-]?){MONEY})?(?:, \[(.*?)\](?: ?\(.*\))?)?")
_END = re.compile(r"\*{5} End of hand (\S+) \*{5}")
_WHOLE = r"(?: \[all[ -]?in\]| and is all-in)?"


def sniff(head: str) -> bool:
    """Whether the text is of this network: hands open with their number between stars."""
    return re.search(r"^\s*\*{5} History for hand \S+", head, re.M) is not None


def read(lines: Iterable[Line], file: str) -> Iterator[Result]:
    """The hands of the file, one by one."""
    return read_told(lines, file, lambda line: _BEGINS.match(line) is not None, _Hand)


class _Hand:
    """One hand while it is read."""

    def __init__(self, block: list[Line]) -> None:
        first = header(_HEADER, block[0][1])
        found = next((found for _, line in block if (found := _TABLE.fullmatch(line.strip()))), None)
        if found is None:
            raise Cannot("no line tells the table, its game and stakes", hand_no=first["no"])
        known = stud_game(found["game"])
        if known is None:
            raise OtherGame(found["game"], first["no"])
        limit = structure_named(found["limit"], first["no"])
        start = next((start for _, line in block[:6] if (start := _START.fullmatch(line.strip()))), None)
        self.build = build = HandBuilder(
            NAME, first["no"], known, structure=limit, table=found["table"],
            currency=None if "play" in (found["money"] or "").lower() else currency(found["small"]),
            played_at=times.named(start, start["zone"]) if start else None,
        )  # fmt: skip
        if first["tourney"]:
            build.meta["tournament"] = first["tourney"].strip()
        ante = found["ante"] and money(found["ante"])
        if limit == "fixed-limit":
            build.stake(small_bet=money(found["small"]), big_bet=money(found["big"]), ante=ante or None)
        else:
            build.stake(min_bet=money(found["big"]), ante=ante or None)
        self.deals = Deals(build)
        self.showdown = Showdown(build)
        self.payments: list[Payment] = []
        self.stated: dict[int, Decimal] = {}
        self.nets: list[tuple[int, Decimal, Decimal]] = []
        self.ended = False

    def dealt(self, seat: int, text: str) -> None:
        self.deals.add(seat, cards(text, hidden=("-",)))

    def ante(self, seat: int, figure: str) -> None:
        self.build.ante(seat, money(figure))

    def bring_in(self, seat: int, size: str | None, figure: str) -> None:
        if size and size.lower() == "big":
            self.build.wager(seat, to=money(figure))
        else:
            self.build.bring_in(seat, to=money(figure))

    def pot_line(self, number: str | None, figure: str, winners: str) -> None:
        """Who got how much of a pot: ``A ($1), B ($1)``, cut at names that are listed."""
        at = int(number or 0)
        self.stated[at] = money(figure)
        rest = winners
        while rest:
            for seat, after in self.build.names.starting(rest):
                share = re.match(_SHARE + r"(?:, ?|$)", after)
                if share:
                    self.payments.append((seat, money(share[1]), at))
                    rest = after[share.end() :]
                    break
            else:
                raise self.build.cannot(f'the winners "{winners}" of a pot are not understood')

    def result(self, seat: int, after: str, sign: str | None, net: str | None, shown: str | None) -> None:
        build = self.build
        figure = money(net) if net else ZERO
        self.nets.append((seat, money(after), -figure if sign == "-" else figure))
        if shown and len(build.live()) > 1 and not build.place(seat).folded:
            self.showdown.lay(seat, cards(shown, hidden=("-",)))

    def line(self, line: str) -> bool:
        build, deals, text = self.build, self.deals, line.strip()
        if end := _END.fullmatch(text):
            if end[1] != build.hand_no:
                raise build.cannot(f"hand {build.hand_no} ends as hand {end[1]}")
        elif text == "Summary:":
            deals.close()
            self.ended = True
        elif self.ended:
            return self._summary(text)
        elif not build.streets and (seated := _SEAT.fullmatch(text)):
            build.seat(int(seated[1]), seated[2], money(seated[3]))
        elif button := _BUTTON.fullmatch(text):
            build.order_after(int(button[1]))
        elif street := _STREET.fullmatch(text):
            deals.open(street[1])
        else:
            return (
                follow(self, text, _DEALT, ": ", lead="Dealing to ")
                or follow(self, text, _ACT, " ", deals.close)
                or follow(self, text, _FIRST)
                or any(known.fullmatch(text) for known in (_TABLE, _START, _KNOWN))
            )
        return True

    def _summary(self, text: str) -> bool:
        if pot := _POT.fullmatch(text):
            self.pot_line(pot[1], pot[2], pot[3])
        elif rake := _RAKE.fullmatch(text):
            self.build.rake(money(rake[1]))
        else:
            seat = re.fullmatch(r"Seat (\d+): (.*)", text)
            return seat is not None and follow(self, seat[2], _RESULT)
        return True

    def finish(self) -> None:
        build = self.build
        self.deals.close()
        self.showdown.close()
        if build.stated_rake is None and build.currency is None:
            build.rake(ZERO)
        pay(build, self.payments, with_uncalled=None)
        over = build.uncalled()
        returned = over[1] if over else ZERO
        stated = sum(self.stated.values(), ZERO)
        contested = sum((pot.amount for pot in build.pots()), ZERO)
        if stated not in (contested, contested + returned):
            build.doubt(f"the pots are said to hold {stated}, the chips put in make {contested}")
        for seat, after, net in self.nets:
            place = build.place(seat)
            won = place.paid - place.put_in + (returned if over and over[0] == seat else ZERO)
            if won != net or (place.stack is not None and place.stack + won != after):
                build.doubt(f"{place.player} is said to be at {after} after a net of {net}, its acts make {won}")


_FIRST: Rules[_Hand] = Rules(
    rule(rf"posts ante \(?{{M}}\)?{_WHOLE}", lambda hand, seat, m: hand.ante(seat, m[1])),
    rule(
        r"(?:sits out|is sitting out|(?:has )?(?:timed out|disconnected|reconnected|returned|left|joined)|times out|"
        r"leaves|joins|sits (?:down|in))\b.*",
        lambda hand, seat, m: None, re.I,
    ),
)  # fmt: skip
_DEALT: Rules[_Hand] = Rules(
    rule(r"\[(.*)\]", lambda hand, seat, m: hand.dealt(seat, m[1])),
)
_ACT: Rules[_Hand] = Rules(
    rule(rf"(?:(small|big) )?brings? in {{M}}{_WHOLE}", lambda hand, seat, m: hand.bring_in(seat, m[1], m[2]), re.I),
    rule(r"folds", lambda hand, seat, m: hand.build.fold(seat)),
    rule(r"checks", lambda hand, seat, m: hand.showdown.check(seat)),
    rule(rf"calls {{M}}{_WHOLE}", lambda hand, seat, m: hand.build.call(seat, added=money(m[1]))),
    rule(
        rf"(?:bets|raises|completes) {{M}}(?: to {{M}})?{_WHOLE}",
        lambda hand, seat, m: hand.showdown.wager(seat, money(m[1])),
    ),
    rule(r"(?:goes |is )?all[- ]?in {M}", lambda hand, seat, m: all_in(hand.build, seat, money(m[1])), re.I),
    rule(r"shows \[ ?(.*?) ?\](?: \(?.*\)?)?", lambda hand, seat, m: hand.showdown.lay(seat, cards(m[1], ("-",)))),
    rule(r"mucks(?: .*)?", lambda hand, seat, m: hand.showdown.lay(seat, None)),
    rule(r"does not show(?: .*)?", lambda hand, seat, m: None),
)
_RESULT: Rules[_Hand] = Rules(
    (_NET, lambda hand, seat, m: hand.result(seat, m[1], m[2], m[3], m[4])),
)
