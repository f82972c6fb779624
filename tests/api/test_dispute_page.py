"""docs/disputes.md: its examples are answers that the service gives, in the order of the page.

RECORD_EXAMPLES=1 writes them anew. Of the answers the page shows the members that it speaks of.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.openapi_disputes import FACT
from tests.api.contract import ROOT, contract

RECORD = os.environ.get("RECORD_EXAMPLES") == "1"
PAGE = ROOT / "docs" / "disputes.md"
ANSWER = ROOT / "examples" / "answers" / "dispute.json"
_BLOCK = re.compile(r"(<!-- (\w+) -->\n```json\n)(.*?)(\n```)", re.DOTALL)

Document = dict[str, Any]


def shown(document: Any, members: str) -> Document:
    """The members named, in that order; ``ruling.text`` is a member of a member."""
    kept: Document = {}
    for name in members.split():
        outer, _, inner = name.partition(".")
        if inner:
            kept.setdefault(outer, {}).update(shown(document[outer], inner))
        else:
            kept[outer] = document[outer]
    return kept


def timeless(text: str) -> str:
    """A text without ids and times."""
    text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "id", text)
    return re.sub(r"\d{4}-\d\d-\d\dT[0-9:.]+(\+00:00|Z)", "time", text)


def laid_out(value: Any, indent: str = "") -> str:
    """JSON for reading: what fits a line stands in one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= 110 or not value or not isinstance(value, dict | list):
        return line
    inner = indent + "  "
    if isinstance(value, dict):
        rows = [f"{inner}{json.dumps(key)}: {laid_out(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + laid_out(item, inner) for item in value) + f"\n{indent}]"


def played(client: FlaskClient, blocks: dict[str, str]) -> dict[str, Document]:
    """The answers of the page, from the requests that stand in it."""

    def sent(name: str) -> Document:
        posted: Document = json.loads(blocks[name])
        return posted

    def filed(hand: str, name: str) -> TestResponse:
        answer = client.post(f"/v1/hands/{hand}/disputes", json=sent(name))
        assert answer.status_code == 201, answer.text
        return answer

    def decided(about: TestResponse, what: str, name: str) -> TestResponse:
        headers = {"If-Match": about.headers["ETag"]}
        answer = client.post(f"/v1/disputes/{about.json['id']}/{what}", json=sent(name), headers=headers)
        assert answer.status_code == 200, answer.text
        return answer

    hand = client.post("/v1/hands", json=sent("hand")).json["id"]
    denied = filed(hand, "claim")
    agreed = filed(hand, "agreed")
    accepted = decided(agreed, "rulings", "accept")
    revision = accepted.json["decision"]["revision"]
    last = filed(revision, "again")
    overridden = decided(last, "override", "rob")
    late = decided_late(client, agreed)
    return {
        "denied": shown(denied.json, "kind state by claim ruling.result ruling.article ruling.lies_in ruling.text")
        | {"hinges": denied.json["ruling"]["hinges"]["awards"]},
        "floor": shown(agreed.json, "kind state version ruling.result ruling.article ruling.lies_in ruling.text")
        | {"would_be": shown(agreed.json["ruling"]["would_be"], "legal moved fits_claim")},
        "accepted": shown(accepted.json, "state version superseded_by decision ruling.result"),
        "late": shown(late.json, "type status detail state"),
        "overridden": shown(overridden.json, "state ruling.result ruling.article override"),
    }


def decided_late(client: FlaskClient, about: TestResponse) -> TestResponse:
    """Somebody rejects what he saw before it was accepted."""
    headers = {"If-Match": about.headers["ETag"]}
    posted = {"decision": "reject", "by": "another floor"}
    return client.post(f"/v1/disputes/{about.json['id']}/rulings", json=posted, headers=headers)


def test_the_page_shows_what_the_service_answers(client: FlaskClient) -> None:
    text = PAGE.read_text()
    blocks = {match[2]: match[3] for match in _BLOCK.finditer(text)}
    answers = played(client, blocks)
    if RECORD:
        PAGE.write_text(
            _BLOCK.sub(lambda m: m[1] + (laid_out(answers[m[2]]) if m[2] in answers else m[3]) + m[4], text)
        )
        blocks = {match[2]: match[3] for match in _BLOCK.finditer(PAGE.read_text())}
    assert answers.keys() < blocks.keys()
    for name, answer in answers.items():
        assert timeless(blocks[name]) == timeless(laid_out(answer)), name


def test_the_contract_shows_a_recorded_dispute(client: FlaskClient) -> None:
    hand = json.loads((ROOT / "examples" / "hand.json").read_text())
    posted = client.post("/v1/hands", json=hand)
    filed = client.post(f"/v1/hands/{posted.json['id']}/disputes", json=FACT)
    assert filed.status_code == 201
    if RECORD:
        ANSWER.write_text(json.dumps(filed.json, indent=1, ensure_ascii=False) + "\n")
    kept = ANSWER.read_text()
    assert timeless(json.dumps(json.loads(kept))) == timeless(json.dumps(filed.json))
    operation = contract()["paths"]["/v1/hands/{hand_id}/disputes"]["post"]
    assert operation["responses"]["201"]["content"]["application/json"]["example"] == json.loads(kept)


@pytest.mark.parametrize("state", ["open", "ruled", "withdrawn", "overridden"])
def test_the_page_tells_of_every_state(state: str) -> None:
    assert f"`{state}`" in PAGE.read_text()


def test_the_page_links_to_pages_that_are_there() -> None:
    for link in re.findall(r"\]\(([a-z][^)#]*\.md)", PAGE.read_text()):
        assert (Path(PAGE).parent / link).is_file(), link
