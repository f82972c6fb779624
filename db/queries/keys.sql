-- name: app_by_name
-- The app of that name.
select app_id from apps where name = %(name)s

-- name: all_apps
-- Every app, for the operator.
select app_id, name from apps order by app_id

-- name: new_app
-- A new app under the next number; no row where somebody took the name or the number at the same moment.
insert into apps (app_id, name)
select coalesce(max(app_id), 0) + 1, %(name)s from apps
on conflict do nothing
returning app_id

-- name: new_key
-- Keep a key: its prefix and its keyed hash, never the key.
insert into api_keys (app_id, prefix, hash, name, scopes)
values (%(app_id)s, %(prefix)s, %(hash)s, %(name)s, %(scopes)s)

-- name: key_by_prefix
-- What is known of a key that is not revoked.
select hash, scopes from api_keys
where app_id = %(app_id)s and prefix = %(prefix)s and revoked_at is null

-- name: keys_of_app
-- The keys of an app, the newest first.
select app_id, prefix, name, scopes, created_at, revoked_at from api_keys
where app_id = %(app_id)s
order by created_at desc, prefix

-- name: revoke_key
-- Revoke a key; no row where there is none, or it was revoked before.
update api_keys set revoked_at = now()
where app_id = %(app_id)s and prefix = %(prefix)s and revoked_at is null
returning prefix
