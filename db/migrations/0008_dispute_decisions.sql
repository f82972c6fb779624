-- What people did about a dispute stands beside the ruling and never in its place: decision is the floor's, override
-- that of a named final authority. digest is that of the dispute as posted: a repeated post finds the first one.
alter table disputes
    add column digest bytea,
    add column withdrawal json,
    add column override json,
    add constraint disputes_digest check (octet_length(digest) = 32);
