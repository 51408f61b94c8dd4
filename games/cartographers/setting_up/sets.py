"""Setups of Cartographers as used in filters: boxes, sets, and custom mixes."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.cartographers.mixing.mix import Preset, mix_or_defaults
from engine.cartographers.mixing.presets import preset_of
from games.cartographers.setting_up.set_choice import is_of_set, readable_choice
from games.cartographers.shelf.components import is_of_box
from games.cartographers.shelf.published_sets import SAME_CARDS, stored_sets
from games.cartographers.words.names import card_name
from games.tables.game import Options

_LONGEST: Final = 32
"""Maximum length of the key under which tables and results store their set."""

OWN: Final = Preset.OWN.value
"""Key of every custom mix, and of what is no published set."""


def every_set() -> list[tuple[str, str | Promise]]:
    """Return the keys and names of all setups: boxes and published sets, named in the page's language."""
    kept = [one for one in stored_sets().values() if one.ref not in SAME_CARDS]
    of_boxes = {set_key(one.ref): card_name(one.card_set) for one in kept if one.of_box}
    others = {set_key(one.ref): card_name(one.card_set) for one in kept if not one.of_box}
    return [*of_boxes.items(), (OWN, gettext_lazy("Custom mix by the host")), *others.items()]


def set_key(ref: str) -> str:
    """Return the short key by which tables with a set are found: its id for a set of a box."""
    _box, _slash, id = ref.partition("/")
    if is_of_box(ref):
        return id
    key = f"set-{id}"
    return key if len(key) <= _LONGEST else f"{key[: _LONGEST - 9]}-{sha256(id.encode()).hexdigest()[:8]}"


def set_of(options: Options) -> str:
    """The set whose cards the host has chosen, whatever the map and the edicts."""
    if is_of_set(options):
        choice = readable_choice(options)
        return set_key(SAME_CARDS.get(choice.ref, choice.ref)) if choice and choice.kept else OWN
    preset = preset_of(mix_or_defaults(options))
    return str(preset)


def set_fields(key: str) -> dict[str, Any]:
    """Return the options form's data for a set."""
    values = {set_key(kept.ref): form_value(kept.ref) for kept in stored_sets().values()}
    return {"preset": values.get(key, key)}


def form_value(ref: str) -> str:
    """Return the value of a set in the form of a new table: its id for a set of a box, or else its ref."""
    return set_key(ref) if is_of_box(ref) else ref
