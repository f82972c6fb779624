"""What stud games are made of: antes, deals, the opening round, betting rounds and the last card.

Each step asks for what is due and applies the event *by its own seat*, never by the seat that was due, so that an
irregular act that stood counts for whoever made it.
"""

from __future__ import annotations

from collections.abc import Callable

from studbook.betting import WAGERS, ActDue, BringInDue, Round, start_round, wager
from studbook.cards import UNKNOWN
from studbook.dues import CommunityDue, DealDue, Script, ask
from studbook.open_pair import open_pair
from studbook.openers import UNSURE, explain_door, first_street_candidates, next_lowest, openers
from studbook.pots import give_back
from studbook.record import Event
from studbook.table import Seat, Table

# Who may open a round: one seat, or several where an unseen card decides; none where nobody can.
Opens = Callable[[Table], list[Seat]]

# -- antes and cards -------------------------------------------------------------------------------------------------


def post_antes(table: Table) -> None:
    """Every seat antes; one with less antes what it has and is all-in for it (``stud/ante``). What a seat's own ante
    exceeds the common one is dead money in the first pot."""
    common = table.stakes.ante
    for seat, entry in zip(table.seats, table.record.seats, strict=True):
        ante = common if entry.ante is None else entry.ante
        if seat.stack is not None:
            ante = min(ante, seat.stack)
            seat.stack -= ante
        seat.paid = min(ante, common)
        seat.dead_money = ante - seat.paid
        table.pot += ante
    table.count_chips()
    if table.explain and common:
        table.note("ante", f"Every seat antes {common}.")


def burn_before(table: Table) -> None:
    """One burn just before the first card of a street, where the house burns and the deck can spare it."""
    if table.house.burn == "before_each_street" and table.stub > 1:
        table.burn()


def deal(table: Table, street: int, down: int = 0, up: int = 0, *, burn: bool = True) -> Script:
    """``down`` and ``up`` cards to every live seat, clockwise from the dealer's left (``stud/dealing-order``)."""
    table.street = street
    if burn:
        burn_before(table)
    waiting = list(table.live)
    if not table.deals:
        for seat in waiting:
            table.give(seat, [UNKNOWN] * down, [UNKNOWN] * up)
        table.not_checked("the record has no deal: play is followed with unseen cards")
        return
    while waiting and table.stub >= down + up:
        event = yield from ask(table, DealDue(table, waiting, down, up))
        if event is None:
            waiting = [seat for seat in waiting if seat.live]
        elif event.type == "community":
            lay_community(table, event)
            return
        else:
            seat = waiting[0] if event.seat == waiting[0].number else table.by_number[event.seat or 0]
            table.give(seat, event.down, event.up)
            if seat in waiting:
                waiting.remove(seat)
            if event.up and not up and len(table.live) == 2 and table.house.procedure == "rrop":
                # A last card that stood face up against one rival: the other's is due up too (Robert's Rules, stud 17).
                down, up = 0, down


def last_street(table: Table, street: int, down: int = 0, up: int = 0) -> Script:
    """The last card: one each while the stub lasts, or one for all (``stud/exhaustion``). A card for each live seat
    and a burn; else the burns are shuffled in and it is asked again; then without the burn; then the common card."""
    table.street = street
    for seat in table.live:
        # A hand may do without its last card only (Robert's Rules, stud 18).
        seat.short = len(seat.cards) < table.game.hand_size - 1
    needed, rule = len(table.live), table.house.exhaustion
    burns = table.house.burn == "before_each_street"
    if table.stub < needed + burns:
        if rule == "burns_then_community" and table.burned:
            if table.explain:
                table.note(
                    "exhaustion", f"{table.stub} cards for {needed} hands: {table.burned} burns are shuffled in."
                )
            table.shuffle_back_burns()
        elif rule == "unsold_row_then_community" and table.dead_centre:
            if table.explain:
                table.note("exhaustion", f"{table.stub} cards for {needed} hands: the unsold cards are shuffled in.")
            table.shuffle_back_row()
    if table.stub >= needed:
        yield from deal(table, street, down, up, burn=table.stub > needed)
        return
    burn_before(table)
    if table.explain:
        table.note("exhaustion", f"{table.stub} cards for {needed} hands: one common card for all.")
    if not table.deals and not any(event.type == "community" for event in table.record.events):
        table.community = UNKNOWN
        table.gone += 1
        return
    if not table.stub:
        return  # only after irregular deals that stood: there is no card left at all
    while (event := (yield from ask(table, CommunityDue(table)))) is None:
        if table.stub >= len(table.live):
            # Hands died meanwhile: there is a card for each of the others.
            yield from deal(table, street, down, up, burn=False)
            return
    lay_community(table, event)


