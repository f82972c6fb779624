"""The end of reading a hand: what a `HandBuilder` collected becomes a document of the wire format.

Here everything is settled that is only known at the end: the order of play, the ante and bring-in of the table, the
rake by pots, the smallest unit, the names of wagers. What the text did not state is named in ``inferred``, what does
not agree in ``doubts``.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from studbook.formats.accounts import ZERO, Place, rake_by_pots
from studbook.formats.money import CHIPS, places
from studbook.record import MAX_CHIPS

if TYPE_CHECKING:
    from studbook.formats.builder import HandBuilder

MAX_DECIMALS = 4
# No room takes more than a tenth of a pot: a larger gap means that the text lacks a winner.
MOST_RAKE = Decimal("0.1")

Chips = Callable[[Decimal], int]


def finished(hand: HandBuilder) -> dict[str, Any]:
    """The document of the hand. Raises Cannot where fewer than two seats were dealt in, nobody won, or an amount
    does not fit the wire format."""
    order = order_of_play(hand)
    if len(order) < 2:
        raise hand.cannot(f"{len(order)} seats were dealt in; a hand needs two")
    ante = _common_ante(hand)
    _settle_bring_in(hand)
    rake = _settle_rake(hand)
    unit = _unit(hand)

    def chips(figure: Decimal) -> int:
        whole = int(figure.scaleb(unit))
        if not 0 <= whole <= MAX_CHIPS:
            raise hand.cannot(f"the amount {figure} is out of bounds")
        return whole

    document: dict[str, Any] = {"format": 1, "game": hand.game}
    named = {"ref": hand.ref, "played_at": hand.played_at, "hand_no": hand.hand_no, "table": hand.table}
    document |= {key: text[:200] for key, text in named.items() if text}
    document |= {"currency": hand.currency or CHIPS, "decimals": unit}
    document["stakes"] = {"structure": hand.structure} | {name: chips(f) for name, f in hand.stakes.items()}
    if ante:
        document["stakes"]["ante"] = chips(ante)
    if hand.rules:
        document["rules"] = dict(hand.rules)
    document["seats"] = [_seat(hand.places[seat], hand.site, ante, chips) for seat in order]
    document["events"] = _events(hand, order, chips)
    if rake:
        document["rake"] = [chips(figure) for figure in rake]
    document["outcome"] = {"won": {str(p.seat): chips(p.paid) for p in hand.places.values() if p.paid}}
    document["meta"] = {"source": hand.site} | hand.meta
    if hand.inferred:
        document["meta"]["inferred"] = list(hand.inferred)
    return document


def order_of_play(hand: HandBuilder) -> list[int]:
    """The dealt-in seats, the first nearest the dealer's left.

    As given; else seats go round by number from the one that was dealt to first, which is the dealer's left. Where
    the text deals in another way round, from the lowest number.
    """
    inside = {place.seat for place in hand.dealt_in()}
    numbers = sorted(inside)
    if hand.dealer is not None:
        return [seat for seat in numbers if seat > hand.dealer] + [seat for seat in numbers if seat <= hand.dealer]
    if hand.given_order is not None:
        return [seat for seat in hand.given_order if seat in inside]
    dealt: list[int] = []
    for event in hand.events:
        if event["type"] != "deal" or event["seat"] in dealt:
            break
        dealt.append(event["seat"])
    if dealt:
        start = numbers.index(dealt[0])
        around = numbers[start:] + numbers[:start]
        if dealt == [seat for seat in around if seat in set(dealt)]:
            return around
    hand.infer("seats")
    return numbers


def _seat(place: Place, site: str, ante: Decimal, chips: Chips) -> dict[str, Any]:
    # "public" is reserved (hand-record: seats).
    player = place.player if place.player != "public" else f"public ({site})"
    seat: dict[str, Any] = {"seat": place.seat, "player": player}
    if place.stack is not None:
        seat["stack"] = chips(place.stack)
    posted = place.ante or ZERO
    due = ante if place.stack is None else min(ante, place.stack)
    if posted != due:
        seat["ante"] = chips(posted)
    return seat


def _events(hand: HandBuilder, order: list[int], chips: Chips) -> list[dict[str, Any]]:
    """The events with their figures in chips, the faces filled in, and each street's deals clockwise. The lines on
    which they stand go to ``event_lines`` of the hand."""
    rank = {seat: at for at, seat in enumerate(order)}
    faces = {seat: iter(hand.places[seat].cards) for seat in order}
    done: list[dict[str, Any]] = []
    lines: list[int | None] = []
    # Not all sources list the deals of a street clockwise.
    deals: list[tuple[int, int, dict[str, Any], int | None]] = []

    def deal_in_turn() -> None:
        for _, _, deal, line in sorted(deals, key=itemgetter(0, 1)):
            done.append(deal)
            lines.append(line)
        deals.clear()

    for event, at_line in zip(hand.events, hand.lines, strict=True):
        kind = event["type"]
        if kind == "deal":
            seat = event["seat"]
            deal = {"type": "deal", "seat": seat}
            deal |= {side: [next(faces[seat]) for _ in event[side]] for side in ("down", "up") if event[side]}
            deals.append((event["street"], rank[seat], deal, at_line))
            continue
        deal_in_turn()
        made = {key: value for key, value in event.items() if key not in ("street", "over")}
        if kind == "wager":
            made["type"] = _name_of_wager(hand, event["over"], event["street"])
        if "to" in made:
            made["to"] = chips(made["to"])
        done.append(made)
        lines.append(at_line)
    deal_in_turn()
    hand.event_lines = tuple(lines)
    return done


def _name_of_wager(hand: HandBuilder, over: Decimal, street: int) -> str:
    """What a wager is called: one event with three names (hand-record: events)."""
    if street == 1 and hand.structure == "fixed-limit" and over < hand.stakes.get("small_bet", ZERO):
        return "complete" if hand.stakes.get("bring_in") else "bet"
    return "raise" if over else "bet"


def _unit(hand: HandBuilder) -> int:
    needed = max((places(figure) for figure in hand.figures), default=0)
    if hand.currency and hand.currency != CHIPS:
        needed = max(needed, 2)
    if needed > MAX_DECIMALS:
        raise hand.cannot(f"an amount has {needed} decimal places; {MAX_DECIMALS} are the most")
    return needed


def _common_ante(hand: HandBuilder) -> Decimal:
    """The ante of the table: as stated, else the one that most seats posted, of equally many the largest."""
    stated = hand.stakes.pop("ante", None)
    if stated is not None:
        return stated
    posted = [place.ante for place in hand.dealt_in() if place.ante]
    return max(posted, key=lambda figure: (posted.count(figure), figure), default=ZERO)


def _settle_bring_in(hand: HandBuilder) -> None:
    if "bring_in" in hand.stakes and hand.structure in ("pot-limit", "no-limit"):
        # The two figures of a header mean nothing certain there; with a bring-in that is the smallest bet.
        hand.stakes.pop("min_bet", None)
        return
    if "bring_in" in hand.stakes or hand.structure != "fixed-limit" or "small_bet" not in hand.stakes:
        return
    # Nobody posted a whole bring-in: the low card opened for the full bet, or was all-in. A bring-in of 0 would let
    # the highest card open, so one is assumed: the room's own where it is known, else half the small bet.
    guess = hand.bring_in_guess
    if guess is None:
        guess = (hand.stakes["small_bet"] / 2).quantize(Decimal(1).scaleb(-_unit(hand)), "ROUND_DOWN")
    if hand.short_bring_in:
        guess = max(guess, hand.short_bring_in[1])
    hand.stake(bring_in=guess)
    hand.infer("stakes.bring_in")


def _settle_rake(hand: HandBuilder) -> list[Decimal]:
    """The rake by pots, as stated or what was put in less what was paid; the text's own figures are compared."""
    over = hand.uncalled()
    for seat, figure in hand.stated_returns.items():
        if over != (seat, figure):
            back = f"{over[1]} go back to {hand.places[over[0]].player}" if over else "nothing goes back"
            hand.doubt(f"{figure} are said to be returned to {hand.places[seat].player}, by the chips put in {back}")
    contested = sum((place.put_in for place in hand.dealt_in()), ZERO) - (over[1] if over else ZERO)
    if hand.stated_total is not None and hand.stated_total != contested:
        hand.doubt(f"the total pot is said to be {hand.stated_total}, the chips put in make {contested}")
    paid = sum((place.paid for place in hand.places.values()), ZERO)
    if contested and not paid:
        raise hand.cannot("the text says of nobody that the pot was won")
    taken = contested - paid
    rake = hand.stated_rake
    if rake is None:
        if taken < 0:
            raise hand.cannot(f"{-taken} more were paid out than were put in")
        if taken:
            hand.infer("rake")
        if taken > contested * MOST_RAKE:
            hand.doubt(f"of {contested} put in only {paid} are said to be paid out")
        rake = [taken]
    elif sum(rake) != taken:
        hand.doubt(f"the rake is said to be {sum(rake)}, put in less paid out is {taken}")
    if len(rake) == 1:
        rake = rake_by_pots(rake[0], hand.pots(), hand.payments)
    return rake if any(rake) else []
