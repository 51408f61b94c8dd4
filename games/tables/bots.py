"""Bots: the opponents that the site plays in practice games, with their names, and the words for their levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from engine.contract import Level

DEFAULT_LEVEL: Final = Level.SURVEYOR
"""Level that forms show first."""

_NAMES: Final[Mapping[Level, tuple[str, ...]]] = {
    Level.APPRENTICE: ("Pip", "Jory", "Tam", "Nell", "Posy"),
    Level.SURVEYOR: ("Tilda", "Odo", "Maud", "Bram", "Edda"),
    Level.ROYAL: ("Isaura", "Leofric", "Oriane", "Ambrose", "Sabina"),
}
"""Names of the bots of a table, in order. They are the same in every language."""


@dataclass(frozen=True, slots=True)
class LevelWords:
    """Name of a level, and how its bots play, in a few words that follow the name."""

    name: str | Promise
    style: str | Promise


LEVELS: Final[Mapping[Level, LevelWords]] = {
    Level.APPRENTICE: LevelWords(_("Apprentice"), _("still learning")),
    Level.SURVEYOR: LevelWords(_("Surveyor"), _("plays well, without planning far ahead")),
    Level.ROYAL: LevelWords(_("Master"), _("hard to beat")),
}
"""Words for the levels, for games that have none of their own."""


def read_level(text: str) -> Level | None:
    """Return the level of that key, or None if there is none."""
    return Level(text) if text in set(Level) else None


def bot_name(level: Level, number: int) -> str:
    """Return the name of a bot at a table without the suffix that marks it as one; `number` counts those from 1."""
    names = _NAMES[level]
    again, index = divmod(number - 1, len(names))
    return f"{names[index]} {again + 1}" if again else names[index]


def marked_name(level: Level, number: int) -> str:
    """Return the name of a bot as pages show it."""
    return pgettext("name of a bot", "%(name)s (bot)") % {"name": bot_name(level, number)}
