"""Stored hands as PHH, OHH, PokerStars text and NDJSON: by suffix, by Accept, in lists, and as one viewer saw them."""

from __future__ import annotations

import copy
import hashlib
import json
import uuid
from typing import Any

import pytest
from flask.testing import FlaskClient

from studbook.cards import CARD_TEXT
from studbook.formats import registry
from studbook.formats.common import Read
from studbook.games import GAMES
from tests.formats.random_hands import random_hand

Document = dict[str, Any]
FORMS = {
    "phh": "application/x-phh",
    "ohh": "application/x-ohh+json",
    "txt": "text/plain",
    "ndjson": "application/x-ndjson",
}
WHOLE = ("phh", "ohh", "ndjson")


def read(text: str) -> list[Document]:
    found = list(registry.read_text(text, "answer"))
    assert all(isinstance(result, Read) for result in found), found
    return [result.document for result in found if isinstance(result, Read)]


def post(client: FlaskClient, hand: Document) -> str:
    answer = client.post("/v1/hands", json=hand)
    assert answer.status_code == 201, answer.text
    return str(answer.json["id"])


@pytest.fixture
def stored(client: FlaskClient, steal: Document) -> str:
    return post(client, steal)


@pytest.mark.parametrize("suffix", WHOLE)
def test_a_hand_comes_back_whole_by_suffix_and_by_accept(
    client: FlaskClient, stored: str, steal: Document, suffix: str
) -> None:
    by_suffix = client.get(f"/v1/hands/{stored}.{suffix}")
    by_accept = client.get(f"/v1/hands/{stored}", headers={"Accept": FORMS[suffix]})
    assert by_suffix.mimetype == by_accept.mimetype == FORMS[suffix]
    assert by_suffix.data == by_accept.data
    assert by_accept.headers["Vary"] == "Accept"
    assert read(by_suffix.text) == [steal]


def test_a_hand_is_had_as_pokerstars_text(client: FlaskClient, stored: str) -> None:
    answer = client.get(f"/v1/hands/{stored}.txt")
    assert answer.content_type == "text/plain; charset=utf-8"
    assert answer.text.startswith("PokerStars Hand #1: 7 Card Stud Limit (10/20)")
    (hand,) = read(answer.text)
    assert [seat["player"] for seat in hand["seats"]] == ["ann", "bob", "cy"]


def test_without_a_word_about_it_the_answer_is_json(client: FlaskClient, stored: str) -> None:
    plain = client.get(f"/v1/hands/{stored}")
    for headers in ({"Accept": "*/*"}, {"Accept": "application/json"}, {"Accept": "image/png, */*;q=0.1"}):
        assert client.get(f"/v1/hands/{stored}", headers=headers).json == plain.json
    assert client.get(f"/v1/hands/{stored}.json").json == plain.json


def test_the_client_likes_one_form_better(client: FlaskClient, stored: str) -> None:
    answer = client.get(f"/v1/hands/{stored}", headers={"Accept": "application/json;q=0.5, application/x-phh"})
    assert answer.mimetype == "application/x-phh"


def test_forms_that_are_none_are_refused(client: FlaskClient, stored: str) -> None:
    answer = client.get(f"/v1/hands/{stored}", headers={"Accept": "image/png"})
    assert (answer.status_code, answer.json["type"]) == (406, "/docs/problems/not-acceptable")
    answer = client.get(f"/v1/hands/{stored}.pdf")
    assert answer.status_code == 404
    assert "there are json, phh, ohh, txt, ndjson" in answer.json["detail"]
    assert client.get("/v1/hands/00000000-0000-0000-0000-000000000000.phh").status_code == 404


def test_a_hand_that_a_form_has_no_place_for_is_406_and_says_why(client: FlaskClient) -> None:
    hand = random_hand("wall-street", 1)
    stored = post(client, hand)
    answer = client.get(f"/v1/hands/{stored}.txt")
    assert answer.status_code == 406
    assert "PokerStars has no game wall-street" in answer.json["detail"]
    assert read(client.get(f"/v1/hands/{stored}.phh").text) == [hand]


