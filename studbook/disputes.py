"""A dispute on a hand, ruled: what the rules give, and whether the difference lies in the cards, the record or a house
rule.

*Of judgement*: the record stands and its awards are disputed. The rules decide at once, unless the hand that decides
was never seen. *Of fact*: the record is said to be wrong. No rule can know that; the ruling says what would follow.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from studbook import claims
from studbook.corrections import DoesNotFit, corrected, seen_fact
from studbook.games import GAMES
from studbook.hinges import OVER, figures, hinges
from studbook.house import HOUSE_RULES
from studbook.record import Record, record_from_dict
from studbook.referee import replay
from studbook.rulebook import article_id
from studbook.seen import seen_claim, seen_record, sight
from studbook.showdown import hand_of
from studbook.table import Seat
from studbook.verdict import ENGINE, Verdict

Claim = Mapping[str, Any]
Document = dict[str, Any]

UPHELD, DENIED, FLOOR = "upheld", "denied", "needs-floor"


def fits(record: Record, claim: Claim) -> None:
    """Raises DoesNotFit for a claim that cannot be held against the hand."""
    if claim.get("net") and record.showdown is not None and record.showdown.pots is not None:
        raise DoesNotFit("/claim/net", "the record has only its pots, not what each put in: claim what was won")


def of_judgement(record: Record, claim: Claim) -> Document:
    """The ruling on a claim (``won`` or ``net`` by seat, or ``hands`` by name) about a hand whose record stands:
    ``upheld``, ``denied``, or ``needs-floor`` where it hangs on a card that nobody saw."""
    verdict = replay(replace(record, claim=claim))
    if verdict.status not in OVER:
        return _not_judged(record, verdict)
    found = claims.differences(verdict)
    unseen = _unseen(verdict, claim)
    rows = [*found, *unseen]
    hinged = hinges(verdict.record, verdict)
    if unseen:
        for row in hinged["awards"]:
            row["fits_claim"] = False
    if not rows:
        text = "The ruling gives what is claimed."
        return _ruling(UPHELD, _deciding(verdict, claim), text, None, rows, hinged)
    if all(_may_be(verdict, row) for row in found):
        given = as_claimed(record, claim)
        then = None if given is None else _would_be(verdict, replay(record_from_dict(given)))
        text = f"It hangs on a card that nobody saw. {rows[0]['text']}"
        return _ruling(FLOOR, _article(record, "unknown-cards"), text, "unseen-card", rows, hinged, then)
    for row in hinged["awards"]:
        if row["fits_claim"]:
            rule, value, now = row["rule"], row["value"], verdict.table.house.in_force[row["rule"]]  # type: ignore[union-attr]
            text = (
                f"It would be right with {rule}: {_in_json(value)}; here {rule} is {_in_json(now)}. {rows[0]['text']}"
            )
            article = _article(record, HOUSE_RULES[rule].topic)
            return _ruling(DENIED, article, text, "house-rule", rows, hinged)
    article, row = _telling(verdict, rows)
    return _ruling(DENIED, article, row["text"], "cards", rows, hinged)


def of_fact(record: Record, then: Record, claim: Claim | None = None) -> Document:
    """The ruling on a fact that somebody claims: always ``needs-floor``. ``would_be`` is the verdict on the record as
    it would be (``then``), whether that is legal, and what it moves. A claim beside the fact is held against it."""
    now = replay(record if claim is None else replace(record, claim=claim))
    would_be = _would_be(now, replay(then if claim is None else replace(then, claim=claim)))
    if claim is not None:
        would_be["fits_claim"] = would_be["legal"] and not would_be["verdict"]["claim"]
    lies_in = "house-rule" if {**then.raw, "rules": {}} == {**record.raw, "rules": {}} else "record"
    text = f"If it is true {_in_words(would_be)}"
    return _ruling(FLOOR, _article(record, "floor"), text, lies_in, [], hinges(now.record, now), would_be)


def as_claimed(record: Record, claim: Claim) -> Document | None:
    """The record of an undecided hand with what is claimed as its outcome, so that it is settled as given; None where
    the figures do not fit the pots."""
    verdict = replay(record)
    table = verdict.table
    if table is None or verdict.status != "undecided":
        return None
    won = dict(verdict.awards)
    for number, chips in (claim.get("net") or {}).items():
        if (seat := table.by_number.get(int(number))) is not None:
            won[seat.number] = chips + seat.put_in - verdict.returned.get(seat.number, 0)
    won |= {int(number): chips for number, chips in (claim.get("won") or {}).items()}
    document = {**record.raw, "outcome": {"won": {str(seat): chips for seat, chips in sorted(won.items())}}}
    return document if replay(record_from_dict(document)).status == "settled" else None


def seen_dispute(
    verdict: Verdict, viewer: str, claim: Claim | None, fact: Document | None
) -> tuple[Claim | None, Document | None, Document]:
    """Claim, fact and ruling as ``viewer`` may know them. ``verdict`` is that on the stored record. The ruling is made
    anew from what the viewer could see, so that it cannot tell more."""
    record, sees = seen_record(verdict, viewer), sight(verdict, viewer)
    if claim is not None:
        claim = seen_claim(claim, sees)
    if fact is None:
        ruling = of_judgement(record, claim or {})
    else:
        fact = seen_fact(fact, record.raw, sees)
        try:
            then = record_from_dict(corrected(record.raw, fact))
        except DoesNotFit:
            then = record  # It is about cards that the viewer does not see.
        ruling = of_fact(record, then, claim)
    if ruling["would_be"] is not None:
        ruling["would_be"]["verdict"]["digest"] = None
    return claim, fact, ruling


def _ruling(
    result: str,
    article: str,
    text: str,
    lies_in: str | None,
    rows: list[Document],
    hinged: Document,
    would_be: Document | None = None,
) -> Document:
    return {
        "result": result,
        "engine": ENGINE,
        "article": article,
        "text": text,
        "lies_in": lies_in,
        "differences": rows,
        "hinges": hinged,
        "would_be": would_be,
    }


def _not_judged(record: Record, verdict: Verdict) -> Document:
    """A record that today's rules do not settle: stored under an earlier reading of them."""
    document = verdict.to_dict()
    row = (document["violations"] or [{"article": _article(record, "floor"), "message": "It is not over."}])[0]
    text = f"The rules as they are read today do not settle this record. {row['message']}"
    return _ruling(FLOOR, row["article"], text, "record", [], {"awards": [], "legality": []})


