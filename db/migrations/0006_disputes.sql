-- A claim on a stored hand and what became of it: claim as posted, ruling as computed, decision as a person gave it.
-- version counts the changes; who changes a dispute names the version that he saw.
create table disputes (
    app_id bigint not null,
    id uuid not null,
    hand_id uuid not null,
    kind text not null,
    state text not null,
    filed_by text,
    game text not null,
    table_name text,
    filed_at timestamptz not null default now(),
    changed_at timestamptz not null default now(),
    version integer not null default 1,
    claim json not null,
    note text,
    ruling json,
    decision json,
    constraint disputes_pkey primary key (app_id, id),
    constraint disputes_hand foreign key (app_id, hand_id) references hands (app_id, id) on delete cascade,
    constraint disputes_kind check (kind in ('judgement', 'fact')),
    constraint disputes_state check (state in ('open', 'ruled', 'withdrawn', 'overridden'))
);

create index disputes_by_time on disputes (app_id, filed_at desc, id desc);
create index disputes_by_state on disputes (app_id, state, filed_at desc, id desc);
create index disputes_by_hand on disputes (app_id, hand_id);
