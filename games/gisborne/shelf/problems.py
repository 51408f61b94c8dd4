"""Problems of tile sets in words, and checks that a change of the catalog keeps all sets playable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contract import RuleViolation
from engine.gisborne.definition import Definition, cards_needed, check_definition
from engine.gisborne.errors import Refusal
from engine.gisborne.tiles import Mark
from games.catalog.active_catalog import sections as sections_now
from games.catalog.shelves import Data, Sections
from games.gisborne.shelf.components import (
    EVERY_BOX,
    Pieces,
    PlacedSet,
    build_definition,
    components_of,
    missing_refs,
    sets_among,
    shown_name,
)
from games.gisborne.shelf.drawings import Role, role_of
from games.gisborne.shelf.kinds import CatalogBox, EntryKind
from games.gisborne.shelf.published import PRINTED
from games.gisborne.shelf.quick_games import endless_seats
from games.gisborne.shelf.schema import SEATS
from games.gisborne.shelf.sets import TileSet, set_of
from games.play.words import and_list

DEFAULT_SET: Final = f"{CatalogBox.GISBORNE}/{PRINTED}"
"""Ref of the set with which the form of a new table begins."""


def tile_problems(definition: Data) -> Iterator[str]:
    """Yield why a tile can't be part of a set."""
    marks = "".join(definition["rows"])
    if role_of(definition["rows"]) is Role.END:
        if Mark.VIEWPOINT in marks:
            yield _("The end tile can’t have a viewpoint. Paint another field in its place.")
    elif Mark.VIEWPOINT not in marks:
        yield _("The tile needs a viewpoint. Paint one on the path.")


def set_problems(tile_set: TileSet, held: Pieces) -> list[str]:
    """Return everything that keeps a set from being played, but for games without an end."""
    if missing := missing_refs(tile_set, held):
        words = _("%(ref)s isn’t active. Publish it first or remove it from the set.")
        return [words % {"ref": ref} for ref in missing]
    if found := [*_tile_problems(tile_set, held), *_count_problems(tile_set, held)]:
        return found
    try:
        definition = build_definition(tile_set, held)
        for seats in SEATS:
            check_definition(definition, seats)
    except RuleViolation as error:
        codes = [error.code, *(other.code for other in error.also)]
        return [_refusal_words(Refusal(code), definition) for code in dict.fromkeys(codes)]
    except ValueError:
        return [_("These components can’t be played together.")]
    return []


def tried_set_problems(tile_set: TileSet, held: Pieces) -> list[str]:
    """Return everything that keeps a set from being published: its problems, and quick games that don't end."""
    if found := set_problems(tile_set, held):
        return found
    endless = endless_seats(build_definition(tile_set, held))
    return [_endless_words(endless)] if endless else []


def _endless_words(seats: tuple[int, ...]) -> str:
    words = _("A quick game with %(seats)s players didn’t end. Change the deck, or the cards that are drawn.")
    return words % {"seats": and_list([str(number) for number in seats])}


def _tile_problems(tile_set: TileSet, held: Pieces) -> Iterator[str]:
    """Yield tiles in the wrong place, twice in the set, or unfit for any set."""
    wrong = {
        Role.START: _("%(name)s can’t be the start tile, because it has no bar. Choose another one."),
        Role.PATH: _("%(name)s can’t be a path tile, because it has the bar or the beach. Remove it."),
        Role.END: _("%(name)s can’t be the end tile, because it has no beach. Choose another one."),
    }
    placed = [(Role.START, tile_set.start), *((Role.PATH, ref) for ref in tile_set.path), (Role.END, tile_set.end)]
    ids: set[str] = set()
    for role, ref in placed:
        tile = held[EntryKind.TILE, ref]
        name = {"name": shown_name(tile)}
        if role_of(tile["rows"]) is not role:
            yield wrong[role] % name
        yield from (f"{name['name']}: {words}" for words in tile_problems(tile))
        if tile["id"] in ids:
            yield _("%(name)s is included twice, from two boxes. Remove one.") % name
        ids.add(tile["id"])