def lay_community(table: Table, event: Event) -> None:
    """The common last card lies face up and belongs to every live hand."""
    table.community = UNKNOWN if event.card is None else event.card
    table.gone += 1
    table.see(table.community)


# -- the first street ------------------------------------------------------------------------------------------------


def first_round(table: Table, street: int) -> Script:
    """The first betting round: opened by the bring-in, or where there is none by whoever the house says, who may check
    (``stud/bring-in``, ``stud/first-opener``)."""
    rnd = start_round(table, street)
    if no_more_betting(table):
        return
    candidates = first_street_candidates(table)
    if table.explain and len(candidates) == 1:
        explain_door(table, candidates[0], table.house.third_street_opener)
    if not table.stakes.bring_in:
        yield from play_round(table, rnd, _first_to_open)
        return
    duties = {}
    for low_card in candidates:
        if low_card.stack != 0:
            duties[low_card.number] = "bring-in"
        elif table.house.all_in_ante_low_card == "next_lowest_card":
            following = next_lowest(table, low_card)
            if following is not None:
                duties[following.number] = "bring-in"
        else:
            left = table.next_with_chips(low_card.index)
            if left is not None:
                duties.setdefault(left.number, "open-or-fold")
                if table.explain:
                    table.note(
                        "all-in-low-card",
                        f"Seat {low_card.number} is all-in for its ante: seat {left.number} opens or folds.",
                    )
    while True:
        event = yield from ask(table, BringInDue(table, rnd, duties))
        if event is None:
            duties = {number: duty for number, duty in duties.items() if table.by_number[number].live}
            if duties:
                continue
            yield from first_round(table, street)
            return
        if event.type in ("deal", "community"):
            table.pending = event
            return
        seat = table.by_number[event.seat or 0]
        if len(duties) > 1:
            table.not_checked(UNSURE)
        if event.type != "fold":
            break
        table.leave(seat, "folded")
        if seat.number not in duties:
            continue
        left = table.next_with_chips(seat.index)
        if left is None or table.with_chips < 2:
            return
        duties = {left.number: "open-or-fold"}
    bring_it_in(table, rnd, seat, event.to or 0)
    yield from play_round(table, rnd, None, seat.index + 1)


def bring_it_in(table: Table, rnd: Round, seat: Seat, to: int) -> None:
    """The bring-in is posted, or the seat opens for more: to the small bet it is the bet of the round. Less than that
    is never a full bet, and counts as having acted; short, it is called in full or as it lies
    (``stud/short-bring-in``)."""
    _opened(table, rnd, seat)
    stakes = table.stakes
    all_in = seat.stack == to - seat.bet
    if (to > stakes.bring_in and (all_in or to >= stakes.small)) or (stakes.fixed and to >= stakes.small):
        wager(table, rnd, seat, to)
        if table.explain and to > stakes.bring_in:
            table.note("completion", f"Seat {seat.number} opens for {to} instead of the bring-in.")
        return
    table.put(seat, to)
    seat.acted = 0
    # Another amount that stood is the level as posted; so is an all-in one where the house says so.
    as_posted = not all_in or table.house.short_bring_in == "short_amount_to_call"
    rnd.level = rnd.bring_in = to if as_posted else max(to, stakes.bring_in)
    if not stakes.fixed and (stakes.structure != "spread-limit" or table.house.raise_over_bring_in == "adds_a_bet"):
        # A raise is counted from the bring-in; where a first wager completes it, from nothing.
        rnd.base = rnd.level
    if stakes.fixed and rnd.level >= rnd.sizes[0]:
        # Short of a bring-in as large as the small bet: what is called is the bet.
        rnd.base, rnd.full = rnd.level, 1
    if table.explain:
        table.note("bring-in", f"Seat {seat.number} brings it in for {to}.")


def _first_to_open(table: Table) -> list[Seat]:
    """The seats that may open the first street where nobody brings it in, all-in ones passed over as the house does."""
    able: list[Seat] = []
    for seat in first_street_candidates(table):
        if seat.stack == 0:
            by_card = table.house.all_in_ante_low_card == "next_lowest_card"
            other = next_lowest(table, seat) if by_card else table.next_with_chips(seat.index)
            if other is None:
                continue
            seat = other
        if seat not in able:
            able.append(seat)
    return able


# -- betting rounds --------------------------------------------------------------------------------------------------


def betting_round(table: Table, street: int) -> Script:
    """A later round, opened by the best board, which may check (``stud/opener``). It takes place only while two live
    seats have chips."""
    rnd = start_round(table, street)
    if no_more_betting(table):
        return
    if street == table.game.open_pair_street:
        open_pair(table, rnd)
    yield from play_round(table, rnd, openers)


