-- The applications that post hands. An app is a tenant: it sees its own hands and nobody else's, and app_id is the
-- first column of every key of the tables below. No foreign key leads here: an app is never deleted, and the check
-- would lock this one row for every hand that is stored.
create table apps (
    app_id bigint not null,
    name text not null,
    created_at timestamptz not null default now(),
    constraint apps_pkey primary key (app_id),
    constraint apps_name unique (name)
);

-- The app of the open mode, and of a ledger that serves one application.
insert into apps (app_id, name) values (1, 'default');
