"""Articles common to all games: pots, the showdown, high and low, the declaration."""

from __future__ import annotations

from studbook.article import Article

HOUSE = "house rule of this project"
HIGH_LOW = ("low_rank",)
DECLARED = ("declare",)

POTS = (
    Article(
        "stud/uncalled-bet",
        "What the highest total put in exceeds the second highest was called by nobody, and goes back as the round "
        "closes, or before the pots are made, also where its seat folds later.",
        "stud document, Play",
    ),
    Article(
        "stud/side-pot",
        "Pots are made in layers by what the live seats have put in, folded chips with them, and each is played for "
        "and divided by itself among those that paid the whole of it.",
        "stud document, Play; TDA 2024, 21",
    ),
    Article(
        "stud/mucked-pot",
        "A pot whose hands have all been mucked goes to those that play for the pot below it; but one that a single "
        "seat plays for is its own before it mucks.",
        HOUSE,
    ),
    Article(
        "stud/rake",
        "A rake is taken from each pot before it is divided, and is never more than the pot holds.",
        HOUSE,
    ),
    Article(
        "stud/last-hand",
        "When all others are out the last hand takes the pot, and need not show anything.",
        "stud document, Play",
    ),
    Article(
        "stud/odd-chip",
        "Equal hands divide equally, and a chip that cannot be divided goes to the one that holds the highest card "
        "by suit, all its own cards counted and a common card left aside.",
        "stud document, Goal & scoring; Robert's Rules of Poker, ties 5",
    ),
    Article(
        "stud/odd-chip-by-lowest-card",
        "Where the house gives an odd chip to the lowest card by suit it does so between tied lows, ace low, while "
        "tied highs still go by the highest.",
        "Robert's Rules of Poker, ties 5",
    ),
    Article(
        "stud/odd-chip-halves",
        "A chip that cannot be divided between high and low goes to high, unless the house gives it to low.",
        "stud document, Goal & scoring; TDA 2024, 20-C",
        HIGH_LOW,
    ),
    Article(
        "stud/shares",
        "High and low each take half of the pot, unless the house announces another share for high.",
        "stud document, Variants; New York New York document 4.3; Wall Street document",
        HIGH_LOW,
    ),
)

SHOWDOWN = (
    Article(
        "stud/high",
        "The best five-card hand takes the pot.",
        "stud document, Goal & scoring",
        ("high", "pot_for"),
    ),
    Article(
        "stud/cards-speak",
        "Unless the game is played with a declaration nobody declares, and the cards that are shown win what they can.",
        "stud document, Goal & scoring; New York New York document 4.4",
    ),
    Article(
        "stud/cards-speak-hands",
        "The cards decide and not what was called: a hand is what its five best cards make it.",
        "TDA 2024, 12; Robert's Rules of Poker, showdown",
    ),
    Article(
        "stud/showdown-order",
        "The last to bet or raise in the last round shows first, otherwise the seat that opened it, then clockwise; "
        "the order changes nothing about who wins.",
        "stud document, Goal & scoring; TDA 2024, 17-A",
    ),
    Article(
        "stud/showing",
        "A hand is shown with the cards that it was dealt: those already known are among them, and the others take "
        "the places of its unseen ones, down cards first.",
        "stud document, Goal & scoring",
    ),
    Article(
        "stud/muck",
        "A beaten hand may be mucked unseen, which gives up every claim to the pot.",
        "stud document, Goal & scoring",
    ),
    Article(
        "stud/unknown-cards",
        "A card that nobody saw is never guessed: a pot is decided where the winner's worst hand beats every "
        "rival's best, or where one unseen card, tried in all ways, always gives it to the same seats, and stays "
        "open where not.",
        HOUSE,
    ),
    Article(
        "stud/outcome",
        "What a source says was paid is compared with the ruling, and is taken as given only where a hand that "
        "decides was never seen and the figures fit the pots.",
        HOUSE,
    ),
    Article(
        "stud/claim",
        "A claim changes nothing: the ruling says where it differs, seat by seat and pot by pot.",
        HOUSE,
    ),
    Article(
        "stud/hand-over",
        "Once the last round is done, or one hand is left, nothing more is played, and cards may only be shown or "
        "mucked.",
        "stud document, Play and Goal & scoring",
    ),
    Article(
        "stud/showdown-record",
        "A record of nothing but the end of a hand gives for every seat its cards or how it left, and either what "
        "each put in or the pots.",
        HOUSE,
    ),
)