def test_a_form_has_an_etag_of_its_own(client: FlaskClient, stored: str) -> None:
    tags = {client.get(f"/v1/hands/{stored}.{suffix}").headers["ETag"] for suffix in ("json", *FORMS)}
    assert len(tags) == 5
    tag = client.get(f"/v1/hands/{stored}.phh").headers["ETag"]
    assert client.get(f"/v1/hands/{stored}.phh", headers={"If-None-Match": tag}).status_code == 304
    assert client.get(f"/v1/hands/{stored}.ohh", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("query", ["explain=true", "hinges=true"])
def test_what_adds_to_a_verdict_is_for_json_only(client: FlaskClient, stored: str, query: str) -> None:
    answer = client.get(f"/v1/hands/{stored}.phh?{query}")
    assert (answer.status_code, answer.json["type"]) == (400, "/docs/problems/bad-query")


@pytest.fixture
def several(client: FlaskClient, steal: Document) -> list[Document]:
    """Five hands, the newest first; the third is of a game that PokerStars has not."""
    hands = []
    for number in range(1, 6):
        hand = copy.deepcopy(steal) if number != 3 else random_hand("no-peek", 4)
        hand |= {"ref": f"kitchen:{number}", "hand_no": str(number), "played_at": f"2026-11-28T1{number}:00:00Z"}
        post(client, hand)
        hands.append(hand)
    return hands[::-1]


@pytest.mark.parametrize("suffix", WHOLE)
def test_a_list_comes_in_any_form_page_by_page(client: FlaskClient, several: list[Document], suffix: str) -> None:
    address, found, pages = "/v1/hands?limit=2", [], 0
    while address:
        answer = client.get(address, headers={"Accept": FORMS[suffix]})
        assert answer.mimetype == FORMS[suffix]
        found += read(answer.text)
        pages += 1
        link = answer.headers.get("Link", "")
        address = link[1 : link.index(">")] if link else ""
    assert found == several
    assert pages == 3


def test_a_list_names_the_hands_that_a_form_has_no_place_for(client: FlaskClient, several: list[Document]) -> None:
    answer = client.get("/v1/hands", headers={"Accept": "text/plain"})
    assert [hand["hand_no"] for hand in read(answer.text)] == ["5", "4", "2", "1"]
    left = client.get(f"/v1/hands/{answer.headers['Studbook-Left-Out']}").json
    assert left["record"]["game"] == "no-peek"


def test_all_hands_come_as_ndjson_and_can_be_imported_again(client: FlaskClient, several: list[Document]) -> None:
    answer = client.get("/v1/hands", headers={"Accept": "application/x-ndjson"})
    assert [json.loads(line) for line in answer.text.splitlines()] == several
    assert "Link" not in answer.headers
    imported = client.post("/v1/imports", data=answer.data, content_type="application/x-ndjson")
    assert {json.loads(line)["status"] for line in imported.data.splitlines()} == {"known"}


def test_an_export_takes_the_filters_of_the_list(client: FlaskClient, several: list[Document]) -> None:
    for query, numbers in (("game=no-peek", ["3"]), ("hand_no=4", ["4"]), ("until=2026-11-28T12:30:00Z", ["2", "1"])):
        answer = client.get(f"/v1/hands?{query}", headers={"Accept": "application/x-ndjson"})
        assert [json.loads(line)["hand_no"] for line in answer.text.splitlines()] == numbers
    answer = client.get("/v1/hands?pot_from=1", headers={"Accept": "application/x-ndjson"})
    assert answer.status_code == 400


def test_an_empty_list_is_an_empty_text(client: FlaskClient) -> None:
    for media_type in FORMS.values():
        answer = client.get("/v1/hands", headers={"Accept": media_type})
        assert (answer.status_code, answer.data) == (200, b"")


def test_include_belongs_to_json(client: FlaskClient, several: list[Document]) -> None:
    answer = client.get("/v1/hands?include=record", headers={"Accept": "application/x-phh"})
    assert (answer.status_code, answer.json["type"]) == (400, "/docs/problems/bad-query")


# A viewer


def test_a_viewer_sees_no_card_that_folded_unseen(client: FlaskClient, stored: str) -> None:
    for suffix in ("json", *FORMS):
        # Without the hand's id, in which a card may stand by chance: 9c is hexadecimal.
        text = client.get(f"/v1/hands/{stored}.{suffix}?viewer=public").text.replace(stored, "")
        for card in ("Ah", "9c", "Kd", "7s", "Qh", "Qc"):
            assert card not in text, suffix
        mine = client.get(f"/v1/hands/{stored}.{suffix}?viewer=bob").text
        assert "Kd" in mine
        assert "7s" in mine
        assert "Ah" not in mine


@pytest.mark.parametrize("game", sorted(GAMES))
def test_hands_that_differ_in_what_nobody_saw_are_the_same_to_the_public(client: FlaskClient, game: str) -> None:
    told = 0
    for seed in range(40):
        hand = random_hand(game, seed)
        swapped = with_another_folded_card(hand)
        if swapped is None:
            continue
        told += 1
        assert public_eyes(client, hand, f"secret-{seed}-a") == public_eyes(client, swapped, f"secret-{seed}-b")
        if told == 3:
            return
    assert told > 0


def public_eyes(client: FlaskClient, hand: Document, ref: str) -> list[str]:
    """The hand in every form as the public sees it, without the names that are its own."""
    del hand["hand_no"]
    stored = post(client, hand | {"ref": ref})
    number = int(hashlib.sha256(uuid.UUID(stored).bytes).hexdigest()[:12], 16)
    texts = []
    for suffix in FORMS:
        answer = client.get(f"/v1/hands/{stored}.{suffix}?viewer=public")
        text = answer.json["detail"] if answer.status_code == 406 else answer.text
        texts.append(text.replace(stored, "ID").replace(ref, "REF").replace(str(number), "NUMBER"))
    return texts


def with_another_folded_card(hand: Document) -> Document | None:
    """The hand with one unseen down card of a folded seat exchanged for one that never left the deck."""
    text = json.dumps(hand)
    folded = {event["seat"] for event in hand["events"] if event["type"] == "fold"}
    for at, event in enumerate(hand["events"]):
        if event["type"] == "deal" and event["seat"] in folded and event.get("down"):
            old = event["down"][0]
            if text.count(f'"{old}"') > 1:  # turned up later
                continue
            unused = next(card for card in CARD_TEXT if f'"{card}"' not in text)
            other = copy.deepcopy(hand)
            other["events"][at]["down"][0] = unused
            return other
    return None
