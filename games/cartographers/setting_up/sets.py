"""What a table of Cartographers is played with, as people look for it: a box, both, or a mix of the host's own."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.cartographers.mixing.mix import Preset, readable
from engine.cartographers.mixing.presets import PRESETS
from games.tables.game import Options

SETS: Final[tuple[tuple[str, str | Promise], ...]] = (
    (Preset.CARTOGRAPHERS.value, gettext_lazy("Cartographers")),
    (Preset.HEROES.value, gettext_lazy("Cartographers Heroes")),
    (Preset.BOTH.value, gettext_lazy("Both boxes")),
    (Preset.OWN.value, gettext_lazy("A mix of the host’s own")),
)


def set_of(options: Options) -> str:
    """The set whose cards the host has chosen, whatever the map and the edicts."""
    parts = readable(options).parts
    return str(
        next((key for key, _words in SETS if key in PRESETS and PRESETS[Preset(key)].parts == parts), Preset.OWN)
    )


def set_fields(key: str) -> dict[str, Any]:
    """What the form of the options says for a set."""
    return {"preset": key}
