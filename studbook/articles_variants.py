"""Articles of the stud document's variants, where they differ from what is common to all games."""

from __future__ import annotations

from studbook.article import Article

HOUSE = "house rule of this project"

RAZZ = (
    Article(
        "razz/hand-ranking",
        "The lowest hand is the best: straights and flushes are ignored, the ace is always low, and 5-4-3-2-A, the "
        "wheel, cannot be beaten.",
        "stud document, Variants, Razz",
    ),
    Article(
        "razz/first-opener",
        "The highest door card brings it in, king high and ace low, spades highest among equal ranks, so that the "
        "king of spades is the worst of all.",
        "stud document, Variants, Razz; World Series of Poker rules",
    ),
    Article(
        "razz/opener",
        "From fourth street on the lowest board opens: no pair before a pair, then the lower cards from the top.",
        "stud document, Variants, Razz",
    ),
    Article(
        "razz/limits",
        "Bets double at fifth street, and a pair showing makes no difference to their size.",
        "stud document, Variants, Razz",
    ),
    Article(
        "razz/low",
        "The lowest hand takes the pot, and as nothing has to qualify somebody always wins it.",
        "stud document, Variants, Razz",
    ),
)

DEUCE_TO_SEVEN_RAZZ = (
    Article(
        "deuce-to-seven-razz/hand-ranking",
        "The lowest hand is the best with the ace high and straights and flushes counting against it, so that "
        "7-5-4-3-2 cannot be beaten.",
        "BARGE rulebook; World Series of Poker rules",
    ),
    Article(
        "deuce-to-seven-razz/first-opener",
        "The highest door card brings it in, ace high, spades highest among equal ranks.",
        "BARGE rulebook",
    ),
    Article(
        "deuce-to-seven-razz/opener",
        "From fourth street on the lowest board opens, the ace counting high.",
        "BARGE rulebook",
    ),
)

FIVE_CARD_STUD = (
    Article(
        "five-card-stud/up-and-down",
        "A hand is dealt one card down and one up, then three more up one street at a time, with a betting round "
        "after each up card, four in all.",
        "stud document, Variants, Five Card Stud",
    ),
    Article(
        "five-card-stud/limits",
        "Bets are small on the first two rounds and big on the last two.",
        "BARGE rulebook",
    ),
    Article(
        "five-card-stud/open-pair",
        "A pair showing does not change the size of bets, unless the house plays it; it can show from the third "
        "card on.",
        "house rule of this project, where the stud document is silent",
        ("fourth_street_open_pair",),
    ),
)

STUD_HI_LO = (
    Article(
        "stud-hi-lo/open-pair",
        "A pair showing on fourth street does not change the size of bets, unless the house plays it.",
        "Robert's Rules of Poker, seven-card stud hi-lo; TDA 2024, RP-10-F",
        ("fourth_street_open_pair",),
    ),
)

HUNGARIAN = (
    Article(
        "stud-hi-lo-hungarian/bring-in-amount",
        "Whoever brings it in chooses between half the small bet and all of it, 50 cents or a dollar at a 1 and 2 "
        "dollar table.",
        "Hungarian document, first round",
    ),
    Article(
        "stud-hi-lo-hungarian/up-and-down",
        "A hand is dealt as in seven-card stud, the sixth card up although the document's paragraph for it repeats "
        "the seventh street's closed card.",
        "Hungarian document, Sixth Street and end of the game",
    ),
    Article(
        "stud-hi-lo-hungarian/open-pair",
        "The document both forbids the opener with a pair on fourth street to double and allows it, so nobody "
        "doubles unless the house lets the opener alone do so.",
        "Hungarian document, Fourth Street; house rule of this project between its two sentences",
        ("fourth_street_open_pair",),
    ),
    Article(
        "stud-hi-lo-hungarian/raise-cap",
        "A round has at most three raises.",
        "Hungarian document, first round",
    ),
    Article(
        "stud-hi-lo-hungarian/raise-cap-heads-up",
        "The three raises stay the limit between two players too, unless the house lifts it.",
        "Hungarian document, first round",
    ),
    Article(
        "stud-hi-lo-hungarian/exhaustion",
        "Where the stub cannot give each live hand a seventh card, one common card is turned for all at once.",
        "Hungarian document, end of the game",
        ("exhaustion",),
    ),
    Article(
        "stud-hi-lo-hungarian/showdown-order",
        "The hand with the best four up cards shows first, whoever bet last.",
        "Hungarian document, end of the game",
    ),
)

STUD_HI_LO_DECLARE = (
    Article(
        "stud-hi-lo-declare/declare",
        "After the last round every live hand, all-in ones too, declares in a closed fist and all open together: "
        "empty for low, one chip for high, two for both, and only what was declared can win.",
        "stud document, Variants, High-low with declaration",
        ("declare",),
    ),
    Article(
        "stud-hi-lo-declare/both-tie",
        "A hand that declared both must win both outright: if it loses or even ties either half it gets nothing.",
        "stud document, Variants, High-low with declaration",
        ("declare",),
    ),
)
