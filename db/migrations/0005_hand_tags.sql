-- A row a tag. An index over an array of tags reads a million rows to find that nobody uses a tag; this one reads none.
create table hand_tags (
    app_id bigint not null,
    hand_id uuid not null,
    tag text not null,
    played_at timestamptz not null,
    superseded boolean not null default false,
    constraint hand_tags_pkey primary key (app_id, hand_id, tag),
    constraint hand_tags_hand foreign key (app_id, hand_id) references hands (app_id, id) on delete cascade
);

create index hand_tags_by_tag on hand_tags (app_id, tag, played_at desc, hand_id desc) where not superseded;
