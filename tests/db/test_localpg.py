"""The embedded server: started by whoever comes first, stopped by whoever leaves last, and never in the way."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from db import binaries, localpg
from db.localpg import LocalPG, LocalPGError, is_postmaster

ROOT = Path(__file__).resolve().parents[2]
QUICK = ("fsync=off",)
pytestmark = pytest.mark.crash


@pytest.fixture(scope="module")
def prepared(memory_folder: Path) -> Path:
    """The folder of a server that was started once and holds a table with one row."""
    root = memory_folder / "prepared"
    with LocalPG(root, QUICK) as server, psycopg.connect(server.conninfo) as connection:
        connection.execute("create table kept as select 7 as chips")
    return root


@pytest.fixture
def root(prepared: Path, memory_folder: Path) -> Iterator[Path]:
    """A copy of that folder for one test; a server that still runs in it is killed."""
    root = memory_folder / "copy"
    subprocess.run(["cp", "-a", prepared, root], check=True)
    yield root
    for pid in {postmaster(root)} - {None}:
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda pid=pid: not is_postmaster(pid, root / "data"))
    shutil.rmtree(root)


def postmaster(root: Path) -> int | None:
    """The number of the running server's process."""
    try:
        pid = int((root / "data" / "postmaster.pid").read_text().split("\n")[0])
    except FileNotFoundError:
        return None
    return pid if is_postmaster(pid, root / "data") else None


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not true():
        assert time.monotonic() < until, "waited for 30 seconds"
        time.sleep(0.02)


def chips(conninfo: str) -> int:
    with psycopg.connect(conninfo) as connection:
        return connection.execute("select chips from kept").fetchone()[0]


def python(script: str, root: Path, **more: object) -> subprocess.Popen[str]:
    """A process that has LocalPG, psycopg and the folder at hand."""
    head = f"import os, sys, time, psycopg\nfrom db.localpg import LocalPG\nroot = {str(root)!r}\n"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, **more}
    return subprocess.Popen([sys.executable, "-c", head + textwrap.dedent(script)], cwd=ROOT, **pipes)


def test_the_first_start_makes_the_data_and_later_ones_find_it(memory_folder: Path) -> None:
    root = memory_folder / "first"
    with LocalPG(root, QUICK) as server:
        assert server.first_start
        with psycopg.connect(server.conninfo) as connection:
            connection.execute("create table kept as select 7 as chips")
    assert postmaster(root) is None
    with LocalPG(root, QUICK) as server:
        assert not server.first_start
        assert chips(server.conninfo) == 7
    shutil.rmtree(root)


def test_the_service_is_no_superuser_and_owns_its_database(root: Path) -> None:
    with LocalPG(root) as server, psycopg.connect(server.conninfo) as connection:
        query = (
            "select current_user, rolsuper, rolcreatedb, rolcreaterole, current_database(), datdba = pg_roles.oid "
            "from pg_roles, pg_database where rolname = current_user and datname = current_database()"
        )
        assert connection.execute(query).fetchone() == ("studbook", False, False, False, "studbook", True)


def test_nobody_else_comes_in(root: Path) -> None:
    with LocalPG(root) as server, psycopg.connect(server.admin_conninfo) as connection:
        assert connection.execute("show listen_addresses").fetchone() == ("",)
        assert connection.execute("show unix_socket_permissions").fetchone() == ("0700",)
        rules = connection.execute("select type, auth_method, options from pg_hba_file_rules").fetchall()
        assert rules == [("local", "peer", ["map=studbook"])]
        assert server.socket.stat().st_mode & 0o077 == 0
        assert root.stat().st_mode & 0o077 == 0


def test_it_is_as_durable_as_any_server_unless_told_otherwise(root: Path) -> None:
    with LocalPG(root) as server, psycopg.connect(server.conninfo) as connection:
        settings = {name: connection.execute(f"show {name}").fetchone()[0] for name in ("fsync", "synchronous_commit")}
        assert settings == {"fsync": "on", "synchronous_commit": "on"}
        assert connection.execute("show data_checksums").fetchone() == ("on",)


