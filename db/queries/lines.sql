-- name: line_of_player
-- What one player won or lost at each moment (or in each day): the points of a line over time.
select date_trunc(%(unit)s, played_at at time zone 'UTC') as moment, player, currency, decimals, sum(net)
from seats
where app_id = %(app_id)s and player = %(key)s and not superseded and net is not null
    and (%(since)s::timestamptz is null or played_at >= %(since)s)
    and (%(until)s::timestamptz is null or played_at < %(until)s)
group by 1, 2, 3, 4
order by 1;

-- name: lines_by_table
-- The same for everybody at a table.
select date_trunc(%(unit)s, s.played_at at time zone 'UTC') as moment, s.player, s.currency, s.decimals, sum(s.net)
from hands h join seats s on s.app_id = h.app_id and s.hand_id = h.id
where h.app_id = %(app_id)s and h.table_name = %(key)s and h.superseded_by is null and s.net is not null
    and (%(since)s::timestamptz is null or h.played_at >= %(since)s)
    and (%(until)s::timestamptz is null or h.played_at < %(until)s)
group by 1, 2, 3, 4
order by 1;

-- name: lines_by_tag
-- The same for everybody in the hands under a tag.
select date_trunc(%(unit)s, s.played_at at time zone 'UTC') as moment, s.player, s.currency, s.decimals, sum(s.net)
from hand_tags t join seats s on s.app_id = t.app_id and s.hand_id = t.hand_id
where t.app_id = %(app_id)s and t.tag = %(key)s and not t.superseded and s.net is not null
    and (%(since)s::timestamptz is null or t.played_at >= %(since)s)
    and (%(until)s::timestamptz is null or t.played_at < %(until)s)
group by 1, 2, 3, 4
order by 1;
