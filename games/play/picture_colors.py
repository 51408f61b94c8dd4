"""Colors of pictures that can't see the page's theme: those of `static/css/tokens.css`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from games.play.toned_images import Tone


@dataclass(frozen=True, slots=True)
class PictureColors:
    """Sheet, text in three strengths, and accent."""

    sheet: str
    ink: str
    soft: str
    faint: str
    accent: str


DAY: Final = PictureColors(sheet="#fdf9ef", ink="#2a241b", soft="#6a6152", faint="#d8cfbc", accent="#0b5c66")
NIGHT: Final = PictureColors(sheet="#24211c", ink="#efe6d3", soft="#b9b2a2", faint="#47433c", accent="#86cbd0")
COLORS: Final[Mapping[Tone, PictureColors]] = {
    Tone.DAY: DAY,
    Tone.NIGHT: NIGHT,
    Tone.DAY_CONTRAST: replace(DAY, sheet="#ffffff", ink="#000000"),
    Tone.NIGHT_CONTRAST: replace(NIGHT, sheet="#000000", ink="#ffffff"),
}
