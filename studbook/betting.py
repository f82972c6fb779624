"""Betting: what a wager may be in each structure, one round of it, and the dues that ask for it.

A wager is judged by its total for the round, ``to``. ``Round.level`` is what faces everybody; ``Round.base`` the last
level that a full wager made (or one counted as full), from which the next full raise in fixed limit is measured.
"""

from __future__ import annotations

from collections.abc import Sequence

from studbook import explain
from studbook.dues import NOTHING, Due, Offer
from studbook.record import MAX_CHIPS, Event
from studbook.table import Seat, Table

WAGERS = frozenset(("bet", "raise", "complete"))
# Exact totals, or a range from .. to.
Amounts = tuple[int, ...] | range


class Round:
    """One betting round. ``sizes`` are the full sizes allowed (two where a pair shows on fourth); ``last`` the size of
    the last full bet or raise in the structures without fixed sizes; ``full`` how many full wagers were made, the bet
    included."""

    __slots__ = (
        "base",
        "bring_in",
        "full",
        "last",
        "last_aggressor",
        "level",
        "lifted",
        "opener",
        "opener_only",
        "sizes",
        "street",
        "unsure",
    )  # fmt: skip

    def __init__(self, street: int, sizes: tuple[int, ...], least: int) -> None:
        self.street = street
        self.opener: Seat | None = None
        self.level = self.base = self.full = self.bring_in = 0
        self.sizes = sizes
        self.last = least
        self.last_aggressor: Seat | None = None
        self.lifted = False
        self.opener_only = False
        # Whether the big size hangs on an up card that nobody saw.
        self.unsure = False

    @property
    def raises(self) -> int:
        """Raises made so far: the bet, or the completion, is none (``stud/completion``)."""
        return self.full - 1 if self.full else 0


def start_round(table: Table, street: int, sizes: tuple[int, ...] | None = None) -> Round:
    """A new round: nothing is in, nobody has acted. ``sizes`` where they are not those of the street."""
    stakes = table.stakes
    if sizes is None:
        big = stakes.fixed and street >= table.house.big_bet_from_street and not table.game.one_size
        sizes = (stakes.big if big else stakes.small,)
    table.new_round()
    table.round = table.last_round = rnd = Round(street, sizes, stakes.small)
    return rnd


def capped(table: Table, rnd: Round) -> bool:
    """Whether the round allows no further raise (``stud/raise-cap``). The cap is lifted for the rest of the round as
    soon as, before an action, two live seats have chips and it is not reached (``stud/raise-cap-heads-up``)."""
    cap = table.house.raise_cap
    if cap is None or rnd.lifted:
        return False
    if rnd.raises >= cap:
        return True
    if table.house.raise_cap_heads_up == "lifted" and table.with_chips == 2:
        rnd.lifted = True
    return False


def threshold(table: Table, rnd: Round) -> int:
    """Twice the increase by which an all-in wager counts as full (``stud/short-all-in``): doubled, to stay whole."""
    size = min(rnd.sizes) if table.stakes.fixed else rnd.last
    return size if table.house.short_all_in_reopens == "half_bet" else 2 * size


def reopened(table: Table, rnd: Round, seat: Seat) -> bool:
    """Whether a seat may raise: it has not acted, or a full wager came since, or what faces it makes one up."""
    if seat.acted < 0 or rnd.full > seat.acted:
        return True
    return rnd.level > seat.bet and 2 * (rnd.level - seat.bet) >= threshold(table, rnd)


