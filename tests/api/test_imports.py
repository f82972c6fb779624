"""POST /v1/imports: texts of any format in, a line a hand out."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from flask.testing import FlaskClient

from api import imports
from api.app import create_app
from api.keys import new_key
from api.settings import Settings
from db import keys
from db.errors import Unavailable
from db.pool import connect
from studbook.formats.writers import written
from tests.api.contract import CheckedClient, check_component
from tests.formats.random_hands import random_hand

Document = dict[str, Any]


def text_of(hands: list[Document], name: str) -> str:
    pieces = list(written(((hand, None) for hand in hands), name))
    assert all(isinstance(piece, str) for piece in pieces), pieces
    return "".join(str(piece) for piece in pieces)


def lines_of(answer: Any) -> list[Document]:
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.get_data().splitlines()]
    for line in lines:
        check_component("ImportLine", line)
    return lines


def send(client: FlaskClient, text: str | bytes, query: str = "", media_type: str = "text/plain") -> list[Document]:
    body = text.encode() if isinstance(text, str) else text
    return lines_of(client.post(f"/v1/imports{query}", data=body, content_type=media_type))


@pytest.fixture
def hands(steal: Document) -> list[Document]:
    """Three hands that every format can carry."""
    made = []
    for number in (1, 2, 3):
        hand = copy.deepcopy(steal)
        for seat in hand["seats"]:
            seat.pop("name", None)
        del hand["tags"]
        made.append(hand | {"hand_no": str(number), "ref": f"pokerstars:{number}", "outcome": {"won": {"3": 9}}})
    return made


@pytest.mark.parametrize("name", ["ndjson", "phh", "ohh", "pokerstars"])
def test_the_hands_of_a_text_are_stored_whatever_its_format(
    client: FlaskClient, hands: list[Document], name: str
) -> None:
    lines = send(client, text_of(hands, name))
    assert [line["status"] for line in lines] == ["stored"] * 3
    assert [line["hand_no"] for line in lines] == ["1", "2", "3"]
    assert [line["ref"] for line in lines] == ["pokerstars:1", "pokerstars:2", "pokerstars:3"]
    assert {line["verdict"] for line in lines} == {"settled"}
    assert [line["line"] for line in lines] == sorted({line["line"] for line in lines})
    for line, hand in zip(lines, hands, strict=True):
        stored = client.get(f"/v1/hands/{line['id']}").json
        assert stored["ref"] == line["ref"]
        assert stored["record"]["events"] == hand["events"]
        assert {seat["player"]: seat["net"] for seat in stored["verdict"]["seats"]} == {"ann": -1, "bob": -4, "cy": 5}


def test_the_same_text_again_stores_nothing(client: FlaskClient, hands: list[Document]) -> None:
    text = text_of(hands, "pokerstars")
    first, second = send(client, text), send(client, text)
    assert [line["status"] for line in second] == ["known"] * 3
    assert [line["id"] for line in second] == [line["id"] for line in first]
    assert len(client.get("/v1/hands").json["hands"]) == 3


def test_a_hand_twice_in_one_text_is_stored_once(client: FlaskClient, hands: list[Document]) -> None:
    lines = send(client, text_of([hands[0], hands[0]], "ndjson"))
    assert [line["status"] for line in lines] == ["stored", "known"]
    assert lines[0]["id"] == lines[1]["id"]


def test_another_hand_under_a_known_ref_is_told_and_changes_nothing(client: FlaskClient, hands: list[Document]) -> None:
    (first,) = send(client, text_of(hands[:1], "ndjson"))
    hands[0]["seats"][0]["stack"] = 77
    (line,) = send(client, text_of(hands[:1], "ndjson"))
    assert (line["status"], line["id"]) == ("differs", first["id"])
    assert line["problem"]["type"] == "/docs/problems/key-reused"
    assert line["problem"]["hand"] == f"/v1/hands/{first['id']}"
    assert client.get(f"/v1/hands/{first['id']}").json["record"]["seats"][0]["stack"] == 100


def test_two_hands_of_one_text_under_one_ref_are_told_apart(client: FlaskClient, hands: list[Document]) -> None:
    hands[1]["ref"] = hands[0]["ref"]
    lines = send(client, text_of(hands[:2], "ndjson"))
    assert [line["status"] for line in lines] == ["stored", "differs"]


def test_a_record_without_a_ref_is_known_by_what_happened(client: FlaskClient, hands: list[Document]) -> None:
    for hand in hands:
        del hand["ref"]
    text = text_of(hands, "ndjson")
    assert [line["status"] for line in send(client, text)] == ["stored"] * 3
    assert [line["status"] for line in send(client, text)] == ["known"] * 3


def test_one_broken_hand_costs_one_hand(client: FlaskClient, hands: list[Document]) -> None:
    text = text_of(hands, "pokerstars")
    broken = text.replace("cy: raises 7 to 10", "cy: raises 7 to ten", 2).replace(
        "cy: raises 7 to ten", "cy: raises 7 to 10", 1
    )
    lines = send(client, broken)
    assert [line["status"] for line in lines] == ["stored", "unread", "stored"]
    at = next(number for number, line in enumerate(broken.splitlines(), 1) if "to ten" in line)
    assert lines[1]["line"] == lines[1]["problem"]["line"] == at
    assert lines[1]["problem"]["type"] == "/docs/problems/unread-hand"
    assert lines[1]["problem"]["detail"] == "'ten' is no amount"


def test_an_illegal_hand_is_not_stored_and_says_why(client: FlaskClient, hands: list[Document]) -> None:
    text = text_of(hands[:1], "pokerstars").replace("raises 7 to 10", "raises 6 to 9")
    (line,) = send(client, text)
    assert (line["status"], line["id"], line["verdict"]) == ("illegal", None, "illegal")
    assert line["problem"]["violation"]["code"] == "bet-size"
    assert client.get("/v1/hands").json["hands"] == []


def test_an_unfinished_hand_is_not_stored_and_says_what_is_due(client: FlaskClient, hands: list[Document]) -> None:
    hands[0]["events"] = hands[0]["events"][:-1]
    (line,) = send(client, text_of(hands[:1], "ndjson"))
    assert (line["status"], line["verdict"]) == ("unfinished", "in-progress")
    assert line["problem"]["next"]["seats"] == [2]


def test_a_hand_that_pays_otherwise_than_its_text_says_is_stored_with_a_doubt(
    client: FlaskClient, hands: list[Document]
) -> None:
    hands[0]["outcome"] = {"won": {"3": 8}}
    (line,) = send(client, text_of(hands[:1], "ndjson"))
    assert (line["status"], line["verdict"]) == ("stored", "settled")
    assert "outcome-differs" in line["warnings"]
    assert "8" in line["doubts"][-1]


def test_an_outcome_that_nobody_can_check_is_taken_as_given(client: FlaskClient) -> None:
    hand = random_hand("razz", 5)
    folded = {event["seat"] for event in hand["events"] if event["type"] == "fold"}
    assert len(hand["seats"]) - len(folded) > 1
    for event in hand["events"]:
        if event["type"] == "deal":
            event["down"] = ["??"] * len(event.get("down", ()))
    hand["events"] = [event for event in hand["events"] if event["type"] != "show"]
    (line,) = send(client, text_of([hand], "ndjson"))
    assert (line["status"], line["verdict"]) == ("stored", "settled")
    assert "taken-as-given" in line["warnings"]
    del hand["outcome"]
    (line,) = send(client, text_of([hand | {"ref": "test:without"}], "ndjson"))
    assert (line["status"], line["verdict"]) == ("stored", "undecided")


def test_what_the_reader_worked_out_is_named(client: FlaskClient, hands: list[Document]) -> None:
    hands[0] |= {"rake": [1], "outcome": {"won": {"3": 8}}}
    text = text_of(hands[:1], "phh").replace("_studbook", "_other")  # as another program would write it
    (line,) = send(client, text)
    assert (line["status"], line["inferred"]) == ("stored", ["rake"])
    assert client.get(f"/v1/hands/{line['id']}").json["record"]["rake"] == [1]


def test_a_hand_of_another_game_is_skipped_by_its_name(client: FlaskClient, hands: list[Document]) -> None:
    text = text_of(hands[:2], "pokerstars").replace("7 Card Stud Limit", "Hold'em No Limit", 1)
    lines = send(client, text)
    assert [(line["status"], line["game"]) for line in lines] == [
        ("skipped", "Hold'em"),
        ("stored", "seven-card-stud"),
    ]


def test_a_text_of_no_known_format_is_one_line(client: FlaskClient) -> None:
    (line,) = send(client, "Dear diary, today I lost at cards again.\n")
    assert line["status"] == "unread"
    assert "of no known format; known are pokerstars," in line["problem"]["detail"]
    (line,) = send(client, "")
    assert line["problem"]["detail"] == "the file is empty"


def test_the_format_can_be_named_and_a_wrong_name_is_refused(client: FlaskClient, hands: list[Document]) -> None:
    text = text_of(hands[:1], "pokerstars")
    assert send(client, text, "?format=pokerstars")[0]["status"] == "stored"
    assert send(client, text, "?format=winamax")[0]["status"] == "unread"
    answer = client.post("/v1/imports?format=pokerstar", data=text, content_type="text/plain")
    assert answer.status_code == 400
    assert answer.json["type"] == "/docs/problems/bad-query"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_texts_come_in_the_encodings_of_the_rooms(client: FlaskClient, hands: list[Document], encoding: str) -> None:
    hands[0]["seats"][0]["player"] = "José"
    text = text_of(hands[:1], "pokerstars").replace("\n", "\r\n")
    (line,) = send(client, text.encode(encoding), media_type="application/octet-stream")
    assert line["status"] == "stored"
    assert client.get("/v1/hands?player=José").json["hands"][0]["id"] == line["id"]


def test_a_form_may_hold_several_files_of_different_formats(client: FlaskClient, hands: list[Document]) -> None:
    files = [
        (io.BytesIO(text_of(hands[:2], "pokerstars").encode()), "stars.txt"),
        (io.BytesIO(text_of(hands[2:], "phh").encode()), "one.phh"),
        (io.BytesIO(b"nothing that is known"), "diary.txt"),
    ]
    lines = lines_of(client.post("/v1/imports", data={"file": files}, content_type="multipart/form-data"))
    assert [(line["file"], line["status"]) for line in lines] == [
        ("stars.txt", "stored"),
        ("stars.txt", "stored"),
        ("one.phh", "stored"),
        ("diary.txt", "unread"),
    ]


@pytest.mark.parametrize(
    ("fields", "said"), [({}, "The form holds no file."), ({"text": "PokerStars Hand"}, "'text' is no file")]
)
def test_a_form_without_files_is_refused(client: FlaskClient, fields: dict[str, str], said: str) -> None:
    answer = client.post("/v1/imports", data=fields | {}, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 400
    assert said in answer.json["detail"]


@pytest.mark.parametrize("boundary", ["", "; boundary=", "; boundary=x", "; boundary=y", "; boundary=\xe9"])
def test_a_broken_form_is_refused(client: FlaskClient, hands: list[Document], boundary: str) -> None:
    head = b'Content-Disposition: form-data; name="file"; filename="a"\r\n'
    whole = b"--x\r\n" + head + b"\r\n" + text_of(hands, "ndjson").encode() + b"\r\n--x--\r\n"
    broken = [
        *(whole[:end] for end in range(0, 200, 7)), whole[:-9], b"--x\r\n[]--x--\r\n", b"--x--",
        b"--x\r\n\r\n\r\n--x--\r\n", whole.replace(b"file", b"\xff"), whole.replace(b"Content-Disposition", b"X"),
        whole.replace(head, b""),
    ]  # fmt: skip
    for body in broken:
        answer = client.post("/v1/imports", data=body, content_type=f"multipart/form-data{boundary}")
        assert answer.status_code == 400, body
        assert answer.json["type"].endswith("/bad-request")


def test_bodies_of_other_kinds_are_refused(client: FlaskClient) -> None:
    for options in ({"content_type": "application/x-www-form-urlencoded"}, {"content_type": "image/png"}, {}):
        answer = client.post("/v1/imports", data=b"PokerStars", **options)
        assert answer.status_code == 415
        assert "multipart/form-data" in answer.headers["Accept-Post"]


@pytest.mark.parametrize("media_type", ["text/plain", "multipart/form-data"])
def test_a_body_over_the_limit_is_refused(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, media_type: str
) -> None:
    monkeypatch.setattr(imports, "MAX_UPLOAD", 10_000)
    data: Any = b"x" * 10_001
    if media_type != "text/plain":
        data = {"file": (io.BytesIO(data), "x.txt")}
    answer = client.post("/v1/imports", data=data, content_type=media_type)
    assert answer.status_code == 413
    assert answer.json["type"] == "/docs/problems/too-large"


def test_values_that_no_text_may_hold_cost_their_hand_only(client: FlaskClient, hands: list[Document]) -> None:
    good = text_of(hands[:1], "ndjson")
    bad = [
        good.replace('"ref":"pokerstars:1"', '"ref":"pokerstars:\\u0000"'),
        good.replace('"ref":"pokerstars:1"', '"ref":"pokerstars:\\ud800"'),
        good.replace('"format"', '"format"').replace('"events"', '"meta":{"x":"\\ud800"},"events"'),
        good.replace('"events"', '"meta":{"x\\u0000":1},"events"'),
        good.replace('"stack":100', '"stack":1e400', 1),
        good.replace('"stack":100', f'"stack":{"9" * 30}', 1),
        '{"game":' + "[" * 500 + "\n",
    ]
    lines = send(client, "".join(bad) + good, "?format=ndjson")
    assert [line["status"] for line in lines] == ["unread"] * len(bad) + ["stored"]


def test_a_ledger_that_is_away_is_a_503_and_one_that_goes_away_a_last_line(
    client: FlaskClient, hands: list[Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = text_of(hands, "ndjson")
    ledger = client.application.extensions["ledger"]
    monkeypatch.setattr(imports, "in_chunks", lambda results: [[result] for result in results])
    asked, real = [], ledger.connection

    def going_away(timeout: float | None = None) -> Any:
        asked.append(timeout)
        if len(asked) > bound:
            raise Unavailable
        return real(timeout)

    monkeypatch.setattr(ledger, "connection", going_away)
    bound = 0
    assert client.post("/v1/imports", data=text, content_type="text/plain").status_code == 503
    asked.clear()
    bound = 2  # one to look, one for the first hand
    lines = send(client, text)
    assert [line["status"] for line in lines] == ["stored", "stopped"]
    assert lines[1]["line"] == 2
    assert lines[1]["problem"]["type"] == "/docs/problems/ledger-unavailable"
    monkeypatch.undo()
    assert [line["status"] for line in send(client, text)] == ["known", "stored", "stored"]


def test_what_was_answered_is_stored_even_if_the_client_goes_away(
    client: FlaskClient, hands: list[Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "in_chunks", lambda results: ([result] for result in results))
    answer = client.post("/v1/imports", data=text_of(hands, "ndjson"), content_type="text/plain", buffered=False)
    pieces = answer.iter_encoded()
    first = json.loads(next(pieces))
    pieces.close()
    answer.close()
    assert [hand["id"] for hand in client.get("/v1/hands").json["hands"]] == [first["id"]]


def test_a_value_that_the_ledger_cannot_hold_costs_its_hand_only(
    client: FlaskClient, hands: list[Document], module_database: str
) -> None:
    with psycopg.connect(module_database, autocommit=True) as connection:
        connection.execute("alter table hands add constraint no_two check (hand_no <> '2') not valid")
        try:
            lines = send(client, text_of(hands, "ndjson"))
        finally:
            connection.execute("alter table hands drop constraint no_two")
    assert [line["status"] for line in lines] == ["stored", "refused", "stored"]
    assert lines[1]["problem"]["type"] == "/docs/problems/not-storable"
    assert "no_two" in lines[1]["problem"]["detail"]


def test_an_imported_hand_gives_the_same_verdict_as_a_posted_one(
    client: FlaskClient, hands: list[Document], empty: Callable[[str], None], module_database: str
) -> None:
    (line,) = send(client, text_of(hands[:1], "ndjson"))
    imported = client.get(f"/v1/hands/{line['id']}").json
    empty(module_database)
    posted = client.post("/v1/hands", json=hands[0]).json
    assert posted["verdict"] == imported["verdict"]
    assert posted["record"] == imported["record"]


# Keys


@pytest.fixture
def keyed(module_database: str, empty: Callable[[str], None]) -> Iterator[Callable[..., dict[str, str]]]:
    """Makes keys; ``client_of`` is the service in which they are in force."""
    empty(module_database)
    app = create_app(Settings(database_url=module_database, secret="a secret of the tests"))
    app.test_client_class = CheckedClient

    def make(name: str, *scopes: str) -> dict[str, str]:
        with connect(module_database) as connection:
            app_id = keys.app_named(connection, name)
            key, prefix, hashed = new_key(app_id, "a secret of the tests")
            keys.keep(connection, app_id, prefix, hashed, "test", scopes or ("read", "write"))
        return {"Authorization": f"Bearer {key}"}

    make.client = app.test_client()  # type: ignore[attr-defined]
    with app.extensions["ledger"]:
        yield make


def test_an_import_needs_the_scope_write_and_other_apps_see_nothing_of_it(keyed: Any, hands: list[Document]) -> None:
    text, client = text_of(hands, "pokerstars"), keyed.client
    mine, theirs = keyed("one"), keyed("two")
    for headers, status in (({}, 401), (keyed("one", "read"), 403), (mine, 200)):
        answer = client.post("/v1/imports", data=text, content_type="text/plain", headers=headers)
        assert answer.status_code == status
    lines = [json.loads(line) for line in answer.data.splitlines()]
    assert [line["status"] for line in lines] == ["stored"] * 3
    for media_type in ("application/x-ndjson", "application/x-phh", "application/x-ohh+json", "text/plain"):
        assert client.get("/v1/hands", headers=theirs | {"Accept": media_type}).data == b""
        assert len(client.get("/v1/hands", headers=mine | {"Accept": media_type}).data) > 1000
    for suffix in ("json", "phh", "ohh", "txt", "ndjson"):
        assert client.get(f"/v1/hands/{lines[0]['id']}.{suffix}", headers=theirs).status_code == 404
    answer = client.post("/v1/imports", data=text, content_type="text/plain", headers=theirs)
    assert [json.loads(line)["status"] for line in answer.data.splitlines()] == ["stored"] * 3
