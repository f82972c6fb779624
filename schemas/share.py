"""Links to one hand: what is posted to make one, and what is answered."""

from __future__ import annotations

from schemas.documents import ListOf, ObjectOf, Strict
from schemas.fields import Text
from schemas.verdict import Words


class SharePost(Strict):
    """Whose eyes a new link has."""

    called = "a share"

    viewer = Text(
        1,
        200,
        load_default="public",
        metadata={"description": "A player of the hand, or `public`: what they could not see stays hidden."},
    )


class Share(Strict):
    """A link to one hand."""

    id = Words(required=True)
    hand = Words(required=True)
    viewer = Words(required=True, metadata={"description": "Whose eyes it has: a player, or `public`."})
    created_at = Words(required=True)
    revoked_at = Words(required=True, allow_none=True)


class NewShare(Share):
    """A link that was just made: the only time that its address is told."""

    url = Words(
        required=True,
        metadata={"description": "Shows the hand to whoever has it, without a key. Only its hash is kept."},
    )


class ShareList(Strict):
    """The links to a hand, revoked ones too, the latest first; without their addresses, which nobody knows."""

    shares = ListOf(ObjectOf(Share), most=10**6, required=True)
