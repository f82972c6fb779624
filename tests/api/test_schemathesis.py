"""schemathesis over the whole contract, in process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, settings

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


@pytest.fixture(autouse=True, scope="module")
def serving(app: Flask, module_database: str, empty: Callable[[str], None]) -> Iterator[None]:
    empty(module_database)
    service.app = app
    yield
    service.app = None


@schema.parametrize()
@settings(
    max_examples=1000 if SOAK else 25,
    deadline=None,
    derandomize=not SOAK,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_the_service_keeps_its_contract(case: schemathesis.Case) -> None:
    case.call_and_validate()
