"""Reading requests: bodies by media type and size, strictly as JSON; queries by their schema."""

from __future__ import annotations

import functools
from typing import Any

from flask import request
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import RequestEntityTooLarge

from api.kinds import Problem, from_invalid
from schemas.errors import invalid_from
from schemas.json_text import MAX_BYTES, read_json

JSON_TYPES = ("application/json",)


def refuse_media_type(media_types: tuple[str, ...]) -> None:
    """Refuse a body that is of none of the media types, or compressed (415)."""
    given = request.mimetype
    if given not in media_types:
        named = f"not {given}" if given else "and the request names none"
        raise Problem(
            "unsupported-media-type",
            f"This address reads {' or '.join(media_types)}, {named}.",
            headers={"Accept-Post": ", ".join(media_types)},
        )
    if request.content_encoding:
        raise Problem("unsupported-media-type", "This address reads bodies as they are, without a Content-Encoding.")


def body_bytes(media_types: tuple[str, ...] = JSON_TYPES, limit: int = MAX_BYTES) -> bytes:
    """The body, if it is of one of the media types (415) and has at most ``limit`` bytes (413)."""
    refuse_media_type(media_types)
    request.max_content_length = limit
    try:
        body = request.get_data(cache=False)
    except RequestEntityTooLarge:
        raise Problem("too-large", f"The body has more than {limit:,} bytes.", limit=limit) from None
    return body


def load_json() -> Any:
    """The document that the body holds. Raises `schemas.errors.NotJson`, or a `Problem` for media type and size."""
    return read_json(body_bytes())


def load_query(schema: Schema) -> dict[str, Any]:
    """The query's parameters by the schema: a parameter it does not know, or given too often, is refused by name."""
    if not request.query_string:
        return dict(_nothing_asked(schema))
    given: dict[str, Any] = {}
    for name, values in request.args.lists():
        many = name in schema.fields and getattr(schema.fields[name], "takes_several", False)
        if len(values) > 1 and not many:
            raise Problem("bad-query", f"{name} stands {len(values)} times in the query; it is read once.")
        given[name] = values if many else values[0]
    return _loaded(schema, given)


@functools.cache
def _nothing_asked(schema: Schema) -> dict[str, Any]:
    return _loaded(schema, {})


def _loaded(schema: Schema, given: dict[str, Any]) -> dict[str, Any]:
    try:
        loaded: dict[str, Any] = schema.load(given)
    except ValidationError as error:
        raise from_invalid(invalid_from(error.messages, "the query"), "bad-query") from None
    return loaded
