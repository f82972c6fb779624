"""The Winning network as its files were before 2017: ``Game started at``, cards ``received`` one by one.

``*** Third street ***`` begins the fourth street, and so on. Every figure is chips added; the pot is printed without
rake and jackpot fee. The list at the end tells for each seat what it bet, collected and won, and who had the low.
"""

from __future__ import annotations

import re
from decimal import Decimal

from studbook.formats import times
from studbook.formats.builder import ZERO, HandBuilder
from studbook.formats.common import UNSEEN, Cannot, Line, OtherGame, card, cards
from studbook.formats.lines import Rules, follow, returned, rule
from studbook.formats.money import money
from studbook.formats.rooms import Deals, Payment, Showdown, all_in, common_card, pay, stud_game

SITE = "winning"
_FIGURE = r"(\d[\d,]*(?:\.\d+)?K?)"

_BEGINS = re.compile(r"\s*Game started at: ")
_STARTED = re.compile(r"\s*Game started at: (\d{4})/(\d\d?)/(\d\d?) (\d\d?):(\d\d?):(\d\d?)\s*")
_GAME = re.compile(
    rf"Game ID: (?P<no>\d+) (?P<small>{_FIGURE[1:-1]})/(?P<big>{_FIGURE[1:-1]}) (?P<table>.*?) ?\((?P<game>[^()]+)\)"
    r"(?: \d+-max)?"
)
_BUTTON = re.compile(r"Seat (\d+) is the button")
_SEAT = re.compile(rf"Seat (\d+): (.+) \({_FIGURE}\)\.?")
_STREET = re.compile(r"\*\*\* (?:Second|Third|Fourth|Fifth|Sixth|Seventh) street \*\*\*(?::?\s*\[(.*)\])?", re.I)
_UNCALLED = re.compile(rf"Uncalled bet \({_FIGURE}\) returned to (.+)")
_POT = re.compile(rf"Pot: {_FIGURE}\.(?: Rake {_FIGURE})?((?:\. [A-Za-z ]+ fee {_FIGURE})*)\.?", re.I)
_COMMON = re.compile(r"Board: \[(.*)\]")


def sniff(head: str) -> bool:
    """Whether the text is of this shape: a hand says when it started, and has a game id."""
    return re.search(r"^\s*Game started at: .*\s+Game ID: \d+ ", head, re.M) is not None


def begins(line: str) -> bool:
    """Whether the line is the first of a hand."""
    return _BEGINS.match(line) is not None


