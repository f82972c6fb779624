-- Links that show one hand to whoever has them, with the eyes of viewer (null: the public's). The link names the app
-- and carries a token, of which only the hash is kept.
create table shares (
    app_id bigint not null,
    id uuid not null,
    hand_id uuid not null,
    token_hash bytea not null,
    viewer text,
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    constraint shares_pkey primary key (app_id, id),
    constraint shares_token unique (app_id, token_hash),
    constraint shares_hand foreign key (app_id, hand_id) references hands (app_id, id) on delete cascade
);

create index shares_by_hand on shares (app_id, hand_id);
