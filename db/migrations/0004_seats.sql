-- Who sat in a hand and how it ended for each. Game, time and unit stand here too, though the hand has them: they never
-- change, and with them a player's page and a player's results are read from one index each. superseded follows the
-- hand's superseded_by, in the same statement.
create table seats (
    app_id bigint not null,
    hand_id uuid not null,
    seat smallint not null,
    player text not null,
    name text,
    game text not null,
    played_at timestamptz not null,
    currency text not null,
    decimals smallint not null,
    put_in bigint,
    net bigint,
    outcome text not null,
    showdown boolean not null,
    won boolean not null,
    declared text,
    declared_won boolean,
    superseded boolean not null default false,
    constraint seats_pkey primary key (app_id, hand_id, seat),
    constraint seats_hand foreign key (app_id, hand_id) references hands (app_id, id) on delete cascade,
    constraint seats_declared check (declared in ('high', 'low', 'both'))
);

create index seats_by_player on seats (app_id, player, played_at desc, hand_id desc) where not superseded;
create index seats_by_player_and_game on seats (app_id, player, game, played_at desc, hand_id desc)
    include (net, currency, decimals, showdown, won, declared, declared_won) where not superseded;
