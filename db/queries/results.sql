-- name: results_by_player
-- One player's results by month and game. Amounts of different units stay apart.
select
    game, date_trunc('month', played_at at time zone 'UTC')::date as month, currency, decimals,
    count(*), sum(net), count(*) filter (where showdown), count(*) filter (where showdown and won),
    count(declared), count(*) filter (where declared_won)
from seats
where app_id = %(app_id)s and player = %(player)s and not superseded
    and (%(since)s::timestamptz is null or played_at >= %(since)s)
    and (%(until)s::timestamptz is null or played_at < %(until)s)
group by 1, 2, 3, 4
order by month desc, game, currency, decimals;

-- name: results_by_table
-- Everybody at a table, biggest first.
select
    s.player, (array_agg(s.name order by s.played_at desc) filter (where s.name is not null))[1],
    s.currency, s.decimals, count(*), sum(s.net),
    count(*) filter (where s.showdown), count(*) filter (where s.showdown and s.won)
from hands h join seats s on s.app_id = h.app_id and s.hand_id = h.id
where h.app_id = %(app_id)s and h.table_name = %(key)s and h.superseded_by is null
    and (%(since)s::timestamptz is null or h.played_at >= %(since)s)
    and (%(until)s::timestamptz is null or h.played_at < %(until)s)
group by s.player, s.currency, s.decimals
order by sum(s.net) desc nulls last, s.player, s.currency, s.decimals
limit %(limit)s;

-- name: results_by_tag
-- Everybody in the hands under a tag, biggest first.
select
    s.player, (array_agg(s.name order by s.played_at desc) filter (where s.name is not null))[1],
    s.currency, s.decimals, count(*), sum(s.net),
    count(*) filter (where s.showdown), count(*) filter (where s.showdown and s.won)
from hand_tags t join seats s on s.app_id = t.app_id and s.hand_id = t.hand_id
where t.app_id = %(app_id)s and t.tag = %(key)s and not t.superseded
    and (%(since)s::timestamptz is null or t.played_at >= %(since)s)
    and (%(until)s::timestamptz is null or t.played_at < %(until)s)
group by s.player, s.currency, s.decimals
order by sum(s.net) desc nulls last, s.player, s.currency, s.decimals
limit %(limit)s;
