"""The factory: settings in, the service out."""

from __future__ import annotations

from flask import Flask

from api import (
    adjudications,
    auth,
    batch,
    disputes,
    games,
    hands,
    imports,
    logs,
    metrics,
    operating,
    problems,
    results,
    seeing,
    shares,
)
from api.ledger import NoLedger
from api.pages import site
from api.settings import Settings, from_environment
from db.pool import Pool


def create_app(settings: Settings | None = None) -> Flask:
    """The service. ``settings`` come from the environment where none are given.

    The pool is made closed: whoever serves opens it in each worker (gunicorn.conf.py).
    """
    settings = settings or from_environment()
    app = Flask("api", static_folder=None)
    app.url_map.strict_slashes = True
    app.extensions["settings"] = settings
    app.extensions["ledger"] = (
        Pool(settings.database_url, prepare=settings.prepare) if settings.database_url else NoLedger()
    )
    logs.configure()
    logs.init_app(app)
    metrics.init_app(app)
    problems.init_app(app)
    auth.init_app(app, settings)
    for module in (adjudications, hands, batch, imports, seeing, results, disputes, shares, games, operating):
        app.register_blueprint(module.blueprint)
    site.init_app(app)
    return app
