"""Words for the levels of the game's bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from engine.contract import Level
from games.tables.bots import LevelWords

LEVELS: Final[Mapping[Level, LevelWords]] = {
    Level.APPRENTICE: LevelWords(_("Apprentice"), _("lays at most 2 cards at a time")),
    Level.SURVEYOR: LevelWords(_("Surveyor"), _("lays at most 3 cards at a time")),
    Level.ROYAL: LevelWords(_("Master"), _("weighs every play that the hand allows")),
}
