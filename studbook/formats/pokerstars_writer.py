"""Records as the text of a PokerStars hand history, in the wording that `pokerstars` reads.

The text has no room for anything of one's own, so what it has no words for is left out: house rules, notes, tags,
claims, display names, marks of irregular events that stood, burns, and a chip larger than the smallest unit. A record
with events that the room's games do not know, or that is not settled, is refused by `CannotWrite`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from studbook.formats import times, units
from studbook.formats.common import UNSEEN
from studbook.formats.extension import CannotWrite, plain
from studbook.formats.money import CHIPS, CODES, SIGNS
from studbook.formats.settled import PotPaid, Verdict, pots_paid, verdict_of
from studbook.formats.tally import WAGERS, Tally
from studbook.record import digest_of

GAMES = {
    "seven-card-stud": "7 Card Stud",
    "stud-hi-lo-8": "7 Card Stud Hi/Lo",
    "razz": "Razz",
    "deuce-to-seven-razz": "2-7 Razz",
    "five-card-stud": "5 Card Stud",
}
LIMITS = {"fixed-limit": "Limit", "pot-limit": "Pot Limit", "no-limit": "No Limit"}
SIGN_OF = {code: sign for sign, code in SIGNS.items()}
# Burns and the words for irregular acts are passed over; the others have no line in the room's text.
LEFT_OUT = frozenset({"burn"})
ORDINAL = {2: "2nd", 3: "3rd", 4: "4th", 5: "5th", 6: "6th"}
NO_TIME = "0000/00/00 00:00:00 ET"  # a header has a time; this one is none, and is read as none
ZONES = {60: "CET", 120: "EET"}  # the room's usual names; New York's time beside them tells the offset
BETWEEN_HANDS = "\n\n\n"


def write(record: Mapping[str, Any], verdict: Verdict | None = None) -> str:
    """One hand as PokerStars text, blank lines behind it. Raises CannotWrite where the room has no such hands."""
    document: dict[str, Any] = plain(record)
    _check(document)
    if verdict is None:
        verdict = verdict_of(document)
    pots = pots_paid(document, verdict)
    if verdict["status"] not in ("settled", "undecided") or not pots:
        raise CannotWrite(f"PokerStars text tells of finished hands; this one is {verdict['status']}")
    return _Text(document, verdict, pots).text() + BETWEEN_HANDS


def left_out(record: Mapping[str, Any]) -> list[str]:
    """The names of what a record has and the text will not carry, sorted."""
    names = {key for key in ("rules", "tags", "claim", "meta", "currency", "decimals") if record.get(key)}
    if record.get("currency", CHIPS) in {CHIPS, *SIGN_OF, *CODES}:
        names -= {"currency", "decimals"}
    names |= {f"seats.{key}" for entry in record["seats"] for key in ("name",) if key in entry}
    names |= {f"events.{key}" for event in record["events"] for key in ("at", "note", "stands") if key in event}
    names |= {f"events.{event['type']}" for event in record["events"] if event["type"] in LEFT_OUT}
    stakes = record.get("stakes") or {}
    names |= {"stakes.chip"} if "chip" in stakes else set()
    posted = {event.get("to") for event in record["events"] if event["type"] == "bring-in"}
    if stakes.get("bring_in") not in posted:
        names |= {"stakes.bring_in"}  # known from what is posted, and nobody posted it whole
    if stakes.get("structure") != "fixed-limit":
        names |= {"stakes.min_bet"}  # the header's two figures mean nothing certain in pot and no limit
    numbers = [entry["seat"] for entry in record["seats"]]
    if sum(here > after for here, after in zip(numbers, numbers[1:] + numbers[:1], strict=True)) > 1:
        names |= {"seats"}  # the order of play: seats go round by their numbers at the room's tables
    if not str(record.get("hand_no", "")).isdigit():
        names |= {"hand_no"}
    return sorted(names)


def _check(document: Mapping[str, Any]) -> None:
    stakes = document.get("stakes") or {}
    if "events" not in document:
        raise CannotWrite("PokerStars text tells what happened; a record that has only a showdown cannot be written")
    if document["game"] not in GAMES:
        raise CannotWrite(f"PokerStars has no game {document['game']}; it has {', '.join(GAMES)}")
    if stakes.get("structure") not in LIMITS:
        raise CannotWrite(f"PokerStars has no {stakes.get('structure')} stud; it has {', '.join(LIMITS)}")
    if not stakes.get("bring_in"):
        raise CannotWrite("PokerStars stud is always brought in; this hand has no bring-in")
    for entry in document["seats"]:
        if "stack" not in entry:
            raise CannotWrite(f"PokerStars text states every stack; that of seat {entry['seat']} is not tracked")
        if not re.fullmatch(r"\S(?:[^\n\r]*\S)?", entry["player"]):
            raise CannotWrite(f"the player {entry['player']!r} cannot stand in a line of text")
    for event in document["events"]:
        if event["type"] not in (*WAGERS, "check", "fold", "deal", "community", "show", "muck", *LEFT_OUT):
            raise CannotWrite(f"PokerStars text has no words for the event {event['type']}")


class _Text:
    """The lines of one hand while they are written."""

    def __init__(self, document: Mapping[str, Any], verdict: Verdict, pots: list[PotPaid]) -> None:
        self.document = document
        self.verdict = verdict
        self.pots = pots
        self.stakes = document["stakes"]
        self.unit = units.unit_of(document)
        self.currency = document.get("currency", CHIPS)
        self.sign = SIGN_OF.get(self.currency, "")
        self.players = {entry["seat"]: entry["player"] for entry in document["seats"]}
        self.tally = Tally(document["seats"], self.stakes)
        self.five = document["game"] == "five-card-stud"
        self.street = 0
        self.folded: dict[int, int] = {}
        self.shown: dict[int, list[str]] = {}
        self.mucked: set[int] = set()
        self.community: str | None = None
        self.lines: list[str] = []

    def money(self, chips: int) -> str:
        """An amount with its sign, cents in full: ``$0.50``, ``$2``, ``1500``."""
        text = units.text(chips, self.unit)
        if "." in text and len(text) - text.index(".") == 2:
            text += "0"
        return self.sign + text

    def text(self) -> str:
        self._header()
        events = self.document["events"]
        last = max((at for at, event in enumerate(events) if event["type"] not in ("show", "muck", "burn")), default=-1)
        for at, event in enumerate(events):
            if at == last + 1 and event["type"] in ("show", "muck"):
                self.lines.append("*** SHOW DOWN ***")
            self._event(event)
            self.tally.add(event)
        self._payments()
        self._summary()
        return "\n".join(self.lines)

    def _header(self) -> None:
        document, stakes = self.document, self.stakes
        sizes = ("small_bet", "big_bet") if stakes["structure"] == "fixed-limit" else ("min_bet", "min_bet")
        small, big = (stakes.get(size, stakes.get("bring_in", 0)) for size in sizes)
        code = "" if self.currency == CHIPS else f" {self.currency}"
        meta = document.get("meta") or {}
        title = f"{GAMES[document['game']]} {LIMITS[stakes['structure']]} ({self.money(small)}/{self.money(big)}{code})"
        if meta.get("source") == "pokerstars" and isinstance(meta.get("title"), str):
            title = meta["title"]  # the room's own, which says more of a tournament
        number = str(document.get("hand_no", ""))
        if not number.isdigit():
            number = str(int(digest_of(document)[:12], 16))
        self.lines.append(f"PokerStars Hand #{number}: {title} - {_when(document.get('played_at'))}")
        if "table" in document:
            self.lines.append(f"Table '{document['table']}' {max(8, *self.players)}-max")
        for entry in document["seats"]:
            self.lines.append(f"Seat {entry['seat']}: {entry['player']} ({self.money(entry['stack'])} in chips)")
        for seat, ante in self.tally.antes.items():
            if ante:
                self.lines.append(f"{self.players[seat]}: posts the ante {self.money(ante)}{self._all_in(seat)}")

    def _all_in(self, seat: int, added: int = 0) -> str:
        return " and is all-in" if self.tally.left(seat) == added else ""

    def _event(self, event: Mapping[str, Any]) -> None:
        kind = event["type"]
        if kind in LEFT_OUT:
            return
        if kind == "community":
            self.community = event["card"]
            self.lines.append(f"*** RIVER *** [{event['card']}]")
            self.street = 7
            return
        seat = event["seat"]
        if seat not in self.players:
            raise CannotWrite(f"seat {seat} is not in the list of seats")
        name = self.players[seat]
        if kind == "deal":
            self._deal(seat, name, event)
        elif kind in WAGERS:
            self.lines.append(f"{name}: {self._wager(seat, event)}")
        elif kind == "check":
            self.lines.append(f"{name}: checks")
        elif kind == "fold":
            self.folded[seat] = self.street
            self.lines.append(f"{name}: folds")
        elif kind == "show":
            self.shown[seat] = list(event["cards"])
            words = self._words(seat)
            self.lines.append(f"{name}: shows [{' '.join(event['cards'])}]{f' ({words})' if words else ''}")
        else:
            self.mucked.add(seat)
            self.lines.append(f"{name}: mucks hand")

    def _deal(self, seat: int, name: str, event: Mapping[str, Any]) -> None:
        before = self.tally.cards[seat]
        new = [*event.get("down", ()), *event.get("up", ())]
        first = 2 if self.five else 3
        street = len(before) + 1 if before else first
        if street != self.street:
            self.street = street
            river = street == 7 and not self.five
            self.lines.append("*** RIVER ***" if river else f"*** {ORDINAL[street]} STREET ***")
        if not before:
            hidden = all(card == UNSEEN for card in new[:-1])
            self.lines.append(f"Dealt to {name} [{' '.join(new[-1:] if hidden else new)}]")
        elif new != [UNSEEN] or street != 7:
            known = [card for card in before if card != UNSEEN] or [UNSEEN]
            self.lines.append(f"Dealt to {name} [{' '.join(known)}] [{' '.join(new)}]")

    def _wager(self, seat: int, event: Mapping[str, Any]) -> str:
        tally = self.tally
        to = tally.to_of(event) or 0
        added = to - tally.totals[seat]
        end = self._all_in(seat, added)
        if event["type"] == "bring-in":
            return f"brings in for {self.money(to)}{end}"
        if event["type"] == "call":
            return f"calls {self.money(added)}{end}"
        if not tally.level:
            return f"bets {self.money(to)}{end}"
        return f"raises {self.money(to - tally.level)} to {self.money(to)}{end}"

    def _words(self, seat: int) -> str:
        entry = next(entry for entry in self.verdict["seats"] if entry["seat"] == seat)
        high, low = entry["high"] and entry["high"]["name"], entry["low"] and entry["low"]["name"]
        if high and low:
            return f"HI: {high}; LO: {low}"
        return str(high or low or "")

    def _payments(self) -> None:
        for seat, chips in self.tally.returned().items():
            self.lines.append(f"Uncalled bet ({self.money(chips)}) returned to {self.players[seat]}")
        for at, pot in enumerate(self.pots):
            for payment in pot.payments:
                if payment.chips:
                    got = self.money(payment.chips)
                    self.lines.append(f"{self.players[payment.seat]} collected {got} from {self._pot(at)}")

    def _pot(self, at: int) -> str:
        if len(self.pots) == 1:
            return "pot"
        return "main pot" if not at else "side pot" if len(self.pots) == 2 else f"side pot-{at}"

    def _summary(self) -> None:
        total, rake = sum(pot.amount for pot in self.pots), sum(pot.rake for pot in self.pots)
        parts = ""
        if len(self.pots) > 1:
            shares = (f"{self._pot(at).capitalize()} {self.money(pot.amount)}." for at, pot in enumerate(self.pots))
            parts = " " + " ".join(shares)
        self.lines += ["*** SUMMARY ***", f"Total pot {self.money(total)}{parts} | Rake {self.money(rake)}"]
        if self.community:
            self.lines.append(f"Board [{self.community}]")
        won: dict[int, int] = {}
        for pot in self.pots:
            for payment in pot.payments:
                won[payment.seat] = won.get(payment.seat, 0) + payment.chips
        for seat, name in self.players.items():
            self.lines.append(f"Seat {seat}: {name} {self._fate(seat, won.get(seat, 0))}")

    def _fate(self, seat: int, won: int) -> str:
        if seat in self.folded:
            street = self.folded[seat]
            where = "River" if street == 7 else f"{ORDINAL.get(street, f'{street}th')} Street"
            idle = " (didn't bet)" if self.tally.put_in[seat] == self.tally.antes[seat] else ""
            return f"folded on the {where}{idle}"
        held = self.tally.cards[seat]
        if seat in self.mucked:
            return f"mucked [{' '.join(held)}]" if held and UNSEEN not in held else "mucked"
        if len(self.tally.live()) == 1:
            return f"collected ({self.money(won)})"
        if seat not in self.shown and UNSEEN in held:
            return f"collected ({self.money(won)})" if won else "mucked"
        words = self._words(seat)
        result = f"won ({self.money(won)})" if won else "lost"
        return f"showed [{' '.join(held)}] and {result}{f' with {words}' if words else ''}"


def _when(played_at: str | None) -> str:
    """``2012/05/23 23:24:52 CET [2012/05/23 17:24:52 ET]``: local time, and New York's, which tells the offset."""
    if played_at is None:
        return NO_TIME
    moment = datetime.fromisoformat(played_at.replace("t", "T").replace("z", "Z"))
    ahead = moment.utcoffset() or timedelta()
    local = moment.replace(tzinfo=None)
    text = local.strftime("%Y/%m/%d %H:%M:%S")
    minutes = round(ahead.total_seconds() / 60)
    if minutes == 0:
        return f"{text} UTC"
    if minutes == times.eastern_offset(local):
        return f"{text} ET"
    # New York's own offset at that moment: of the two it can have, the one that its calendar confirms.
    for offset in (-300, -240):
        eastern = local - ahead + timedelta(minutes=offset)
        if times.eastern_offset(eastern) == offset:
            zone = ZONES.get(minutes) or next((name for name, known in times.OFFSETS.items() if known == minutes), "LT")
            return f"{text} {zone} [{eastern.strftime('%Y/%m/%d %H:%M:%S')} ET]"
    return f"{(local - ahead).strftime('%Y/%m/%d %H:%M:%S')} UTC"