def _would_be(now: Verdict, then: Verdict) -> Document:
    before, after = figures(now), figures(then)
    moved = {seat: after.get(seat, 0) - before.get(seat, 0) for seat in sorted({*before, *after})} if after else {}
    return {
        "legal": then.status != "illegal",
        "moved": {str(seat): chips for seat, chips in moved.items() if chips},
        "fits_claim": None,
        "verdict": then.to_dict(),
    }


def _in_words(would_be: Document) -> str:
    if not would_be["legal"]:
        violation = would_be["verdict"]["violations"][0]
        where = "" if violation["event"] is None else f" at event {violation['event']}"
        return f"the hand breaks a rule{where}. {violation['message']}"
    status = would_be["verdict"]["status"]
    if status == "in-progress":
        return "the hand is legal and not over."
    moved = [f"seat {seat} gets {abs(by)} {'more' if by > 0 else 'less'}" for seat, by in would_be["moved"].items()]
    return f"the hand is legal and {status}: {', '.join(moved) or 'nobody gets anything else'}."


def _unseen(verdict: Verdict, claim: Claim) -> list[Document]:
    """Claims about hands that came to the showdown and of which a card was never seen."""
    rows: list[Document] = []
    table = verdict.table
    assert table is not None
    for number, said in (claim.get("hands") or {}).items():
        seat = table.by_number.get(int(number))
        if seat is not None and seat.live and table.at_showdown and -1 in hand_of(table, seat):
            article, text = table.game.article("unknown-cards"), f"A card of seat {seat.number} was never seen."
            row = {"seat": seat.number, "pot": None, "kind": "hands", "claimed": said, "ruled": None}
            rows.append(row | {"article": article, "text": text})
    return rows


def _may_be(verdict: Verdict, row: Document) -> bool:
    """Whether a claimed figure could still come true: it lies between what is certain and what is open besides."""
    table = verdict.table
    seat = None if table is None else table.by_number.get(row["seat"])
    if seat is None or row["kind"] == "hands":
        return False
    still_open = sum(pot.open for pot in verdict.settlement.pots if seat in pot.eligible)
    certain = verdict.awards.get(seat.number, 0) if row["kind"] == "won" else verdict.net(seat)
    return bool(certain <= row["claimed"] <= certain + still_open)


def _telling(verdict: Verdict, rows: list[Document]) -> tuple[str, Document]:
    """The article that denies a claim, and the difference that shows it: a seat that asks for more first. A hand that
    is out has nothing to ask for, and none reaches further than the pots that it plays for."""
    table = verdict.table
    assert table is not None
    for row in rows:
        seat = table.by_number.get(row["seat"])
        if seat is None or row["kind"] == "hands" or row["claimed"] <= row["ruled"]:
            continue
        own = [other for other in rows if other["seat"] == seat.number and other["kind"] == row["kind"]]
        if seat.out is not None:
            return table.game.article(claims.LEFT[seat.out]), row
        pots = verdict.settlement.pots
        reach = sum(pot.amount - pot.rake for pot in pots if seat in pot.eligible)
        if row["claimed"] - row["ruled"] > reach - verdict.awards.get(seat.number, 0):
            beyond = [other for other in own if other["pot"] is not None and seat not in pots[other["pot"]].eligible]
            return table.game.article("side-pot"), (beyond or own)[0]
        for other in own:
            if (
                other["pot"] is not None
                and seat in pots[other["pot"]].eligible
                and _shared(verdict, other["pot"], seat)
            ):
                return other["article"], other
    return rows[0]["article"], rows[0]


def _shared(verdict: Verdict, pot: int, seat: Seat) -> bool:
    """Whether somebody else gets something of a pot."""
    return any(award.seat is not seat for award in verdict.settlement.pots[pot].awards)


def _deciding(verdict: Verdict, claim: Claim) -> str:
    """The article by which a claim is right: that of the first award to a claimed seat, else of its first pot."""
    table = verdict.table
    assert table is not None
    numbers = [int(number) for kind in ("won", "net") for number in claim.get(kind) or ()]
    pots = verdict.settlement.pots
    awards = [award for pot in pots for award in pot.awards if award.seat.number in numbers]
    awards += [award for pot in pots for award in pot.awards if any(seat.number in numbers for seat in pot.eligible)]
    awards += [award for pot in pots for award in pot.awards if numbers]
    if awards:
        return table.game.article(awards[0].topic)
    return table.game.article("uncalled-bet" if numbers else "cards-speak-hands")


def _article(record: Record, topic: str) -> str:
    game = GAMES.get(record.game)
    return article_id((), topic) if game is None else game.article(topic)


def _in_json(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
