"""Words for the levels of the game's bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from engine.contract import Level
from games.tables.bots import LevelWords

LEVELS: Final[Mapping[Level, LevelWords]] = {
    Level.APPRENTICE: LevelWords(_("Apprentice"), _("plays for one edict at a time")),
    Level.SURVEYOR: LevelWords(_("Surveyor"), _("plays for this season’s edicts, rarely for later ones")),
    Level.ROYAL: LevelWords(_("Royal Cartographer"), _("plans for every season and keeps room for later shapes")),
}
