"""The codes by which the referee refuses or warns, the article each stands for, and which may stand.

A code names one kind of fault (hand-record, Violation codes). ``topic`` is the article's name; the game says whose
article of that name applies (`razz/bring-in` before `stud/bring-in`).
"""

from __future__ import annotations

# code -> topic of the article that it stands for
CODES: dict[str, str] = {
    "unknown-game": "games",
    "bad-rule": "house-rules",
    "bad-stakes": "stakes",
    "bad-seats": "seats",
    "not-enough-cards": "exhaustion",
    "duplicate-card": "deck",
    "wrong-card-count": "card-count",
    "up-down-pattern": "up-and-down",
    "deal-out-of-order": "dealing-order",
    "street-before-betting-closed": "round-closed",
    "community-not-allowed": "community-card",
    "out-of-turn": "turn",
    "unknown-seat": "turn",
    "folded-seat": "fold",
    "all-in-cannot-act": "all-in",
    "must-open-or-fold": "all-in-low-card",
    "wrong-bring-in": "bring-in",
    "bad-bring-in-amount": "bring-in-amount",
    "must-bring-in": "bring-in",
    "bet-size": "bet-size",
    "exceeds-pot": "pot-limit",
    "exceeds-stack": "table-stakes",
    "raise-cap": "raise-cap",
    "betting-not-reopened": "short-all-in",
    "nobody-to-call": "nobody-to-call",
    "check-facing-bet": "check",
    "wrong-price": "prices",
    "insufficient-chips": "purchase",
    "empty-place": "row",
    "wrong-place-card": "row",
    "row-not-filled": "refill",
    "must-keep-flipping": "flipping",
    "must-fold": "failed-turn",
    "declaration-missing": "declare",
    "declaration-changed": "declaration-stands",
    "declaration-not-played": "cards-speak",
    "shown-cards-differ": "showing",
    "mucked-hand": "muck",
    "hand-over": "hand-over",
    "unexpected-event": "order-of-play",
    "bad-rake": "rake",
    # warnings only
    "call-is-check": "call-is-check",
    "fold-not-facing-bet": "fold-not-facing-bet",
    "not-checked": "unknown-cards",
    "default-used": "stakes",
    "claim-differs": "claim",
    "outcome-differs": "outcome",
    "taken-as-given": "outcome",
    "bad-showdown": "showdown-record",
    "showdown-order": "showdown-order",
    "not-retrievable": "retrieve",
    "exposed-card": "exposed-card",
    "burn-irregular": "burn-irregular",
}

# The article that makes an irregularity stand, for the warning; ``stands`` where there is no other.
STOOD: dict[str, str] = {
    "wrong-bring-in": "wrong-bring-in",
    "bad-bring-in-amount": "wrong-amount",
    "bet-size": "wrong-amount",
    "exceeds-pot": "overbet",
    "out-of-turn": "out-of-turn",
    "street-before-betting-closed": "premature-street",
    "up-down-pattern": "as-dealt",
    "deal-out-of-order": "as-dealt",
    "community-not-allowed": "as-dealt",
    "wrong-card-count": "wrong-hand",
}

# What play that went on may have left standing (hand-record, Irregularities).
MAY_STAND = frozenset(
    (
        "wrong-bring-in",
        "bad-bring-in-amount",
        "bet-size",
        "exceeds-pot",
        "raise-cap",
        "betting-not-reopened",
        "out-of-turn",
        "deal-out-of-order",
        "up-down-pattern",
        "wrong-card-count",
        "community-not-allowed",
        "street-before-betting-closed",
        "wrong-price",
        "wrong-place-card",
        "row-not-filled",
        "must-keep-flipping",
        "must-fold",
        "declaration-changed",
        "nobody-to-call",
    )
)
