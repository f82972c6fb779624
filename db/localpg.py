"""A PostgreSQL of Studbook's own: made, started, shared and stopped without anybody installing or running a server.

It listens on a Unix socket only, in a folder that its account alone can enter, and lets in nobody but the account
that runs Studbook (peer authentication). Every process that opens it holds a shared lock; the last one to leave
stops it. The locks are the kernel's, so a process that was killed holds none, and nothing can go stale.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import pwd
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import psycopg
from psycopg.conninfo import make_conninfo

from db import binaries

ROLE = DATABASE = "studbook"
ADMIN = "postgres"
PORT = 5432  # names the socket; nothing listens on TCP
START_TIMEOUT = 600  # seconds; recovery after a crash may take long
LONGEST_SOCKET_FOLDER = 87  # bytes; a socket's whole name has at most 107


class LocalPGError(Exception):
    """The embedded PostgreSQL cannot be used; the message says why and what to do."""


def default_root() -> Path:
    """The folder of the service's data: STUDBOOK_DATA, else the user's data home, for root /var/lib/studbook."""
    if named := os.environ.get("STUDBOOK_DATA"):
        return Path(named).expanduser().absolute()
    if os.geteuid() == 0:
        return Path("/var/lib/studbook")
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "studbook"


class LocalPG:
    """One PostgreSQL below ``root``, shared by every process that opens it; stopped by the last one to close it.

    ``settings`` are PostgreSQL's own ("fsync=off"), for tests. After `start`, ``conninfo`` opens the service's
    database as the service's role, which is no superuser; ``admin_conninfo`` opens it as the one who is.
    All raise `LocalPGError`.
    """

    def __init__(self, root: Path | str, settings: Sequence[str] = ()) -> None:
        self.root = Path(root).absolute()
        self.data = self.root / "data"
        self.settings = tuple(settings)
        self.first_start = False
        self._opened_by: int | None = None
        self._users: IO[str] | None = None
        try:
            self._me = pwd.getpwuid(os.geteuid())
            self.binaries = binaries.find()
        except KeyError:
            raise LocalPGError(
                f"PostgreSQL needs an account with a name, and user {os.geteuid()} has none: run Studbook as another, "
                "or set DATABASE_URL."
            ) from None
        except binaries.NoServer as error:
            raise LocalPGError(str(error)) from None
        self._prepare_root()
        self.socket = self._socket_folder()
        self.conninfo = make_conninfo(host=str(self.socket), port=PORT, user=ROLE, dbname=DATABASE)
        self.admin_conninfo = make_conninfo(host=str(self.socket), port=PORT, user=ADMIN, dbname="postgres")

    @property
    def version(self) -> str:
        return self.binaries.version

    # Opening and closing

    def start(self) -> LocalPG:
        """Join the server that runs, or start one (making its data first where there is none)."""
        self._opened_by = os.getpid()
        try:
            self._users = open(self.root / "users.lock", "a")  # noqa: SIM115 - held open until stop()
            fcntl.flock(self._users, fcntl.LOCK_SH)
            with self._one_at_a_time():
                if not self._answers():
                    self._check_version()
                    self._copy_binaries()
                    self._make_data()
                    self._forget_dead_postmaster()
                    self._write_access_rules()
                    self._launch()
                self._make_database()
        except BaseException as error:
            if self._users is not None:
                self._users.close()  # who did not get in does not keep the server from being stopped
                self._users = None
            if isinstance(error, PermissionError):
                raise LocalPGError(
                    f"{error.filename} belongs to another account; let STUDBOOK_DATA name a folder of your own."
                ) from error
            raise
        return self

    def stop(self) -> None:
        """Leave; the last one to leave stops the server. A forked child that leaves stops nothing."""
        if self._opened_by != os.getpid() or self._users is None:
            return
        with self._one_at_a_time():
            if self._nobody_else(self._users):
                self._halt()
        self._users.close()
        self._users = None

    def __enter__(self) -> LocalPG:
        return self.start()

    def __exit__(self, *exc: object) -> None:
        self.stop()

    @contextlib.contextmanager
    def _one_at_a_time(self) -> Iterator[None]:
        """Starting and stopping exclude each other, between processes; the kernel frees the lock of a killed one."""
        with open(self.root / "start.lock", "a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    @staticmethod
    def _nobody_else(users: IO[str]) -> bool:
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    # The folders and the account

    def _prepare_root(self) -> None:
        """Make the folder; as root give it to the account that runs the server, and change no other folder."""
        try:
            if self.root.exists() and any(self.root.iterdir()) and not (self.root / "start.lock").exists():
                raise LocalPGError(
                    f"{self.root} holds other things than Studbook's data; let STUDBOOK_DATA name an empty folder."
                )
            self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.account = self._me if self._me.pw_uid else self._unprivileged_account()
            if self._me.pw_uid == 0:
                self._check_reachable()
                os.chown(self.root, self.account.pw_uid, self.account.pw_gid)
                self.root.chmod(0o700)
            (self.root / "start.lock").touch()
        except OSError as error:
            raise LocalPGError(
                f"The folder {self.root} cannot be used ({error.strerror}); let STUDBOOK_DATA name another."
            ) from error

    def _unprivileged_account(self) -> pwd.struct_passwd:
        """PostgreSQL refuses root: the owner of the data, else `studbook` or `postgres`, else a new account."""
        if self.data.exists():
            return pwd.getpwuid(self.data.stat().st_uid)
        for name in (ROLE, ADMIN):
            with contextlib.suppress(KeyError):
                return pwd.getpwnam(name)
        path = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"))
        if useradd := shutil.which("useradd", path=path):
            command = [useradd, "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ROLE]
        else:
            command = [shutil.which("adduser", path=path) or "adduser", "-S", "-D", "-H", ROLE]  # Alpine
        try:
            subprocess.run(command, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise LocalPGError(
                f"PostgreSQL does not run as root, and no account could be made for it ({' '.join(command)}): "
                "make a system account named studbook, or run Studbook as an ordinary user."
            ) from error
        return pwd.getpwnam(ROLE)

    def _check_reachable(self) -> None:
        """The account must be able to pass through every folder above its own."""
        for folder in self.root.parents:
            status = folder.stat()
            if not status.st_mode & 0o001 and status.st_uid != self.account.pw_uid:
                raise LocalPGError(
                    f"PostgreSQL runs as {self.account.pw_name}, who cannot pass through {folder}; "
                    "let STUDBOOK_DATA name a folder elsewhere."
                )

    def _socket_folder(self) -> Path:
        """The data folder, where a socket's name fits; else a private one. libpq takes a comma for a list of hosts."""
        if len(os.fsencode(self.data)) <= LONGEST_SOCKET_FOLDER and "," not in str(self.data):
            return self.data
        name = hashlib.sha256(os.fsencode(self.data)).hexdigest()[:12]
        return Path(tempfile.gettempdir(), f"studbook-{self.account.pw_uid}-{name}")

    def _copy_binaries(self) -> None:
        """Root's environment may be unreadable to the server's account: copy, never open folders to it."""
        if self._me.pw_uid or not self.binaries.package:
            return
        folder = self.root / f"postgresql-{self.binaries.version}"
        if not folder.exists():
            for older in self.root.glob("postgresql-*"):
                shutil.rmtree(older)
            self.binaries.copy(folder)
        self.binaries = self.binaries.copied_to(folder)

    # The server

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs as the server's account."""
        drop: dict[str, Any] = {}
        if self._me.pw_uid == 0:
            drop = {"user": self.account.pw_uid, "group": self.account.pw_gid, "extra_groups": []}
        with tempfile.TemporaryFile() as output:  # not a pipe: the server would keep it open
            done = subprocess.run(
                [self.binaries.bin / program, *arguments],
                cwd="/", stdin=subprocess.DEVNULL, stdout=output, stderr=output, umask=0o077,
                env={"PATH": os.defpath, "LC_ALL": "C"}, check=False, **drop,
            )  # fmt: skip
            output.seek(0)
            if done.returncode:
                said = output.read().decode(errors="replace").strip()
                raise LocalPGError(f"PostgreSQL's {program} failed: {said[-2000:]}")

    def _answers(self) -> bool:
        """Whether the server takes connections; one that is just starting, or recovering, is waited for."""
        if not self.data.exists():
            return False
        until = time.monotonic() + START_TIMEOUT
        while True:
            try:
                psycopg.connect(self.admin_conninfo, connect_timeout=5).close()
                return True
            except psycopg.OperationalError as error:
                if "the database system is" not in str(error) or time.monotonic() > until:
                    return False
                time.sleep(0.1)

    def _check_version(self) -> None:
        """A data folder belongs to one major version."""
        if not (self.data / "PG_VERSION").exists():
            return
        written_by = int((self.data / "PG_VERSION").read_text())
        if written_by != self.binaries.major:
            raise LocalPGError(
                f"The data in {self.data} was written by PostgreSQL {written_by}, and this is {self.binaries.version}. "
                f"Dump it with the environment that made it (studbook db dump FILE), move {self.data} away, start "
                "Studbook once, and restore (docs/operating.md, 'Another major version')."
            )

    def _make_data(self) -> None:
        """initdb into a folder of another name, so that a kill never leaves half a database behind."""
        if self.data.exists():
            return
        new = self.root / "data.new"
        shutil.rmtree(new, ignore_errors=True)
        locale = ["--locale=C.UTF-8"]
        if self.binaries.major >= 17:  # the same on every machine, and the wheel has no ICU
            locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        self.run(
            "initdb", "--pgdata", str(new), "--username", ADMIN, "--encoding=UTF8", *locale,
            "--auth-local=peer", "--auth-host=reject", "--data-checksums",
        )  # fmt: skip
        new.rename(self.data)
        self.first_start = True

    def _write_access_rules(self) -> None:
        """Only this account, and the server's own, come in, and only as the two roles (before 16 there is no 'all')."""
        accounts = dict.fromkeys((self._me.pw_name, self.account.pw_name))
        entries = [f'studbook "{account}" {role}\n' for account in accounts for role in (ADMIN, ROLE)]
        (self.data / "pg_hba.conf").write_text("local all all peer map=studbook\n")
        (self.data / "pg_ident.conf").write_text("".join(entries))

    def _forget_dead_postmaster(self) -> None:
        """Remove the pid file of a server that is no more, whose number may belong to another process by now.

        PostgreSQL itself would refuse to start: a zombie that nobody reaps, or a stranger with that number after a
        container's restart, looks to it like a running server.
        """
        file = self.data / "postmaster.pid"
        try:
            pid = int(file.read_text().split("\n")[0])
        except (FileNotFoundError, ValueError):
            return
        if not is_postmaster(pid, self.data):
            file.unlink()

    def _launch(self) -> None:
        if self.socket != self.data:
            self.socket.mkdir(mode=0o700, exist_ok=True)
            if self._me.pw_uid == 0:
                os.chown(self.socket, self.account.pw_uid, self.account.pw_gid, follow_symlinks=False)
            status = self.socket.lstat()
            if self.socket.is_symlink() or status.st_uid != self.account.pw_uid or status.st_mode & 0o077:
                raise LocalPGError(f"{self.socket} belongs to someone else, or is open to others.")
        quoted = str(self.socket).replace('"', '""')
        settings = (
            f'unix_socket_directories="{quoted}"', "unix_socket_permissions=0700", "listen_addresses=", f"port={PORT}",
            "timezone=UTC", "log_timezone=UTC", *self.settings,
        )  # fmt: skip
        options = " ".join(f"-c {shlex.quote(setting)}" for setting in settings)
        for attempt in range(10):
            try:
                self.run(
                    "pg_ctl", "start", "--pgdata", str(self.data), "--log", str(self.data / "server.log"),
                    "--wait", "--timeout", str(START_TIMEOUT), "--options", options,
                )  # fmt: skip
                return
            except LocalPGError:
                if attempt == 9:
                    raise
                time.sleep(0.5)  # orphaned backends of a killed postmaster still hold its shared memory

    def _make_database(self) -> None:
        """The service's role, no superuser, and its database; found again after the first time."""
        with psycopg.connect(self.admin_conninfo, autocommit=True) as connection:
            if connection.execute("select 1 from pg_roles where rolname = 'studbook'").fetchone() is None:
                connection.execute("create role studbook login")
            if connection.execute("select 1 from pg_database where datname = 'studbook'").fetchone() is None:
                connection.execute("create database studbook owner studbook")

    def _halt(self) -> bool:
        """Stop the server if it runs; whether it did."""
        self._copy_binaries()
        if not self._answers():
            return False
        self.run("pg_ctl", "stop", "--pgdata", str(self.data), "--mode", "fast", "--wait", "--timeout", "120")
        if self.socket != self.data:
            shutil.rmtree(self.socket, ignore_errors=True)
        return True


