"""Messages of Django's `check` about the installed games' shelves and the guard of published entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.core.checks import Warning as Warn

from games.catalog import immutability
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


# A warning, not an error: an error would prevent `migrate`, which creates the triggers, from starting.
@register(Tags.database)
def published_pieces_are_guarded(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Return which databases would let what was published be changed or deleted."""
    return [
        Warn(
            f'The database "{using}" does not refuse to change or delete game pieces that were published: '
            "a `migrate` is under way, or was ended before it was done.",
            hint="If none is under way, run `manage.py prepare`.",
            id="catalog.W001",
        )
        for using in databases or ()
        if immutability.is_missing(using)
    ]
