-- no-transaction
-- The same dispute on the same hand is filed once; whoever withdrew his may file it again.
create unique index concurrently disputes_once on disputes (app_id, hand_id, digest) where state <> 'withdrawn';

-- The lists of disputes: filter and order stand in one index.
create index concurrently disputes_by_game on disputes (app_id, game, filed_at desc, id desc);
create index concurrently disputes_by_table on disputes (app_id, table_name, filed_at desc, id desc)
    where table_name is not null;
create index concurrently disputes_by_claimant on disputes (app_id, filed_by, filed_at desc, id desc);
