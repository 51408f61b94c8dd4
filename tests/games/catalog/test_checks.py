"""System checks of several installed catalog shelves."""

from typing import Any

import pytest

from games.catalog.shelves import check_shelf_overlaps

TOY = "tests.games.catalog.toy_shelf.SHELF"


def messages(settings: Any, **shelves: str) -> list[tuple[str | None, str]]:
    settings.CARTO_SHELVES = shelves
    return [(message.id, str(message.msg)) for message in check_shelf_overlaps()]


@pytest.mark.usefixtures("toy_beside")
def test_shelves_that_share_nothing_fit() -> None:
    assert check_shelf_overlaps() == []


def test_a_box_on_two_shelves_is_told(settings: Any) -> None:
    assert messages(settings, toy=TOY, again=TOY) == [
        ("catalog.E001", 'The shelves of "toy" and "again" both have a box "toy".')
    ]


def test_a_kind_with_two_names_is_told(settings: Any) -> None:
    assert messages(settings, toy=TOY, other="tests.games.catalog.toy_shelf.OTHER_NAMES") == [
        ("catalog.E002", 'The shelf of "toy" calls the kind "stone" Stone, that of "other" calls it Chip.')
    ]
