"""Disputes on stored hands: filing one, the ruling at once, and what the floor and a final authority make of it."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.disputed import KINGS, UNSEEN, decide, file, kind_of, store

Document = dict[str, Any]

# Seat 3's last card was the 9c: three nines beat the kings.
NINE = {"cards": {"Tc": "9c"}}


@pytest.fixture
def kings(client: FlaskClient) -> str:
    """The stored hand that seat 2 won with kings; its id."""
    return store(client, KINGS)


# Of judgement


def test_who_is_wrong_about_the_awards_is_denied_at_once_with_the_article(client: FlaskClient, kings: str) -> None:
    filed = file(client, kings, claim={"won": {"3": 23}}, note="I had a straight")
    assert filed.headers["Location"] == f"/v1/disputes/{filed.json['id']}"
    assert (filed.json["kind"], filed.json["state"], filed.json["by"]) == ("judgement", "ruled", "p3")
    ruling = filed.json["ruling"]
    assert (ruling["result"], ruling["article"], ruling["lies_in"]) == ("denied", "stud/high", "cards")
    [row] = ruling["differences"]
    assert (row["seat"], row["pot"], row["claimed"], row["ruled"]) == (3, 0, 23, 0)
    assert ruling["would_be"] is None


def test_who_is_right_about_the_awards_is_upheld(client: FlaskClient, kings: str) -> None:
    ruling = file(client, kings, "p2", claim={"net": {"2": 12, "3": -11}}).json["ruling"]
    assert (ruling["result"], ruling["article"], ruling["lies_in"]) == ("upheld", "stud/high", None)
    assert ruling["differences"] == []


@pytest.mark.parametrize(
    ("seat", "said", "result", "article"),
    [
        (2, "a pair", "upheld", "stud/cards-speak-hands"),
        (2, "pair of kings", "upheld", "stud/cards-speak-hands"),
        (2, "two pair", "denied", "stud/cards-speak-hands"),
        (1, "pair of aces", "denied", "stud/fold"),
        (1, "flush", "denied", "stud/fold"),
        (9, "flush", "denied", "stud/seats"),
    ],
)
def test_a_claimed_hand_is_what_its_cards_make_it_and_a_folded_one_is_nothing(
    client: FlaskClient, kings: str, seat: int, said: str, result: str, article: str
) -> None:
    ruling = file(client, kings, claim={"hands": {str(seat): said}}).json["ruling"]
    assert (ruling["result"], ruling["article"]) == (result, article)


def test_a_hand_that_won_unseen_was_not_compared(client: FlaskClient, steal: Document) -> None:
    ruling = file(client, store(client, steal), claim={"hands": {"3": "pair of queens"}}).json["ruling"]
    assert (ruling["result"], ruling["article"]) == ("denied", "stud/last-hand")


def test_the_same_dispute_again_is_the_one_that_was_filed(client: FlaskClient, kings: str) -> None:
    first = file(client, kings, claim={"won": {"3": 23}})
    again = client.post(f"/v1/hands/{kings}/disputes", json={"by": "p3", "claim": {"won": {"3": 23.0}}})
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (200, "true")
    assert again.json == first.json
    other = file(client, kings, claim={"won": {"3": 22}})
    assert other.json["id"] != first.json["id"]


def test_a_claim_that_hangs_on_a_card_nobody_saw_is_for_the_floor(client: FlaskClient) -> None:
    filed = file(client, store(client, UNSEEN), claim={"won": {"3": 23}})
    ruling = filed.json["ruling"]
    assert (filed.json["kind"], filed.json["state"]) == ("judgement", "open")
    assert (ruling["result"], ruling["article"], ruling["lies_in"]) == (
        "needs-floor", "stud/unknown-cards", "unseen-card",
    )  # fmt: skip
    assert ruling["would_be"]["legal"] is True
    assert ruling["would_be"]["moved"] == {"3": 23}


def test_accepting_what_nobody_saw_settles_the_hand_as_given(client: FlaskClient) -> None:
    filed = file(client, store(client, UNSEEN), claim={"won": {"3": 23}})
    ruled = decide(client, filed, decision="accept", by="floor")
    assert ruled.status_code == 200, ruled.text
    revision = client.get(f"/v1/hands/{ruled.json['decision']['revision']}").json
    assert revision["verdict"]["status"] == "settled"
    [award] = revision["verdict"]["pots"][0]["awards"]
    assert (award["seat"], award["amount"], award["basis"]) == (3, 23, "given")


def test_what_cannot_be_in_any_way_is_denied_though_a_card_was_never_seen(client: FlaskClient) -> None:
    hand_id = store(client, UNSEEN)
    for claim in ({"won": {"3": 24}}, {"won": {"1": 23}}, {"net": {"2": 13}}):
        assert file(client, hand_id, claim=claim).json["ruling"]["result"] == "denied"


# Of fact


def test_another_card_is_for_the_floor_with_what_would_follow(client: FlaskClient, kings: str) -> None:
    filed = file(client, kings, fact=NINE, claim={"won": {"3": 23}})
    assert (filed.json["kind"], filed.json["state"]) == ("fact", "open")
    ruling = filed.json["ruling"]
    assert (ruling["result"], ruling["article"], ruling["lies_in"]) == ("needs-floor", "stud/floor", "record")
    would_be = ruling["would_be"]
    assert (would_be["legal"], would_be["moved"], would_be["fits_claim"]) == (True, {"2": -23, "3": 23}, True)
    assert would_be["verdict"]["seats"][2]["high"]["name"].startswith("three nines")


def test_another_event_is_put_in_its_place(client: FlaskClient, kings: str) -> None:
    at = next(n for n, event in enumerate(KINGS["events"]) if event["type"] == "call")
    fact = {"events": {str(at): [{"type": "raise", "seat": 2, "to": 20}, {"type": "fold", "seat": 3}]}}
    would_be = file(client, kings, fact=fact).json["ruling"]["would_be"]
    assert (would_be["legal"], would_be["verdict"]["violations"][0]["code"]) == (False, "hand-over")
    fact = {"events": {str(at): [{"type": "raise", "seat": 2, "to": 20}, {"type": "call", "seat": 3, "to": 20}]}}
    would_be = file(client, kings, fact=fact).json["ruling"]["would_be"]
    assert (would_be["legal"], would_be["moved"]) == (True, {"2": 10, "3": -10})


def test_an_event_that_did_not_happen_and_one_that_came_after_the_last(client: FlaskClient, kings: str) -> None:
    muck = {"events": {str(len(KINGS["events"])): [{"type": "muck", "seat": 2}]}}
    assert file(client, kings, fact=muck).json["ruling"]["would_be"]["moved"] == {"2": -23, "3": 23}
    unseen: Document = {"events": {str(len(KINGS["events"]) - 1): []}}
    would_be = file(client, kings, fact=unseen).json["ruling"]["would_be"]
    assert (would_be["legal"], would_be["verdict"]["status"]) == (True, "in-progress")


def test_an_agreed_house_rule_is_a_fact_too(client: FlaskClient, kings: str) -> None:
    filed = file(client, kings, fact={"rules": {"raise_cap": None}})
    ruling = filed.json["ruling"]
    assert (ruling["lies_in"], ruling["would_be"]["legal"], ruling["would_be"]["moved"]) == ("house-rule", True, {})
    strange = file(client, kings, fact={"rules": {"moon": 1}}).json["ruling"]["would_be"]
    assert (strange["legal"], strange["verdict"]["violations"][0]["code"]) == (False, "bad-rule")


def test_the_whole_corrected_record_keeps_its_name_and_what_it_leaves_out(client: FlaskClient, kings: str) -> None:
    record = copy.deepcopy(KINGS)
    record["events"][-3] = {"type": "deal", "seat": 3, "down": ["9c"], "up": []}
    for name in ("ref", "table", "tags"):
        del record[name]
    filed = file(client, kings, fact={"record": record})
    assert filed.json["ruling"]["would_be"]["moved"] == {"2": -23, "3": 23}
    revision = decide(client, filed, decision="accept", by="floor").json["decision"]["revision"]
    kept = client.get(f"/v1/hands/{revision}").json["record"]
    assert (kept["ref"], kept["table"], kept["tags"]) == ("kitchen:kings", "the kitchen", ["friday"])


# The floor


def test_accepting_makes_the_revision_of_the_hand(client: FlaskClient, kings: str) -> None:
    before = client.get(f"/v1/hands/{kings}")
    filed = file(client, kings, fact=NINE)
    ruled = decide(client, filed, decision="accept", by="the floor", note="The camera has it.")
    assert ruled.status_code == 200
    decision = ruled.json["decision"]
    assert (ruled.json["state"], ruled.json["version"]) == ("ruled", 2)
    assert (decision["decision"], decision["by"], decision["note"]) == ("accept", "the floor", "The camera has it.")
    assert ruled.json["ruling"] == filed.json["ruling"]
    assert ruled.json["superseded_by"] == decision["revision"]
    revision = client.get(f"/v1/hands/{decision['revision']}").json
    assert (revision["revises"], revision["ref"]) == (kings, "kitchen:kings")
    assert [seat["won"] for seat in revision["verdict"]["seats"]] == [0, 0, 23]
    after = client.get(f"/v1/hands/{kings}")
    assert after.json["superseded_by"] == decision["revision"]
    assert after.json["record"] == before.json["record"]
    assert after.headers["ETag"] != before.headers["ETag"]
    for query in ("ref=kitchen:kings", "table=the%20kitchen", "player=p3", "tag=friday"):
        assert [row["id"] for row in client.get(f"/v1/hands?{query}").json["hands"]] == [decision["revision"]], query


def test_rejecting_leaves_the_hand_as_it_is(client: FlaskClient, kings: str) -> None:
    ruled = decide(client, file(client, kings, fact=NINE), decision="reject", by="the floor")
    assert (ruled.json["state"], ruled.json["decision"]["revision"]) == ("ruled", None)
    assert client.get(f"/v1/hands/{kings}").json["superseded_by"] is None


@pytest.mark.parametrize(
    ("fact", "kind"),
    [
        ({"cards": {"2c": "3c"}}, "illegal-hand"),
        ({"events": {str(len(KINGS["events"]) - 1): []}}, "not-finished"),
    ],
)
def test_a_record_that_is_not_legal_or_not_over_cannot_be_accepted(
    client: FlaskClient, kings: str, fact: Document, kind: str
) -> None:
    filed = file(client, kings, fact=fact)
    assert kind_of(decide(client, filed, decision="accept", by="floor")) == (422, kind)
    assert client.get(f"/v1/disputes/{filed.json['id']}").json == filed.json
    assert client.get(f"/v1/hands/{kings}").json["superseded_by"] is None


def test_figures_that_do_not_fit_the_pots_cannot_be_accepted(client: FlaskClient) -> None:
    filed = file(client, store(client, UNSEEN), claim={"won": {"3": 20}})
    assert filed.json["ruling"]["would_be"] is None
    assert kind_of(decide(client, filed, decision="accept", by="floor")) == (422, "not-disputable")


def test_a_change_must_say_what_was_seen(client: FlaskClient, kings: str) -> None:
    filed = file(client, kings, fact=NINE)
    for what in ("rulings", "withdrawal", "override"):
        posted = {"rulings": {"decision": "reject", "by": "f"}, "override": {"by": "Rob", "result": "upheld"}}.get(
            what, {}
        )
        address = f"/v1/disputes/{filed.json['id']}/{what}"
        assert kind_of(client.post(address, json=posted)) == (428, "precondition-required")
        for tag in ('"2-abc"', 'W/"1-abc"', '"x"', '""'):
            answer = client.post(address, json=posted, headers={"If-Match": tag})
            assert kind_of(answer) == (412, "stale"), tag
    assert client.get(f"/v1/disputes/{filed.json['id']}").json == filed.json


def test_whoever_saw_it_before_the_change_gets_412(client: FlaskClient, kings: str) -> None:
    filed = file(client, kings, fact=NINE)
    ruled = decide(client, filed, decision="reject", by="one floor")
    late = decide(client, filed, decision="accept", by="another floor")
    assert kind_of(late) == (412, "stale")
    assert late.json["state"] == "ruled"
    assert client.get(f"/v1/disputes/{filed.json['id']}").json == ruled.json


def test_only_an_open_dispute_is_ruled_or_withdrawn(client: FlaskClient, kings: str) -> None:
    at_once = file(client, kings, claim={"won": {"3": 23}})
    assert kind_of(decide(client, at_once, decision="accept", by="floor")) == (409, "dispute-closed")
    assert kind_of(decide(client, at_once, "withdrawal")) == (409, "dispute-closed")
    withdrawn = decide(client, file(client, kings, fact=NINE), "withdrawal", note="I misread it.")
    assert (withdrawn.json["state"], withdrawn.json["withdrawal"]["note"]) == ("withdrawn", "I misread it.")
    for what, posted in (
        ("rulings", {"decision": "accept", "by": "f"}),
        ("override", {"by": "Rob", "result": "upheld"}),
    ):
        assert kind_of(decide(client, withdrawn, what, **posted)) == (409, "dispute-closed")


def test_a_withdrawn_dispute_may_be_filed_again(client: FlaskClient, kings: str) -> None:
    first = file(client, kings, fact=NINE)
    decide(client, first, "withdrawal")
    again = file(client, kings, fact=NINE)
    assert again.json["id"] != first.json["id"]
    assert again.json["state"] == "open"


# Rob is right


def test_a_final_authority_overrides_and_the_computed_ruling_stays_beside_it(client: FlaskClient, kings: str) -> None:
    filed = file(client, kings, claim={"won": {"3": 23}})
    said = decide(client, filed, "override", by="Rob", result="upheld", won={"2": 11, "3": 12}, note="Split it.")
    assert (said.status_code, said.json["state"]) == (200, "overridden")
    override = said.json["override"]
    assert (override["by"], override["result"], override["won"]) == ("Rob", "upheld", {"2": 11, "3": 12})
    assert override["article"] == "stud/final-authority"
    assert said.json["ruling"] == filed.json["ruling"]
    assert said.json["ruling"]["result"] == "denied"
    assert client.get(f"/v1/hands/{kings}").json["superseded_by"] is None
    assert kind_of(decide(client, said, "override", by="Rob", result="denied")) == (409, "dispute-closed")


def test_the_floors_decision_stays_beside_the_override(client: FlaskClient, kings: str) -> None:
    ruled = decide(client, file(client, kings, fact=NINE), decision="reject", by="floor")
    said = decide(client, ruled, "override", by="Rob", result="upheld")
    assert (said.json["decision"], said.json["override"]["won"]) == (ruled.json["decision"], None)


@pytest.mark.parametrize("won", [{"2": 22}, {"2": 23, "3": 1}, {"9": 23}, {}])
def test_an_override_gives_what_the_pots_hold(client: FlaskClient, kings: str, won: Document) -> None:
    filed = file(client, kings, claim={"won": {"3": 23}})
    answer = decide(client, filed, "override", by="Rob", result="upheld", won=won)
    assert kind_of(answer) == (422, "not-disputable")


# Revised hands


def test_a_dispute_is_filed_on_the_current_revision(client: FlaskClient, kings: str) -> None:
    revision = decide(client, file(client, kings, fact=NINE), decision="accept", by="f").json["decision"]["revision"]
    late = client.post(f"/v1/hands/{kings}/disputes", json={"by": "p2", "claim": {"won": {"2": 23}}})
    assert kind_of(late) == (409, "hand-revised")
    assert late.json["hand"] == f"/v1/hands/{revision}"
    ruling = file(client, revision, "p2", claim={"won": {"2": 23}}).json["ruling"]
    assert ruling["result"] == "denied"


def test_a_dispute_that_was_open_at_a_revision_is_accepted_on_top_of_it(client: FlaskClient, kings: str) -> None:
    king = file(client, kings, "p2", fact={"cards": {"Td": "Kd"}})
    nine = file(client, kings, "p3", fact=NINE)
    revision = decide(client, nine, decision="accept", by="floor").json["decision"]["revision"]
    refused = decide(client, king, decision="accept", by="floor")
    assert kind_of(refused) == (409, "hand-revised")
    assert refused.json["hand"] == f"/v1/hands/{revision}"
    assert kind_of(decide(client, king, decision="accept", by="floor", revises=king.json["id"])) == (
        422,
        "not-disputable",
    )
    ruled = decide(client, king, decision="accept", by="floor", revises=revision)
    assert ruled.status_code == 200, ruled.text
    both = client.get(f"/v1/hands/{ruled.json['decision']['revision']}").json
    assert both["revises"] == revision
    assert [seat["down"][-1] for seat in both["verdict"]["seats"][1:]] == ["Kd", "9c"]
    assert [seat["won"] for seat in both["verdict"]["seats"]] == [0, 23, 0]


# What is refused


def test_a_hand_or_a_dispute_that_is_not_there_is_404(client: FlaskClient, kings: str) -> None:
    nowhere = "00000000-0000-7000-8000-000000000000"
    posted = client.post(f"/v1/hands/{nowhere}/disputes", json={"by": "p3", "claim": {"won": {"3": 1}}})
    assert kind_of(posted) == (404, "not-found")
    assert kind_of(client.get(f"/v1/disputes/{nowhere}")) == (404, "not-found")
    ruled = client.post(f"/v1/disputes/{nowhere}/rulings", json={"decision": "reject", "by": "f"})
    assert kind_of(ruled) == (404, "not-found")


@pytest.mark.parametrize(
    ("posted", "pointers"),
    [
        ({}, ["/by"]),
        ({"by": "p3"}, ["/claim"]),
        ({"by": "p3", "claim": {}}, ["/claim"]),
        ({"by": "p3", "claim": {"won": {}}}, ["/claim"]),
        ({"by": "p3", "claim": {"won": {"0": 1}, "wins": 1}}, ["/claim/won/0", "/claim/wins"]),
        ({"by": "public", "claim": {"won": {"3": 1}}}, ["/by"]),
        ({"by": "p3", "fact": {}}, ["/fact"]),
        ({"by": "p3", "fact": {"cards": {"Tc": "1c", "??": "2c"}}}, ["/fact/cards/??", "/fact/cards/Tc"]),
        (
            {"by": "p3", "fact": {"events": {"01": [], "2": [{"type": "fold"}]}}},
            ["/fact/events/01", "/fact/events/2/0/seat"],
        ),
        ({"by": "p3", "fact": {"events": []}}, ["/fact/events"]),
        ({"by": "p3", "fact": {"record": {"game": "razz"}}}, ["/fact/record/seats"]),
        ({"by": "p3", "fact": {"record": KINGS, "rules": {"raise_cap": 4}}}, ["/fact/record"]),
        ({"by": "p3", "claim": {"won": {"3": 1}}, "whom": "p2"}, ["/whom"]),
        ([], [""]),
    ],
)
def test_a_document_that_is_no_dispute_is_refused_with_its_places(
    client: FlaskClient, kings: str, posted: Any, pointers: list[str]
) -> None:
    answer = client.post(f"/v1/hands/{kings}/disputes", json=posted)
    assert kind_of(answer) == (400, "bad-record")
    assert [error["pointer"] for error in answer.json["errors"]] == pointers


@pytest.mark.parametrize(
    ("fact", "pointer"),
    [
        ({"cards": {"5c": "5d"}}, "/fact/cards/5c"),
        ({"cards": {"Tc": "Tc"}}, "/fact"),
        ({"events": {"99": []}}, "/fact/events/99"),
        ({"record": KINGS}, "/fact"),
    ],
)
def test_a_fact_that_does_not_fit_the_record_is_refused(
    client: FlaskClient, kings: str, fact: Document, pointer: str
) -> None:
    answer = client.post(f"/v1/hands/{kings}/disputes", json={"by": "p3", "fact": fact})
    assert kind_of(answer) == (422, "not-disputable")
    assert [error["pointer"] for error in answer.json["errors"]] == [pointer]


def test_a_net_cannot_be_claimed_where_only_the_pots_are_known(client: FlaskClient) -> None:
    record = {
        "game": "razz",
        "ref": "razz:pots",
        "seats": [{"seat": 1, "player": "ann"}, {"seat": 2, "player": "bob"}],
        "showdown": {
            "hands": [
                {"seat": 1, "cards": ["Ac", "2c", "3d", "4h", "5s", "Ks", "Kd"]},
                {"seat": 2, "cards": ["Ad", "2d", "3c", "4c", "6s", "Qs", "Qd"]},
            ],
            "pots": [{"amount": 30, "eligible": [1, 2]}],
        },
    }
    hand_id = store(client, record)
    answer = client.post(f"/v1/hands/{hand_id}/disputes", json={"by": "bob", "claim": {"net": {"2": 15}}})
    assert kind_of(answer) == (422, "not-disputable")
    assert file(client, hand_id, claim={"won": {"2": 15}}).json["ruling"]["result"] == "denied"
    assert file(client, hand_id, claim={"won": {"1": 30}}).json["ruling"]["result"] == "upheld"


# Fetching and listing


def test_a_dispute_is_fetched_with_its_etag(client: FlaskClient, kings: str) -> None:
    filed = file(client, kings, claim={"won": {"3": 23}})
    fetched = client.get(f"/v1/disputes/{filed.json['id']}")
    assert (fetched.json, fetched.headers["ETag"]) == (filed.json, filed.headers["ETag"])
    again = client.get(f"/v1/disputes/{filed.json['id']}", headers={"If-None-Match": fetched.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.fixture
def several(client: FlaskClient, kings: str, steal: Document) -> dict[str, str]:
    """Disputes in every state on two hands; ids by what they are, oldest first."""
    other = store(client, steal)
    made = {
        "denied": file(client, kings, claim={"won": {"3": 23}}),
        "open": file(client, kings, "p2", fact={"cards": {"Td": "Kd"}}),
        "withdrawn": file(client, other, "ann", fact={"cards": {"Js": "Jd"}}),
        "overridden": file(client, other, "bob", claim={"won": {"2": 9}}),
    }
    decide(client, made["withdrawn"], "withdrawal")
    decide(client, made["overridden"], "override", by="Rob", result="upheld")
    return {name: str(filed.json["id"]) for name, filed in made.items()} | {"kings": kings, "steal": other}


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["overridden", "withdrawn", "open", "denied"]),
        ("state=open", ["open"]),
        ("state=ruled", ["denied"]),
        ("state=withdrawn", ["withdrawn"]),
        ("state=overridden", ["overridden"]),
        ("game=seven-card-stud", ["overridden", "withdrawn", "open", "denied"]),
        ("game=razz", []),
        ("table=the%20kitchen&state=open", ["open"]),
        ("table=the%20porch", []),
        ("player=ann", ["overridden", "withdrawn"]),
        ("player=p3", ["open", "denied"]),
        ("by=p3", ["denied"]),
        ("player=p3&by=p2", ["open"]),
        ("hand={kings}", ["open", "denied"]),
    ],
)
def test_disputes_are_listed_newest_first_by_what_is_asked(
    client: FlaskClient, several: dict[str, str], query: str, names: list[str]
) -> None:
    listed = client.get(f"/v1/disputes?{query.format(**several)}")
    assert listed.status_code == 200, listed.text
    assert [row["id"] for row in listed.json["disputes"]] == [several[name] for name in names]
    assert listed.json["next"] is None


def test_a_row_of_the_list_says_how_it_stands(client: FlaskClient, several: dict[str, str]) -> None:
    row = client.get("/v1/disputes?state=overridden").json["disputes"][0]
    whole = client.get(f"/v1/disputes/{row['id']}").json
    assert row["ruling"] == {name: whole["ruling"][name] for name in ("result", "article", "text", "lies_in")}
    for name in row.keys() - {"ruling"}:
        assert row[name] == whole[name], name


def test_pages_of_disputes_hang_together(client: FlaskClient, several: dict[str, str]) -> None:
    met, address = [], "/v1/disputes?limit=1&game=seven-card-stud"
    while address:
        page = client.get(address)
        met += [row["id"] for row in page.json["disputes"]]
        address = page.headers.get("Link", "").partition(">")[0].lstrip("<")
    assert met == [several[name] for name in ("overridden", "withdrawn", "open", "denied")]


def test_a_cursor_goes_with_its_list_and_filters_only(client: FlaskClient, several: dict[str, str]) -> None:
    cursor = client.get("/v1/disputes?limit=1").json["next"]
    assert kind_of(client.get(f"/v1/disputes?state=open&cursor={cursor}")) == (400, "bad-cursor")
    assert kind_of(client.get(f"/v1/hands?cursor={cursor}")) == (400, "bad-cursor")
    assert kind_of(client.get("/v1/disputes?state=closed")) == (400, "bad-query")
    assert kind_of(client.get("/v1/disputes?hand=12")) == (400, "bad-query")
