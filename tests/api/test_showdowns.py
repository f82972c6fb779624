"""Records of a showdown through every address: judged, stored, shown, disputed like any other."""

from __future__ import annotations

import copy

import pytest
from flask.testing import FlaskClient

from studbook.cards import CARD_TEXT, DECK
from tests.api.disputed import decide, file, store
from tests.engine.test_showdowns import SHOWDOWNS, showdown


@pytest.mark.parametrize(("game", "kind"), SHOWDOWNS)
def test_a_showdown_is_judged_stored_and_disputed(client: FlaskClient, game: str, kind: str) -> None:
    record, won = showdown(game, kind)
    judged = client.post("/v1/adjudications?hinges=true&explain=true", json=record).json
    assert {seat["seat"]: seat["won"] for seat in judged["seats"] if seat["won"]} == won
    hand_id = store(client, record)
    kept = client.get(f"/v1/hands/{hand_id}").json
    assert (kept["record"], kept["verdict"]["pots"]) == (record, judged["pots"])
    assert [row["id"] for row in client.get(f"/v1/hands?game={game}&showdown=true").json["hands"]] == [hand_id]

    right = file(client, hand_id, "p1", claim={"won": {str(seat): chips for seat, chips in won.items()}})
    assert right.json["ruling"]["result"] == "upheld"
    wrong = file(client, hand_id, "p4", claim={"won": {"1": won[1] + 1}})
    assert (wrong.json["ruling"]["result"], wrong.json["state"]) == ("denied", "ruled")
    assert wrong.json["ruling"]["article"]
    folded = len(record["seats"])
    out = file(client, hand_id, f"p{folded}", claim={"won": {str(folded): 1}}).json["ruling"]
    assert (out["result"], out["article"].partition("/")[2]) == ("denied", "fold")


@pytest.mark.parametrize("game", sorted({game for game, _ in SHOWDOWNS}))
def test_another_card_at_a_showdown_makes_a_revision(client: FlaskClient, game: str) -> None:
    record, _ = showdown(game, "side-pots")
    hand_id = store(client, record)
    was = record["showdown"]["hands"][2]["cards"][0]
    really = next(CARD_TEXT[card] for card in sorted(DECK) if CARD_TEXT[card] not in str(record))
    filed = file(client, hand_id, "p3", fact={"cards": {was: really}})
    assert filed.json["ruling"]["would_be"]["legal"] is True
    ruled = decide(client, filed, decision="accept", by="floor")
    revision = client.get(f"/v1/hands/{ruled.json['decision']['revision']}").json
    assert revision["record"]["showdown"]["hands"][2]["cards"][0] == really
    assert [row["id"] for row in client.get(f"/v1/hands?game={game}").json["hands"]] == [revision["id"]]


def test_a_partly_seen_showdown_says_what_is_certain_and_what_hangs_on_the_card(client: FlaskClient) -> None:
    record, _ = showdown("seven-card-stud", "side-pots")
    # Seat 2's last card was never seen: it may make three kings, or two pair. Seat 1 was the best otherwise.
    record["showdown"]["hands"][1]["cards"][6] = "??"
    hand_id = store(client, record)
    verdict = client.get(f"/v1/hands/{hand_id}").json["verdict"]
    assert verdict["status"] == "undecided"
    # Its kings take the side pot in any case.
    assert [(pot["open"], [award["seat"] for award in pot["awards"]]) for pot in verdict["pots"]] == [
        (40, []),
        (0, [2]),
    ]
    ruling = file(client, hand_id, "p2", claim={"won": {"2": 90}}).json["ruling"]
    assert (ruling["result"], ruling["lies_in"]) == ("needs-floor", "unseen-card")
    assert ruling["would_be"]["moved"] == {"2": 40}
    assert file(client, hand_id, "p3", claim={"won": {"3": 50}}).json["ruling"]["result"] == "denied"
    seen = copy.deepcopy(record)
    seen["showdown"]["hands"][1]["cards"][6] = "3s"
    would_be = file(client, hand_id, "p1", fact={"record": seen}).json["ruling"]["would_be"]
    assert (would_be["verdict"]["status"], would_be["moved"]) == ("settled", {"1": 40})
