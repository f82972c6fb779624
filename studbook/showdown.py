"""Who wins what: every pot on its own, by the cards, by the declarations, by the last hand in, or as the source says.

A hand that is only partly seen is a span, from the worst it can be to the best. A pot is decided when the spans leave
no doubt; what cannot be decided stays open (hand-record, Unknown cards).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from studbook import explain
from studbook.bounds import bounds
from studbook.declaring import Share, best_of, declared_shares
from studbook.pots import Award, Pot, divide, halves, layers, uncalled
from studbook.ranking import SCALES, name, qualifying_strength, strength
from studbook.table import Seat, Table
from studbook.tried import whatever_comes

Span = tuple[int, int]


@dataclass(slots=True)
class Settlement:
    """The pots with their awards; ``returned`` chips by seat number; whether something is still open; the fault of the
    record's rake, if it has one."""

    pots: list[Pot]
    returned: dict[int, int] = field(default_factory=dict)
    undecided: bool = False
    bad_rake: str | None = None
    given: bool = False


def settle(table: Table) -> Settlement:
    """Divides every pot of a hand that is over. Pure: the table is not changed, but for warnings and notes."""
    if table.voided:
        return Settlement([], {seat.number: seat.put_in for seat in table.seats if seat.put_in})
    seat, excess = uncalled(table)
    pots = layers(table, seat, excess)
    if table.explain and seat is not None:
        explain.uncalled(table, seat, excess)
    returned = given_back(table)
    if seat is not None:
        returned[seat.number] = returned.get(seat.number, 0) + excess
    return settle_pots(table, Settlement(pots, returned))


def given_back(table: Table) -> dict[int, int]:
    """By seat number, what went back as a round closed."""
    return {seat.number: seat.back for seat in table.seats if seat.back}


def settle_pots(table: Table, settlement: Settlement) -> Settlement:
    """Takes the rake and awards the pots (also those of a ``showdown`` record that knows only its pots)."""
    pots, rake = settlement.pots, table.record.rake
    if len(rake) > len(pots) and any(rake[len(pots) :]):
        settlement.bad_rake = f"{len(rake)} figures of rake for {len(pots)} pots"
        return settlement
    for at, (pot, taken) in enumerate(zip(pots, rake, strict=False)):
        if taken > pot.amount:
            settlement.bad_rake = f"a rake of {taken} from pot {at}, which holds {pot.amount}"
            return settlement
        pot.rake = taken
    contestants: list[Seat] = []
    for at, pot in enumerate(pots):
        if table.explain:
            explain.pot(table, at, pot)
        # A pot whose seats have all mucked is won by those of the pot below it; one that a single seat plays for is its
        # own before any hand is shown.
        live = [seat for seat in pot.eligible if seat.live] or (pot.eligible if len(pot.eligible) == 1 else [])
        if table.explain and not live and contestants:
            table.note("mucked-pot", "All hands of this pot were mucked: it goes to those of the pot below it.")
        contestants = live or contestants
        _award(table, pot, contestants)
        if table.explain:
            explain.awards(table, pot, _names(table, contestants))
    settlement.undecided = any(pot.open for pot in pots)
    if settlement.undecided and table.record.outcome is not None:
        settlement.given = _take_as_given(table, pots, table.record.outcome)
        settlement.undecided = not settlement.given
    return settlement


def _award(table: Table, pot: Pot, seats: Sequence[Seat]) -> None:
    net = pot.amount - pot.rake
    if not seats or not net:
        return
    if len(seats) == 1:
        pot.awards = [Award(seats[0], net, "whole", 0, "last-hand", "last-hand")]
        return
    pot.awards = _divided(table, net, seats)
    if pot.open:
        pot.awards = _in_any_case(net, whatever_comes(table, seats, lambda: _divided(table, net, seats))) or pot.awards


