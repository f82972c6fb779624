"""The contract: made from the schemas, true of the routes, valid, and with recorded answers for examples."""

from __future__ import annotations

import json
import os
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import validate

from api.kinds import KINDS
from api.openapi import as_yaml
from tests.api.contract import ROOT, contract, path_of

ANSWERS = ROOT / "examples" / "answers"
RECORD = os.environ.get("RECORD_EXAMPLES") == "1"


def test_the_contract_is_the_one_that_the_schemas_make() -> None:
    assert (ROOT / "openapi.yaml").read_text() == as_yaml(), "run: studbook openapi > openapi.yaml"


def test_the_contract_is_valid_openapi() -> None:
    validate(contract())


def test_the_contract_has_no_routes_that_the_service_has_not_and_the_other_way_round(app: Flask) -> None:
    routes = {
        (method, path_of(rule.rule))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/v1/") or path_of(rule.rule) in contract()["paths"]
    }
    # Pages for people are no part of the API.
    documented = {(method.upper(), path) for path, methods in contract()["paths"].items() for method in methods}
    assert routes == documented


def test_operations_have_names_of_their_own_and_every_parameter_is_described() -> None:
    operations = [operation for path in contract()["paths"].values() for operation in path.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    for operation in operations:
        assert operation["summary"]
        assert all(parameter["description"] for parameter in operation.get("parameters", ()))


def test_every_problem_of_the_catalogue_is_somewhere_in_the_contract() -> None:
    text = json.dumps([path for path in contract()["paths"].values()])
    missing = {kind for kind in KINDS if f"`{kind}`" not in text}
    # No operation promises these: they are of no address, of the pages' forms, or a fault.
    assert missing == {"method-not-allowed", "internal", "other-site"}


def recorded(name: str, answer: Any) -> Any:
    """The example of that name; with RECORD_EXAMPLES=1 it is recorded anew first."""
    file = ANSWERS / f"{name}.json"
    if RECORD:
        file.write_text(json.dumps(answer, indent=1, ensure_ascii=False) + "\n")
    return json.loads(file.read_text())


def timeless(answer: Any) -> Any:
    """An answer without what is another each time: ids, times of storing, cursors."""
    text = json.dumps(answer)
    text = re.sub(r'"(id|stored_at)": "[^"]+"', r'"\1": ""', text)
    return json.loads(re.sub(r'"next": "[^"]+"', '"next": ""', text))


def test_the_examples_are_recorded_answers(client: FlaskClient) -> None:
    hand = json.loads((ROOT / "examples" / "hand.json").read_text())
    judged = client.post("/v1/adjudications", json=hand).json
    assert recorded("adjudication", judged) == judged
    stored = client.post("/v1/hands", json=hand).json
    assert timeless(recorded("stored", stored)) == timeless(stored)
    client.post("/v1/hands", json=hand | {"ref": "another", "played_at": "2026-11-27T22:00:00+01:00"})
    page = client.get("/v1/hands?player=ann&limit=1").json
    assert timeless(recorded("page", page)) == timeless(page)
    results = client.get("/v1/results?tag=example").json
    assert recorded("results", results) == results


@pytest.mark.parametrize(
    ("path", "method", "name"),
    [
        ("/v1/adjudications", "post", "adjudication"),
        ("/v1/hands", "get", "page"),
        ("/v1/results", "get", "results"),
    ],
)
def test_the_contract_shows_the_recorded_answers(path: str, method: str, name: str) -> None:
    shown = contract()["paths"][path][method]["responses"]["200"]["content"]["application/json"]["example"]
    assert shown == json.loads((ANSWERS / f"{name}.json").read_text())