def is_postmaster(pid: int, data: Path) -> bool:
    """Whether this process is the living server of that data folder (a server works in its data folder)."""
    if Path("/proc/self/stat").exists():
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
            return state != "Z" and os.path.samefile(f"/proc/{pid}/cwd", data)
        except OSError:  # gone, or somebody else's
            return False
    told = subprocess.run(["ps", "-o", "stat=,comm=", "-p", str(pid)], capture_output=True, text=True, check=False)
    words = told.stdout.split()
    return bool(words) and not words[0].startswith("Z") and "postgres" in words[-1]


# For the command line


def stop(root: Path) -> bool:
    """Stop a server that a killed process left running; False where none ran. Raises where somebody uses it."""
    if not (root / "data").exists():
        return False
    server = LocalPG(root)
    with open(root / "users.lock", "a") as users, server._one_at_a_time():
        if not server._nobody_else(users):
            raise LocalPGError("The server is in use: stop the service first (Ctrl-C where it runs).")
        return server._halt()


def psql(root: Path, arguments: Sequence[str] = ()) -> int:
    """psql on the service's database in the foreground, with its exit code; the server is started for it if need be."""
    with LocalPG(root) as server:
        return subprocess.call([server.binaries.bin / "psql", server.conninfo, *arguments])


def dump(root: Path, target: Path) -> None:
    """A dump of the service's database for pg_restore, in PostgreSQL's custom format."""
    with LocalPG(root) as server:
        program = str(server.binaries.bin / "pg_dump")
        command = [program, "--format=custom", "--no-owner", "--file", str(target), server.conninfo]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise LocalPGError(f"The dump failed: {done.stderr.strip()}")
