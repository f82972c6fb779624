"""Articles on irregularities: what holds when something went wrong, and what is procedure at the table only."""

from __future__ import annotations

from studbook.article import Article

HOUSE = "house rule of this project"
BRING_IN = ("third_street_opener",)

IRREGULAR = (
    Article(
        "stud/stands",
        "An irregular act is refused while it can be put right, and where nobody objected in time and play went on "
        "it stands if the book lets it, with a warning.",
        "Robert's Rules of Poker, irregularities; TDA 2024, 36",
    ),
    Article(
        "stud/procedure",
        "Where Robert's Rules of Poker and the TDA rules differ on an irregularity the house says which book decides.",
        HOUSE,
    ),
    Article(
        "stud/wrong-bring-in",
        "A wrong seat that brings it in takes its chips back until the next player has acted; after that the wager "
        "stands, action goes on to its left, and the true low card owes nothing.",
        "Robert's Rules of Poker, stud 9",
        BRING_IN,
    ),
    Article(
        "stud/absent-low-card",
        "The low card whose player is away still forfeits ante and bring-in, and its hand is killed when the action "
        "reaches it.",
        "Robert's Rules of Poker, stud 6; TDA 2024, 30",
        BRING_IN,
    ),
    Article(
        "stud/as-dealt",
        "Cards that were dealt to the wrong hand first or the wrong way up, and were left so, lie as they were "
        "dealt, and one that lies up counts for its board.",
        "Robert's Rules of Poker, irregularities; house rule of this project",
    ),
    Article(
        "stud/exposed-hole-card",
        "Where a hole card of the first deal was dealt face up the third card is dealt down, and the card that lies "
        "up is the door card.",
        "Robert's Rules of Poker, stud 5; TDA 2024, RP-10-A",
        BRING_IN,
    ),
    Article(
        "stud/last-card-face-up",
        "A last card dealt face up stays and counts for the board that opens, and with two live hands left the "
        "other's last card is then dealt up as well, unless the house goes by the TDA rules.",
        "Robert's Rules of Poker, stud 16-17; TDA 2024, RP-10-B",
        ("exhaustion",),
    ),
    Article(
        "stud/exposed-card",
        "A down card that falls off the table or is otherwise seen by all plays on, as one that everybody knows.",
        "Robert's Rules of Poker, stud 11",
    ),
    Article(
        "stud/wrong-hand",
        "At the showdown a hand with too many cards is dead, and so is one with too few, unless only the last is "
        "missing.",
        "Robert's Rules of Poker, stud 18; TDA 2024, 35-A-5",
    ),
    Article(
        "stud/fouled-deck",
        "A fouled deck or a misdeal voids the hand at any time, and every chip goes back to the seat that put it in.",
        "TDA 2024, 35-E",
    ),
    Article(
        "stud/burn-irregular",
        "A burn that was forgotten or made twice is put right where the cards can still go to their places; "
        "otherwise they play as they lie.",
        "Robert's Rules of Poker, stud 13",
    ),
    Article(
        "stud/premature-street",
        "Where cards came before the betting was closed and nobody objected the round is over as it stands, and "
        "unequal chips stay where they lie.",
        HOUSE,
    ),
    Article(
        "stud/out-of-turn",
        "An act out of turn that nobody stopped counts, action goes on to its left, and a skipped seat that still "
        "owes is due when it is reached.",
        "TDA 2024, 36, 53 and 58",
    ),
    Article(
        "stud/wrong-amount",
        "A wrong amount is put right on its own street; after that it is the level to call, and the next full raise "
        "is measured from the last regular size.",
        "TDA 2024, 52-A",
    ),
    Article(
        "stud/overbet",
        "A pot-limit bet above the pot is put right for everybody while the street lasts; after that it stands.",
        "TDA 2024, 52-B",
    ),
    Article(
        "stud/dead-hand",
        "A hand that is killed wins nothing, and its chips stay in the pot.",
        "Robert's Rules of Poker, dead hands",
    ),
    Article(
        "stud/picked-up-cards",
        "Whoever picks up the up cards while facing a bet has a dead hand; at the showdown it means nothing until "
        "the hand is thrown away.",
        "Robert's Rules of Poker, stud 10; TDA 2024, 66",
    ),
    Article(
        "stud/up-cards-in-order",
        "Up cards lie in the order in which they came, and a hand shown with other cards than it was dealt is "
        "refused whatever order it is shown in.",
        "Robert's Rules of Poker, stud; BARGE rulebook",
    ),
    Article(
        "stud/retrieve",
        "A mucked hand that can still be told apart may be taken back until it is killed, and is live again.",
        "TDA 2024, 14; Robert's Rules of Poker, dead hands",
    ),
)

AT_THE_TABLE = (
    Article(
        "stud/premature-card",
        "A card dealt too early is set aside, or goes back into the stub by the TDA rules, and the street is dealt "
        "when the betting is closed.",
        "Robert's Rules of Poker, stud 14; TDA 2024, RP-5-D",
        judged=False,
    ),
    Article(
        "stud/all-cards-tabled",
        "To win a pot at the showdown all the cards of the hand are laid on the table.",
        "TDA 2024, 13; Robert's Rules of Poker, showdown 1",
        judged=False,
    ),
    Article(
        "stud/asking-to-see",
        "Whoever was dealt in may ask to see a called hand: asked by a loser a mucked hand stays dead, asked by the "
        "winner it is live again.",
        "Robert's Rules of Poker, showdown 5; TDA 2024, 18",
        judged=False,
    ),
    Article(
        "stud/no-refund",
        "A call made by a hand that is beaten by the cards showing is not taken back.",
        "Robert's Rules of Poker, stud 19",
        judged=False,
    ),
    Article(
        "stud/late-correction",
        "A wrongly read pot may be disputed until the next hand begins, and a wrongly counted one until substantial "
        "action in it.",
        "TDA 2024, 22",
        judged=False,
    ),
    Article(
        "stud/floor",
        "What no article settles is for the floor to decide, by chance where it must, and is never guessed here.",
        "TDA 2024, 1 and RP-14",
        judged=False,
    ),
    Article(
        "stud/final-authority",
        "Where a doubt remains a named person may overrule, and what the rules give stays written beside it.",
        "New York New York document, Final authority; No Peek High-Low document, Final authority",
        judged=False,
    ),
)