def test_two_who_open_it_share_one_server_and_the_last_one_stops_it(root: Path) -> None:
    first, second = LocalPG(root).start(), LocalPG(root).start()
    running = postmaster(root)
    first.stop()
    assert postmaster(root) == running is not None
    assert chips(second.conninfo) == 7
    second.stop()
    assert postmaster(root) is None


def test_six_processes_that_start_at_once_get_one_server(root: Path) -> None:
    script = """
        with LocalPG(root) as server:
            with psycopg.connect(server.conninfo) as connection:
                print(connection.execute("select pg_postmaster_start_time()::text").fetchone()[0], flush=True)
            sys.stdin.readline()
    """
    started = [python(script, root) for _ in range(6)]
    assert len({process.stdout.readline() for process in started}) == 1
    assert postmaster(root) is not None
    assert [process.communicate("\n") and process.returncode for process in started] == [0] * 6
    assert postmaster(root) is None


def test_a_forked_child_that_leaves_stops_nothing(root: Path) -> None:
    script = """
        with LocalPG(root):
            child = os.fork()
            if child == 0:
                sys.exit(0)  # leaves the with block, as a forked worker does
            assert os.waitpid(child, 0)[1] == 0
            print("child gone", flush=True)
            sys.stdin.readline()
    """
    process = python(script, root)
    assert process.stdout.readline() == "child gone\n"
    assert postmaster(root) is not None
    process.communicate("\n")
    assert process.returncode == 0
    assert postmaster(root) is None


def test_the_server_of_a_killed_process_is_found_again_and_stopped_by_the_next(root: Path) -> None:
    process = python("LocalPG(root).start(); print('up', flush=True); time.sleep(600)", root)
    assert process.stdout.readline() == "up\n"
    process.kill()
    process.communicate()
    running = postmaster(root)
    with LocalPG(root) as server:
        assert postmaster(root) == running is not None
        assert chips(server.conninfo) == 7
    assert postmaster(root) is None


def test_stop_ends_a_server_left_running_but_none_in_use(root: Path) -> None:
    process = python("LocalPG(root).start(); print('up', flush=True); time.sleep(600)", root)
    assert process.stdout.readline() == "up\n"
    with pytest.raises(LocalPGError, match="in use"):
        localpg.stop(root)
    process.kill()
    process.communicate()
    assert localpg.stop(root) is True
    assert postmaster(root) is None
    assert localpg.stop(root) is False
    assert localpg.stop(root.with_name("nothing")) is False


def test_after_a_killed_server_every_committed_row_is_there(root: Path) -> None:
    with LocalPG(root) as server:
        with psycopg.connect(server.conninfo) as connection:
            connection.execute("update kept set chips = 8")
        os.kill(postmaster(root), signal.SIGKILL)
        wait_until(lambda: postmaster(root) is None)
        with LocalPG(root) as again:
            assert chips(again.conninfo) == 8


def test_a_stale_number_that_belongs_to_another_process_now_is_no_server(root: Path) -> None:
    # As after a container's restart: the file names a process that lives, but is no PostgreSQL (here: this one).
    with LocalPG(root):
        left = (root / "data" / "postmaster.pid").read_text().split("\n")
    (root / "data" / "postmaster.pid").write_text("\n".join([str(os.getpid()), *left[1:]]))
    with LocalPG(root) as server:
        assert chips(server.conninfo) == 7


def test_a_kill_while_the_data_are_made_leaves_no_half_database(root: Path) -> None:
    shutil.rmtree(root / "data")
    (root / "data.new").mkdir()
    (root / "data.new" / "PG_VERSION").write_text("18\n")
    with LocalPG(root) as server, psycopg.connect(server.conninfo) as connection:
        assert connection.execute("select 1").fetchone() == (1,)
    assert not (root / "data.new").exists()


def test_data_of_another_major_version_name_the_way_over(root: Path) -> None:
    (root / "data" / "PG_VERSION").write_text("17\n")
    with pytest.raises(LocalPGError, match=r"(?s)written by PostgreSQL 17.*studbook db dump.*docs/operating\.md"):
        LocalPG(root).start()


