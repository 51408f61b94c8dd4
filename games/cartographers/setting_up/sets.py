"""Setups of Cartographers as used in filters: boxes, sets, and custom mixes."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.cartographers.mixing.mix import Preset, readable
from engine.cartographers.mixing.presets import PRESETS
from games.cartographers.setting_up.set_choice import is_of_set, readable_choice
from games.cartographers.shelf.mixes import PRESET_NAMES
from games.cartographers.shelf.published_sets import kept_sets
from games.cartographers.words.names import card_name
from games.tables.game import Options

_LONGEST: Final = 32
"""Maximum length of the key under which tables and results store their set."""

SETS: Final[tuple[tuple[str, str | Promise], ...]] = (
    *((preset.value, PRESET_NAMES[preset]) for preset in (Preset.CARTOGRAPHERS, Preset.HEROES, Preset.BOTH)),
    (Preset.OWN.value, gettext_lazy("Custom mix by the host")),
)


def every_set() -> list[tuple[str, str | Promise]]:
    """Return the keys and names of all setups: boxes and published sets, named in the page's language."""
    names = {set_key(kept.ref): card_name(kept.card_set) for kept in kept_sets().values()}
    return [*SETS, *names.items()]


def set_key(ref: str) -> str:
    """A set's key among all that tables are looked for by: short, and none of a mix."""
    _box, _slash, id = ref.partition("/")
    key = f"set-{id}"
    return key if len(key) <= _LONGEST else f"{key[: _LONGEST - 9]}-{sha256(id.encode()).hexdigest()[:8]}"


def set_of(options: Options) -> str:
    """The set whose cards the host has chosen, whatever the map and the edicts."""
    if is_of_set(options):
        choice = readable_choice(options)
        return set_key(choice.ref) if choice and choice.kept else Preset.OWN.value
    parts = readable(options).parts
    return str(
        next((key for key, _words in SETS if key in PRESETS and PRESETS[Preset(key)].parts == parts), Preset.OWN)
    )


def set_fields(key: str) -> dict[str, Any]:
    """Return the options form's data for a set."""
    refs = {set_key(kept.ref): kept.ref for kept in kept_sets().values()}
    return {"preset": refs.get(key, key)}