def _count_problems(tile_set: TileSet, held: Pieces) -> Iterator[str]:
    """Yield numbers of tiles and chips that don't match: one more of each than tiles in play."""
    count, in_play = len(tile_set.path), held[EntryKind.PLACES, tile_set.places]["path_tiles"]
    if count != in_play + 1:
        words = ngettext(
            "Choose %(needed)s path tiles instead of %(count)s: %(in_play)s is in play, and one is set aside.",
            "Choose %(needed)s path tiles instead of %(count)s: %(in_play)s are in play, and one is set aside.",
            in_play,
        )
        yield words % {"needed": in_play + 1, "count": count, "in_play": in_play}
    if (chips := len(held[EntryKind.CHIPS, tile_set.chips]["pool"])) != count:
        words = _("The pool must have as many chips as there are path tiles: %(tiles)s instead of %(chips)s.")
        yield words % {"tiles": count, "chips": chips}


def _refusal_words(refusal: Refusal, definition: Definition) -> str:
    match refusal:
        case Refusal.SHORT_DECK:
            words = _(
                "The deck has %(count)s cards, but needs %(needed)s for the first hands and all position scorings. "
                "Add cards or deal fewer."
            )
            return words % {"count": sum(definition.deck), "needed": cards_needed(definition)}
        case Refusal.LIMITS:
            return _("The deck has too many cards, or a limit is too small.")
        case _:
            return _("These components can’t be played together.")


def check_entry(box: str, kind: EntryKind, definition: Data, after: Sections) -> None:
    """Raise ValidationError if a stored form can't be played, or makes a set unplayable; `after` holds it already."""
    held = components_of(after)
    if kind is EntryKind.SET:
        found = tried_set_problems(set_of(definition), held)
    else:
        found = list(tile_problems(definition)) if kind is EntryKind.TILE else []
        found = found or _new_set_problems(held, kind, f"{box}/{definition['id']}")
    if found:
        raise ValidationError(found)


def check_whole(after: Sections) -> None:
    """Raise ValidationError if the default set would be retired."""
    if not any(placed.ref == DEFAULT_SET for placed in sets_among(components_of(after))):
        raise ValidationError(_("New tables start with this set, so it can’t be retired."))


def _new_set_problems(after: Pieces, kind: EntryKind, ref: str) -> list[str]:
    """Return the problems of sets with an entry that they don't have now, so that a fix is never prevented."""
    before = components_of(sections_now(EVERY_BOX))
    words = _("This change would make the set “%(name)s” unplayable. %(problem)s")
    return [
        words % {"name": shown_name(placed.definition), "problem": problem}
        for placed in _sets_with(after, kind, ref)
        if not tried_set_problems(placed.tile_set, before)
        for problem in tried_set_problems(placed.tile_set, after)
    ]


def _sets_with(held: Pieces, kind: EntryKind, ref: str) -> Iterator[PlacedSet]:
    return (placed for placed in sets_among(held) if (kind, ref) in set(placed.tile_set.refs()))


def sets_using(box: str, kind: EntryKind, key: str, in_play: Sections) -> Iterator[str]:
    """Yield the names of the sets that use an entry."""
    yield from (shown_name(placed.definition) for placed in _sets_with(components_of(in_play), kind, f"{box}/{key}"))


def known_drawings(definition: Data, in_play: Sections) -> Iterator[str]:
    """Yield the names of the other tiles with the same drawing and rivers."""
    drawn = (definition["rows"], definition.get("rivers"))
    for (kind, _ref), other in components_of(in_play).items():
        is_other_tile = kind is EntryKind.TILE and other["id"] != definition["id"]
        if is_other_tile and (other["rows"], other.get("rivers")) == drawn:
            yield shown_name(other)
