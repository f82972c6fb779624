"""What each could see, over HTTP: hands, replays, lists and adjudications with the eyes of one player or the public."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.disputed import KINGS, UNSEEN, decide, file, store

Document = dict[str, Any]

HIDDEN = ["??", "??"]
# The same hand, but seat 1 folded two other cards.
OTHER = {
    **KINGS,
    "ref": "kitchen:other",
    "events": [{**KINGS["events"][0], "down": ["5s", "6s"]}, *KINGS["events"][1:]],
}


def downs(verdict: Any) -> list[list[str]]:
    return [seat["down"] for seat in verdict["seats"]]


def told(text: str) -> str:
    """An answer without its ids, names and times."""
    text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "id", text)
    return re.sub(r"\d{4}-\d\d-\d\dT[0-9:.+]+", "time", text).replace("kitchen:other", "kitchen:kings")


@pytest.mark.parametrize(
    ("viewer", "first"), [("p1", ["As", "Ad"]), ("p2", HIDDEN), ("public", HIDDEN), ("somebody else", HIDDEN)]
)
def test_a_stored_hand_is_shown_as_the_viewer_could_see_it(client: FlaskClient, viewer: str, first: list[str]) -> None:
    hand_id = store(client, KINGS)
    seen = client.get(f"/v1/hands/{hand_id}?viewer={viewer}")
    assert downs(seen.json["verdict"]) == [first, ["Kh", "Kc", "Td"], ["9s", "9d", "Tc"]]
    assert seen.json["record"]["events"][0]["down"] == first
    assert seen.json["verdict"]["digest"] is None
    assert client.get(f"/v1/hands/{hand_id}").json["verdict"]["digest"]


WAYS = [
    "/v1/hands/{id}?viewer=p2",
    "/v1/hands/{id}?viewer=p2&hinges=true&explain=true",
    "/v1/hands/{id}/replay?viewer=p2&explain=true",
    "/v1/hands?include=record,verdict&viewer=p2&hand_no=7",
    "/v1/hands/{id}.phh?viewer=p2",
    "/v1/hands/{id}.ohh?viewer=p2",
    "/v1/hands/{id}.txt?viewer=p2",
    "/v1/hands/{id}.ndjson?viewer=p2",
]


@pytest.mark.parametrize("way", WAYS)
def test_two_hands_that_differ_in_folded_cards_are_shown_alike(client: FlaskClient, way: str) -> None:
    texts: list[str] = []
    for record in (KINGS, OTHER):
        hand_id = store(client, {**record, "hand_no": "7"})
        answer = client.get(way.format(id=hand_id))
        assert answer.status_code == 200
        text = answer.text
        if "hand_no" in way:
            shown = [row for row in answer.json["hands"] if row["id"] == hand_id]
            assert len(shown) == 1
            text = json.dumps(shown)
        texts.append(told(text))
    assert texts[0] == texts[1]
    assert "As" not in texts[0]


def test_an_etag_for_a_viewer_is_made_of_what_is_sent(client: FlaskClient) -> None:
    hand_id = store(client, KINGS)
    tags = {client.get(f"/v1/hands/{hand_id}{query}").headers["ETag"] for query in ("", "?viewer=p1", "?viewer=p2")}
    assert len(tags) == 3
    public, other = (client.get(f"/v1/hands/{hand_id}?viewer={viewer}").headers["ETag"] for viewer in ("public", "zed"))
    assert public == other
    again = client.get(f"/v1/hands/{hand_id}?viewer=zed", headers={"If-None-Match": public})
    assert again.status_code == 304


def test_hinges_and_rulings_are_added_to_a_stored_hand(client: FlaskClient) -> None:
    hand_id = store(client, KINGS)
    plain = client.get(f"/v1/hands/{hand_id}").json["verdict"]
    asked = client.get(f"/v1/hands/{hand_id}?hinges=true&explain=true").json["verdict"]
    assert asked["rulings"]
    assert asked["hinges"]["awards"] == []
    assert {"rule": "third_street_opener", "value": "high_card", "event": 3, "code": "wrong-bring-in"} in asked[
        "hinges"
    ]["legality"]
    assert {name: asked[name] for name in plain} == plain


def test_adjudications_are_answered_for_a_viewer_too(client: FlaskClient) -> None:
    cut = {**KINGS, "events": KINGS["events"][:6]}
    for viewer, shown in (("p1", [["As", "Ad"], HIDDEN, HIDDEN]), ("public", [HIDDEN] * 3)):
        verdict = client.post(f"/v1/adjudications?viewer={viewer}&hinges=true&explain=true", json=cut).json
        assert verdict["status"] == "in-progress"
        assert downs(verdict) == shown
        assert verdict["digest"] is None
        assert verdict["hinges"]["legality"]
    over = [client.post("/v1/adjudications?viewer=p3&hinges=true", json=record).text for record in (KINGS, OTHER)]
    assert over[0] == over[1]


def test_the_frames_of_a_replay_show_what_could_be_seen_then(client: FlaskClient) -> None:
    hand_id = store(client, KINGS)
    replay = client.get(f"/v1/hands/{hand_id}/replay?viewer=p3")
    frames = replay.json["frames"]
    assert [frame["event"] for frame in frames] == [None, *range(len(KINGS["events"]))]
    assert downs(frames[4]) == [HIDDEN, HIDDEN, ["9s", "9d"]]
    assert downs(frames[-1]) == [HIDDEN, ["Kh", "Kc", "Td"], ["9s", "9d", "Tc"]]
    whole = client.get(f"/v1/hands/{hand_id}/replay").json["frames"]
    assert downs(whole[4]) == [["As", "Ad"], ["Kh", "Kc"], ["9s", "9d"]]
    assert whole[-1]["pots"] == client.get(f"/v1/hands/{hand_id}").json["verdict"]["pots"]
    tag = {"If-None-Match": replay.headers["ETag"]}
    assert client.get(f"/v1/hands/{hand_id}/replay?viewer=p3", headers=tag).status_code == 304


def test_a_replay_of_a_showdown_has_the_one_frame_there_is(client: FlaskClient) -> None:
    record = {
        "game": "razz",
        "ref": "razz:showdown",
        "seats": [{"seat": 1, "player": "ann"}, {"seat": 2, "player": "bob"}],
        "showdown": {
            "hands": [
                {"seat": 1, "cards": ["Ac", "2c", "3d", "4h", "5s", "Ks", "Kd"], "put_in": 15},
                {"seat": 2, "cards": ["Ad", "2d", "3c", "4c", "6s", "Qs", "Qd"], "put_in": 15, "out": "mucked"},
            ]
        },
    }
    hand_id = store(client, record)
    [frame] = client.get(f"/v1/hands/{hand_id}/replay?viewer=ann&explain=true").json["frames"]
    verdict = client.get(f"/v1/hands/{hand_id}?viewer=ann").json["verdict"]
    assert (frame["event"], frame["pots"], frame["seats"]) == (None, verdict["pots"], verdict["seats"])
    assert frame["rulings"]
    hands = client.get(f"/v1/hands/{hand_id}?viewer=ann").json["record"]["showdown"]["hands"]
    assert [hand["cards"][0] for hand in hands] == ["Ac", "??"]


def test_a_hand_that_is_not_there_has_no_replay(client: FlaskClient) -> None:
    answer = client.get("/v1/hands/00000000-0000-7000-8000-000000000000/replay")
    assert (answer.status_code, answer.json["type"]) == (404, "/docs/problems/not-found")


def test_a_ref_that_was_made_from_the_cards_is_not_shown_to_a_viewer(client: FlaskClient) -> None:
    hand_id = store(client, {**KINGS, "ref": "phh:0123456789abcdef"})
    seen = client.get(f"/v1/hands/{hand_id}?viewer=p2").json
    assert (seen["ref"], "ref" in seen["record"]) == (None, False)
    assert client.get("/v1/hands?viewer=p2").json["hands"][0]["ref"] is None
    assert client.get("/v1/hands").json["hands"][0]["ref"] == "phh:0123456789abcdef"


# Disputes


def test_a_dispute_is_shown_as_the_viewer_may_know_it(client: FlaskClient) -> None:
    hand_id = store(client, KINGS)
    filed = file(client, hand_id, "p1", fact={"cards": {"As": "Ks"}}, note="I folded king-ace.")
    mine = client.get(f"/v1/disputes/{filed.json['id']}?viewer=p1")
    assert (mine.json["fact"], mine.json["note"]) == ({"cards": {"As": "Ks"}}, "I folded king-ace.")
    theirs = client.get(f"/v1/disputes/{filed.json['id']}?viewer=p2")
    assert (theirs.json["fact"], theirs.json["note"]) == ({"cards": {}}, None)
    assert downs(theirs.json["ruling"]["would_be"]["verdict"])[0] == HIDDEN
    assert "king-ace" not in client.get("/v1/disputes?viewer=p2").text
    assert filed.headers["ETag"] not in (mine.headers["ETag"], theirs.headers["ETag"])


def test_a_dispute_may_be_changed_with_the_etag_that_a_viewer_saw(client: FlaskClient) -> None:
    filed = file(client, store(client, KINGS), "p1", fact={"cards": {"As": "Ks"}})
    seen = client.get(f"/v1/disputes/{filed.json['id']}?viewer=p1")
    assert decide(client, seen, "withdrawal").status_code == 200
    assert decide(client, seen, "withdrawal").status_code == 412


def test_what_the_floor_and_the_authority_write_is_for_them(client: FlaskClient) -> None:
    filed = file(client, store(client, KINGS), "p1", fact={"cards": {"As": "Ks"}})
    ruled = decide(client, filed, decision="reject", by="floor", note="Two red aces.")
    said = decide(client, ruled, "override", by="Rob", result="denied", note="Aces.")
    address = f"/v1/disputes/{said.json['id']}"
    for viewer, words in (("p1", [None, None]), ("floor", ["Two red aces.", None]), ("Rob", [None, "Aces."])):
        seen = client.get(f"{address}?viewer={viewer}").json
        assert [seen["decision"]["note"], seen["override"]["note"]] == words


def test_disputes_on_hands_that_differ_in_folded_cards_are_shown_alike(client: FlaskClient) -> None:
    shown = []
    for record in (KINGS, OTHER):
        # Seat 1 folded the 6s in one of them: there the record would be illegal.
        dispute: Document = {"fact": {"cards": {"Js": "6s"}}, "claim": {"won": {"3": 23}, "hands": {"1": "flush"}}}
        filed = file(client, store(client, record), **dispute)
        whole = client.get(f"/v1/disputes/{filed.json['id']}?viewer=p2").text
        [row] = client.get(f"/v1/disputes?viewer=p2&hand={filed.json['hand']}").json["disputes"]
        shown.append((told(whole), told(json.dumps(row)), filed.json["ruling"]["would_be"]["legal"]))
    assert shown[0][:2] == shown[1][:2]
    assert (shown[0][2], shown[1][2]) == (True, False)


def test_an_unseen_card_stays_unseen_whoever_looks(client: FlaskClient) -> None:
    hand_id = store(client, UNSEEN)
    for viewer in ("p2", "p3"):
        verdict = client.get(f"/v1/hands/{hand_id}?viewer={viewer}").json["verdict"]
        assert (verdict["status"], downs(verdict)[2]) == ("undecided", ["9s", "9d", "??"])
        assert [pot["open"] for pot in verdict["pots"]] == [23]
