"""Name plate below a map: the player's name and crest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.safestring import SafeString

from games.cartographers.paper.board import Ink
from games.play.crests import crest_svg, crest_symbols
from games.play.rendering import Lettering, fit_line

_ROOM: Final = 540
_SIZE: Final = 62


@dataclass(frozen=True, slots=True)
class NamePlate:
    """Name, and the crest as SVG elements, 64 by 64 units; "" for players without one."""

    name: Lettering
    crest: SafeString


def name_plate(name: str, crest: str, ink: Ink) -> NamePlate:
    """Return the plate with a name and the crest of a spec."""
    drawn = SafeString(crest_symbols([crest]) + crest_svg(crest, gray=ink is Ink.PENCIL))
    return NamePlate(fit_line(name, _SIZE, _ROOM), drawn)
