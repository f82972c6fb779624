"""The runner of migrations."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from db.migrate import LOCK, Migration, MigrationError, available, checked, migrate, newest, schema_version

TABLE = Migration(1, "0001_games", "-- Games.\ncreate table games (id integer);\ninsert into games values (1);\n")
INDEX = Migration(2, "0002_index", "-- no-transaction\ncreate index concurrently games_id on games (id);\n")


def columns(conninfo: str, table: str) -> list[str]:
    with psycopg.connect(conninfo) as connection:
        query = "select column_name from information_schema.columns where table_name = %s order by ordinal_position"
        return [row[0] for row in connection.execute(query, [table])]


def test_all_migrations_are_applied_once_and_in_order(bare_database: str) -> None:
    names = [migration.name for migration in available()]
    assert migrate(bare_database) == names
    assert migrate(bare_database) == []
    with psycopg.connect(bare_database) as connection:
        assert schema_version(connection) == newest() == len(names)
        assert connection.execute("select app_id, name from apps").fetchall() == [(1, "default")]


def test_where_nothing_is_missing_no_lock_is_taken(bare_database: str) -> None:
    migrate(bare_database)
    with psycopg.connect(bare_database, autocommit=True) as holder:
        holder.execute("select pg_advisory_lock(%s)", [LOCK])
        assert migrate(bare_database, patience=0) == []
        with pytest.raises(MigrationError, match="Another migration has been running"):
            migrate(bare_database, [*available(), Migration(newest() + 1, "x", "select 1")], patience=0)


def test_a_database_without_migrations_is_at_version_0(bare_database: str) -> None:
    with psycopg.connect(bare_database) as connection:
        assert schema_version(connection) == 0


def test_an_edited_migration_stops_the_run(bare_database: str) -> None:
    migrate(bare_database, [TABLE])
    edited = Migration(1, TABLE.name, TABLE.text.replace("integer", "bigint"))
    with pytest.raises(MigrationError, match="0001_games was edited after it was applied"):
        migrate(bare_database, [edited])


def test_a_database_of_a_newer_version_stops_the_run(bare_database: str) -> None:
    migrate(bare_database, [TABLE, INDEX])
    with pytest.raises(MigrationError, match="migration 0002, which this version"):
        migrate(bare_database, [TABLE])


@pytest.mark.parametrize("numbers", [[2], [1, 3], [1, 2, 2]])
def test_a_gap_or_a_double_is_refused(numbers: list[int]) -> None:
    with pytest.raises(MigrationError, match="one is missing or double"):
        checked([Migration(number, f"{number:04}_words", "select 1") for number in numbers])


def test_of_a_faulty_migration_nothing_stays(bare_database: str) -> None:
    faulty = Migration(2, "0002_faulty", "alter table games add name text;\nselect nonsense;\n")
    with pytest.raises(MigrationError, match='0002_faulty failed: column "nonsense" does not exist'):
        migrate(bare_database, [TABLE, faulty])
    assert columns(bare_database, "games") == ["id"]
    with psycopg.connect(bare_database) as connection:
        assert schema_version(connection) == 1


def test_four_runners_and_a_concurrent_index_do_not_block_each_other(bare_database: str) -> None:
    with ThreadPoolExecutor(4) as runners:
        applied = list(runners.map(lambda _: migrate(bare_database, [TABLE, INDEX]), range(4)))
    assert sorted(applied) == [[], [], [], ["0001_games", "0002_index"]]
    with psycopg.connect(bare_database) as connection:
        valid = connection.execute("select indisvalid from pg_index where indexrelid = 'games_id'::regclass")
        assert valid.fetchone() == (True,)


def test_a_statement_is_sent_on_its_own_and_without_its_comment() -> None:
    migration = Migration(1, "0001_two", "-- Two; of them.\nselect 1; -- one\nselect\n    2;\n")
    assert migration.statements() == ["select 1", "select\n    2"]
