"""Articles common to all games: the opening round and the betting."""

from __future__ import annotations

from studbook.article import Article

HOUSE = "house rule of this project"
BRING_IN = ("third_street_opener",)
OPEN_PAIR = ("fourth_street_open_pair",)

OPENING = (
    Article(
        "stud/first-opener",
        "The lowest door card opens the first street with the bring-in, ace high and clubs lowest among equal "
        "ranks; where no bring-in is set the highest card showing opens and may check.",
        "stud document, Third street; house rule of this project for a deal without a bring-in",
        BRING_IN,
    ),
    Article(
        "stud/bring-in",
        "The seat whose door card opens must post the bring-in or a full small bet, and may neither check nor fold.",
        "stud document, Third street; Robert's Rules of Poker, stud 2",
        BRING_IN,
    ),
    Article(
        "stud/bring-in-amount",
        "The forced opening is exactly the bring-in, say 3, or a full small bet, say 10, and in pot limit and no "
        "limit the bring-in alone.",
        "stud document, Third street; house rule of this project for pot limit and no limit",
        BRING_IN,
    ),
    Article(
        "stud/completion",
        "Bringing the bring-in up to the small bet is the bet of the round, not a raise: at 10 and 20 over a "
        "bring-in of 3 it is to 10 and the first raise to 20, unless the house adds the bet to the bring-in.",
        "stud document, Third street; Robert's Rules of Poker, stud 3",
        BRING_IN,
    ),
    Article(
        "stud/bring-in-has-acted",
        "Posting the bring-in counts as having acted, so when all others just call it the round is over.",
        "house rule of this project, after Robert's Rules of Poker, stud 2",
        BRING_IN,
    ),
    Article(
        "stud/short-bring-in",
        "A bring-in posted all-in for less is still called at its full amount, unless the house has the others call "
        "only what was posted.",
        HOUSE,
        BRING_IN,
    ),
    Article(
        "stud/all-in-low-card",
        "Where the seat that owes the bring-in is all-in for its ante the duty goes to its left: that seat brings "
        "it in, opens for a full bet or folds, which passes the duty on, but it may not check.",
        "Robert's Rules of Poker, stud 8; TDA 2024, RP-10-E",
        BRING_IN,
    ),
    Article(
        "stud/all-in-completion",
        "On the first street an all-in wager of half the small bet or more, counted from nothing, is a completion; "
        "below that the next seat may still complete.",
        HOUSE,
        BRING_IN,
    ),
)

