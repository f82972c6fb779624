"""recheck, purge and rename-player: what only the operator does."""

from __future__ import annotations

import copy
import json
import re
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from flask.testing import FlaskClient

from api.app import create_app
from api.commands.operator import hidden
from api.settings import Settings
from db import upkeep
from tests.api.conftest import STEAL
from tests.cli.conftest import ROOT, STUDBOOK, Document, Done, lines

Run = Callable[..., Done]


@pytest.fixture
def client(environment: dict[str, str]) -> Iterator[FlaskClient]:
    """The service on the same ledger."""
    app = create_app(Settings(database_url=environment["DATABASE_URL"], open=True))
    with app.extensions["ledger"]:
        yield app.test_client()


@pytest.fixture
def ledger(environment: dict[str, str]) -> Iterator[psycopg.Connection]:
    """A connection to it."""
    with psycopg.connect(environment["DATABASE_URL"], autocommit=True) as connection:
        yield connection


def steal(number: int, *players: str, **more: Any) -> Document:
    """A stored hand of three: the third completes and takes a pot of 9 from players who are ann, bob and cy if not
    otherwise named."""
    hand = copy.deepcopy(STEAL) | {"ref": f"kitchen:{number}", "hand_no": str(number), **more}
    for seat, player in zip(hand["seats"], players, strict=False):
        seat["player"] = player
    return hand


def post(client: FlaskClient, hand: Document, status: int = 201) -> Document:
    answer = client.post("/v1/hands", json=hand)
    assert answer.status_code == status, answer.json
    return answer.json


def dispute(client: FlaskClient, hand: Document, by: str = "ann", **more: Any) -> Document:
    posted = {"by": by, "fact": {"cards": {"Ah": "Ad"}}, "note": "I saw it"} | more
    answer = client.post(f"/v1/hands/{hand['id']}/disputes", json=posted)
    assert answer.status_code == 201, answer.json
    return answer.json


def revise(client: FlaskClient, hand: Document) -> Document:
    """Accept a dispute, which makes a revision; the revision."""
    filed = dispute(client, hand)
    url = f"/v1/disputes/{filed['id']}"
    tag = client.get(url).headers["ETag"]
    ruled = client.post(f"{url}/rulings", json={"decision": "accept", "by": "floor"}, headers={"If-Match": tag})
    assert ruled.status_code == 200, ruled.json
    return client.get(f"/v1/hands/{client.get('/v1/hands/' + hand['id']).json['superseded_by']}").json


def noted(ledger: psycopg.Connection) -> list[upkeep.Operation]:
    return upkeep.operations(ledger, 1)


def rows(ledger: psycopg.Connection, table: str) -> int:
    return ledger.execute(f"select count(*) from {table}").fetchone()[0]


# recheck


def falsify(ledger: psycopg.Connection, hand: Document, change: Callable[[Document], None]) -> None:
    """Let a hand have been judged otherwise when it was stored."""
    verdict = copy.deepcopy(hand["verdict"])
    change(verdict)
    ledger.execute("update hands set verdict = %s where id = %s", [json.dumps(verdict), hand["id"]])


def test_a_ledger_that_agrees_with_the_rules_is_told_so(run: Run, client: FlaskClient) -> None:
    post(client, steal(1))
    done = run("recheck")
    assert done.stdout == ""
    assert "Judged 1 hands again: each to the stored verdict." in done.stderr


