-- name: share_hand
-- Keep a link to a hand; no row where the app has no such hand.
insert into shares (app_id, id, hand_id, token_hash, viewer)
select h.app_id, %(id)s, h.id, %(token_hash)s, %(viewer)s
from hands h
where h.app_id = %(app_id)s and h.id = %(hand_id)s
returning created_at;

-- name: shares_of_hand
-- The links to a hand, the latest first.
select id, hand_id, viewer, created_at, revoked_at
from shares
where app_id = %(app_id)s and hand_id = %(hand_id)s
order by created_at desc, id desc;

-- name: revoke_share
-- A link leads nowhere any more; revoking again changes nothing.
update shares
set revoked_at = coalesce(revoked_at, now())
where app_id = %(app_id)s and hand_id = %(hand_id)s and id = %(id)s
returning id;

-- name: shared_hand
-- The hand to which a link leads, and whose eyes it has; no row where it was revoked.
select hand_id, viewer
from shares
where app_id = %(app_id)s and token_hash = %(token_hash)s and revoked_at is null;