def last_round(table: Table, street: int) -> Script:
    """The last round. With a common card it is opened by the best board with it, or by whoever opened the street
    before (``stud/community-opener``); without one the boards are unchanged, and so is the opener where an unseen card
    leaves it open."""
    rnd = start_round(table, street)
    if no_more_betting(table):
        return
    before = table.by_number.get(table.openers.get(street - 1, 0))
    same = table.community is not None and table.house.community_opener == "same_as_sixth"

    def opens(table: Table) -> list[Seat]:
        if same:
            return again(table, before)
        able = openers(table)
        return [before] if table.community is None and before is not None and before in able else able

    yield from play_round(table, rnd, opens)


def again(table: Table, opener: Seat | None) -> list[Seat]:
    """The opener of an earlier round; where it is none or cannot act, the best board."""
    if opener is not None and opener.live and opener.stack != 0:
        return [opener]
    return openers(table)


def no_more_betting(table: Table) -> bool:
    """Whether fewer than two live seats have chips: no betting event is expected (``stud/no-more-betting``)."""
    if table.with_chips > 1:
        return False
    if table.explain:
        table.note("no-more-betting", "Fewer than two live seats have chips: no betting on this street.")
    return True


def play_round(table: Table, rnd: Round, opens: Opens | None, start: int = 0) -> Script:
    """The round itself: from whoever ``opens`` says (or the seat at index ``start``) clockwise, until every live seat
    with chips has acted and has called, or nobody is left to bet against (``stud/turn``, ``stud/round-closed``). Who
    opens is looked up anew where a hand dies before anybody has acted."""
    first = None
    if opens is not None:
        first = _opening(table, rnd, opens)
        if not first:
            return
    seats, count = table.seats, len(table.seats)
    while True:
        if first is None:
            others = table.with_chips > 1
            for step in range(count):
                seat = seats[(start + step) % count]
                if seat.live and seat.stack != 0:
                    if rnd.level > seat.bet:
                        if seat.let_off < rnd.level:
                            break
                    elif seat.acted < 0 and (others or seat.must_fold):
                        break
            else:
                give_back(table)
                return
            candidates = [seat]
        else:
            candidates = first
        event = yield from ask(table, ActDue(table, rnd, candidates))
        if event is None:
            start = candidates[0].index
            if first is not None and opens is not None:
                first = _opening(table, rnd, opens) if table.with_chips > 1 else None
            continue
        kind = event.type
        if kind == "deal" or kind == "community":
            table.pending = event
            return
        seat = table.by_number[event.seat or 0]
        if kind == "declare":
            # A word changed in the round that follows the declaration, and nobody objected.
            seat.declared = event.way
            continue
        if first is not None:
            if len(first) > 1:
                table.not_checked(UNSURE)
                _opened(table, rnd, seat)
            first = None
        act(table, rnd, seat, event)
        start = seat.index + 1


def _opening(table: Table, rnd: Round, opens: Opens) -> list[Seat] | None:
    """The seats that may open the round; None where there is none."""
    first = opens(table)
    if len(first) == 1:
        _opened(table, rnd, first[0])
    elif first:
        rnd.opener = first[0]
    return first or None


def _opened(table: Table, rnd: Round, seat: Seat) -> None:
    """A seat opens the round. The round after a declaration is the last street's, whose opener stands already."""
    rnd.opener = seat
    if table.game.opens_by_street and not table.declaring:
        table.openers[rnd.street] = seat.number


def act(table: Table, rnd: Round, seat: Seat, event: Event) -> None:
    """Applies one act of a betting round. Raises AllOthersOut when a fold leaves one seat."""
    kind = event.type
    if kind == "fold":
        if rnd.level <= seat.bet and not seat.must_fold:
            table.warn("fold-not-facing-bet", "", f"Seat {seat.number} folded without a bet to face.")
        table.leave(seat, "folded")
        return
    # A failed hand that did not fold, and nobody objected, plays on.
    seat.must_fold = False
    if kind in WAGERS:
        wager(table, rnd, seat, event.to or 0)
        return
    if kind == "call":
        if rnd.level <= seat.bet:
            table.warn("call-is-check", "", f"Seat {seat.number} called with nothing to call: a check.")
        else:
            _call(table, rnd, seat, event.to)
    seat.acted = rnd.full


def _call(table: Table, rnd: Round, seat: Seat, to: int | None) -> None:
    capacity = seat.capacity
    right = rnd.level if capacity is None or capacity > rnd.level else capacity
    table.put(seat, right if to is None else to)
    if to is not None and to != right:
        # An irregular call that stood: its total is the level where it is more, and settles the seat where it is less.
        if to > rnd.level:
            rnd.level = rnd.base = to
        seat.let_off = rnd.level