def _divided(table: Table, net: int, seats: Sequence[Seat]) -> list[Award]:
    """The awards of a pot of ``net`` chips among two or more live hands; of what cannot be decided there is none."""
    awards: list[Award] = []
    shares = shares_of(table, seats)
    if not shares:
        return awards
    chips = {"whole": (net, 0), "high": (net, 0), "low": (net, 0)}
    if shares[0].name != "whole":
        house = table.house
        high, low, odd = halves(net, house.high_share, house.odd_chip_between_halves, table.stakes.chip)
        odd_to = house.odd_chip_between_halves
        chips = {"high": (high, odd if odd_to == "high" else 0), "low": (low, odd if odd_to == "low" else 0)}
        if table.explain:
            explain.halves(table, net, high, low, odd)
    for share in shares:
        if not share.winners:
            continue
        amount, odd = chips[share.name]
        scale = table.game.low_scale(table.house) if share.low else "high"
        if len(share.winners) > 1 and not _odd_chip_certain(table, share.winners, amount):
            continue
        awards += divide(table, amount, share.winners, share.name, share.topic, "cards", scale, odd)
    return awards


def _in_any_case(net: int, tried: Sequence[list[Award]]) -> list[Award]:
    """The sides that are awarded in the same way whatever an unseen card is; the whole pot where it decides only
    whether one seat takes it at once or as two halves."""

    def side(awards: list[Award], share: str) -> list[Award]:
        return [award for award in awards if award.share == share]

    if not tried:
        return []
    first = tried[0]
    certain = [
        award for award in first if all(side(awards, award.share) == side(first, award.share) for awards in tried)
    ]
    if sum([award.amount for award in certain]) < net:
        takers = {award.seat for awards in tried for award in awards}
        if len(takers) == 1 and all(sum([award.amount for award in awards]) == net for awards in tried):
            return [Award(takers.pop(), net, "whole", 0, "unknown-cards", "cards")]
    return certain


def _odd_chip_certain(table: Table, winners: Sequence[Seat], amount: int) -> bool:
    """Whether the order for an odd chip can be told: an unseen card of a tied hand might be the highest."""
    if table.house.odd_chip_between_equal_hands == "nearest_dealers_left" or not amount % (
        table.stakes.chip * len(winners)
    ):
        return True
    return all(card >= 0 for seat in winners for card in seat.cards)


# -- who wins one pot ------------------------------------------------------------------------------------------------


def shares_of(table: Table, seats: Sequence[Seat]) -> list[Share]:
    """The sides of a pot among ``seats`` (two or more live hands). A side without winners is one that cannot be
    decided; no sides at all where not even the division is certain."""
    game, house = table.game, table.house
    kind = game.pot_kind(house)
    if kind == "low":
        winners = _certain_best([(seat, low_span(table, seat)) for seat in seats])
        return [Share("whole", winners, "low", low=True)] if winners else []
    if game.declares(house):
        return _declared(table, seats)
    highs = _certain_best([(seat, high_span(table, seat)) for seat in seats])
    if kind == "high":
        return [Share("whole", highs, "high")] if highs else []
    lows = _lows(table, seats)
    if lows is None:
        return []
    if not lows:
        return [Share("whole", highs, "no-low")] if highs else []
    return [Share("high", highs, "high-half"), Share("low", _certain_best(lows), "low-half", low=True)]


def _lows(table: Table, seats: Sequence[Seat]) -> list[tuple[Seat, Span]] | None:
    """The hands that may win low, with their spans; None where an unseen card decides whether any low qualifies."""
    floor = low_floor(table)
    spans = [(seat, low_span(table, seat)) for seat in seats]
    certain = any(worst >= floor for _, (worst, _) in spans)
    possible = [(seat, (max(worst, floor - 1), best)) for seat, (worst, best) in spans if best >= floor]
    if possible and not certain:
        return None
    return possible


def low_floor(table: Table) -> int:
    """The strength of the weakest low that qualifies; 0 where any five cards do."""
    qualifier = table.house.low_qualifier
    return 0 if qualifier is None else qualifying_strength(qualifier, table.game.low_scale(table.house))


def _certain_best(spans: Sequence[tuple[Seat, Span]]) -> tuple[Seat, ...]:
    """The seats that have the best hand whatever the unseen cards are; empty where that cannot be told."""
    floor = max([worst for _, (worst, _) in spans])
    able = [(seat, span) for seat, span in spans if span[1] >= floor]
    if len(able) == 1:
        return (able[0][0],)
    for _, (worst, best) in able:
        if worst != best:
            return ()
    return tuple([seat for seat, _ in able])


