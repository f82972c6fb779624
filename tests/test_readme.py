"""The README's commands are run, and its table of settings is the settings that there are."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()


def commands(program: str) -> list[str]:
    """The lines of the README's shell blocks that call ``program``."""
    blocks = re.findall(r"```sh\n(.*?)```", README, re.S)
    return [line for block in blocks for line in block.splitlines() if line.split(" ")[0].endswith(program)]


@pytest.mark.parametrize("line", commands("studbook"))
def test_the_command_lines_of_the_readme_run(line: str) -> None:
    words = shlex.split(line)
    studbook = Path(sys.executable).with_name("studbook")
    done = subprocess.run([studbook, *words[1:]], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_readme_judges_a_first_hand_on_the_command_line() -> None:
    studbook = Path(sys.executable).with_name("studbook")
    done = subprocess.run(
        [studbook, "adjudicate", "examples/hand.json"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    verdict = json.loads(done.stdout)
    assert verdict["status"] == "settled"
    assert sum(seat["net"] for seat in verdict["seats"]) == 0


def test_the_settings_table_lists_every_setting() -> None:
    listed = set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.M))
    assert listed == {
        "DATABASE_URL",
        "STUDBOOK_BIND",
        "STUDBOOK_DATA",
        "STUDBOOK_OPEN",
        "STUDBOOK_SECRET",
        "STUDBOOK_PREPARE",
    }
    assert len(listed) == len(Settings.__dataclass_fields__)


def test_the_links_of_the_readme_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


@pytest.fixture(scope="module")
def service(memory_folder: Path) -> Iterator[str]:
    """`make run` without make: the service with a database of its own, on a free port. Ctrl-C must stop all of it."""
    data = memory_folder / "readme"
    data.mkdir()
    data.chmod(0o711)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    settings = {"STUDBOOK_DATA": str(data / "studbook"), "STUDBOOK_BIND": address, "STUDBOOK_OPEN": "1"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("STUDBOOK", "DATABASE"))}
    studbook = Path(sys.executable).with_name("studbook")
    with open(data / "out", "wb") as out:
        process = subprocess.Popen([studbook, "serve"], cwd=ROOT, env=kept | settings, stdout=out, stderr=out)
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://{address}/readyz", timeout=2).close()
                break
            except OSError:
                assert process.poll() is None, (data / "out").read_text()
                time.sleep(0.2)
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)
    assert not (data / "studbook" / "data" / "postmaster.pid").exists()
    assert f"http://{address}/v1/adjudications" in (data / "out").read_text()
    shutil.rmtree(data, ignore_errors=True)


def curl(line: str, address: str) -> tuple[int, Any]:
    """What a curl line of the README gets, asked at ``address``: status and document."""
    words = shlex.split(line.replace("127.0.0.1:8000", address))
    url = next(word for word in words if word.startswith("http"))
    request = urllib.request.Request(url)
    for at, word in enumerate(words):
        if word == "-H":
            name, _, value = words[at + 1].partition(": ")
            request.add_header(name, value)
        elif word == "-d":
            request.data = (ROOT / words[at + 1].removeprefix("@")).read_bytes()
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.status, json.load(answer)


def test_the_curl_lines_of_the_readme_judge_store_and_find_a_hand(service: str) -> None:
    judged, explained, stored, found = (curl(line, service) for line in commands("curl"))
    assert judged[0] == 200
    assert judged[1]["status"] == "settled"
    assert explained[1]["rulings"][0]["article"] == "stud/ante"
    assert stored[0] == 201
    assert found[0] == 200
    assert stored[1]["id"] in [hand["id"] for hand in found[1]["hands"]]
