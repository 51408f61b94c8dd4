"""A final map as a small square image for lists."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from django.template.loader import render_to_string

from engine.cartographers.board import Board
from engine.cartographers.game import RULES
from engine.cartographers.state import State
from engine.contract import Seat
from games.cartographers.paper.board import PALETTES, Ink, Palette, board_drawing
from games.play.picture_colors import COLORS
from games.play.toned_images import Tone

_NIGHTLY: Final = {Tone.NIGHT, Tone.NIGHT_CONTRAST}
TONES: Final[dict[Tone, Palette]] = {
    tone: replace(PALETTES[Ink.NIGHT if tone in _NIGHTLY else Ink.COLOUR], sheet=colors.sheet, ink=colors.ink)
    for tone, colors in COLORS.items()
}


def thumbnail_svg(state: State, seat: Seat, tone: Tone) -> str:
    """Return the map of a seat as spectators see it, as SVG."""
    return _drawn(RULES.view(state, None).boards[seat], tone)


@lru_cache(200)
def _drawn(board: Board, tone: Tone) -> str:
    palette = TONES[tone]
    drawing = board_drawing(board, palette)
    return render_to_string("cartographers/paper/thumbnail.svg", {"drawing": drawing, "palette": palette})
