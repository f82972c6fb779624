-- name: incoming_hands
-- Where COPY puts the hands of a batch, which may be in the ledger already.
create temporary table incoming_hands (
    line integer, id uuid, ref text, idem_key text, digest bytea, game text, status text, played_at timestamptz,
    hand_no text, table_name text, currency text, decimals smallint, pot bigint, had_showdown boolean, engine text,
    record text, verdict text
) on commit drop;

-- name: incoming_seats
-- Where COPY puts their seats.
create temporary table incoming_seats (
    hand_id uuid, seat smallint, player text, name text, put_in bigint, net bigint, outcome text, showdown boolean,
    won boolean, declared text, declared_won boolean
) on commit drop;

-- name: incoming_tags
-- Where COPY puts their tags.
create temporary table incoming_tags (hand_id uuid, tag text) on commit drop;

-- name: copy_hands
-- The columns in the order in which a batch writes them.
copy incoming_hands (
    line, id, ref, idem_key, digest, game, status, played_at, hand_no, table_name, currency, decimals, pot,
    had_showdown, engine, record, verdict
) from stdin;

-- name: copy_seats
-- The columns in the order in which a batch writes them.
copy incoming_seats (
    hand_id, seat, player, name, put_in, net, outcome, showdown, won, declared, declared_won
) from stdin;

-- name: copy_tags
-- The columns in the order in which a batch writes them.
copy incoming_tags (hand_id, tag) from stdin;

-- name: store_incoming
-- Store what is new of a batch, in the order of the keys: two batches that share some would else wait for each other.
with new as (
    insert into hands (
        app_id, id, ref, idem_key, digest, game, status, played_at, hand_no, table_name, currency, decimals, pot,
        had_showdown, engine, record, verdict
    )
    select
        %(app_id)s, id, ref, idem_key, digest, game, status, played_at, hand_no, table_name, currency, decimals, pot,
        had_showdown, engine, record::json, verdict::json
    from incoming_hands
    order by ref, idem_key, line
    on conflict do nothing
    returning app_id, id, game, played_at, currency, decimals
), seated as (
    insert into seats (
        app_id, hand_id, game, played_at, currency, decimals,
        seat, player, name, put_in, net, outcome, showdown, won, declared, declared_won
    )
    select
        new.*, s.seat, s.player, s.name, s.put_in, s.net, s.outcome, s.showdown, s.won, s.declared, s.declared_won
    from new join incoming_seats s on s.hand_id = new.id
), tagged as (
    insert into hand_tags (app_id, hand_id, tag, played_at)
    select new.app_id, new.id, incoming_tags.tag, new.played_at
    from new join incoming_tags on incoming_tags.hand_id = new.id
)
select id from new;
