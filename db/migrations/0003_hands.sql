-- A judged hand: the record exactly as it was posted, the verdict, and in columns what lists are filtered by.
-- A revision is a row of its own: it names the hand that it revises and keeps its ref. superseded_by is the only
-- column that the service ever updates; the current hand of a ref is the one where it is null.
create table hands (
    app_id bigint not null,
    id uuid not null,
    ref text,
    idem_key text,
    digest bytea not null,
    game text not null,
    status text not null,
    played_at timestamptz not null,
    stored_at timestamptz not null default now(),
    hand_no text,
    table_name text,
    currency text not null,
    decimals smallint not null,
    pot bigint,
    had_showdown boolean not null,
    engine text not null,
    revises uuid,
    superseded_by uuid,
    record json not null,
    verdict json not null,
    constraint hands_pkey primary key (app_id, id),
    constraint hands_revises foreign key (app_id, revises) references hands (app_id, id),
    constraint hands_superseded_by foreign key (app_id, superseded_by) references hands (app_id, id),
    constraint hands_digest check (octet_length(digest) = 32),
    constraint hands_status check (status in ('settled', 'undecided')),
    constraint hands_one_key check (ref is null or idem_key is null)
);

-- The two keys that make a repeated post safe. A first post has no predecessor, so a ref names one; a hand that is
-- revised by two at once is refused by the same index, and it finds all revisions of a ref.
create unique index hands_ref on hands (app_id, ref, revises) nulls not distinct where ref is not null;
create unique index hands_idem_key on hands (app_id, idem_key) where idem_key is not null;

-- The pages: filter and order stand in one index, so that a page reads what it shows.
create index hands_by_time on hands (app_id, played_at desc, id desc) where superseded_by is null;
create index hands_by_game on hands (app_id, game, played_at desc, id desc) where superseded_by is null;
create index hands_by_table on hands (app_id, table_name, played_at desc, id desc)
    where superseded_by is null and table_name is not null;
create index hands_by_hand_no on hands (app_id, hand_no, played_at desc, id desc)
    where superseded_by is null and hand_no is not null;

-- What a deleted hand's foreign keys look for.
create index hands_by_revises on hands (app_id, revises) where revises is not null;
create index hands_by_superseded_by on hands (app_id, superseded_by) where superseded_by is not null;