def _declared(table: Table, seats: Sequence[Seat]) -> list[Share]:
    floor = low_floor(table)
    high = _order([(seat, high_span(table, seat)) for seat in seats], ("high", "both"), 0)
    low = _order([(seat, low_span(table, seat)) for seat in seats], ("low", "both"), floor)
    if high is None or low is None:
        return []
    house = table.house
    if table.explain:
        _explain_failed(table, seats, high, low)
    shares = declared_shares(seats, high, low, house.both_tie, house.failed_both)
    if shares[0].topic == "nobody-can-win":
        winners = _certain_best([(seat, high_span(table, seat)) for seat in seats])
        return [Share("whole", winners, "nobody-can-win")] if winners else []
    return shares


def _order(spans: Sequence[tuple[Seat, Span]], ways: tuple[str, ...], floor: int) -> Mapping[Seat, int | None] | None:
    """A strength for each seat that puts those who declared this way in their certain order; None where it is not
    certain, or whether one qualifies is not."""
    concerned = [(seat, span) for seat, span in spans if seat.declared in ways]
    for at, (_, (worst, best)) in enumerate(concerned):
        if worst == best:
            continue
        if worst < floor <= best:
            return None
        for other, (_, (other_worst, other_best)) in enumerate(concerned):
            if other != at and not (worst > other_best or best < other_worst):
                return None
    return {seat: worst if worst >= floor else None for seat, (worst, _) in spans}


# -- what a hand is worth --------------------------------------------------------------------------------------------


def hand_of(table: Table, seat: Seat) -> list[int]:
    """All cards that a seat plays, a common last card among them."""
    cards = seat.down + seat.up
    if table.community is not None:
        cards.append(table.community)
    return cards


def high_span(table: Table, seat: Seat) -> Span:
    """The worst and the best that a seat's high hand can be; equal where all its cards are seen."""
    span: Span | None = seat.value_memo.get("high")
    if span is None:
        cards = hand_of(table, seat)
        wild = table.game.wild_cards(table, seat, cards)
        if -1 in cards:
            span = _unseen(table, seat, "high", cards)
        else:
            made = strength("high", cards, wild, table.house.five_of_a_kind) if wild else SCALES["high"].strength(cards)
            span = made, made
        seat.value_memo["high"] = span
    return span


def low_span(table: Table, seat: Seat) -> Span:
    """The worst and the best that a seat's low hand can be, in the game's low ranking."""
    scale = table.game.low_scale(table.house)
    span: Span | None = seat.value_memo.get(scale)
    if span is None:
        cards = hand_of(table, seat)
        wild = table.game.wild_cards(table, seat, cards)
        if -1 in cards:
            span = _unseen(table, seat, scale, cards)
        else:
            made = strength(scale, cards, wild) if wild else SCALES[scale].strength(cards)
            span = made, made
        seat.value_memo[scale] = span
    return span


def _unseen(table: Table, seat: Seat, scale: str, cards: Sequence[int]) -> Span:
    known, unseen = [card for card in cards if card >= 0], table.unseen()
    missing = len(cards) - len(known)
    wild, five = table.game.wild_cards(table, seat, known), table.house.five_of_a_kind
    if not wild and table.wild_rank is None:
        return bounds(scale, known, missing, unseen)
    if missing == 1:
        hands = [[*known, card] for card in unseen]
        strengths = [strength(scale, hand, table.game.wild_cards(table, seat, hand), five) for hand in hands]
        return min(strengths), max(strengths)
    # With more the worst is what is known already, where that is a hand, the best as if all of them were wild too.
    drawn = unseen[:missing]
    worst = strength(scale, known, wild, five) if scale == "high" or len(known) >= 5 else 0
    return worst, strength(scale, [*known, *drawn], [*wild, *drawn], five)


# -- taken as given --------------------------------------------------------------------------------------------------


