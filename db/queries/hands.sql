-- name: store_hand
-- Store a hand with its seats and tags in one statement; no row where its key is taken.
with hand as (
    insert into hands (
        app_id, id, ref, idem_key, digest, game, status, played_at, hand_no, table_name, currency, decimals, pot,
        had_showdown, engine, record, verdict
    ) values (
        %(app_id)s, %(id)s, %(ref)s, %(idem_key)s, %(digest)s, %(game)s, %(status)s, %(played_at)s, %(hand_no)s,
        %(table_name)s, %(currency)s, %(decimals)s, %(pot)s, %(had_showdown)s, %(engine)s, %(record)s, %(verdict)s
    )
    on conflict do nothing
    returning app_id, id, game, played_at, currency, decimals, stored_at
), seated as (
    insert into seats (
        app_id, hand_id, game, played_at, currency, decimals,
        seat, player, name, put_in, net, outcome, showdown, won, declared, declared_won
    )
    select hand.app_id, hand.id, hand.game, hand.played_at, hand.currency, hand.decimals, seated.*
    from hand, json_to_recordset(%(seats)s::json) as seated (
        seat smallint, player text, name text, put_in bigint, net bigint, outcome text, showdown boolean, won boolean,
        declared text, declared_won boolean
    )
), tagged as (
    insert into hand_tags (app_id, hand_id, tag, played_at)
    select hand.app_id, hand.id, tag, hand.played_at
    from hand, unnest(%(tags)s::text[]) as tag
)
select stored_at from hand;

-- name: revise_hand
-- Store a revision and mark what it revises; no row where that is no current hand of the app.
with marked as (
    update hands set superseded_by = %(id)s
    where app_id = %(app_id)s and id = %(revises)s and superseded_by is null
    returning ref
), unseated as (
    update seats set superseded = true
    where app_id = %(app_id)s and hand_id = %(revises)s and exists (select 1 from marked)
), untagged as (
    update hand_tags set superseded = true
    where app_id = %(app_id)s and hand_id = %(revises)s and exists (select 1 from marked)
), hand as (
    insert into hands (
        app_id, id, ref, digest, game, status, played_at, hand_no, table_name, currency, decimals, pot,
        had_showdown, engine, revises, record, verdict
    )
    select
        %(app_id)s, %(id)s, ref, %(digest)s, %(game)s, %(status)s, %(played_at)s, %(hand_no)s,
        %(table_name)s, %(currency)s, %(decimals)s, %(pot)s, %(had_showdown)s, %(engine)s, %(revises)s,
        %(record)s, %(verdict)s
    from marked
    returning app_id, id, game, played_at, currency, decimals
), seated as (
    insert into seats (
        app_id, hand_id, game, played_at, currency, decimals,
        seat, player, name, put_in, net, outcome, showdown, won, declared, declared_won
    )
    select hand.*, seated.*
    from hand, json_to_recordset(%(seats)s::json) as seated (
        seat smallint, player text, name text, put_in bigint, net bigint, outcome text, showdown boolean, won boolean,
        declared text, declared_won boolean
    )
), tagged as (
    insert into hand_tags (app_id, hand_id, tag, played_at)
    select hand.app_id, hand.id, tag, hand.played_at
    from hand, unnest(%(tags)s::text[]) as tag
)
select id from hand;

-- name: stored_under_keys
-- What first posts lie under these refs and idempotency keys.
select ref, idem_key, id, digest, superseded_by
from hands
where app_id = %(app_id)s and revises is null and ref = any(%(refs)s)
union all
select ref, idem_key, id, digest, superseded_by
from hands
where app_id = %(app_id)s and idem_key is not null and idem_key = any(%(idem_keys)s);

-- name: hand_by_id
-- One hand with its documents. One that is superseded by itself was purged.
select
    id, ref, digest, game, status, played_at, stored_at, hand_no, table_name, currency, decimals, pot, had_showdown,
    record::text, verdict::text, engine, revises, superseded_by
from hands
where app_id = %(app_id)s and id = %(id)s and superseded_by is distinct from id;

-- name: documents
-- Record and verdict of some hands.
select id, record::text, verdict::text
from hands
where app_id = %(app_id)s and id = any(%(ids)s);

-- name: seats_of
-- The seats of some hands, for their summaries (ids as text: they only say which hand it is).
select hand_id::text, seat, player, name, put_in, net, outcome, declared
from seats
where app_id = %(app_id)s and hand_id = any(%(ids)s)
order by hand_id, seat;

-- name: tags_of
-- The tags of some hands, for their summaries (ids as text: they only say which hand it is).
select hand_id::text, tag
from hand_tags
where app_id = %(app_id)s and hand_id = any(%(ids)s)
order by hand_id, tag;
