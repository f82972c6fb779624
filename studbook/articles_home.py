"""Articles of the home games New York New York, Wall Street, No Peek and No Peek High-Low, as in their documents."""

from __future__ import annotations

from studbook.article import Article

HOUSE = "house rule of this project"

NEW_YORK_NEW_YORK = (
    Article(
        "new-york-new-york/exhaustion",
        "Up to seven can play, as seven hands, two centre cards and the refills take 50 or 51 cards; where the "
        "house burns a card before each choice only six can.",
        "New York New York document, Players, 3.2 and 3.6",
    ),
    Article(
        "new-york-new-york/row",
        "After the first round two centre cards are turned face up, one on each side of the deck, and only a card "
        "that lies there can be taken.",
        "New York New York document 2.3",
    ),
    Article(
        "new-york-new-york/first-chooser",
        "Choosing goes clockwise from the player whom the dealer announces, the first to the dealer's left where "
        "nobody was named, or the next live hand where that player is gone.",
        "New York New York document 3.1",
    ),
    Article(
        "new-york-new-york/choosing",
        "From fourth to seventh street each live hand in turn, all-in ones too, takes one of the two centre cards "
        "or the top card of the deck, and a betting round follows.",
        "New York New York document 3.1 and 3.5",
    ),
    Article(
        "new-york-new-york/refill",
        "A taken centre card is replaced from the deck at once and in the same place, but not when nobody is left "
        "to choose on seventh street.",
        "New York New York document 3.2 and 3.6",
    ),
    Article(
        "new-york-new-york/up-and-down",
        "Two cards are dealt down and one up, and what is chosen on fourth, fifth and sixth street lies face up.",
        "New York New York document 2.2 and 3.3",
    ),
    Article(
        "new-york-new-york/seventh-street",
        "On seventh street a centre card stays face up and a card off the deck stays face down.",
        "New York New York document 3.4",
    ),
    Article(
        "new-york-new-york/dead-centre",
        "The one or two centre cards left at the end are dead, and everybody sees them.",
        "New York New York document 3.6",
    ),
    Article(
        "new-york-new-york/declare",
        "After the seventh-street betting every live hand declares high, low or both at the same time, and only "
        "what was declared can win.",
        "New York New York document 4.1 and 4.3",
    ),
    Article(
        "new-york-new-york/bet-after-declare",
        "One more betting round follows the declaration if the dealer has announced it before the deal.",
        "New York New York document 4.2",
    ),
    Article(
        "new-york-new-york/both-tie",
        "A hand that declared both must win or tie both, or it gets nothing; a half that it ties is shared.",
        "New York New York document 4.3",
    ),
)

WALL_STREET = (
    Article(
        "wall-street/row",
        "A row of four cards, Wall Street, lies face up in the centre, and only a card that lies there can be bought.",
        "Wall Street document, the row",
    ),
    Article(
        "wall-street/prices",
        "The price belongs to the place and not to the card: 1 unit at the marked end, then 2, 3 and 4 along the row.",
        "Wall Street document, prices",
    ),
    Article(
        "wall-street/first-opener",
        "The highest card showing opens the first round and may check.",
        "Wall Street document, first betting round",
    ),
    Article(
        "wall-street/purchase",
        "On fourth, fifth and sixth street each live hand in turn from the dealer's left buys a card of the row, "
        "its price paid in full into the pot, or is dealt one face up from the deck free of charge.",
        "Wall Street document, fourth to sixth street",
    ),
    Article(
        "wall-street/all-in-buyer",
        "A seat without chips may only take the deck's card, but the last chips may pay a price.",
        HOUSE,
    ),
    Article(
        "wall-street/purchase-pot",
        "A price is no bet: nobody matches it, it is never returned, and it is played for by the live hands that "
        "had chips when it was paid, unless the house puts it in the main pot.",
        "Wall Street document, fourth to sixth street; house rule of this project for side pots",
    ),
    Article(
        "wall-street/purchase-counts",
        "What was paid for cards counts as part of the pot when a pot-limit bet is measured.",
        HOUSE,
    ),
    Article(
        "wall-street/refill",
        "An empty place is filled from the deck just before the next player decides, in its place and without any "
        "card sliding, so after a purchase by the last player the row shows three during the betting.",
        "Wall Street document, fourth to sixth street",
    ),
    Article(
        "wall-street/row-discarded",
        "When every live hand has four up cards the unsold cards of the row are discarded, before the betting on "
        "sixth street.",
        "Wall Street document, sixth street",
    ),
    Article(
        "wall-street/exhaustion",
        "Seven hands and the row can need 53 cards, and where the stub cannot give each live hand its seventh card "
        "one common card is turned for all, unless the house first shuffles in the unsold cards.",
        "house rule of this project, after the stud document, Seventh street",
    ),
    Article(
        "wall-street/declare",
        "After the final round the live hands declare high, low or both, with fists or in turn as agreed before "
        "play, and only what was declared can win.",
        "Wall Street document, declaration",
    ),
    Article(
        "wall-street/both-tie",
        "A hand that declared both must win or tie both ways, or it gets nothing; a half that it ties is shared.",
        "Wall Street document, declaration",
    ),
    Article(
        "wall-street/pot-for",
        "Some groups play for the high hand alone, without a declaration, which the dealer announces before the deal.",
        "Wall Street document, High only",
    ),
    Article(
        "wall-street/wild",
        "Where the house plays the card in the most expensive place wild, it is either the card bought from there, "
        "for its buyer, or every card of the rank that lay there last.",
        "Wall Street document, Wild card",
    ),
    Article(
        "wall-street/wild-card-use",
        "A wild card is whatever serves its hand best, in the low too, but never a rank that the low already has, "
        "and a flush holds no rank twice.",
        HOUSE,
    ),
    Article(
        "wall-street/wild-on-board",
        "A wild card is wild also when boards are compared for opening, unless the house leaves that out.",
        HOUSE,
    ),
    Article(
        "wall-street/five-of-a-kind",
        "With a wild card five of a kind is possible and ranks above a straight flush, unless the house ranks it "
        "below or does not play it.",
        "Wall Street document, Wild card; house rule of this project for its place",
    ),
)

