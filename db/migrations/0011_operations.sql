-- What operators did to stored hands: purge and rename-player write here first and what came of it afterwards. What
-- they were asked to take away does not stay here either: of a player's id only the hash is kept.
create table operations (
    app_id bigint not null,
    id uuid not null,
    what text not null,
    by_account text not null,
    detail json not null,
    note text,
    began_at timestamptz not null default now(),
    ended_at timestamptz,
    hands bigint,
    constraint operations_pkey primary key (app_id, id),
    constraint operations_what check (what in ('purge', 'rename-player'))
);