BETTING = (
    Article(
        "stud/opener",
        "From the second round on the best hand among the exposed cards opens, and it may check.",
        "stud document, Fourth street",
    ),
    Article(
        "stud/opener-tie",
        "Of exactly equal boards, or equal high cards where these open, the seat nearest the dealer's left opens, "
        "unless the house lets the highest card by suit decide.",
        "stud document, Fourth street; Robert's Rules of Poker, stud 1; TDA 2024, RP-10-D",
    ),
    Article(
        "stud/opener-all-in",
        "Where the board that should open has no chips the next live seat with chips to its left opens, unless the "
        "house takes the best board among those with chips.",
        "house rule of this project, after Robert's Rules of Poker, stud 8",
    ),
    Article(
        "stud/five-up-cards",
        "Five cards showing are a whole hand and may be a straight or a flush when openers are compared; fewer rank "
        "only as four, three, two pair, pair or high card.",
        "No Peek High-Low document 3.3",
    ),
    Article(
        "stud/turn",
        "Play goes clockwise, and only the seat whose turn it is may act.",
        "stud document, Third street",
    ),
    Article(
        "stud/order-of-play",
        "Everything comes where the game asks for it, and what the game does not have at that point is refused.",
        HOUSE,
    ),
    Article(
        "stud/round-closed",
        "A round ends when every live seat with chips has acted and has put in the same, and no card comes before "
        "that.",
        "stud document, Play",
    ),
    Article(
        "stud/no-more-betting",
        "There is a betting round only while two live seats have chips; otherwise the remaining cards are dealt and "
        "nobody acts.",
        HOUSE,
    ),
    Article(
        "stud/limits",
        "In fixed limit bets and raises are of the small size on third and fourth street and of the big size from "
        "fifth street on, say 10 and 20.",
        "stud document, Setup, Fourth street and Fifth street",
        ("big_bet_from_street",),
    ),
    Article(
        "stud/bet-size",
        "A wager is named by the seat's total for the round and is a full bet or raise of the proper size, unless "
        "it is the seat's last chips.",
        "stud document, Setup; Robert's Rules of Poker, betting 6",
    ),
    Article(
        "stud/spread-limit",
        "In spread limit a bet is from the minimum to the maximum, and a raise adds at least the last bet or raise "
        "of the round and at most the maximum.",
        HOUSE,
    ),
    Article(
        "stud/least-raise",
        "In pot limit and no limit a raise adds at least the last full bet or raise, and over a short all-in it "
        "adds that to the all-in total: after a bet of 100 and an all-in of 140 to 240 or more.",
        "stud document, Pot-limit and no-limit stud; Robert's Rules of Poker, no limit 3",
    ),
    Article(
        "stud/pot-limit",
        "In pot limit a raise adds at most what the pot holds once the raiser has called: with 40 in it, 10 of them "
        "a bet to call, to 60.",
        "stud document, Pot-limit and no-limit stud; TDA 2024, 52-B",
    ),
    Article(
        "stud/small-pot",
        "In pot limit a pot smaller than the minimum bet still allows the minimum.",
        HOUSE,
    ),
    Article(
        "stud/table-stakes",
        "A seat puts in only the chips in front of it, never more.",
        "stud document, Pot-limit and no-limit stud",
    ),
    Article(
        "stud/open-pair",
        "In fixed limit, when any live hand's two up cards pair on fourth street, all-in or not, everybody may bet "
        "or raise by the small or the big size there, and once a big one is in everything on that street is big.",
        "stud document, Fourth street; Robert's Rules of Poker, stud 4",
        OPEN_PAIR,
    ),
    Article(
        "stud/open-pair-raise",
        "Where both sizes are open, 10 and 20, a bet of 10 may be raised by 10 to 20 or by 20 to 30, unless the "
        "house counts the raise to 20 as the big one.",
        "stud document, Fourth street; Robert's Rules of Poker, stud 4",
        OPEN_PAIR,
    ),
    Article(
        "stud/raise-cap",
        "A round has a bet and at most three raises, where a completion is the bet and a short all-in that reopens "
        "nothing is not counted.",
        "stud document, Setup; Robert's Rules of Poker, betting 3",
    ),
    Article(
        "stud/raise-cap-heads-up",
        "The cap is gone for the rest of the round as soon as only two live seats have chips before it is reached.",
        "stud document, table of values; Robert's Rules of Poker, betting 3-4",
    ),
    Article(
        "stud/short-all-in",
        "An all-in wager of less than half a full bet or raise does not reopen the betting to a seat that has "
        "acted, which may only call or fold, while half or more counts as full; in pot limit and no limit only a "
        "full one does.",
        "Robert's Rules of Poker, betting 6 and no limit 3; TDA 2024, 47",
    ),
    Article(
        "stud/shorts-add-up",
        "Several short all-ins add up: once together they reach what counts as full they are one raise, and the "
        "next is a full size above it.",
        "Robert's Rules of Poker, no limit 3-5; TDA 2024, 47-A",
    ),
    Article(
        "stud/short-made-whole",
        "Making a short all-in bet whole is the bet of the round, not a raise: after an all-in for 8 at the 20 size "
        "the next seat makes it 20.",
        "Robert's Rules of Poker, betting 6",
    ),
    Article(
        "stud/all-in",
        "A seat that cannot match a bet calls with its last chips, plays for the part of the pot that it has "
        "matched, and is dealt in to the end without any further part in the betting.",
        "stud document, Play",
    ),
    Article(
        "stud/nobody-to-call",
        "Where no other live seat has chips there is nobody to call, so nothing can be bet or raised.",
        HOUSE,
    ),
    Article(
        "stud/check",
        "A seat that faces no bet may check, which is an act like any other; a seat that faces one calls, raises or "
        "folds.",
        "stud document, Fourth street; TDA 2024, 55",
    ),
    Article(
        "stud/call-is-check",
        "A call with nothing to call is a check.",
        "TDA 2024, 55",
    ),
    Article(
        "stud/fold",
        "A folded hand is out for good: it gets no more cards, does not act and wins nothing, and its chips stay.",
        "stud document, Play and Seventh street",
    ),
    Article(
        "stud/fold-not-facing-bet",
        "A fold without a bet to face is binding like any other.",
        "Robert's Rules of Poker, stud 7; TDA 2024, 58",
    ),
)