def _take_as_given(table: Table, pots: Sequence[Pot], outcome: Mapping[int, int]) -> bool:
    """Gives open pots as the source says, where its figures fit: nothing over, nobody who could not have won it.
    The deepest pot first, since whoever may win that may win the ones before it too."""
    left = {seat.number: outcome.get(seat.number, 0) for seat in table.seats}
    for pot in pots:
        for award in pot.awards:
            left[award.seat.number] -= award.amount
    if any(chips < 0 for chips in left.values()) or sum(left.values()) != sum(pot.open for pot in pots):
        return False
    given: list[tuple[Pot, list[Award]]] = []
    for pot in reversed(pots):
        wanted, awards = pot.open, []
        # Where one half is awarded by the cards, what is open is the other.
        side = {"high": "low", "low": "high"}.get(pot.awards[0].share, "whole") if pot.awards else "whole"
        for seat in pot.eligible:
            chips = min(wanted, left[seat.number], _most(table, pot, seat)) if seat.live else 0
            if chips:
                awards.append(Award(seat, chips, side, 0, "outcome", "given"))
                left[seat.number] -= chips
                wanted -= chips
        if wanted:
            return False
        given.append((pot, awards))
    for pot, awards in given:
        pot.awards += awards
    return True


def may_win(table: Table, pot: Pot, seat: Seat) -> bool:
    """Whether a seat's best possible hand reaches the worst possible of every rival, one way or the other."""
    return any(_reaches(table, pot, seat, span) for span in _ways(table))


def _ways(table: Table) -> tuple[Callable[[Table, Seat], Span], ...]:
    kind = table.game.pot_kind(table.house)
    return {"high": (high_span,), "low": (low_span,)}.get(kind, (high_span, low_span))


def _reaches(table: Table, pot: Pot, seat: Seat, span: Callable[[Table, Seat], Span]) -> bool:
    rivals = [other for other in pot.eligible if other.live and other is not seat]
    return all(span(table, seat)[1] >= span(table, rival)[0] for rival in rivals)


def _most(table: Table, pot: Pot, seat: Seat) -> int:
    """The most that a seat can win of what is open in a pot: half of one that is divided where only one way is in its
    reach (of high, where no low is certain, all)."""
    if not may_win(table, pot, seat):
        return 0
    if len(_ways(table)) == 1 or pot.awards or table.game.declares(table.house):
        return pot.open
    house, floor = table.house, low_floor(table)
    high, low, _ = halves(pot.open, house.high_share, house.odd_chip_between_halves, table.stakes.chip)
    if not _reaches(table, pot, seat, high_span):
        return low
    if _reaches(table, pot, seat, low_span) and low_span(table, seat)[1] >= floor:
        return pot.open
    return high if any(low_span(table, other)[0] >= floor for other in pot.eligible if other.live) else pot.open


def _names(table: Table, seats: Sequence[Seat]) -> dict[tuple[int, str], str]:
    """The names of the hands that can be told, by seat number and side."""
    names: dict[tuple[int, str], str] = {}
    kind = table.game.pot_kind(table.house)
    for seat in seats if len(seats) > 1 else ():
        cards = hand_of(table, seat)
        if -1 in cards:
            continue
        wild = table.game.wild_cards(table, seat, cards)
        if kind != "low":
            names[seat.number, "high"] = name("high", cards, wild, table.house.five_of_a_kind)
        if kind != "high" and low_span(table, seat)[0] >= low_floor(table):
            names[seat.number, "low"] = name(table.game.low_scale(table.house), cards, wild)
    return names


def _explain_failed(
    table: Table, seats: Sequence[Seat], high: Mapping[Seat, int | None], low: Mapping[Seat, int | None]
) -> None:
    """Why those who declared both do not win both."""
    for seat in seats:
        if seat.declared != "both":
            continue
        lost, tied = [], []
        for side, strengths in (("high", high), ("low", low)):
            winners = best_of(strengths, [other for other in seats if other.declared in (side, "both")])
            if seat not in winners:
                lost.append(side)
            elif len(winners) > 1:
                tied.append(side)
        if lost or (tied and table.house.both_tie == "loses"):
            explain.failed_both(table, seat, explain.listed(lost) if lost else "", explain.listed(tied) if tied else "")


__all__ = [
    "Settlement",
    "best_of",
    "hand_of",
    "high_span",
    "low_floor",
    "low_span",
    "may_win",
    "settle",
    "settle_pots",
    "shares_of",
]