def test_recheck_names_the_hands_that_come_to_something_else_and_changes_nothing(
    run: Run, client: FlaskClient, ledger: psycopg.Connection
) -> None:
    stored = [post(client, steal(number)) for number in range(1, 7)]

    def other_chips(verdict: Document) -> None:
        verdict["seats"][2] |= {"won": 8, "net": -2}
        verdict["seats"][1] |= {"won": 1, "net": -3}

    falsify(ledger, stored[0], other_chips)
    falsify(ledger, stored[1], lambda verdict: verdict.update(status="undecided"))
    falsify(ledger, stored[2], lambda verdict: verdict.update(warnings=[{"code": "old"}], engine="0"))
    falsify(ledger, stored[3], lambda verdict: verdict.update(engine="0"))
    falsify(ledger, stored[4], lambda verdict: verdict["pots"][0].update(amount=10))
    check = json.dumps(steal(6) | {"events": [*STEAL["events"][:3], {"type": "check", "seat": 2}]})
    ledger.execute("update hands set record = %s where id = %s", [check, stored[5]["id"]])
    before = ledger.execute("select id, record::text, verdict::text from hands order by id").fetchall()

    done = run("recheck", code=1)
    told = {line["ref"]: (line["differs"], line["text"]) for line in lines(done)}
    assert told == {
        "kitchen:1": ("chips", "seat 2 gets 0, and got 1; seat 3 gets 16, and got 15"),
        "kitchen:2": ("status", "settled, and was undecided"),
        "kitchen:5": ("chips", "pot 1 is 9 for 3, and was 10 for 3"),
        "kitchen:6": ("illegal", told["kitchen:6"][1]),
    }
    assert told["kitchen:6"][1].startswith("must-bring-in at /events/3/type: Seat 2 owes the bring-in")
    assert "Judged 6 hands again: 5 with another verdict" in done.stderr
    assert "--words lists those that differ in words only." in done.stderr

    with_words = lines(run("recheck", "--words", code=1))
    assert [line["text"] for line in with_words if line["ref"] == "kitchen:3"] == ["in warnings"]
    assert len(with_words) == 5
    assert ledger.execute("select id, record::text, verdict::text from hands order by id").fetchall() == before


def test_recheck_takes_filters_and_several_processes(run: Run, client: FlaskClient, ledger: psycopg.Connection) -> None:
    stored = [post(client, steal(number, table=f"table {number}")) for number in (1, 2, 3)]
    for hand in stored:
        falsify(ledger, hand, lambda verdict: verdict.update(status="undecided"))
    assert {line["ref"] for line in lines(run("recheck", "--jobs", "2", code=1))} == {f"kitchen:{n}" for n in (1, 2, 3)}
    assert [line["ref"] for line in lines(run("recheck", "--table", "table 2", code=1))] == ["kitchen:2"]
    assert lines(run("recheck", "--game", "razz")) == []


def test_a_record_that_the_schema_does_not_know_any_more_is_named(
    run: Run, client: FlaskClient, ledger: psycopg.Connection
) -> None:
    hand = post(client, steal(1))
    ledger.execute("update hands set record = %s where id = %s", [json.dumps(steal(1) | {"format": 0}), hand["id"]])
    [line] = lines(run("recheck", code=1))
    assert line["differs"] == "unread"
    assert "/format" in line["text"]


def test_on_a_terminal_recheck_shows_a_table(
    on_a_terminal: Callable[..., str], client: FlaskClient, ledger: psycopg.Connection
) -> None:
    hand = post(client, steal(1))
    falsify(ledger, hand, lambda verdict: verdict.update(status="undecided"))
    shown = on_a_terminal("recheck", code=1)
    assert hand["id"] in shown
    assert "settled, and was undecided" in shown
    assert "Judged 1 hands again: 1 with another verdict (1 in status)." in shown


# purge


def test_a_purged_hand_is_gone_for_good_but_its_name_is_known(
    run: Run, client: FlaskClient, ledger: psycopg.Connection
) -> None:
    gone, stays = post(client, steal(1)), post(client, steal(2))
    done = run("purge", "--ref", "kitchen:1", "--yes", "--note", "asked for it")
    assert done.stdout == "Purged 1 hands, their revisions counted.\n"

    assert client.get(f"/v1/hands/{gone['id']}").status_code == 404
    assert [hand["id"] for hand in client.get("/v1/hands?player=ann").json["hands"]] == [stays["id"]]
    assert client.get("/v1/hands?ref=kitchen:1").json["hands"] == []
    assert (rows(ledger, "seats"), rows(ledger, "hand_tags")) == (3, 1)
    left = ledger.execute("select * from hands where ref = 'kitchen:1'").fetchone()
    assert not re.search("ann|bob|cy|Ann|kitchen(?!:1)", str(left))

    again = client.post("/v1/hands", json=steal(1))
    assert (again.status_code, again.json["type"]) == (410, "/docs/problems/purged")
    assert client.post("/v1/hands", json=steal(1, "dan")).status_code == 410
    batch = client.post(
        "/v1/hands/batch",
        data="\n".join(json.dumps(steal(number)) for number in (1, 2)),
        content_type="application/x-ndjson",
    )
    assert [json.loads(line)["status"] for line in batch.text.splitlines()] == [410, 200]

    [operation] = noted(ledger)
    assert (operation.what, operation.hands, operation.note) == ("purge", 1, "asked for it")
    assert operation.detail == {"filters": {"ref": "kitchen:1"}, "disputed": False}
    assert operation.ended_at is not None


