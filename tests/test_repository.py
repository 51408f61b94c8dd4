"""Setup for new contributors: lock files, and the two commands in the README."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.processes.programs import ROOT

SERVE = (
    "python3 -m venv .venv && .venv/bin/pip install -q --require-hashes -r requirements.lock"
    " && .venv/bin/python manage.py serve"
)
TEST = (
    "python3 -m venv .venv && .venv/bin/pip install -q --require-hashes -r requirements-dev.lock"
    " && .venv/bin/python -m pytest"
)


def packages(name: str) -> set[str]:
    return set(re.findall(r"^([a-z0-9][a-z0-9._-]*)(?:\[[a-z,]+\])?==", (ROOT / name).read_text(), re.MULTILINE))


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_names_no_host_and_hashes_everything(name: str) -> None:
    lines = (ROOT / name).read_text().splitlines()
    assert [line for line in lines if "://" in line or re.match(r"\s*(-i|-f|--index|--extra-index|--find)", line)] == []
    pinned = [number for number, line in enumerate(lines) if "==" in line and not line.startswith((" ", "#"))]
    assert len(pinned) > 20
    assert [lines[number] for number in pinned if "--hash=sha256:" not in lines[number + 1]] == []


def test_the_locks_hold_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    run = {re.split(r"[\[<>=~;! ]", requirements)[0] for requirements in [*project["dependencies"], *extras["server"]]}
    dev = {re.split(r"[\[<>=~;! ]", requirements)[0] for requirements in extras["dev"]}
    assert run <= packages("requirements.lock")
    assert run | dev <= packages("requirements-dev.lock")
    assert packages("requirements.lock") <= packages("requirements-dev.lock")


@pytest.mark.parametrize("command", [SERVE, TEST])
def test_the_readme_gives_the_two_commands(command: str) -> None:
    assert command in (ROOT / "README.md").read_text()


def test_the_continuous_check_runs_the_command_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    assert "README.md" in script
    assert not re.search(r"\.venv/bin/python -m pytest.*--(deselect|ignore)", script)


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "browser").glob("*.py")), ids=lambda path: path.stem)
def test_a_browser_test_waits_for_states_and_measures_at_rest(path: Path) -> None:
    if path.stem != "measuring":
        assert re.findall(r"wait_for_timeout|\bsleep\(|\.bounding_box\(|networkidle", path.read_text()) == []
