"""Links to one hand, over the API and on pages; disputes filed, decided and overruled from forms."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from db import shares
from db.pool import connect
from tests.pages.conftest import RECORDS

Find = Callable[[str], str]
STEAL = "C01-stud-bring-in-suit-tie"
TIE = "C13-declare-both-tie-loses"
ANY = {"Accept": "*/*"}


def share(client: FlaskClient, hand: str, **body: str) -> dict[str, Any]:
    """A new link."""
    answer = client.post(f"/v1/hands/{hand}/shares", json=body, headers=ANY)
    assert answer.status_code == 201, answer.json
    made: dict[str, Any] = answer.json
    assert answer.headers["Location"] == made["url"]
    assert answer.headers["Cache-Control"] == "no-store"
    return made


def test_a_link_has_the_publics_eyes_and_shows_nothing_else_of_the_app(client: FlaskClient, sample_id: Find) -> None:
    made = share(client, sample_id(STEAL))
    assert made["viewer"] == "public"
    answer = client.get(made["url"])
    for hidden in ("ace of hearts", "nine of clubs", "king of diamonds", "queen of hearts"):
        assert hidden not in answer.text
    assert "Cy takes" in re.sub(r"<[^>]+>", "", answer.text)
    assert not re.search(r'href="/(?:hands|players|results|v1|disputes)', answer.text)
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    for step in range(10):
        assert "ace of hearts" not in client.get(f"{made['url']}/stage?step={step}").text


def test_the_address_cannot_lend_a_link_other_eyes(client: FlaskClient, sample_id: Find) -> None:
    made = share(client, sample_id(STEAL))
    for query in ("viewer=ann", "viewer=", "hinges=true&viewer=ann"):
        assert "ace of hearts" not in client.get(f"{made['url']}?{query}").text


def test_a_link_may_have_a_players_eyes(client: FlaskClient, sample_id: Find) -> None:
    made = share(client, sample_id(STEAL), viewer="ann")
    html = client.get(made["url"]).text
    assert "ace of hearts" in html
    assert "king of diamonds" not in html


def test_a_link_for_somebody_who_did_not_play_is_refused(client: FlaskClient, sample_id: Find) -> None:
    answer = client.post(f"/v1/hands/{sample_id(STEAL)}/shares", json={"viewer": "zed"}, headers=ANY)
    assert answer.status_code == 400
    assert answer.json["errors"][0]["pointer"] == "/viewer"


def test_without_a_body_a_link_is_made_for_the_public(client: FlaskClient, sample_id: Find) -> None:
    answer = client.post(f"/v1/hands/{sample_id(STEAL)}/shares", headers=ANY)
    assert (answer.status_code, answer.json["viewer"]) == (201, "public")


def test_a_revoked_link_leads_nowhere_and_is_listed_as_revoked(client: FlaskClient, sample_id: Find) -> None:
    hand = sample_id(STEAL)
    made, other = share(client, hand), share(client, hand)
    for _ in range(2):
        assert client.delete(f"/v1/hands/{hand}/shares/{made['id']}", headers=ANY).status_code == 204
    gone = client.get(made["url"])
    assert gone.status_code == 404
    assert "This link leads nowhere" in gone.text
    assert client.get(other["url"]).status_code == 200
    listed = {row["id"]: row for row in client.get(f"/v1/hands/{hand}/shares", headers=ANY).json["shares"]}
    assert listed[made["id"]]["revoked_at"] is not None
    assert listed[other["id"]]["revoked_at"] is None
    assert "url" not in listed[other["id"]]


def test_only_the_hash_of_a_link_is_kept(client: FlaskClient, app: Flask, sample_id: Find) -> None:
    made = share(client, sample_id(STEAL))
    token = made["url"].removeprefix("/s/")
    with connect(app.extensions["settings"].database_url) as connection:
        kept = connection.execute("select token_hash, t::text from shares t where id = %s", [made["id"]]).fetchone()
        assert kept is not None
        assert len(kept[0]) == 32
        assert token not in kept[1]
        assert shares.find(connection, 2, kept[0]) is None  # of another app


@pytest.mark.parametrize(
    "token", ["", "1-", "1-" + "A" * 32, "0-" + "A" * 32, "x" * 300, "1-%00", "99999999999999999999-x"]
)
def test_a_token_that_nobody_was_given_leads_nowhere(token: str, client: FlaskClient) -> None:
    assert client.get(f"/s/{token}").status_code == 404


def test_there_is_no_link_to_a_hand_that_is_not_there(client: FlaskClient) -> None:
    hand = uuid.uuid4()
    assert client.post(f"/v1/hands/{hand}/shares", headers=ANY).status_code == 404
    assert client.get(f"/v1/hands/{hand}/shares", headers=ANY).status_code == 404
    assert client.delete(f"/v1/hands/{hand}/shares/{uuid.uuid4()}", headers=ANY).status_code == 404


def test_links_are_made_and_revoked_on_a_page(client: FlaskClient, sample_id: Find) -> None:
    hand = sample_id(TIE)
    html = client.post(f"/hands/{hand}/shares", data={"viewer": "ann"}).text
    (link,) = re.findall(r'<a href="http://localhost(/s/[^"]+)">', html)
    assert client.get(link).status_code == 200
    (revocation,) = re.findall(r'action="(/hands/[^"]+/revocation)"', html)
    assert client.post(revocation).status_code == 303
    assert client.get(link).status_code == 404


# -- disputes --------------------------------------------------------------------------------------------------------


def filed(client: FlaskClient, hand: str, **form: str) -> str:
    """The path of a dispute that was filed with a form."""
    answer = client.post(f"/hands/{hand}/disputes", data={"by": "ann", **form})
    assert answer.status_code == 303, re.findall(r'class="broken"[^>]*>(.*?)</div>', answer.text)
    return answer.headers["Location"]


def test_a_claim_is_shown_beside_the_ruling(client: FlaskClient, sample_id: Find) -> None:
    path = filed(client, sample_id(TIE), won_1="56", won_2="28", note="<b>Both halves</b> were mine.")
    html = client.get(path).text
    assert '<h2 id="result-title">Denied</h2>' in html
    row = html[html.index('class="differs"') : html.index("</tr>", html.index('class="differs"'))]
    assert re.findall(r'<td class="num">.*?>([^<]+)<', row) == ["56", "0"]
    assert 'href="/games/stud-hi-lo-declare#stud/failed-both"' in row
    assert "agrees" in html  # bob's 28
    assert "&lt;b&gt;Both halves&lt;/b&gt; were mine." in html
    assert "Both tie" in html  # what it hangs on


def test_a_claim_that_is_right_is_upheld(client: FlaskClient, sample_id: Find) -> None:
    assert ">Upheld</h2>" in client.get(filed(client, sample_id(TIE), won_1="0")).text


def test_a_rule_that_had_been_agreed_goes_to_the_floor_and_accepting_it_revises_the_hand(
    client: FlaskClient, post_hand: Callable[[dict[str, Any]], str]
) -> None:
    hand = post_hand({**RECORDS[TIE], "ref": "agreed", "hand_no": "agreed"})
    path = filed(client, hand, agreed='both_tie="wins"')
    html = client.get(path).text
    assert "For the floor to decide" in html
    assert re.findall(r'<b class="figure (?:gain|loss)">([^<]+)</b>', html) == [
        "+42",
        "\N{MINUS SIGN}14",
        "\N{MINUS SIGN}28",
    ]
    (version,) = set(re.findall(r'name="version" value="(\d+)"', html))
    answer = client.post(f"{path}/ruling", data={"version": version, "decision": "accept", "by": "the floor"})
    assert answer.status_code == 303
    html = client.get(path).text
    assert "Decided: accepted" in html
    (revision,) = set(re.findall(r'href="(/hands/[^"]+)">The revision of the hand', html))
    revised = client.get(f"/v1{revision}.json").json
    assert revised["record"]["rules"]["both_tie"] == "wins"
    assert revised["revises"] == hand
    assert "This hand was revised." in client.get(f"/hands/{hand}").text


def test_a_card_that_was_misread_is_rejected_and_the_hand_stands(
    client: FlaskClient, post_hand: Callable[[dict[str, Any]], str]
) -> None:
    hand = post_hand({**RECORDS[STEAL], "ref": "misread"})
    path = filed(client, hand, card_said="js", card_was="Jd")
    assert "jack of spades" in client.get(path).text
    client.post(f"{path}/ruling", data={"version": "1", "decision": "reject", "by": "the floor", "note": "No."})
    assert "Decided: rejected" in client.get(path).text
    assert client.get(f"/v1/hands/{hand}.json").json["superseded_by"] is None


def test_whoever_decides_on_what_has_changed_since_is_told(client: FlaskClient, sample_id: Find) -> None:
    path = filed(client, sample_id(STEAL), card_said="Js", card_was="Jd", note="once")
    client.post(f"{path}/withdrawal", data={"version": "1"})
    answer = client.post(f"{path}/ruling", data={"version": "1", "decision": "reject", "by": "the floor"})
    assert answer.status_code == 422
    assert "The dispute has changed since: it is withdrawn now." in answer.text
    assert "Withdrawn" in client.get(path).text


def test_a_named_person_overrules_and_the_ruling_stays(client: FlaskClient, sample_id: Find) -> None:
    path = filed(client, sample_id(TIE), won_1="28", note="overrule")
    client.post(f"{path}/override", data={"version": "1", "result": "upheld", "by": "The <i>host</i>"})
    html = client.get(path).text
    assert "Overruled: upheld" in html
    assert "The &lt;i&gt;host&lt;/i&gt;" in html
    assert '<h2 id="result-title">Denied</h2>' in html
    assert 'href="/games/stud-hi-lo-declare#stud/final-authority"' in html


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"by": "ann"}, "a dispute has a claim, or a fact, or both"),
        ({"by": "", "won_1": "3"}, "by"),
        ({"by": "ann", "won_1": "lots"}, "lots"),
        ({"by": "ann", "card_said": "8x", "card_was": "8c"}, "8X"),
        ({"by": "ann", "card_said": "2d", "card_was": "2d"}, "already"),
    ],
)
def test_a_dispute_that_says_nothing_is_given_back_with_what_was_typed(
    form: dict[str, str], said: str, client: FlaskClient, sample_id: Find
) -> None:
    answer = client.post(f"/hands/{sample_id(STEAL)}/disputes", data={**form, "note": "kept"})
    assert answer.status_code == 422
    wrong = re.search(r'<div class="broken" role="alert"><p>(.*?)</p>', answer.text)
    assert wrong is not None
    assert said.lower() in wrong[1].lower()
    assert ">kept</textarea>" in answer.text


def test_amounts_are_typed_in_the_hands_own_money(
    client: FlaskClient, post_hand: Callable[[dict[str, Any]], str]
) -> None:
    hand = post_hand({**RECORDS[STEAL], "ref": "dollars", "currency": "USD", "decimals": 2})
    path = filed(client, hand, won_3="$0.10")
    html = client.get(path).text
    claim = client.get(f"/v1{path}", headers=ANY).json["claim"]
    assert claim == {"won": {"3": 10}}
    assert "$0.10" in html
