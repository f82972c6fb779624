-- name: begin_operation
-- Note what an operator is about to do.
insert into operations (app_id, id, what, by_account, detail, note)
values (%(app_id)s, %(id)s, %(what)s, %(by)s, %(detail)s, %(note)s);

-- name: end_operation
-- Note what came of it.
update operations set ended_at = now(), hands = %(hands)s where app_id = %(app_id)s and id = %(id)s;

-- name: operations_of_app
-- What operators did, the latest first.
select id, what, by_account, detail, note, began_at, ended_at, hands
from operations
where app_id = %(app_id)s
order by began_at desc, id desc;

-- name: chains_of
-- The hands with all their revisions, before and after; a purged one is found no more. Locked, so that none is revised
-- meanwhile.
with recursive chain as (
    select h.id, h.revises, h.superseded_by
    from hands h
    where h.app_id = %(app_id)s and h.id = any(%(ids)s)
    union
    select h.id, h.revises, h.superseded_by
    from chain join hands h on h.app_id = %(app_id)s and h.id in (chain.revises, chain.superseded_by)
)
select h.id, h.revises
from hands h
where h.app_id = %(app_id)s and h.id in (select id from chain) and h.superseded_by is distinct from h.id
order by h.id
for update;

-- name: disputed_of
-- Which of these hands are disputed, whatever became of it, unless the dispute was withdrawn.
select distinct hand_id from disputes
where app_id = %(app_id)s and hand_id = any(%(ids)s) and state <> 'withdrawn';

-- name: purge_shares
-- The links to these hands go.
delete from shares where app_id = %(app_id)s and hand_id = any(%(ids)s);

-- name: purge_disputes
-- The disputes on these hands go.
delete from disputes where app_id = %(app_id)s and hand_id = any(%(ids)s);

-- name: purge_tags
-- The tags of these hands go.
delete from hand_tags where app_id = %(app_id)s and hand_id = any(%(ids)s);

-- name: purge_seats
-- The seats of these hands go.
delete from seats where app_id = %(app_id)s and hand_id = any(%(ids)s);

-- name: empty_hands
-- Of a first post key and digest stay, so that the same post is known again and not stored anew. A hand superseded by
-- itself is in no list.
update hands set
    superseded_by = id, record = 'null', verdict = 'null', played_at = stored_at, hand_no = null, table_name = null,
    pot = null
where app_id = %(app_id)s and id = any(%(ids)s);

-- name: delete_hands
-- Revisions have no key of their own; nothing of them stays.
delete from hands where app_id = %(app_id)s and id = any(%(ids)s);

-- name: hands_to_rename
-- Some hands in which a player sits, also revised ones, with their documents; locked.
select h.id, h.record::text, h.verdict::text
from hands h
where h.app_id = %(app_id)s and h.id in (
    select s.hand_id from seats s
    where s.app_id = %(app_id)s and s.player = %(player)s and (%(after)s::uuid is null or s.hand_id > %(after)s)
    order by s.hand_id limit %(limit)s
)
order by h.id
for update;

-- name: count_hands_to_rename
-- How many hands a player sits in.
select count(*) from seats where app_id = %(app_id)s and player = %(player)s;

-- name: hands_with_both
-- Some hands in which both players sit.
select one.hand_id
from seats one join seats other on other.app_id = one.app_id and other.hand_id = one.hand_id
where one.app_id = %(app_id)s and one.player = %(player)s and other.player = %(other)s
order by one.hand_id
limit 4;

-- name: rewrite_hands
-- Other documents for these hands.
update hands set record = new.record::json, verdict = new.verdict::json
from unnest(%(ids)s::uuid[], %(records)s::text[], %(verdicts)s::text[]) as new (id, record, verdict)
where hands.app_id = %(app_id)s and hands.id = new.id;

-- name: rename_seats
-- Another player, and where %(naming)s another name, in a player's seats of these hands.
update seats set player = %(new)s, name = case when %(naming)s then %(name)s else name end
where app_id = %(app_id)s and hand_id = any(%(ids)s) and player = %(player)s;

-- name: rename_viewers
-- Links to hands with a player's eyes.
update shares set viewer = %(new)s where app_id = %(app_id)s and viewer = %(player)s;

-- name: disputes_naming
-- Disputes on hands of either player, or filed by the first, with what they say; locked.
select d.id, d.filed_by, d.claim::text, d.ruling::text, d.decision::text, d.override::text
from disputes d
where d.app_id = %(app_id)s and (
    d.filed_by = %(player)s or d.decision ->> 'by' = %(player)s or d.override ->> 'by' = %(player)s
    or d.hand_id in (select s.hand_id from seats s where s.app_id = %(app_id)s and s.player in (%(player)s, %(new)s))
)
order by d.id
for update;

-- name: rewrite_dispute
-- What a dispute says, with another player's id. Its version stays: nothing about it was decided.
update disputes set
    filed_by = %(filed_by)s, claim = %(claim)s::json, ruling = %(ruling)s::json, decision = %(decision)s::json,
    override = %(override)s::json
where app_id = %(app_id)s and id = %(id)s;
