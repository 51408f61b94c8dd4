"""Build backend of the package `carto-engine`: setuptools, on a copy of the engine that is named `carto_engine`.

In the repository the engine is the top-level package `engine`, a name too common to install. So a build copies it to a
temporary folder, renames its imports, and lets setuptools build from there. A source distribution contains the renamed
copy, and is built as it is. The functions are those of PEP 517.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import build_meta

SOURCE, PACKAGE = "engine", "carto_engine"
PROJECT = Path(__file__).resolve().parent.parent
"""Folder with `pyproject.toml`: the engine in the repository, the top folder of a source distribution."""

_SKIPPED = shutil.ignore_patterns("__pycache__", "pyproject.toml", "packaging", "README.md", "*.egg-info", "build")
_IMPORT = re.compile(rf"^(\s*(?:from|import) ){SOURCE}(?=[.\s])", re.MULTILINE)

Settings = Mapping[str, Any] | None


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Build a wheel, and return its file name."""
    target = os.path.abspath(wheel_directory)
    with _renamed_project():
        name: str = build_meta.build_wheel(target, config_settings)
    return name


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Build a source distribution, and return its file name."""
    target = os.path.abspath(sdist_directory)
    with _renamed_project():
        name: str = build_meta.build_sdist(target, config_settings)
    return name


@contextmanager
def _renamed_project() -> Iterator[None]:
    """Work in a folder with the project of the renamed package."""
    if (PROJECT / PACKAGE).is_dir():
        with chdir(PROJECT):
            yield
        return
    with TemporaryDirectory() as folder:
        copy_project(Path(folder))
        with chdir(folder):
            yield


def copy_project(target: Path) -> None:
    """Copy the project to an empty folder, with the engine as the renamed package."""
    shutil.copytree(PROJECT, target / PACKAGE, ignore=_SKIPPED)
    for path in (target / PACKAGE).rglob("*.py"):
        path.write_text(rename_imports(path.read_text("utf-8")), "utf-8")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(PROJECT / name, target / name)
    shutil.copy(PROJECT.parent / "LICENSE", target / "LICENSE")
    shutil.copytree(PROJECT / "packaging", target / "packaging", ignore=_SKIPPED)
    (target / "MANIFEST.in").write_text("recursive-include packaging *.py\n", "utf-8")


def rename_imports(source: str) -> str:
    """Return Python source with the imports of the engine renamed. All of them are absolute."""
    return _IMPORT.sub(rf"\g<1>{PACKAGE}", source)
