"""Holds answers against the contract: what the service says, in every test, is what ``openapi.yaml`` promises."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Any

import yaml
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from werkzeug.test import TestResponse

ROOT = Path(__file__).parent.parent.parent
_RULE = re.compile(r"<(?:[a-z]+:)?([a-z_]+)>")


@functools.cache
def contract() -> dict[str, Any]:
    """The contract that is checked in."""
    found: dict[str, Any] = yaml.safe_load((ROOT / "openapi.yaml").read_text())
    return found


def path_of(rule: str) -> str:
    """Flask's ``/v1/hands/<uuid:hand_id>`` as the contract writes it."""
    return _RULE.sub(r"{\1}", rule)


@functools.cache
def _validator(pointer: str) -> Draft202012Validator:
    registry: Registry[Any] = Registry().with_resource("contract", Resource(contract(), DRAFT202012))
    schema = {"$ref": f"contract#{pointer}"}
    return Draft202012Validator(schema, registry=registry)


def _escaped(step: str) -> str:
    return step.replace("~", "~0").replace("/", "~1")


def check(rule: str, method: str, response: TestResponse) -> None:
    """Fail where an answer is not one that the contract has for this operation."""
    path = path_of(rule)
    operation = contract()["paths"][path][method.lower()]
    status = str(response.status_code)
    assert status in operation["responses"], f"{method} {path} answers {status}, which the contract does not know"
    told = operation["responses"][status]
    for name, header in told.get("headers", {}).items():
        assert name in response.headers or not header["required"], f"{method} {path} {status}: no header {name}"
    content = told.get("content")
    if content is None:
        assert response.data == b""
        return
    media_type = response.mimetype
    assert media_type in content, f"{method} {path} {status}: {media_type} is not in the contract"
    if media_type not in ("application/json", "application/problem+json"):
        return
    where = ("paths", path, method.lower(), "responses", status, "content", media_type, "schema")
    _hold("".join(f"/{_escaped(step)}" for step in where), response.json, f"{method} {path} {status}")
    if media_type == "application/problem+json" and response.json["type"] != "about:blank":
        kind = response.json["type"].rpartition("/")[2]
        assert f"`{kind}`" in told["description"], f"{method} {path} {status}: {kind} is not in the contract"


def check_component(name: str, document: Any) -> None:
    """Fail where a document is not of the contract's component of that name; for lines of NDJSON."""
    _hold(f"/components/schemas/{name}", document, name)


def _hold(pointer: str, document: Any, what: str) -> None:
    errors = list(_validator(pointer).iter_errors(document))
    assert not errors, f"{what}: {errors[0].json_path}: {errors[0].message[:500]}"


class CheckedClient(FlaskClient):
    """A test client that holds every answer of a known operation against the contract."""

    def open(self, *args: Any, **options: Any) -> TestResponse:
        response = super().open(*args, **options)
        environ = response.request.environ
        method = environ["REQUEST_METHOD"]
        adapter = self.application.url_map.bind_to_environ(environ)
        try:
            rule, _ = adapter.match(return_rule=True)
        except Exception:  # no such operation: 404 and 405 belong to none
            return response
        if method not in ("HEAD", "OPTIONS") and path_of(rule.rule) in contract()["paths"]:
            check(rule.rule, method, response)
        return response