NO_PEEK = (
    Article(
        "no-peek/exhaustion",
        "Up to seven can play: seven cards each and the centre card make 50, and eight hands would need 57.",
        "house rule of this project, by counting the cards",
    ),
    Article(
        "no-peek/up-and-down",
        "Each hand is dealt seven cards face down, which stay unseen by everybody until they are flipped.",
        "No Peek High-Low document 2.2",
    ),
    Article(
        "no-peek/peeking",
        "A player who looks at a card before it is flipped has a dead hand.",
        "PokerNews, Seven Card No Peek",
    ),
    Article(
        "no-peek/row",
        "One card is turned face up in the centre after the deal, and it is the hand that the first player must beat.",
        "No Peek High-Low document 2.3",
    ),
    Article(
        "no-peek/refill",
        "The centre card is turned up once, and when it has been beaten it stays out and is not replaced.",
        "No Peek High-Low document 2.3; house rule of this project for what follows",
    ),
    Article(
        "no-peek/flipping",
        "Clockwise from the dealer's left each hand flips its cards one at a time, at least one a turn, and stops "
        "exactly when it beats the best hand showing or all seven are up.",
        "No Peek High-Low document 3.1; house rule of this project for a hand that leads already",
    ),
    Article(
        "no-peek/to-beat",
        "To beat is to be strictly better than every other live hand showing, and than the centre card until it is "
        "beaten: equal is not enough, and a folded hand need not be beaten.",
        "No Peek High-Low document 2.3 and 3.1",
    ),
    Article(
        "no-peek/partial-hands",
        "In hands of different length an extra card beats a missing one, so K-9 beats K, and straights and flushes "
        "need five cards.",
        "No Peek High-Low document 3.3",
    ),
    Article(
        "no-peek/opener",
        "Every turn is followed by a betting round opened by the best high hand showing, a failed one left aside, "
        "or where none shows by the first seat with chips to the left of the one that flipped.",
        "No Peek High-Low document 3.2; house rule of this project where none shows",
    ),
    Article(
        "no-peek/stakes",
        "In fixed limit every round is at the small bet, and nobody brings anything in.",
        "No Peek High-Low document 2.1; house rule of this project",
    ),
    Article(
        "no-peek/failed-turn",
        "A hand that has flipped all seven without beating the best must fold in the round that follows, even if it "
        "is checked, and is dead at once where it has no chips.",
        "No Peek High-Low document 3.4; house rule of this project for a hand without chips",
    ),
    Article(
        "no-peek/end-of-play",
        "Play ends when every hand has folded or shown all seven cards.",
        "No Peek High-Low document, end of play",
    ),
)

NO_PEEK_HI_LO = (
    Article(
        "no-peek-hi-lo/failed-turn",
        "A hand that has flipped all seven without beating the best high must fold in the round that follows, "
        "unless it shows the best low.",
        "No Peek High-Low document 3.4(a)",
    ),
    Article(
        "no-peek-hi-lo/phase-two",
        "A hand that fails on high but shows the best low stays in, and from then on a turn ends with the best high "
        "or the best low showing.",
        "No Peek High-Low document 3.4(b) and phase two",
    ),
    Article(
        "no-peek-hi-lo/partial-low",
        "A low needs five cards showing, unless the house compares lows as they are shown.",
        "house rule of this project, which the No Peek High-Low document leaves to the dealer",
        ("partial_low",),
    ),
    Article(
        "no-peek-hi-lo/shares",
        "High takes 75 percent of the pot and low 25, of 80 chips 60 and 20, or the split that the dealer "
        "announces; what does not divide goes to high.",
        "No Peek High-Low document 1.3 and A 75/25 split",
    ),
)