def test_a_folder_with_other_things_in_it_is_left_alone(memory_folder: Path) -> None:
    folder = memory_folder / "photos"
    folder.mkdir()
    (folder / "holiday.jpg").touch()
    owner = folder.stat().st_uid
    with pytest.raises(LocalPGError, match="holds other things"):
        LocalPG(folder)
    assert folder.stat().st_uid == owner
    assert [path.name for path in folder.iterdir()] == ["holiday.jpg"]


@pytest.mark.parametrize("name", ["x" * 100, "o'hara & sons", "ann, bob"])
def test_folders_with_long_and_odd_names_work(root: Path, name: str) -> None:
    odd = root.with_name(name)
    root.rename(odd)
    try:
        with LocalPG(odd) as server:
            assert chips(server.conninfo) == 7
        assert server.socket == odd / "data" or not server.socket.exists()
    finally:
        odd.rename(root)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server under another account")
def test_as_root_the_server_runs_as_somebody_else_and_no_other_folder_changes(memory_folder: Path) -> None:
    above = memory_folder.stat()
    root = memory_folder / "of root"
    with LocalPG(root, QUICK):
        assert root.stat().st_uid == Path(f"/proc/{postmaster(root)}").stat().st_uid != 0
    shutil.rmtree(root)
    assert (memory_folder.stat().st_mode, memory_folder.stat().st_uid) == (above.st_mode, above.st_uid)

    closed = memory_folder / "closed"
    closed.mkdir(mode=0o700)
    with pytest.raises(LocalPGError, match=f"cannot pass through {closed}"):
        LocalPG(closed / "data")
    assert closed.stat().st_mode & 0o777 == 0o700


def test_an_installed_server_takes_the_place_of_a_missing_wheel(
    memory_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = list(binaries._installed())
    if not installed:
        pytest.skip("no PostgreSQL is installed here")
    monkeypatch.setattr(binaries, "_wheel", lambda: iter(()))
    root = memory_folder / "installed"
    with LocalPG(root, QUICK) as server:
        assert server.binaries.major == max(found.major for found in installed)
        with psycopg.connect(server.conninfo) as connection:
            assert connection.info.server_version // 10000 == server.binaries.major
            assert connection.execute("select 'É' < 'a', current_user").fetchone()[1] == "studbook"
    shutil.rmtree(root)


def test_with_no_server_to_be_had_both_ways_are_named(memory_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binaries, "_wheel", lambda: iter(()))
    monkeypatch.setattr(binaries, "_installed", lambda: iter(()))
    with pytest.raises(LocalPGError, match=r"install one .* or set DATABASE_URL"):
        LocalPG(memory_folder / "nothing")


def test_a_dump_is_one_that_pg_restore_reads(root: Path, tmp_path: Path) -> None:
    target = tmp_path / "ledger.dump"
    localpg.dump(root, target)
    assert target.read_bytes().startswith(b"PGDMP")
    with LocalPG(root) as server:
        command = [server.binaries.bin / "pg_restore", "--list", target]
        assert (
            "TABLE public kept studbook" in subprocess.run(command, check=True, capture_output=True, text=True).stdout
        )
    with pytest.raises(LocalPGError, match="The dump failed"):
        localpg.dump(root, tmp_path / "no folder" / "ledger.dump")


def test_psql_runs_on_the_services_database(root: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert localpg.psql(root, ["--tuples-only", "--no-align", "--command", "select chips from kept"]) == 0
    assert capfd.readouterr().out == "7\n"
    assert localpg.psql(root, ["--quiet", "--command", "select nonsense"]) == 1


def test_the_data_lie_where_the_setting_says_or_where_users_data_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDBOOK_DATA", "/srv/studbook")
    assert localpg.default_root() == Path("/srv/studbook")
    monkeypatch.delenv("STUDBOOK_DATA")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert localpg.default_root() == Path("/var/lib/studbook")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("XDG_DATA_HOME", "/srv/ann")
    assert localpg.default_root() == Path("/srv/ann/studbook")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/srv/bob")
    assert localpg.default_root() == Path("/srv/bob/.local/share/studbook")


def test_an_account_without_a_name_is_told_so(memory_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(uid: int) -> pwd.struct_passwd:
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    with pytest.raises(LocalPGError, match="needs an account with a name"):
        LocalPG(memory_folder / "nameless")