def test_a_purged_hand_does_not_come_back_by_an_import(run: Run, client: FlaskClient, tmp_path: Any) -> None:
    post(client, steal(1))
    run("purge", "--ref", "kitchen:1", "--yes")
    (tmp_path / "again.ndjson").write_text(json.dumps(steal(1)) + "\n")
    [line] = lines(run("import", str(tmp_path / "again.ndjson"), code=1))
    assert line["status"] == "refused"
    assert line["problem"]["type"] == "/docs/problems/purged"


def test_a_hand_under_an_idempotency_key_is_known_after_it_was_purged(run: Run, client: FlaskClient) -> None:
    hand = steal(1)
    del hand["ref"]
    stored = client.post("/v1/hands", json=hand, headers={"Idempotency-Key": "k1"}).json
    run("purge", "--id", stored["id"], "--yes")
    assert client.post("/v1/hands", json=hand, headers={"Idempotency-Key": "k1"}).status_code == 410
    assert client.post("/v1/hands", json=hand, headers={"Idempotency-Key": "k2"}).status_code == 201


def test_a_disputed_hand_stays_unless_that_is_wanted(run: Run, client: FlaskClient, ledger: psycopg.Connection) -> None:
    hand, other = post(client, steal(1)), post(client, steal(2))
    dispute(client, hand)
    done = run("purge", "--tag", "friday", "--yes", code=1)
    assert done.stdout == "Purged 1 hands, their revisions counted.\n"
    assert f"{hand['id']} is disputed and stays" in done.stderr
    assert client.get(f"/v1/hands/{hand['id']}").status_code == 200
    assert client.get(f"/v1/hands/{other['id']}").status_code == 404
    run("purge", "--id", hand["id"], "--disputed", "--yes")
    assert client.get(f"/v1/hands/{hand['id']}").status_code == 404
    assert client.get("/v1/disputes").json["disputes"] == []
    assert rows(ledger, "disputes") == 0


@pytest.mark.parametrize("named", [0, 1, 2])
def test_a_hand_goes_with_all_of_its_revisions_whichever_is_named(
    run: Run, client: FlaskClient, ledger: psycopg.Connection, named: int
) -> None:
    first = post(client, steal(1))
    second = revise(client, first)
    filed = dispute(client, second, by="bob", fact={"cards": {"Ad": "As"}})
    url = f"/v1/disputes/{filed['id']}"
    tag = client.get(url).headers["ETag"]
    client.post(f"{url}/rulings", json={"decision": "accept", "by": "floor"}, headers={"If-Match": tag})
    third = client.get(f"/v1/hands/{client.get('/v1/hands/' + second['id']).json['superseded_by']}").json
    assert client.post(f"/v1/hands/{third['id']}/shares", json={}).status_code == 201

    asked = (first, second, third)[named]["id"]
    assert "is disputed and stays" in run("purge", "--id", asked, "--yes", code=1).stderr
    assert rows(ledger, "hands") == 3
    done = run("purge", "--id", asked, "--disputed", "--yes")
    assert done.stdout == "Purged 3 hands, their revisions counted.\n"
    for hand in (first, second, third):
        assert client.get(f"/v1/hands/{hand['id']}").status_code == 404
    assert [rows(ledger, table) for table in ("seats", "hand_tags", "disputes", "shares")] == [0, 0, 0, 0]
    assert client.post("/v1/hands", json=steal(1)).status_code == 410
    # Purged once, there is nothing left to purge.
    assert "No hand" in run("purge", "--id", first["id"], "--yes", code=1).stderr


def test_purge_wants_to_be_told_which_hands_and_to_be_sure(run: Run, client: FlaskClient) -> None:
    hand = post(client, steal(1))
    assert "Say which hands" in run("purge", "--yes", code=2).stderr
    assert "not both" in run("purge", "--id", hand["id"], "--tag", "friday", code=2).stderr
    assert "--yes" in run("purge", "--tag", "friday", code=2).stderr
    assert run("purge", "--tag", "friday", "--dry-run").stdout == "1 hands fit. Nothing was changed.\n"
    assert run("purge", "--tag", "monday", "--yes").stdout == "0 hands fit. Nothing was changed.\n"
    assert client.get(f"/v1/hands/{hand['id']}").status_code == 200


