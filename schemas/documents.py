"""What documents are built of: objects whose unknown keys are refused by name, lists, and the fast path through them.

`certain_object` turns a schema into one test, *is this document certainly right?*, made of the schema's own fields; so
the fast path and the schema cannot differ in what they know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from marshmallow import Schema, ValidationError, fields, validates_schema

from schemas.errors import shown
from schemas.fields import CARD_TEXTS, Card

Certain = Callable[[Any], bool]


class ListOf(fields.List[Any]):
    """A list of so many of one field. Certain when each of its items is."""

    default_error_messages = {  # noqa: RUF012
        "required": "is missing",
        "null": "must not be null; leave the key out",
    }

    def __init__(self, item: fields.Field[Any], *, least: int = 0, most: int, **options: Any) -> None:
        super().__init__(item, **options)
        self.least, self.most = least, most

    def certain(self, value: Any) -> bool:
        if type(value) is not list or not self.least <= len(value) <= self.most:
            return False
        certain: Certain = self.inner.certain  # type: ignore[attr-defined]
        return all(map(certain, value))

    def _deserialize(self, value: Any, attr: Any, data: Any, **options: Any) -> list[Any]:
        if not isinstance(value, list):
            raise ValidationError(f"must be a list, not {shown(value)}")
        if not self.least <= len(value) <= self.most:
            size = f"{self.least} to {self.most}" if self.least else f"at most {self.most}"
            raise ValidationError(f"must have {size} items, and has {len(value)}")
        found: list[Any] = super()._deserialize(value, attr, data, **options)
        return found


class CardList(ListOf):
    """Cards in the order given."""

    def __init__(self, *, least: int = 0, most: int = 52, **options: Any) -> None:
        super().__init__(Card(), least=least, most=most, **options)

    def certain(self, value: Any) -> bool:
        if type(value) is not list or not self.least <= len(value) <= self.most:
            return False
        try:
            return CARD_TEXTS.issuperset(value)
        except TypeError:  # an item that cannot be a member of any set
            return False


class ObjectOf(fields.Nested):
    """A nested document. Certain when each key is known, its value certain, and no required key is missing."""

    default_error_messages = {  # noqa: RUF012
        "required": "is missing",
        "null": "must not be null; leave the key out",
    }

    def __init__(self, nested: type[Schema], **options: Any) -> None:
        super().__init__(nested, **options)
        self.certain = certain_object(nested())


class Strict(Schema):
    """A document whose unknown keys are refused by name. ``called`` is how an error text calls it."""

    called = "this object"
    # What JSON Schema must say beside the fields, where keys hang together.
    also: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        keys = ", ".join(field.data_key or name for name, field in self.fields.items())
        self.error_messages = {
            **self.error_messages,
            "unknown": f"is no key of {self.called}, whose keys are {keys}",
            "type": f"must be an object: {self.called}",
        }

    def crosswise(self, document: Mapping[str, Any]) -> dict[str, list[str]]:
        """Faults that lie between keys, by key; asked only of documents whose keys are each right. None, as a rule."""
        return {}

    @validates_schema
    def _refuse_crosswise(self, document: Mapping[str, Any], **_: Any) -> None:
        if faults := self.crosswise(document):
            raise ValidationError(faults)


def certain_object(schema: Schema) -> Certain:
    """A test whether a document is certainly of this schema, made from the schema's own fields."""
    checks: dict[str, Certain] = {
        field.data_key or name: field.certain  # type: ignore[attr-defined]
        for name, field in schema.fields.items()
    }
    check_of = checks.get
    required = {field.data_key or name for name, field in schema.fields.items() if field.required}
    crosswise = schema.crosswise if isinstance(schema, Strict) and _overrides_crosswise(schema) else None

    def certain(document: Any) -> bool:
        if type(document) is not dict:
            return False
        for key, value in document.items():
            if not check_of(key, _unknown)(value):
                return False
        return required <= document.keys() and not (crosswise and crosswise(document))

    return certain


def _unknown(_value: Any) -> bool:
    return False


def _overrides_crosswise(schema: Strict) -> bool:
    return type(schema).crosswise is not Strict.crosswise