def full_amounts(table: Table, rnd: Round, seat: Seat) -> Amounts:
    """The totals of a full wager, whatever the seat has: exact in fixed limit, else a range (last value included)."""
    house, stakes = table.house, table.stakes
    if stakes.fixed:
        sizes = rnd.sizes
        if len(sizes) > 1 and (
            (rnd.opener_only and (rnd.level or seat is not rnd.opener))
            or (rnd.base and house.open_pair_raise == "to_big_bet")
        ):
            sizes = sizes[:1]
        base = rnd.base
        if rnd.bring_in and not rnd.full and house.raise_over_bring_in == "adds_a_bet":
            # A bet on top of the bring-in; the room that plays so also lets it be completed.
            return tuple([to for to in (sizes[0], rnd.bring_in + sizes[0]) if to > rnd.level])
        return tuple([base + size for size in sizes])
    level, chip = rnd.level, stakes.chip
    if rnd.full or stakes.structure != "spread-limit":
        least = level + rnd.last if level else rnd.last
    else:
        # The first wager over a bring-in is a bet (hand-record, Stakes).
        over = rnd.bring_in if house.raise_over_bring_in == "adds_a_bet" else 0
        least = max(over + rnd.last, level + (chip if level else 0))
    if stakes.structure == "spread-limit":
        over = level if rnd.full or house.raise_over_bring_in == "adds_a_bet" else 0
        most = max(over + stakes.big, least)
    elif stakes.structure == "pot-limit":
        # The call is made first; what the pot then holds may be added (``stud/pot-limit``).
        most = max((level + table.pot + level - seat.bet) // chip * chip, least)
    else:
        most = MAX_CHIPS // chip * chip
    return range(least, most + 1, chip)


def wagers(table: Table, rnd: Round, seat: Seat) -> Amounts:
    """The legal totals of a wager by ``seat``, its last chips included; empty where it has too few to raise."""
    amounts = full_amounts(table, rnd, seat)
    capacity = seat.capacity
    if not amounts or capacity is None or capacity >= amounts[-1]:
        return amounts
    if capacity <= rnd.level:
        return ()
    if capacity < amounts[0]:
        return (capacity,)
    if isinstance(amounts, tuple):
        return (*[to for to in amounts if to < capacity], capacity)
    return range(amounts[0], capacity + 1, amounts.step)


def wager_fault(table: Table, rnd: Round, seat: Seat, to: int | None, excused: frozenset[str] = NOTHING) -> str | None:
    """The code of what is wrong with a wager to ``to`` (chips, total of the round), or None."""
    if table.with_chips < 2 and "nobody-to-call" not in excused:
        return "nobody-to-call"
    if capped(table, rnd) and "raise-cap" not in excused:
        return "raise-cap"
    if seat.acted >= 0 and not reopened(table, rnd, seat) and "betting-not-reopened" not in excused:
        return "betting-not-reopened"
    return amount_fault(table, rnd, seat, to, excused)


def amount_fault(table: Table, rnd: Round, seat: Seat, to: int | None, excused: frozenset[str]) -> str | None:
    """The code of what is wrong with the amount of a wager, whoever may make it."""
    if to is None or to <= rnd.level:
        return "bet-size"
    amounts = full_amounts(table, rnd, seat)
    if not amounts:
        return "bet-size"
    if to in amounts and seat.stack is None:
        return None
    capacity = seat.capacity
    if capacity is not None:
        if to > capacity:
            return "exceeds-stack"
        if to in amounts or (to == capacity and to < amounts[-1]):
            return None
    code = "exceeds-pot" if table.stakes.structure == "pot-limit" and to > amounts[-1] else "bet-size"
    return None if code in excused else code


def wager(table: Table, rnd: Round, seat: Seat, to: int) -> None:
    """A wager is made. It counts as full when it reaches the threshold above the last full level; shorter all-ins add
    up until they do (``stud/short-all-in``). An irregular amount that stood is the level like any other."""
    added = to - rnd.base
    stakes, level, full = table.stakes, rnd.level, rnd.full
    if 2 * added >= threshold(table, rnd) or (seat.stack != to - seat.bet and to > rnd.level):
        if not stakes.fixed:
            if to in full_amounts(table, rnd, seat):
                completes = stakes.structure == "spread-limit" and table.house.raise_over_bring_in == "completes"
                rnd.last = to if completes and not rnd.full else to - rnd.level
        elif len(rnd.sizes) > 1 and (
            added >= rnd.sizes[1] or (table.house.open_pair_raise == "to_big_bet" and rnd.base and to >= rnd.sizes[1])
        ):
            rnd.sizes = rnd.sizes[1:]
            if rnd.unsure:
                table.not_checked("an unseen up card may make the open pair that allows the big bet")
        elif len(rnd.sizes) > 1 and rnd.opener_only:
            rnd.sizes = rnd.sizes[:1]
        adds = rnd.bring_in and not rnd.full and table.house.raise_over_bring_in == "adds_a_bet"
        # Where raises count on from the bring-in, a completion does not move what the next one is measured from.
        rnd.base = rnd.bring_in if adds and stakes.fixed and to == rnd.sizes[0] else to
        rnd.full += 1
    rnd.level = to
    rnd.last_aggressor = seat
    table.put(seat, to)
    seat.acted = rnd.full
    if table.explain:
        explain.wagered(table, rnd, seat, to, level, rnd.full > full)


def amounts_offered(amounts: Amounts) -> dict[str, object]:
    """The totals as ``next.events`` shows them: exact ones, or from .. to."""
    if isinstance(amounts, range) and len(amounts) > 1:
        span: dict[str, object] = {"from": amounts[0], "to": amounts[-1]}
        return span | {"step": amounts.step} if amounts.step > 1 else span
    return {"exactly": list(amounts)}


def wager_word(rnd: Round, fixed: bool) -> str:
    """The right word for a wager: bet, complete or raise (hand-record, Events)."""
    if not rnd.level:
        return "bet"
    return "complete" if fixed and rnd.level < rnd.sizes[0] and not rnd.full else "raise"


class ActDue(Due):
    """One of ``candidates`` (one seat, but where an unseen card decides who opens) bets, checks, calls, raises or
    folds."""

    __slots__ = ("candidates", "round")

    def __init__(self, table: Table, rnd: Round, candidates: Sequence[Seat]) -> None:
        self.table = table
        self.round = rnd
        self.candidates = candidates

    def seats(self) -> Sequence[Seat]:
        return self.candidates

    def judge(self, event: Event, excused: frozenset[str] = NOTHING) -> str | None:
        kind = event.type
        table, rnd = self.table, self.round
        if kind not in ACTS:
            return self.wrong_act(event, excused)
        seat = self.candidates[0]
        if event.seat != seat.number:
            for seat in self.candidates:
                if event.seat == seat.number:
                    break
            else:
                code = self.wrong_seat(event.seat, "out-of-turn")
                if code not in excused:
                    return code
                seat = table.by_number[event.seat or 0]
        if kind == "fold":
            return None
        if seat.must_fold and "must-fold" not in excused:
            return "must-fold"
        if kind == "call":
            return self.call_fault(seat, event.to, excused)
        if kind == "check":
            return "check-facing-bet" if rnd.level > seat.bet and seat.let_off < rnd.level else None
        return wager_fault(table, rnd, seat, event.to, excused)

    def call_fault(self, seat: Seat, to: int | None, excused: frozenset[str]) -> str | None:
        """A call is to the level, or of the last chips; ``to`` is checked when it is given."""
        if to is None:
            return None
        capacity = seat.capacity
        right = self.round.level if capacity is None or capacity > self.round.level else capacity
        if to == max(right, seat.bet):
            return None
        if to <= seat.bet or "bet-size" not in excused:
            return "bet-size"
        # A wrong total may stand, chips that are not there never.
        return "exceeds-stack" if capacity is not None and to > capacity else None

    def wrong_act(self, event: Event, excused: frozenset[str]) -> str | None:
        """An event that is no act: cards while a seat must act end the round where it stands."""
        if event.type in ("deal", "community"):
            if event.type == "deal":
                seat = self.table.by_number.get(event.seat or 0)
                if seat is None or not seat.live:
                    return self.wrong_seat(event.seat, "out-of-turn", chips=False)
            return None if "street-before-betting-closed" in excused else "street-before-betting-closed"
        if event.type == "declare" and self.table.declaring:
            # The round that follows the declaration: a word is changed.
            return self.declared_fault(event.seat, excused)
        return self.wrong_kind(event)

    def legal(self) -> list[Offer]:
        return [offer for seat in self.candidates for offer in self.offers(seat)]

    def offers(self, seat: Seat) -> list[Offer]:
        """What one seat may do."""
        table, rnd, number = self.table, self.round, seat.number
        if seat.must_fold:
            return [{"type": "fold", "seat": number}]
        if rnd.level > seat.bet:
            capacity = seat.capacity
            to = rnd.level if capacity is None or capacity > rnd.level else capacity
            offers: list[Offer] = [{"type": "fold", "seat": number}, {"type": "call", "seat": number, "to": to}]
        else:
            offers = [{"type": "check", "seat": number}]
        if table.with_chips > 1 and not capped(table, rnd) and reopened(table, rnd, seat):
            amounts = wagers(table, rnd, seat)
            word = wager_word(rnd, table.stakes.fixed)
            if amounts:
                offers.append({"type": word, "seat": number, "to": amounts_offered(amounts)})
            if (
                amounts
                and isinstance(amounts, range)
                and seat.stack
                and seat.capacity not in range(amounts[0], amounts[-1] + 1)
            ):
                # Last chips that are no multiple of the smallest chip.
                last = seat.capacity
                if last is not None and amount_fault(table, rnd, seat, last, NOTHING) is None:
                    offers.append({"type": word, "seat": number, "to": {"exactly": [last]}})
        return offers


class BringInDue(ActDue):
    """The forced opening of the first street. ``duties`` says of each seat that may owe it whether it must bring it in
    or, left of an all-in low card, may also fold (``stud/all-in-low-card``)."""

    __slots__ = ("duties",)

    def __init__(self, table: Table, rnd: Round, duties: dict[int, str]) -> None:
        self.table = table
        self.round = rnd
        self.duties = duties
        self.candidates = [table.by_number[number] for number in duties]

    def judge(self, event: Event, excused: frozenset[str] = NOTHING) -> str | None:
        kind = event.type
        table = self.table
        if kind != "bring-in" and kind not in ACTS:
            return self.wrong_act(event, excused)
        duty = self.duties.get(event.seat or 0)
        if duty is None:
            code = self.wrong_seat(event.seat, "wrong-bring-in" if kind == "bring-in" else "out-of-turn")
            if code not in excused:
                return code
            if kind in ("check", "call"):
                return "must-open-or-fold"
        if kind == "fold":
            return "must-bring-in" if duty == "bring-in" else None
        if kind in ("check", "call"):
            return "must-bring-in" if duty == "bring-in" else "must-open-or-fold"
        seat, to = table.by_number[event.seat or 0], event.to
        capacity = seat.capacity
        if to is None or to <= 0:
            return "bad-bring-in-amount"
        if capacity is not None and to > capacity:
            return "exceeds-stack"
        if to == self.post(seat) or to in self.openings(seat) or "bad-bring-in-amount" in excused:
            return None
        return "bad-bring-in-amount"

    def post(self, seat: Seat) -> int:
        """The bring-in that a seat posts: all it has where that is less."""
        capacity, bring_in = seat.capacity, self.table.stakes.bring_in
        return bring_in if capacity is None or capacity > bring_in else capacity

    def openings(self, seat: Seat) -> Amounts:
        """The totals for which the seat may open instead: the small bet; in pot and no limit none."""
        if self.table.stakes.structure in ("pot-limit", "no-limit"):
            return ()
        amounts = wagers(self.table, self.round, seat)
        bring_in = self.table.stakes.bring_in
        return tuple([to for to in amounts if to > bring_in]) if isinstance(amounts, tuple) else amounts

    def offers(self, seat: Seat) -> list[Offer]:
        number = seat.number
        offers: list[Offer] = [{"type": "bring-in", "seat": number, "to": self.post(seat)}]
        if self.duties[number] != "bring-in":
            offers.insert(0, {"type": "fold", "seat": number})
        amounts = self.openings(seat)
        if amounts:
            word = "complete" if self.table.stakes.fixed else "bet"
            offers.append({"type": word, "seat": number, "to": amounts_offered(amounts)})
        return offers


ACTS = frozenset(("check", "fold", "call")) | WAGERS
