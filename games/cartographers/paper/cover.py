"""Cover of a set: a drawing of its first map sheet, with the emblems of four scoring cards as seals."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from typing import Final
from zlib import crc32

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard, Stack, scoring_to_json, sheet_to_json
from engine.cartographers.sheet import Sheet
from games.cartographers.goals.emblem import emblem
from games.cartographers.goals.emblem_shapes import Emblem
from games.cartographers.paper.board import BoardDrawing, Palette, board_drawing
from games.cartographers.paper.thumbnail import TONES
from games.play.sprites import symbols
from games.play.toned_images import Tone

EDITION: Final = 2
"""Part of every version. Raise it when the drawing changes, as browsers keep covers for a year."""
WIDTH: Final = 380
HEIGHT: Final = 450
_MOST_BEHIND: Final = 2
_SEALS: Final = ("1.36", "4.12", "6.88", "9.64")
"""Centers of the seals on the lower edge of the sheet."""
_TILTS: Final = ("-2.6", "2.2")
_PREFIX: Final = "seal-"


@dataclass(frozen=True, slots=True)
class Cover:
    """Contents of a cover: a sheet with up to two more `behind` it, and up to four scoring cards."""

    sheet: Sheet
    behind: int
    cards: tuple[ScoringCard, ...]

    @property
    def version(self) -> str:
        """Part of the cover's address that changes with the drawing."""
        content = [sheet_to_json(self.sheet), self.behind, [scoring_to_json(card) for card in self.cards]]
        hashed = blake2b(json.dumps(content, sort_keys=True).encode(), digest_size=8).hexdigest()
        return f"{EDITION}-{hashed}"


@dataclass(frozen=True, slots=True)
class Seal:
    """Seal with the emblem of a scoring card; `x` is its center."""

    emblem: Emblem
    x: str


@dataclass(frozen=True, slots=True)
class CoverPicture:
    """Context of the template: `tilts` are the angles of the sheets behind the first one.

    `prefix` is the beginning of the ids of all `symbols`.
    """

    drawing: BoardDrawing
    palette: Palette
    symbols: SafeString
    prefix: str
    seals: tuple[Seal, ...]
    tilts: tuple[str, ...]
    wax: str


def build_cover(
    name: str, sheets: Sequence[Sheet], scoring: Sequence[ScoringCard], edicts: Sequence[str]
) -> Cover | None:
    """Return the cover of a set, None for a set without map sheets.

    It shows the scoring cards that are the edicts of every game (`edicts`, by id), or else one of each stack. `name`
    decides which, so that sets with much the same cards look different.
    """
    if not sheets:
        return None
    fixed = [card for id in edicts for card in scoring if card.id == id]
    cards = tuple(fixed or _one_of_each_stack(name, scoring))
    return Cover(sheets[0], min(len(sheets) - 1, _MOST_BEHIND), cards[: len(_SEALS)])


def _one_of_each_stack(name: str, scoring: Sequence[ScoringCard]) -> Iterator[ScoringCard]:
    for stack in Stack:
        if cards := [card for card in scoring if card.stack is stack]:
            yield cards[crc32(f"{name} {stack}".encode()) % len(cards)]


@lru_cache(200)
def cover_svg(cover: Cover, tone: Tone) -> str:
    """Return a cover as SVG."""
    palette, emblems = TONES[tone], [emblem(card) for card in cover.cards]
    named = [sign.glyph for each in emblems for sign in (*each.signs, *each.second)]
    page = CoverPicture(
        drawing=replace(board_drawing(Board.of_sheet(cover.sheet), palette), rim=()),
        palette=palette,
        # The drawing of the sheet has ids of its own, "ruins" among them.
        symbols=SafeString(symbols(named).replace('<symbol id="', f'<symbol id="{_PREFIX}')),
        prefix=_PREFIX,
        seals=tuple(Seal(each, x) for each, x in zip(emblems, _SEALS, strict=False)),
        tilts=_TILTS[: cover.behind],
        wax="#97240f" if tone in {Tone.DAY, Tone.DAY_CONTRAST} else "#ab3a22",
    )
    return render_to_string("cartographers/paper/cover.svg", {"page": page})
