-- name: find_hands
-- A page that is read from an index of the hands.
select
    h.id, h.ref, h.game, h.status, h.played_at, h.stored_at, h.hand_no, h.table_name, h.currency, h.decimals, h.pot,
    h.had_showdown, h.revises
from hands h
where h.app_id = %(app_id)s and h.superseded_by is null

-- name: find_hands_of_player
-- A page that is read from an index of one player's seats.
select
    h.id, h.ref, h.game, h.status, h.played_at, h.stored_at, h.hand_no, h.table_name, h.currency, h.decimals, h.pot,
    h.had_showdown, h.revises
from seats s join hands h on h.app_id = s.app_id and h.id = s.hand_id
where s.app_id = %(app_id)s and s.player = %(lead)s and not s.superseded

-- name: find_hands_of_tag
-- A page that is read from the index of a tag.
select
    h.id, h.ref, h.game, h.status, h.played_at, h.stored_at, h.hand_no, h.table_name, h.currency, h.decimals, h.pot,
    h.had_showdown, h.revises
from hand_tags t join hands h on h.app_id = t.app_id and h.id = t.hand_id
where t.app_id = %(app_id)s and t.tag = %(tag)s and not t.superseded

-- name: hands_since
-- From this time on.
and h.played_at >= %(since)s

-- name: hands_until
-- Before this time.
and h.played_at < %(until)s

-- name: hands_game
-- Of this game.
and h.game = %(game)s

-- name: hands_with_player
-- In which this player sat too ("other" is numbered, one for each player).
and exists (
    select 1 from seats o
    where o.app_id = %(app_id)s and o.player = %(other)s and o.played_at = h.played_at
        and o.hand_id = h.id and not o.superseded
)

-- name: hands_with_tag
-- Under this tag.
and exists (
    select 1 from hand_tags o
    where o.app_id = %(app_id)s and o.tag = %(tag)s and o.played_at = h.played_at
        and o.hand_id = h.id and not o.superseded
)

-- name: hands_after
-- What comes after the last hand of the page before.
and (h.played_at, h.id) < (%(after_time)s, %(after_id)s)

-- name: hands_order
-- Newest first.
order by h.played_at desc, h.id desc limit %(limit)s

-- name: seats_since
-- From this time on.
and s.played_at >= %(since)s

-- name: seats_until
-- Before this time.
and s.played_at < %(until)s

-- name: seats_game
-- Of this game.
and s.game = %(game)s

-- name: seats_with_player
-- In which this player sat too ("other" is numbered, one for each player).
and exists (
    select 1 from seats o
    where o.app_id = %(app_id)s and o.player = %(other)s and o.played_at = s.played_at
        and o.hand_id = s.hand_id and not o.superseded
)

-- name: seats_with_tag
-- Under this tag.
and exists (
    select 1 from hand_tags o
    where o.app_id = %(app_id)s and o.tag = %(tag)s and o.played_at = s.played_at
        and o.hand_id = s.hand_id and not o.superseded
)

-- name: seats_after
-- What comes after the last hand of the page before.
and (s.played_at, s.hand_id) < (%(after_time)s, %(after_id)s)

-- name: seats_order
-- Newest first.
order by s.played_at desc, s.hand_id desc limit %(limit)s

-- name: seats_net_from
-- In which the player whose seats lead won so much, or more.
and s.net >= %(net_from)s

-- name: seats_net_to
-- In which the player whose seats lead won so much, or less.
and s.net <= %(net_to)s

-- name: seats_declared
-- In which the player whose seats lead declared this way.
and s.declared = %(declared)s

-- name: tags_since
-- From this time on.
and t.played_at >= %(since)s

-- name: tags_until
-- Before this time.
and t.played_at < %(until)s

-- name: tags_game
-- Of this game.
and h.game = %(game)s

-- name: tags_with_player
-- In which this player sat too ("other" is numbered, one for each player).
and exists (
    select 1 from seats o
    where o.app_id = %(app_id)s and o.player = %(other)s and o.played_at = t.played_at
        and o.hand_id = t.hand_id and not o.superseded
)

-- name: tags_after
-- What comes after the last hand of the page before.
and (t.played_at, t.hand_id) < (%(after_time)s, %(after_id)s)

-- name: tags_order
-- Newest first.
order by t.played_at desc, t.hand_id desc limit %(limit)s

-- name: with_ref
-- Under this ref.
and h.ref = %(ref)s

-- name: with_hand_no
-- With the number that its source gave it.
and h.hand_no = %(hand_no)s

-- name: with_table
-- At this table.
and h.table_name = %(table)s

-- name: with_status
-- Settled or undecided.
and h.status = %(status)s

-- name: with_showdown
-- With a showdown, or without one.
and h.had_showdown = %(showdown)s

-- name: with_pot_from
-- With so much in the pots, or more.
and h.pot >= %(pot_from)s

-- name: with_pot_to
-- With so much in the pots, or less.
and h.pot <= %(pot_to)s

-- name: with_net_from
-- In which the (first) player won so much, or more.
and exists (
    select 1 from seats o
    where o.app_id = %(app_id)s and o.hand_id = h.id and o.player = %(player)s and o.net >= %(net_from)s
)

-- name: with_net_to
-- In which the (first) player won so much, or less.
and exists (
    select 1 from seats o
    where o.app_id = %(app_id)s and o.hand_id = h.id and o.player = %(player)s and o.net <= %(net_to)s
)

-- name: with_declared_by_player
-- In which the (first) player declared this way.
and exists (
    select 1 from seats o
    where o.app_id = %(app_id)s and o.hand_id = h.id and o.player = %(player)s and o.declared = %(declared)s
)

-- name: with_declared
-- In which somebody declared this way.
and exists (
    select 1 from seats o where o.app_id = %(app_id)s and o.hand_id = h.id and o.declared = %(declared)s
)

-- name: some_hands_of_player
-- How many hands a player has, counted up to a bound.
select count(*) from (
    select 1 from seats
    where app_id = %(app_id)s and player = %(key)s and not superseded limit %(bound)s
) as counted

-- name: some_hands_of_tag
-- How many hands a tag has, counted up to a bound.
select count(*) from (
    select 1 from hand_tags
    where app_id = %(app_id)s and tag = %(key)s and not superseded limit %(bound)s
) as counted

-- name: some_hands_of_table
-- How many hands a table has, counted up to a bound.
select count(*) from (
    select 1 from hands
    where app_id = %(app_id)s and table_name = %(key)s and superseded_by is null limit %(bound)s
) as counted
