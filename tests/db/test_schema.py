"""What the schema and the SQL files must keep to, so that the ledger can be sharded by app without a rewrite."""

from __future__ import annotations

import re
from importlib import resources

import psycopg
import pytest

from db.migrate import Migration, available
from db.queries import QUERIES, parse

GLOBAL = {"migrations"}  # tables that belong to no app
TENANTS = ("hands", "seats", "hand_tags", "disputes", "shares", "api_keys", "operations")
FILES = [file for file in resources.files("db").joinpath("queries").iterdir() if file.name.endswith(".sql")]


def names(connection: psycopg.Connection, query: str) -> list[str]:
    return [row[0] for row in connection.execute(query)]


def test_every_table_has_an_app_and_the_app_is_first_in_every_key(ledger: psycopg.Connection) -> None:
    tables = set(
        names(
            ledger, "select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace"
        )
    )
    assert tables == {"apps", *TENANTS, *GLOBAL}
    indexes = ledger.execute(
        "select c.relname, i.indexrelid::regclass::text, a.attname, a.attnotnull, format_type(a.atttypid, null) "
        "from pg_index i join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace "
        "left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]"
    ).fetchall()
    for table, index, column, not_null, kind in indexes:
        if table not in GLOBAL and index != "apps_name":
            assert (column, not_null, kind) == ("app_id", True, "bigint"), index
    with_primary_key = {table for table, index, *_ in indexes if index.endswith("_pkey")}
    assert with_primary_key == tables


def test_every_foreign_key_is_named_and_joins_rows_of_one_app(ledger: psycopg.Connection) -> None:
    keys = ledger.execute(
        "select conname, conrelid::regclass::text, confrelid::regclass::text, "
        "array(select attname::text from unnest(conkey) with ordinality k(n, i) "
        "      join pg_attribute on attrelid = conrelid and attnum = n order by i), "
        "array(select attname::text from unnest(confkey) with ordinality k(n, i) "
        "      join pg_attribute on attrelid = confrelid and attnum = n order by i) "
        "from pg_constraint where contype = 'f'"
    ).fetchall()
    assert len(keys) == 6
    for name, table, other, columns, others in keys:
        assert columns[0] == others[0] == "app_id", name
        assert table in TENANTS, name
        assert other in TENANTS, name
        assert not re.fullmatch(r".*_fkey\d*", name), f"{name}: PostgreSQL's own name"


def test_there_is_no_trigger_and_no_exclusion_constraint(ledger: psycopg.Connection) -> None:
    assert names(ledger, "select tgname from pg_trigger where not tgisinternal") == []
    assert names(ledger, "select conname from pg_constraint where contype = 'x'") == []


def test_a_deleted_hand_is_looked_for_by_an_index_in_every_table_that_refers_to_it(ledger: psycopg.Connection) -> None:
    bare = names(
        ledger,
        "select conname from pg_constraint f where contype = 'f' and not exists ("
        "  select from pg_index i where i.indrelid = f.conrelid"
        "  and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] = f.conkey)",
    )
    assert bare == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_query_over_an_apps_table_takes_the_app(file: resources.abc.Traversable) -> None:
    queries = parse(file.read_text(encoding="utf-8"))
    tenant = re.compile(rf"\b(?:from|join|into|update|table|using)\s+(?:{'|'.join(TENANTS)})\b")
    for name, sql in queries.items():
        reads = len(tenant.findall(sql))
        if reads:
            assert "%(app_id)s" in sql, name
        # A table that is joined takes the app from the one that it is joined to.
        tied = len(re.findall(r"app_id = (?:%\(app_id\)s|\w+\.app_id)", sql)) + len(re.findall(r"insert into", sql))
        assert tied >= reads, f"{name}: {reads} tables of an app, {tied} ties to it"


@pytest.mark.parametrize("name", sorted(QUERIES))
def test_a_query_keeps_to_what_shards_know(name: str) -> None:
    sql = QUERIES[name].lower()
    for refused in (r"\bmerge\b", r"\bgrouping sets\b", r"\brollup\b", r"\bcube\b", r"\bset_config\b", r"\boffset\b"):
        assert not re.search(refused, sql), refused
    assert ";" not in sql.rstrip(";"), "one statement"


@pytest.mark.parametrize("migration", available(), ids=lambda migration: migration.name)
def test_a_migration_keeps_to_what_shards_know(migration: Migration) -> None:
    statements = [statement.lower() for statement in migration.statements()]
    made_here = {match[1] for text in statements if (match := re.match(r"create table (\w+)", text))}
    for statement in statements:
        assert not re.search(r"\b(create|enable|disable)\b.*\btrigger\b", statement)
        assert not re.search(r"alter table \w+\s+(alter|drop|rename) (column )?(app_id|id|hand_id)\b", statement)
        if match := re.match(r"create (?:unique )?index (concurrently )?.*?\son (\w+)", statement, re.DOTALL):
            assert match[1] or match[2] in made_here, f"concurrently: {statement[:60]}"
            assert not match[1] or not migration.in_transaction
    for literal in re.findall(r"'[^']*'", re.sub(r"--[^\n]*", "", migration.text)):
        assert ";" not in literal
        assert "--" not in literal


def test_the_files_use_nothing_newer_than_postgresql_15() -> None:
    newer = r"uuidv7|json_table|any_value|\bmerge\b|json_query|json_exists|virtual\b|locale_provider|random_normal"
    for text in [migration.text for migration in available()] + list(QUERIES.values()):
        assert not re.search(newer, text, re.IGNORECASE)


def test_a_block_without_a_name_of_its_own_or_a_description_is_refused() -> None:
    assert parse("-- name: one\n-- Says what.\nselect 1;\n") == {"one": "select 1;"}
    for faulty in (
        "-- name: one\nselect 1;",
        "-- name: one\n-- Says what.\n",
        2 * "-- name: one\n-- Says what.\nselect 1;\n",
    ):
        with pytest.raises(ValueError, match="query 'one'"):
            parse(faulty)
