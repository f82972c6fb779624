-- Keys of the API. A key names its app and carries a prefix by which it is found; of the rest only a keyed hash is kept.
create table api_keys (
    app_id bigint not null,
    prefix text not null,
    hash bytea not null,
    name text not null,
    scopes text[] not null,
    created_at timestamptz not null default now(),
    revoked_at timestamptz,
    constraint api_keys_pkey primary key (app_id, prefix),
    constraint api_keys_scopes check (scopes <@ array['read', 'write', 'rule'] and cardinality(scopes) > 0)
);
