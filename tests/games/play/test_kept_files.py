"""Cached pictures: their maximum number and age."""

import os
from itertools import count
from pathlib import Path
from time import time
from typing import Any

import pytest

from games.play import downloads
from games.play.downloads import OLDEST, cache_file, cached_file, tidy


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(downloads, "_made", count(1))  # earlier tests must not decide when creating a file tidies
    settings.PICTURES_DIR = tmp_path / "pictures"
    return tmp_path / "pictures"


def never() -> bytes:
    raise AssertionError("it is kept")


def test_what_is_kept_is_made_once() -> None:
    assert cache_file("a.png", lambda: b"A") == b"A"
    assert cache_file("a.png", never) == b"A"


def test_nothing_is_there_before_it_is_made() -> None:
    assert cached_file("a.png") is None


def test_the_oldest_go_where_there_are_too_many(settings: Any, folder: Path) -> None:
    settings.PICTURES_MB = 1
    for age, name in enumerate(("c", "b", "a")):
        cache_file(name, lambda: bytes(600 * 1024))
        os.utime(folder / name, (time() - age, time() - age))
    assert tidy() == 2
    assert [path.name for path in folder.iterdir()] == ["c"]


def test_what_is_old_is_made_anew_and_goes(folder: Path) -> None:
    cache_file("a.png", lambda: b"A")
    os.utime(folder / "a.png", (time() - OLDEST - 1, time() - OLDEST - 1))
    assert cached_file("a.png") is None
    assert tidy() == 1


def test_a_disk_that_takes_nothing_keeps_nobody_from_a_picture(folder: Path) -> None:
    folder.write_text("in the way")
    assert cache_file("a.png", lambda: b"A") == b"A"
    assert cached_file("a.png") is None


def test_nothing_half_written_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_paths: Any) -> None:
        raise OSError

    monkeypatch.setattr(downloads.os, "replace", full)
    assert cache_file("a.png", lambda: b"A") == b"A"
    assert list(folder.iterdir()) == []


def test_creating_many_files_tidies(settings: Any, folder: Path) -> None:
    settings.PICTURES_MB = 1
    for number in range(33):
        cache_file(f"{number}", lambda: bytes(40 * 1024))
    assert len(list(folder.iterdir())) == 26


def test_an_empty_place_needs_no_tidying() -> None:
    assert tidy() == 0
