"""schemathesis over the whole contract, in process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from tests.api.contract import contract

SOAK = os.environ.get("STUDBOOK_SOAK") == "1"


class Service:
    """The application of the test that runs, as its requests come in: from this machine."""

    app: Flask | None = None

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        assert self.app is not None
        return self.app(environ | {"REMOTE_ADDR": "127.0.0.1"}, start_response)


service = Service()
schema = schemathesis.openapi.from_dict(contract())
schema.app = service
# Off: the coverage phase, which lists boundary values of every part of every body. A hand record has some two hundred
# parts, and the list does not end; random records, right and wrong, take its place.
schema.config.phases.coverage.enabled = False
schemathesis.serializer.alias(["application/x-ndjson", "application/ndjson", "application/jsonl"], "text/plain")

# Off, but for the stateless referee: "what the schema allows is accepted". Elsewhere more than the schema decides, and
# rightly so: a cursor must be one that was given, a hand must be legal, over, and have a name. And off for NDJSON:
# "what the schema forbids is refused"; there the lines refuse, one by one.
STATELESS = "POST /v1/adjudications"
LINES = "POST /v1/hands/batch"


@pytest.fixture(autouse=True, scope="module")
def serving(app: Flask, module_database: str, empty: Callable[[str], None]) -> Iterator[None]:
    empty(module_database)
    service.app = app
    yield
    service.app = None


@schema.parametrize()
@settings(
    max_examples=1000 if SOAK else 20,
    deadline=None,
    derandomize=not SOAK,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_the_service_keeps_its_contract(case: schemathesis.Case) -> None:
    off: list[Any] = [] if case.operation.label == STATELESS else [positive_data_acceptance]
    if case.operation.label == LINES:
        off.append(negative_data_rejection)
    case.call_and_validate(excluded_checks=off)
