"""Articles common to all games: the pack, the seats, the stakes and the cards."""

from __future__ import annotations

from studbook.article import Article

HOUSE = "house rule of this project"
LAST_CARD = ("exhaustion",)

SETTING = (
    Article(
        "stud/games",
        "A hand is judged by the one game that its record names, and a name without a rule sheet is refused.",
        HOUSE,
    ),
    Article(
        "stud/house-rules",
        "What the documents leave to the house is played as the record says, otherwise at the game's default, and a "
        "house rule or value that the game does not know is refused by name.",
        HOUSE,
    ),
    Article(
        "stud/stakes",
        "The bets, the ante and the bring-in are named before the deal, all of them multiples of the smallest chip, "
        "say 10 and 20 with 1 to ante and 3 to bring in; a stake left out is played at its default and listed.",
        "stud document, Setup and table of values",
    ),
    Article(
        "stud/seats",
        "Two players or more sit in order from the dealer's left, every seat number and every player once.",
        "stud document, Setup",
    ),
    Article(
        "stud/deck",
        "One pack of 52 cards without jokers is used, so a card that comes twice cannot be right.",
        "stud document, Setup; TDA 2024, 35-E",
    ),
    Article(
        "stud/suits",
        "Suits never rank hands: in the order clubs, diamonds, hearts, spades they settle only the bring-in, a chip "
        "that cannot be divided and, where the house says so, equal boards.",
        "stud document, Third street and Goal & scoring",
    ),
    Article(
        "stud/hand-ranking",
        "High hands rank from high card through pair, two pair, three of a kind, straight, flush, full house and "
        "four of a kind to straight flush, with the ace at either end of a straight but never in its middle.",
        "stud document, Setup",
    ),
    Article(
        "stud/best-five",
        "A hand is the best five of its cards, and those left over count for nothing.",
        "stud document, Goal & scoring",
    ),
    Article(
        "stud/ante",
        "Every seat antes before the deal, about a tenth of the small bet, and a seat that has less antes what it "
        "has and is all-in for it.",
        "stud document, Setup; Robert's Rules of Poker, stud 8",
    ),
    Article(
        "stud/larger-ante",
        "What a seat's own ante exceeds the common one is dead money in the first pot: nobody matches it and it is "
        "never returned.",
        HOUSE,
    ),
)

CARDS = (
    Article(
        "stud/dealing-order",
        "Cards go clockwise from the dealer's left to the live hands, all-in ones included, each hand getting its "
        "cards of the street in one deal.",
        "stud document, Play",
    ),
    Article(
        "stud/card-count",
        "A street gives every live hand exactly the cards that are due to it, no more and no fewer.",
        "stud document, Play",
    ),
    Article(
        "stud/up-and-down",
        "A hand is dealt two cards down and one up, three more up one street at a time, and the seventh down.",
        "stud document, Third street to Seventh street",
    ),
    Article(
        "stud/burn",
        "Where the house burns, one card goes off the top just before each street after the first, four in a full "
        "deal.",
        "stud document, Seventh street",
    ),
    Article(
        "stud/exhaustion",
        "When the stub cannot give each live hand its last card and spare a burn, the burns are shuffled in, then "
        "the burn is left out, and if cards are still short one common card is turned for all.",
        "stud document, Seventh street; Robert's Rules of Poker, stud 15",
        LAST_CARD,
    ),
    Article(
        "stud/shuffled-back",
        "A card that was shuffled back into the stub may be dealt again, also where its face was known.",
        HOUSE,
        LAST_CARD,
    ),
    Article(
        "stud/community-card",
        "A common card is turned only where the deck cannot give each live hand a last card, and then it is "
        "everybody's last card.",
        "stud document, Seventh street",
    ),
    Article(
        "stud/community-opener",
        "After a common last card the board that is best with it opens the round, unless the house leaves the "
        "opening with the seat that opened the street before and that seat can act.",
        "stud document, Seventh street; TDA 2024, RP-10-H",
        LAST_CARD,
    ),
    Article(
        "stud/folded-cards",
        "Cards of folded hands are dead and never come back, and the up cards among them stay known to everybody.",
        "stud document, Seventh street and Play",
    ),
)