class Hand:
    """One hand while it is read."""

    def __init__(self, block: list[Line]) -> None:
        number, first = block[0]
        started = _STARTED.fullmatch(first)
        header = next(((at, line.strip()) for at, line in block[1:] if line.strip()), (number, ""))
        game = _GAME.fullmatch(header[1])
        if game is None:
            raise Cannot("after the time at which the game started its id was expected", header[0])
        known = stud_game(game["game"])
        if known is None:
            raise OtherGame(game["game"], game["no"])
        # No zone is printed, and figures stand without a leading zero.
        time = times.zoned(times.moment(*(int(part) for part in started.groups())) if started else None, "UTC")
        # A tournament's table is called "name, Table 3", one for play money "PM name".
        tournament = re.fullmatch(r".+, Table \d+", game["table"]) is not None
        play = tournament or game["table"].startswith("PM ")
        self.build = build = HandBuilder(
            SITE, game["no"], known, currency=None if play else "USD", table=game["table"], played_at=time
        )
        if time:
            build.infer("played_at")
        build.at = number
        build.stake(small_bet=money(game["small"]), big_bet=money(game["big"]))
        self.header_line = header[0]
        self.deals = Deals(build)
        self.deals.board = common_card(block, _COMMON)
        self.showdown = Showdown(build)
        self.payments: list[Payment] = []
        self.bets: dict[int, Decimal] = {}
        self.low: set[int] = set()
        self.pot: Decimal | None = None
        self.ended = False

    def received(self, seat: int, text: str) -> None:
        if not self.build.streets:
            self.deals.open()
        self.deals.add(seat, [text if text == UNSEEN else card(text)])

    def all_in(self, seat: int, figure: str | None) -> None:
        if not self.build.streets:
            if figure is None:
                raise self.build.cannot("a seat is all-in before the deal, for no stated amount")
            self.build.ante(seat, money(figure))
        else:
            all_in(self.build, seat, None if figure is None else money(figure))

    def pot_line(self, pot: str, rake: str | None, fees: str) -> None:
        self.pot = money(pot)
        taken = [(name, money(figure)) for name, figure in re.findall(rf"\. ([A-Za-z ]+ fee) {_FIGURE}", fees)]
        for name, fee in taken:
            if fee:
                self.build.meta.setdefault("fees", {})[name] = str(fee)
        if rake is not None:
            self.build.rake(money(rake) + sum((fee for _, fee in taken), ZERO))

    def result(self, seat: int, shown: str | None, low: bool, mucked: bool, bet: str, collected: str, net: str) -> None:
        build = self.build
        figure = money(collected)
        if low:
            self.low.add(seat)
        if shown:
            self.showdown.lay(seat, cards(shown))
        elif mucked and not figure and not build.place(seat).folded:
            self.showdown.lay(seat, None)
        self.payments.append((seat, figure, None))
        self.bets[seat] = money(bet)
        if abs(figure - money(bet)) != money(net):
            build.doubt(f"{build.place(seat).player} bet {bet}, collected {collected} and is said to win or lose {net}")

    def line(self, line: str) -> bool:
        build, deals, text = self.build, self.deals, line.strip()
        if build.at == self.header_line:
            return True
        if re.fullmatch(r"-+ Summary -+", text):
            deals.close()
            self.ended = True
        elif self.ended:
            return self._summary(text)
        elif button := _BUTTON.fullmatch(text):
            build.order_after(int(button[1]))
        elif not build.streets and (seated := _SEAT.fullmatch(text)):
            build.seat(int(seated[1]), seated[2], money(seated[3]))
        elif street := _STREET.fullmatch(text):
            deals.open(street[1])
        elif uncalled := _UNCALLED.fullmatch(text):
            deals.close()
            return returned(build, uncalled)
        else:
            return follow(self, text, _FIRST, lead="Player ") or follow(
                self, text, _ACT, before=deals.close, lead="Player "
            )
        return True

    def _summary(self, text: str) -> bool:
        if pot := _POT.fullmatch(text):
            self.pot_line(pot[1], pot[2], pot[3])
            return True
        return (
            text.startswith("Game ended at:")
            or _COMMON.fullmatch(text) is not None
            or follow(self, text.removeprefix("*").removeprefix("Player "), _RESULT)
        )

    def finish(self) -> None:
        build = self.build
        self.deals.close()
        self.showdown.close()
        over = build.uncalled()
        for seat, bet in self.bets.items():
            put_in = build.place(seat).put_in - (over[1] if over and over[0] == seat else ZERO)
            if bet != put_in:
                build.doubt(f"{build.place(seat).player} is said to have bet {bet}, its acts make {put_in}")
        pay(build, self.payments, with_uncalled=False)
        if self._odd_chip_is_low():
            build.rules["odd_chip_between_halves"] = "low"
        if self.pot is not None:
            build.total_pot(self.pot + sum(build.stated_rake or (), ZERO))

    def _odd_chip_is_low(self) -> bool:
        """Whether the low half of the only pot is seen to be one chip more than the high half."""
        build = self.build
        low = sum((figure for seat, figure, _ in self.payments if seat in self.low), ZERO)
        high = sum((figure for seat, figure, _ in self.payments if seat not in self.low), ZERO)
        chip = Decimal("0.01") if build.currency else Decimal(1)
        return build.game == "stud-hi-lo-8" and len(build.pots()) == 1 and high > 0 and low - high == chip


_FIRST: Rules[Hand] = Rules(
    rule(rf"(?:posts )?ante \({_FIGURE}\)", lambda hand, seat, m: hand.build.ante(seat, money(m[1]))),
    rule(r"received card: \[(.*)\]", lambda hand, seat, m: hand.received(seat, m[1])),
    rule(r"received a card\.?", lambda hand, seat, m: hand.received(seat, UNSEEN)),
    rule(
        r"(?:is )?(?:timed out|sitting out|sitting in|disconnected|connected|reconnected)\.?|wait BB|sits? out|"
        r"(?:has )?(?:left|joined) .*|leaves .*|joins .*|returned.*",
        lambda hand, seat, m: None, re.I,
    ),
)  # fmt: skip
_ACT: Rules[Hand] = Rules(
    rule(rf"brings? in \({_FIGURE}\)", lambda hand, seat, m: hand.build.bring_in(seat, to=money(m[1]))),
    rule(r"folds", lambda hand, seat, m: hand.build.fold(seat)),
    rule(r"checks", lambda hand, seat, m: hand.showdown.check(seat)),
    rule(rf"calls \({_FIGURE}\)", lambda hand, seat, m: hand.build.call(seat, added=money(m[1]))),
    rule(
        rf"(?:bets|raises|completes|caps?) \({_FIGURE}\)",
        lambda hand, seat, m: hand.showdown.wager(seat, money(m[1])),
    ),
    rule(rf"all-?in(?: \({_FIGURE}\))?", lambda hand, seat, m: hand.all_in(seat, m[1])),
    rule(r"mucks cards\.?", lambda hand, seat, m: hand.showdown.lay(seat, None)),
    rule(r"(?:does not|did not|doesn't) show cards\.?", lambda hand, seat, m: None),
)
_RESULT: Rules[Hand] = Rules(
    rule(
        r"(?:shows: .*?\[(.*?)\](?: (Low hand) \(.*?\))?.*?|(mucks)\b.*?|does not show cards)\.?\s*"
        rf"Bets: {_FIGURE}\. Collects: {_FIGURE}\. (?:Wins|Loses): {_FIGURE}\.?",
        lambda hand, seat, m: hand.result(seat, m[1], m[2] is not None, m[3] is not None, m[4], m[5], m[6]),
    ),
)
