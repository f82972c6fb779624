"""What all pages share: who may see them, their headers, their assets, and errors told as a page.

Pages are for people: rendered here, usable without script, and made of nothing that another host serves.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib import import_module, resources
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api.kinds import Problem
from api.pages import words
from api.pages.prose import prose

MODULES = ("home", "hand", "search", "people", "rules", "docs", "attempt", "showdown", "share", "sharing", "dispute")
# Nothing from elsewhere, no script or style inside a page, no frame around one, no form that posts elsewhere.
POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src 'self'"
)
A_YEAR = 31_536_000  # seconds
DECK_COOKIE = "deck"

assets = Blueprint("assets", "api", static_folder="static", static_url_path="/static")
preferences = Blueprint("preferences", __name__)


def page_blueprint(name: str, *, public: bool = False) -> Blueprint:
    """A blueprint for a page. Only a ``public`` one is shown without a key where keys are in force."""
    blueprint = Blueprint(name, f"api.pages.{name}")
    blueprint.before_request(refuse_other_sites)
    if not public:
        blueprint.before_request(ask_for_a_key)
    return blueprint


def init_app(app: Flask) -> None:
    """Serve the pages and their assets."""
    app.register_blueprint(assets)
    app.register_blueprint(preferences)
    for name in MODULES:
        app.register_blueprint(import_module(f"api.pages.{name}").blueprint)
    # The last one registered is the first to run: an error becomes a page before pages get their headers.
    app.after_request(with_headers)
    app.after_request(as_a_page)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        asset=asset,
        card=words.card,
        cards=words.cards,
        person=words.person,
        when=words.when,
        game_title=words.game_title,
        rule_name=words.rule_name,
        rule_value=words.rule_value,
        article_link=article_link,
        four_colours=four_colours,
    )


def render(template: str, status: int = 200, /, **context: Any) -> Response:
    """A page as an answer."""
    response = Response(render_template(template, **context), status, content_type="text/html; charset=utf-8")
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def asset(name: str) -> str:
    """The address of a file of static/; it changes with the file, so that browsers may keep it."""
    return url_for("assets.static", filename=name, v=_fingerprint(name))


@cache
def _fingerprint(name: str) -> str:
    return hashlib.sha256(resources.files("api").joinpath("static", name).read_bytes()).hexdigest()[:12]


def article_link(game: str, article: str) -> str:
    """Where an article stands in a game's rule sheet."""
    return f"/games/{game}#{article}"


def four_colours() -> bool:
    """Whether whoever looks chose the deck of four colours."""
    chosen = request.args.get("deck") or request.cookies.get(DECK_COOKIE, "")
    return chosen == "four"


# -- who may -----------------------------------------------------------------------------------------------------------


def ask_for_a_key() -> None:
    """Where keys are in force a page asks for one as the password of HTTP Basic; any user name does."""
    if g.get("app_id") is None:
        raise Problem(
            "no-credentials",
            "Give a key as the password; the user name may be anything. studbook keys create makes one.",
            headers={"WWW-Authenticate": 'Basic realm="Studbook", charset="UTF-8"'},
        )


def refuse_other_sites() -> None:
    """A form is answered only when it was sent from a page of this service: a browser says where it came from."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is None and origin is not None:
        site = "same-origin" if urlsplit(origin).netloc == request.host else "cross-site"
    if site != "same-origin":
        raise Problem("other-site", "This form is answered only from the service's own pages. Programs use the API.")


preferences.before_request(refuse_other_sites)


# -- headers and errors ------------------------------------------------------------------------------------------------


def with_headers(response: Response) -> Response:
    """What a browser may do with a page, and how long it may keep an asset."""
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    if (response.content_type or "").startswith(("text/html", "image/svg+xml")):
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Referrer-Policy", "same-origin")
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if request.endpoint == "assets.static" and request.args.get("v") and response.status_code == 200:
        response.headers["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
    return response


def as_a_page(response: Response) -> Response:
    """A problem as a page, where a person's browser asked for one; the API's addresses always answer with JSON. The
    pages about problems are Markdown; a browser gets them as a page too."""
    if request.path.startswith("/v1/"):
        return response
    kind = response.mimetype
    if kind not in ("application/problem+json", "text/markdown"):
        return response
    if request.accept_mimetypes.best_match([kind, "text/html"]) != "text/html":
        return response
    text = response.get_data(as_text=True)
    if kind == "text/markdown":
        response.set_data(render_template("text.html", text=prose(text, 1), title=text.partition("\n")[0].lstrip("# ")))
    else:
        response.set_data(render_template("problem.html", problem=json.loads(text)))
    response.content_type = "text/html; charset=utf-8"
    return response


@preferences.post("/preferences")
def prefer() -> AnyResponse:
    """Keeps a choice in a cookie and goes back to where it was made."""
    back = request.form.get("back", "/")
    if not back.startswith("/") or back.startswith(("//", "/\\")):
        back = "/"
    response = redirect(back, 303)
    deck = "four" if request.form.get("deck") == "four" else "two"
    response.set_cookie(DECK_COOKIE, deck, max_age=A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
    return response
