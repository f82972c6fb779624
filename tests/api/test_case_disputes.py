"""The ruled cases as disputes: who is wrong is denied with the article, who is right is upheld, all through HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from studbook.house import HOUSE_RULES
from tests.api.conftest import cases
from tests.api.disputed import store

Document = dict[str, Any]

CASES = dict(cases())

# Who is wrong about each case, what he claims, and the article by which he is denied. "net" where the case turns on
# single chips or shares.
WRONG: dict[str, tuple[Document, str]] = {
    # Seat 2 says that seat 1 brought it in: then seat 2 lost its ante only.
    "C01-stud-bring-in-suit-tie": ({"net": {"1": -4, "2": -1}}, "stud/fold"),
    # Seat 1 is told that seat 3's raise to 30 counts for 20 only.
    "C02-stud-open-pair-sizes": ({"net": {"1": 139}}, "stud/last-hand"),
    # Seat 1, all-in for the ante, says that its aces win everything.
    "C03-stud-all-in-for-ante": ({"won": {"1": 164}}, "stud/side-pot"),
    # Seat 7, whose board opened, says that its pair of nines wins.
    "C05-stud-eight-players-community-card": ({"won": {"7": 32}}, "stud/high"),
    # Seat 1 says that the odd chip is his, who sits nearer the dealer's left.
    "C06-stud-odd-chip-equal-hands": ({"won": {"1": 14, "2": 13}}, "stud/odd-chip"),
    # Seat 1 says that the odd chip is his: in a low game the lowest card takes it.
    "C07-razz-king-suit-pair-odd-chip": ({"won": {"1": 53, "2": 52}}, "stud/odd-chip"),
    # Seat 1, the best low at the table, says that it reaches the first side pot too.
    "C08-hilo8-three-side-pots": ({"won": {"1": 67}}, "stud/side-pot"),
    # Seat 2 says that half the pot is his.
    "C10-hungarian-hilo-scoop": ({"won": {"2": 900}}, "stud/high-half"),
    # Seat 1 says that aces up beat three kings.
    "C11-five-card-stud": ({"won": {"1": 133}}, "stud/high"),
    # Seat 1 wants three quarters for its high and its tied low.
    "C13-declare-both-tie-loses": ({"won": {"1": 42, "2": 14}}, "stud-hi-lo-declare/both-tie"),
    # Seat 2 says that all of it is his.
    "C14-nyny-seventh-street-choice": ({"won": {"2": 88}}, "new-york-new-york/declare"),
    # Seat 2 says that a full house beats the flush for the whole pot.
    "C16-nyny-five-upcards-open": ({"won": {"2": 72}}, "new-york-new-york/declare"),
    # Seat 1 says that all of it is his.
    "C17-nyny-seven-players-deck-count": ({"won": {"1": 7}}, "stud/high-half"),
    # Seat 2, which declared high too, says that nobody took the low half.
    "C19-wall-street-refill-price-nobody-low": ({"won": {"2": 47}}, "stud/nobody-one-way"),
    # Seat 2 says that its straight flush beats five nines.
    "C21-wall-street-wild-five-of-a-kind": ({"won": {"2": 90}}, "wall-street/five-of-a-kind"),
    # Seat 1 says that it need not have folded.
    "C23-no-peek-equal-does-not-beat": ({"won": {"1": 46}}, "stud/fold"),
    # B, the best low, wants half.
    "C24-no-peek-high-low-75-25": ({"won": {"1": 40, "2": 40}}, "no-peek-hi-lo/shares"),
}


def ruling_on(client: FlaskClient, hand_id: str, **dispute: Any) -> Document:
    answer = client.post(f"/v1/hands/{hand_id}/disputes", json={"by": "somebody", **dispute})
    assert answer.status_code in (200, 201), answer.text
    ruling: Document = answer.json["ruling"]
    return ruling


@pytest.mark.parametrize("name", CASES)
def test_who_is_wrong_about_a_case_is_denied_with_the_article(client: FlaskClient, name: str) -> None:
    claim, article = WRONG[name]
    ruling = ruling_on(client, store(client, CASES[name]["record"]), claim=claim)
    assert (ruling["result"], ruling["article"]) == ("denied", article), ruling["text"]
    assert ruling["differences"]


@pytest.mark.parametrize("name", CASES)
def test_who_is_right_about_a_case_is_upheld(client: FlaskClient, name: str) -> None:
    expected = CASES[name]["expect"]
    won: dict[str, int] = {}
    for pot in expected["pots"]:
        for seat, chips in pot["awards"].items():
            won[seat] = won.get(seat, 0) + chips
    hand_id = store(client, CASES[name]["record"])
    for claim in ({"net": expected["net"]}, {"won": won}):
        ruling = ruling_on(client, hand_id, claim=claim)
        assert (ruling["result"], ruling["differences"], ruling["lies_in"]) == ("upheld", [], None)
        assert ruling["article"]


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case["expect"]["hinges"]])
def test_every_reading_that_the_case_names_is_among_the_hinges_and_denied_by_its_own_article(
    client: FlaskClient, name: str
) -> None:
    case = CASES[name]
    hinges = client.post("/v1/adjudications?hinges=true", json=case["record"]).json["hinges"]
    hand_id = store(client, case["record"])
    assert client.get(f"/v1/hands/{hand_id}?hinges=true").json["verdict"]["hinges"] == hinges
    by_reading = {(row["rule"], row["value"]): row for row in hinges["awards"]}
    for named in case["expect"]["hinges"]:
        row = by_reading[named["rule"], named["value"]]
        assert row["net"] != case["expect"]["net"]
        ruling = ruling_on(client, hand_id, claim={"net": row["net"]})
        assert (ruling["result"], ruling["lies_in"]) == ("denied", "house-rule")
        assert ruling["article"].partition("/")[2] == HOUSE_RULES[named["rule"]].topic
        fitting = [(row["rule"], row["value"]) for row in ruling["hinges"]["awards"] if row["fits_claim"]]
        assert (named["rule"], named["value"]) in fitting


ATTEMPTS = [(name, at) for name, case in CASES.items() for at in range(len(case["attempts"]))]


@pytest.mark.parametrize(("name", "at"), ATTEMPTS, ids=[f"{name}-{at}" for name, at in ATTEMPTS])
def test_who_says_that_it_went_the_way_the_case_refuses_hears_which_rule_that_breaks(
    client: FlaskClient, name: str, at: int
) -> None:
    case = CASES[name]
    attempt = case["attempts"][at]
    hand_id = store(client, case["record"])
    ruling = ruling_on(client, hand_id, fact={"events": {str(attempt["after"]): [attempt["event"]]}})
    assert (ruling["result"], ruling["would_be"]["legal"]) == ("needs-floor", False)
    [violation] = ruling["would_be"]["verdict"]["violations"]
    assert (violation["event"], violation["code"]) == (attempt["after"], attempt["code"])
    assert violation["article"]
