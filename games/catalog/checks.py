"""What `check` says about the shelves of the installed games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.checks import CheckMessage, Error, register

from games.catalog.shelves import shelves


@register
def shelves_fit_beside_each_other(**_: Any) -> list[CheckMessage]:
    """Return what two shelves both claim: an entry knows its box and its kind, and by the box its game."""
    return [*_shared_boxes(), *_ambiguous_kinds()]


def _shared_boxes() -> Iterator[CheckMessage]:
    owner: dict[str, str] = {}
    for game, shelf in shelves().items():
        for id in shelf.boxes:
            if id in owner:
                words = f'The shelves of "{owner[id]}" and "{game}" both have a box "{id}".'
                yield Error(words, hint="Give one of the boxes another id.", id="catalog.E001")
            owner.setdefault(id, game)


def _ambiguous_kinds() -> Iterator[CheckMessage]:
    first: dict[str, tuple[str, str]] = {}
    for game, shelf in shelves().items():
        for id, name in shelf.kinds.items():
            other, other_name = first.setdefault(id, (game, str(name)))
            if other_name != str(name):
                words = f'The shelf of "{other}" calls the kind "{id}" {other_name}, that of "{game}" calls it {name}.'
                yield Error(words, hint="Give one of the kinds another id, or both one name.", id="catalog.E002")
