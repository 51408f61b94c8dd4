"""Package of the engine: built from this repository, and used in an empty environment under a name of its own."""

import re
import subprocess
import sys
import tarfile
import tomllib
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.engine.test_docs import ENGINE, ROOT, blocks

WITHOUT_NETWORK = ("--no-index", "--no-build-isolation", "--no-deps", "--quiet", "--disable-pip-version-check")


def _pip(*arguments: str | Path) -> None:
    run = subprocess.run([sys.executable, "-m", "pip", *arguments], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def _run(python: Path, *arguments: str) -> str:
    """Return what a program prints, run without the repository on its path."""
    run = subprocess.run(
        [python, "-I", "-X", "utf8", *arguments], cwd=python.parent, capture_output=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a wheel that is built from the repository."""
    folder = tmp_path_factory.mktemp("wheels")
    _pip("wheel", *WITHOUT_NETWORK, "--wheel-dir", folder, ROOT / "engine")
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the interpreter of an environment that contains only the package."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=False)
    interpreter = folder / "bin" / "python"
    _pip("--python", interpreter, "install", *WITHOUT_NETWORK, wheel)
    return interpreter


def test_a_build_leaves_the_repository_as_it_is(wheel: Path) -> None:
    assert wheel.name.startswith("carto_engine-")
    assert [path for name in ("build", "*.egg-info", "carto_engine") for path in (ROOT / "engine").glob(name)] == []


def test_the_package_contains_every_module_and_data_file_of_the_engine(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
        sources = {name: archive.read(name).decode() for name in packed if name.endswith(".py")}
    here = {path.relative_to(ROOT / "engine") for path in (ROOT / "engine").rglob("*") if path.is_file()}
    left_out = {"packaging", "__pycache__"}
    expected = {
        f"carto_engine/{path.as_posix()}"
        for path in here
        if not left_out & set(path.parts) and path.name not in ("pyproject.toml", "README.md")
    }
    assert packed == expected
    left = [
        name for name, source in sources.items() if re.search(r"^\s*(?:from|import) engine\b", source, re.MULTILINE)
    ]
    assert left == []


def test_the_engine_imports_itself_by_names_that_a_build_can_rename() -> None:
    """Check that no module uses `import engine.x`, which binds the name `engine`."""
    sources = {path: path.read_text("utf-8") for path in (ROOT / "engine").rglob("*.py")}
    assert [path for path, text in sources.items() if re.search(r"^\s*import engine\b", text, re.MULTILINE)] == []


def test_nothing_named_engine_is_installed(python: Path) -> None:
    assert _run(python, "-c", "from importlib.util import find_spec as find; print(find('engine'))") == "None\n"
    names = "from importlib.metadata import packages_distributions as found; print(sorted(found()))"
    assert _run(python, "-c", names) == "['carto_engine']\n"


def test_every_module_of_the_package_loads_without_dependencies(python: Path) -> None:
    load = """
import carto_engine, importlib, pkgutil, sys
found = [each.name for each in pkgutil.walk_packages(carto_engine.__path__, "carto_engine.")]
for name in found:
    if not name.startswith("carto_engine.environments") and not name.endswith("__main__"):
        importlib.import_module(name)
print(len(found), "engine" in sys.modules)
"""
    number, clash = _run(python, "-c", load).split()
    assert int(number) > 80
    assert clash == "False"


def test_the_player_in_ten_lines_plays(python: Path) -> None:
    (script,) = (block for block in blocks(ENGINE, "python") if "\ndef greedy(" in block)
    assert _run(python, "-c", script) in blocks(ENGINE, "text")


def test_the_examples_of_the_page_run(python: Path, tmp_path: Path) -> None:
    page = tmp_path / "engine.txt"
    page.write_text("\n".join(block for block in blocks(ENGINE, "python") if block.startswith(">>>")), "utf-8")
    check = "import doctest, sys; print(doctest.testfile(sys.argv[1], module_relative=False, encoding='utf-8'))"
    assert re.match(r"TestResults\(failed=0, attempted=\d\d", _run(python, "-c", check, str(page)))


@pytest.mark.parametrize("name", ["CartographersEnv", "GisborneEnv"])
def test_environments_run_under_the_name_of_the_package(wheel: Path, name: str) -> None:
    """Run them from the wheel itself, with the packages of the extra that are installed here."""
    (script,) = (block for block in blocks(ENGINE, "python") if f"{name}(" in block)
    program = f"import sys; sys.path.insert(0, {str(wheel)!r})\n{script}\nprint('engine' in sys.modules)"
    assert _run(Path(sys.executable), "-c", program).endswith("\nFalse\n")


def test_the_extra_is_what_the_development_environment_has(wheel: Path) -> None:
    """Compare the extra's requirements with those of the tests."""
    extra = tomllib.loads((ROOT / "engine" / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    dev = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["dev"]
    assert set(extra["environments"]) <= set(dev)
    with ZipFile(wheel) as archive:
        (metadata,) = (archive.read(name).decode() for name in archive.namelist() if name.endswith("/METADATA"))
    assert "\nProvides-Extra: environments\n" in metadata
    required = re.findall(r"^Requires-Dist: (.+)$", metadata, re.MULTILINE)
    assert [line for line in required if 'extra == "environments"' not in line] == []


def test_states_are_pickled_within_the_package(python: Path) -> None:
    program = """
import pickle
from carto_engine import Shuffler, begin, cartographers, gisborne
base = cartographers.setup_of(cartographers.PRESETS["both"])
for rules, setup in ((cartographers.RULES, base), (gisborne.RULES, gisborne.Setup(gisborne.gisborne()))):
    state = begin(rules, setup, 3, Shuffler(bytes(32))).state
    packed = pickle.dumps(state)
    print(pickle.loads(packed) == state, b"carto_engine" in packed)
"""
    assert _run(python, "-c", program).split() == ["True"] * 4


def test_the_command_line_uses_the_name_of_the_package(python: Path) -> None:
    assert "usage: python -m carto_engine " in _run(python, "-m", "carto_engine", "--help")


def test_a_source_distribution_builds_the_same_package(wheel: Path, tmp_path: Path) -> None:
    """Build a source distribution with the backend, unpack it, and build a wheel there."""
    build = "import backend, sys; print(backend.build_sdist(sys.argv[1]))"
    path = f"import sys; sys.path.insert(0, {str(ROOT / 'engine' / 'packaging')!r}); {build}"
    name = _run(Path(sys.executable), "-c", path, str(tmp_path)).splitlines()[-1]
    with tarfile.open(tmp_path / name) as archive:
        archive.extractall(tmp_path, filter="data")
    _pip("wheel", *WITHOUT_NETWORK, "--wheel-dir", tmp_path, tmp_path / name.removesuffix(".tar.gz"))
    with ZipFile(wheel) as one, ZipFile(tmp_path / wheel.name) as other:
        assert {info.filename: info.CRC for info in one.infolist() if "dist-info" not in info.filename} == {
            info.filename: info.CRC for info in other.infolist() if "dist-info" not in info.filename
        }
