"""Choice of a tile set at a new table, and the game that it defines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from engine.gisborne.definition import Definition
from games.gisborne.shelf.components import build_definition
from games.gisborne.shelf.kinds import CatalogBox
from games.gisborne.shelf.problems import DEFAULT_SET, set_problems
from games.gisborne.shelf.published_sets import components_for, stored_sets
from games.play.summary_keys import short_key
from games.tables.game import Options


def ref_of(options: Options) -> str:
    """Return the ref of the set that options select; tables from before there were sets play the box as printed."""
    return str(options.get("set") or DEFAULT_SET)


def set_choices() -> list[tuple[str, str]]:
    """Return the sets that new tables can use, with their names, the box as printed first."""
    found = [(ref, stored.name) for ref, stored in stored_sets().items() if stored.is_playable]
    return sorted(found, key=lambda choice: choice[0] != DEFAULT_SET)


def check_set(options: Options) -> None:
    """Raise ValidationError for a set that new tables can't use."""
    stored = stored_sets().get(ref_of(options))
    if stored is None or not stored.is_playable:
        raise ValidationError({"set": _("This set is no longer available. Choose another one.")})


def definition_of(options: Options) -> Definition:
    """Return the definition of a game with the set as it is now, or as it was last. Raises ValidationError."""
    stored = stored_sets().get(ref_of(options))
    if stored is None:
        raise ValidationError(_("This set isn’t available. Choose another one."))
    held = components_for(stored.tile_set)
    if found := set_problems(stored.tile_set, held):
        raise ValidationError(found)
    return build_definition(stored.tile_set, held)


def set_name(options: Options) -> str:
    """Return the name of the set, "" for the box as printed and for a set that this site doesn't have."""
    stored = stored_sets().get(ref_of(options))
    return stored.name if stored and stored.ref != DEFAULT_SET else ""


def every_set() -> list[tuple[str, str | Promise]]:
    """Return the keys and names of all sets that are or were active, for filters."""
    return [(set_key(ref), stored.name) for ref, stored in stored_sets().items()]


def set_of(options: Options) -> str:
    """Return the key of the set that options select."""
    return set_key(ref_of(options))


def set_fields(key: str) -> Mapping[str, Any]:
    """Return the values of the options form for a set."""
    refs = {set_key(ref): ref for ref in stored_sets()}
    return {"set": refs[key]} if key in refs else {}


def set_key(ref: str) -> str:
    """Return the short key by which tables with a set are found: its id for the box as printed."""
    box, _slash, id = ref.partition("/")
    return short_key("" if box == CatalogBox.GISBORNE else "set-", id)
