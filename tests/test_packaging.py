"""The project as a package: who owns the names, what the lock says, what is committed."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCK = (ROOT / "requirements.txt").read_text()
LOCKED = {
    re.sub(r"[-_.]+", "-", name).lower(): version
    for name, version in re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", LOCK, flags=re.MULTILINE)
}


def committed(links_to_folders: bool = False) -> list[Path]:
    """The files under version control that exist; a copy without its history skips what asks for them."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("not a git checkout")
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = [ROOT / name for name in listed.split("\0") if name]
    return [path for path in paths if path.is_file() or (links_to_folders and path.is_symlink())]


@pytest.mark.parametrize("name", ["api", "schemas", "db", "studbook"])
def test_a_top_level_name_has_one_owner(name: str) -> None:
    # A second distribution with a folder of that name would install over ours without a word.
    assert set(importlib.metadata.packages_distributions()[name]) == {"studbook"}
    module = __import__(name)
    assert module.__file__ is not None
    assert Path(module.__file__).resolve() == ROOT / name / "__init__.py"


def test_the_project_never_goes_to_an_index() -> None:
    assert "Private :: Do Not Upload" in PROJECT["classifiers"]


def test_the_lock_names_no_address_and_no_folder() -> None:
    assert not re.findall(r"(?i)https?:|file:|--\S*index|--find-links|--trusted-host|^-e|(?<![\w.])/\w+/", LOCK)


def test_everything_in_the_lock_is_pinned_with_hashes() -> None:
    for block in re.split(r"\n(?=[A-Za-z0-9])", LOCK)[1:]:
        assert re.match(r"[a-z0-9._-]+(\[[a-z,]+\])?==\S+", block), block.splitlines()[0]
        assert "--hash=sha256:" in block, block.splitlines()[0]


def test_the_lock_satisfies_every_requirement_of_the_project() -> None:
    named = PROJECT["dependencies"] + [line for extra in PROJECT["optional-dependencies"].values() for line in extra]
    for requirement in map(Requirement, named):
        version = LOCKED.get(re.sub(r"[-_.]+", "-", requirement.name).lower())
        assert version is not None, f"{requirement.name} is not in the lock: make lock"
        assert requirement.specifier.contains(version), f"{requirement} against {version}: make lock"


def test_no_committed_file_names_a_folder_of_somebodys_machine() -> None:
    somebody = re.compile(r"(?<![\w.:/])/(?:root|home|work|Users)/\w")
    for path in committed():
        text = path.read_bytes().decode("utf-8", "replace")
        found = somebody.search(text)
        assert found is None, f"{path.relative_to(ROOT)}: {text[found.start() : found.start() + 60]!r}"
        assert str(ROOT) not in text, path.relative_to(ROOT)


def test_the_engine_imports_only_the_standard_library() -> None:
    for path in (ROOT / "studbook").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""] if node.level == 0 else []
            else:
                continue
            for name in names:
                top = name.partition(".")[0]
                assert top == "studbook" or top in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_a_wheel_holds_the_code_and_all_that_it_reads(tmp_path: Path) -> None:
    source = tmp_path / "source"
    ours = [path.relative_to(ROOT) for path in committed(links_to_folders=True)]
    for path in ours:
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, source / path, follow_symlinks=False)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(tmp_path), str(source)], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}

    packages = {"api", "schemas", "db", "studbook"}
    assert {name.partition("/")[0] for name in held} == packages
    assert {str(path) for path in ours if path.parts[0] in packages and (ROOT / path).is_file()} <= held
    assert {"api/openapi.yaml", "api/gunicorn.conf.py", "api/docs/operating.md", "api/examples/hands.ndjson"} <= held
    # Nothing got in that is not under version control.
    assert {(ROOT / name).resolve().relative_to(ROOT) for name in held} <= set(ours)


@pytest.mark.parametrize(
    "script", [path.name for path in sorted((ROOT / "bench").glob("*.py")) if "argparse" in path.read_text()]
)
def test_every_measurement_starts_as_its_first_lines_say(script: str, tmp_path: Path) -> None:
    # From another folder, as a file: nothing but the script itself says where its neighbours are.
    assert f"bench/{script}" in (ROOT / "bench" / script).read_text().partition('"""')[2].partition('"""')[0]
    command = [sys.executable, str(ROOT / "bench" / script), "--help"]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path, env={"PATH": os.environ["PATH"]})