def test_an_operator_on_a_terminal_is_asked(environment: dict[str, str], client: FlaskClient) -> None:
    import pty

    hand = post(client, steal(1))
    for answer, left in ((b"n\n", 200), (b"y\n", 404)):
        ours, theirs = pty.openpty()
        command = [*STUDBOOK, "purge", "--id", hand["id"]]
        with open(ours, "wb", buffering=0) as keyboard, open(theirs, "rb", buffering=0) as stdin:
            keyboard.write(answer)
            done = subprocess.run(command, stdin=stdin, capture_output=True, text=True, cwd=ROOT, env=environment)
        assert "Purge 1 hands of app default for good?" in done.stderr
        assert client.get(f"/v1/hands/{hand['id']}").status_code == left


def test_a_player_whose_hands_are_purged_is_not_named_in_the_note(
    run: Run, client: FlaskClient, ledger: psycopg.Connection
) -> None:
    post(client, steal(1))
    run("purge", "--player", "ann", "--yes")
    [operation] = noted(ledger)
    assert operation.detail["filters"] == {"players": [hidden("ann")]}


# rename-player


def test_a_renamed_player_is_found_under_the_new_id_everywhere(
    run: Run, client: FlaskClient, ledger: psycopg.Connection
) -> None:
    hand = post(client, steal(1, meta={"player": "ann"}))
    other = post(client, steal(2, "dan"))
    otherwise = steal(1)
    otherwise["events"][0]["down"] = ["Ad", "9c"]
    filed = dispute(client, hand, fact={"record": otherwise})
    assert client.post(f"/v1/hands/{hand['id']}/shares", json={"viewer": "ann"}).status_code == 201
    revised = revise(client, other)

    done = run("rename-player", "ann", "zoe", "--yes")
    assert done.stdout == "Changed 1 hands, revised ones counted.\n"
    assert client.get("/v1/hands?player=ann").json["hands"] == []
    found = client.get("/v1/hands?player=zoe&include=record,verdict").json["hands"]
    assert [row["id"] for row in found] == [hand["id"]]
    assert [seat["player"] for seat in found[0]["record"]["seats"]] == ["zoe", "bob", "cy"]
    assert [seat["player"] for seat in found[0]["verdict"]["seats"]] == ["zoe", "bob", "cy"]
    assert found[0]["record"]["seats"][0]["name"] == "Ann"
    assert found[0]["record"]["meta"] == {"player": "ann"}
    now = client.get(f"/v1/disputes/{filed['id']}").json
    assert (now["by"], now["version"]) == ("zoe", filed["version"])
    assert [seat["player"] for seat in now["fact"]["record"]["seats"]] == ["zoe", "bob", "cy"]
    assert [seat["player"] for seat in now["ruling"]["would_be"]["verdict"]["seats"]] == ["zoe", "bob", "cy"]
    assert [share["viewer"] for share in client.get(f"/v1/hands/{hand['id']}/shares").json["shares"]] == ["zoe"]
    assert client.get("/v1/results?player=zoe").json["results"][0]["net"] == -1
    # Whoever files or decides need not sit in the hand.
    decided = client.get(f"/v1/disputes?hand={other['id']}").json["disputes"][0]
    assert decided["by"] == "zoe"
    assert revised["revises"] == other["id"]

    [operation] = noted(ledger)
    assert (operation.what, operation.hands) == ("rename-player", 1)
    assert operation.detail == {"player": hidden("ann"), "new": "zoe", "merge": False, "named": False}


def test_a_repeated_post_of_a_renamed_hand_is_the_same_hand(run: Run, client: FlaskClient) -> None:
    hand = post(client, steal(1))
    run("rename-player", "ann", "zoe", "--yes")
    again = post(client, steal(1), status=200)
    assert again["id"] == hand["id"]
    assert again["record"]["seats"][0]["player"] == "zoe"
    assert again["verdict"]["digest"] == hand["verdict"]["digest"]
    assert lines(run("recheck")) == []


