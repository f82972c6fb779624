-- name: file_dispute
-- File a dispute on a current hand; no row where the hand is none, was revised, or the same dispute was filed before.
-- The share lock closes the race with a revision: either it sees the dispute's hand as current until this is stored,
-- or this sees the revision.
insert into disputes (
    app_id, id, hand_id, kind, state, filed_by, game, table_name, claim, note, ruling, digest
)
select
    h.app_id, %(id)s, h.id, %(kind)s, %(state)s, %(filed_by)s, h.game, h.table_name, %(claim)s, %(note)s, %(ruling)s,
    %(digest)s
from hands h
where h.app_id = %(app_id)s and h.id = %(hand_id)s and h.superseded_by is null
for share of h
on conflict (app_id, hand_id, digest) where state <> 'withdrawn' do nothing
returning id;

-- name: same_dispute
-- The dispute that was filed on this hand in the same words and not withdrawn.
select id
from disputes
where app_id = %(app_id)s and hand_id = %(hand_id)s and digest = %(digest)s and state <> 'withdrawn';

-- name: dispute_by_id
-- One dispute, with what its hand was revised by.
select
    d.id, d.hand_id, h.superseded_by, d.kind, d.state, d.version, d.filed_by, d.game, d.table_name, d.filed_at,
    d.changed_at, d.claim::text, d.note, d.ruling::text, d.decision::text, d.withdrawal::text, d.override::text
from disputes d join hands h on h.app_id = d.app_id and h.id = d.hand_id
where d.app_id = %(app_id)s and d.id = %(id)s;

-- name: change_dispute
-- Change a dispute that is still as the caller saw it; no row where it is not. Of two changes at once the second waits
-- for the row and then finds another version.
update disputes
set state = %(state)s, version = version + 1, changed_at = now(),
    decision = coalesce(%(decision)s::json, decision),
    withdrawal = coalesce(%(withdrawal)s::json, withdrawal),
    override = coalesce(%(override)s::json, override)
where app_id = %(app_id)s and id = %(id)s and version = %(version)s
returning id;

-- name: find_disputes
-- A page of disputes.
select
    d.id, d.hand_id, h.superseded_by, d.kind, d.state, d.version, d.filed_by, d.game, d.table_name, d.filed_at,
    d.changed_at, d.claim::text, d.note, d.ruling::text, d.decision::text, d.withdrawal::text, d.override::text
from disputes d join hands h on h.app_id = d.app_id and h.id = d.hand_id
where d.app_id = %(app_id)s

-- name: disputes_of_state
-- In this state.
and d.state = %(state)s

-- name: disputes_of_game
-- About hands of this game.
and d.game = %(game)s

-- name: disputes_of_table
-- About hands at this table.
and d.table_name = %(table)s

-- name: disputes_of_claimant
-- Filed by this person.
and d.filed_by = %(filed_by)s

-- name: disputes_of_hand
-- About this hand.
and d.hand_id = %(hand_id)s

-- name: disputes_of_player
-- About hands in which this player sat.
and exists (
    select 1 from seats s where s.app_id = %(app_id)s and s.hand_id = d.hand_id and s.player = %(player)s
)

-- name: disputes_after
-- What comes after the last dispute of the page before.
and (d.filed_at, d.id) < (%(after_time)s, %(after_id)s)

-- name: disputes_order
-- Newest first.
order by d.filed_at desc, d.id desc limit %(limit)s