HIGH_AND_LOW = (
    Article(
        "stud/high-half",
        "The high share goes to the best five-card high hand of those that play for the pot.",
        "stud document, Variants; Hungarian document, A High Pot",
        HIGH_LOW,
    ),
    Article(
        "stud/low-half",
        "The low share goes to the lowest hand that qualifies among those that play for the pot.",
        "stud document, Variants; Hungarian document, A Low Pot",
        HIGH_LOW,
    ),
    Article(
        "stud/no-low",
        "Where no low qualifies in a pot the best high takes that pot whole, and every side pot is looked at by "
        "itself.",
        "stud document, Variants; Hungarian document, A Low Pot; TDA 2024, 21",
        HIGH_LOW,
    ),
    Article(
        "stud/low-rank",
        "Lows rank from the ace, straights and flushes ignored, so that 5-4-3-2-A is the best, unless the house "
        "plays deuce to seven, where 7-5-4-3-2 is.",
        "stud document, Variants; Hungarian document, A Low Pot; New York New York document 1.3",
        HIGH_LOW,
    ),
    Article(
        "stud/low-qualifier",
        "Where a low must qualify it has five different ranks, none above an eight or whatever the house names; "
        "otherwise any five cards make one.",
        "stud document, Variants; Hungarian document, A Low Pot",
        HIGH_LOW,
    ),
    Article(
        "stud/scoop",
        "High and low may be made of different fives of the same hand, so one hand can take both shares.",
        "stud document, Variants; Hungarian document, first round",
        HIGH_LOW,
    ),
    Article(
        "stud/quartering",
        "A tie for one share divides that share only: of 40 the sole high takes 20 and two equal lows 10 each.",
        "stud document, Goal & scoring; TDA 2024, 20",
        HIGH_LOW,
    ),
)

DECLARATION = (
    Article(
        "stud/declare-first",
        "Where ways are declared in turn the last to bet or raise in the final round begins, otherwise the seat "
        "that opened it, and it goes clockwise.",
        "Wall Street document; house rule of this project for who begins",
        DECLARED,
    ),
    Article(
        "stud/declaration-stands",
        "A declaration once made cannot be changed.",
        HOUSE,
        DECLARED,
    ),
    Article(
        "stud/bet-after-declare",
        "Where the house announces it one more round of the last street follows the declaration, with the same "
        "opener, the big bet and the same cap, and the last hand in takes everything whatever it declared.",
        "New York New York document 4.2; house rule of this project for other games",
        DECLARED,
    ),
    Article(
        "stud/declared-per-pot",
        "Declarations count in every pot by itself, among the hands that play for that pot.",
        "house rule of this project, after TDA 2024, 21",
        DECLARED,
    ),
    Article(
        "stud/compared-once",
        "All hands that declared a way are compared once, those that declared both among them, so it does not "
        "matter in which order failed hands are taken out.",
        HOUSE,
        DECLARED,
    ),
    Article(
        "stud/failed-both",
        "A hand that declared both and fails is out of that pot and each half goes to the best of the others that "
        "declared it, unless the house gives what it would have won to the hand that stopped it.",
        HOUSE,
        DECLARED,
    ),
    Article(
        "stud/nobody-one-way",
        "Where nobody declared one way, or nobody who did can win it, the other way takes the whole pot.",
        "New York New York document 4.3; house rule of this project for other games",
        DECLARED,
    ),
    Article(
        "stud/only-failed-both",
        "Where only hands that declared both and failed are left in a pot, their cards speak among them, high and low.",
        HOUSE,
        DECLARED,
    ),
    Article(
        "stud/nobody-can-win",
        "Where no declared hand can win either way, as when only lows were declared and none qualifies, cards speak "
        "for high among the live hands of that pot.",
        HOUSE,
        DECLARED,
    ),
)