def test_revisions_are_renamed_too_and_the_rest_of_a_record_stays(
    run: Run, client: FlaskClient, ledger: psycopg.Connection
) -> None:
    first = post(client, steal(1))
    second = revise(client, first)
    assert run("rename-player", "bob", "rob", "--no-name", "--yes").stdout.startswith("Changed 2 hands")
    for hand in (first, second):
        now = client.get(f"/v1/hands/{hand['id']}").json
        seats = copy.deepcopy(hand["record"]["seats"])
        seats[1]["player"] = "rob"
        assert now["record"] == hand["record"] | {"seats": seats}
    assert rows(ledger, "seats") == 6


@pytest.mark.parametrize(("options", "name"), [(["--name", "Zoë"], "Zoë"), (["--no-name"], None), ([], "Ann")])
def test_the_name_that_people_are_shown_changes_if_wanted(
    run: Run, client: FlaskClient, options: list[str], name: str | None
) -> None:
    hand = post(client, steal(1))
    run("rename-player", "ann", "zoe", *options, "--yes")
    now = client.get(f"/v1/hands/{hand['id']}").json
    assert now["record"]["seats"][0].get("name") == name
    assert "name" not in now["verdict"]["seats"][0]
    [row] = client.get("/v1/hands?player=zoe").json["hands"]
    assert row["seats"][0]["name"] == name


def test_only_the_name_may_change(run: Run, client: FlaskClient) -> None:
    hand = post(client, steal(1))
    run("rename-player", "ann", "ann", "--name", "Anna", "--yes")
    assert client.get(f"/v1/hands/{hand['id']}").json["record"]["seats"][0]["name"] == "Anna"
    assert "the id that the player has" in run("rename-player", "ann", "ann", "--yes", code=2).stderr


def test_two_ids_become_one_player_only_if_that_is_said_and_never_in_one_hand(run: Run, client: FlaskClient) -> None:
    post(client, steal(1, "annie"))
    post(client, steal(2, "ann"))
    assert "say --merge" in run("rename-player", "annie", "ann", "--yes", code=1).stderr
    both = post(client, steal(3, "ann", "annie"))
    refused = run("rename-player", "annie", "ann", "--merge", "--yes", code=1)
    assert f"sit in one hand and cannot be one person: {both['id']}." in refused.stderr
    run("purge", "--id", both["id"], "--yes")
    run("rename-player", "annie", "ann", "--merge", "--yes")
    assert len(client.get("/v1/hands?player=ann").json["hands"]) == 2


@pytest.mark.parametrize("new", ["", "public", "x" * 201])
def test_an_id_that_no_player_can_have_is_refused(run: Run, client: FlaskClient, new: str) -> None:
    post(client, steal(1))
    run("rename-player", "ann", new, "--yes", code=2)
    assert len(client.get("/v1/hands?player=ann").json["hands"]) == 1


def test_a_player_who_never_played_is_told_so(run: Run) -> None:
    assert (
        "No hand of app default has a player 'nobody'." in run("rename-player", "nobody", "x", "--yes", code=1).stderr
    )


def test_another_app_keeps_its_player(run: Run, client: FlaskClient, ledger: psycopg.Connection) -> None:
    hand = post(client, steal(1))
    ledger.execute("insert into apps values (2, 'other') on conflict do nothing")
    assert "No hand of app other" in run("rename-player", "ann", "zoe", "--app", "other", "--yes", code=1).stderr
    assert run("purge", "--player", "ann", "--app", "other", "--yes").stdout.startswith("0 hands fit")
    assert client.get(f"/v1/hands/{hand['id']}").json["record"]["seats"][0]["player"] == "ann"
    ledger.execute("delete from apps where app_id = 2")


def test_more_hands_than_fit_in_a_step_are_all_renamed(client: FlaskClient, ledger: psycopg.Connection) -> None:
    from api.renaming import Renaming

    for number in range(5):
        post(client, steal(number))
    renaming = Renaming("ann", "zoe")
    after, steps = None, []
    while (done := upkeep.rename_some(ledger, 1, "ann", "zoe", renaming.hand, after=after, most=2)) is not None:
        count, after = done
        steps.append(count)
    assert steps == [2, 2, 1]
    assert len(client.get("/v1/hands?player=zoe").json["hands"]) == 5
