"""Preview picture for shared links to a game: 1200 by 630, legible at small sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.play.crests import crest_svg, crest_symbols
from games.play.picture_colors import DAY, PictureColors
from games.play.rendering import Lettering, fit_line, replace_unknown_letters
from games.play.sprites import symbols
from games.tables.game import CoverText, NamedCrest

SIDE: Final = 506
"""Width and height of the board beside the text."""
_ROOM: Final = 510
_CREST: Final = 80
_MIDDLE: Final = 152
"""Side of the crest beside the title, and the middle of both."""
_ROWS: Final = ((4, 352, 48, 34), (6, 334, 37, 28))
"""For up to this many players: start of the lines, distance between them and font size. Of more players only the first
are listed, because all of them would be too small to read.
"""
_SCORE: Final = 90
"""Room for the score of a player."""


@dataclass(frozen=True, slots=True)
class ScoredPlayer:
    """Player with their score, "" before the game has any; `crest` is a spec, "" for none."""

    name: str
    score: str
    crest: str = ""


@dataclass(frozen=True, slots=True)
class ScoreMark:
    """Symbol of the site's sprite after each score, and its color."""

    name: str
    color: str


@dataclass(frozen=True, slots=True)
class _PlayerRow:
    """Player with their position; `size` is the font size of the score.

    `crest` is drawn in a square of `side` before the name, which begins at `x`; "" for none.
    """

    name: Lettering
    score: str
    size: int
    x: int
    y: int
    crest: SafeString
    side: str


@dataclass(frozen=True, slots=True)
class _SharePicture:
    """Context of the template: `over` is above the title, `lines` below it with their positions.

    `crest` is drawn before the title, whose baseline begins at `x` and `y`; "" for none. Scores end at `score_x`.
    """

    board: SafeString
    palette: PictureColors
    symbols: SafeString
    over: Lettering
    title: Lettering
    crest: SafeString
    x: int
    y: str
    lines: tuple[tuple[Lettering, int], ...]
    players: tuple[_PlayerRow, ...]
    mark: ScoreMark | None
    score_x: int


def share_picture(
    board: SafeString,
    text: CoverText,
    players: Sequence[ScoredPlayer] = (),
    mark: ScoreMark | None = None,
    crests: Sequence[str] = (),
) -> str:
    """Return the picture as SVG: a board of `SIDE` by `SIDE` units, a text, and players with their scores.

    `crests` are the specs of those on the board.
    """
    lines = [fit_line(replace_unknown_letters(line), 36, _ROOM) for line in text.lines if line]
    x = _CREST + 16 if text.crest else 0
    title = fit_line(replace_unknown_letters(text.title), 84, _ROOM - x)
    drawn = crest_symbols([text.crest, *(player.crest for player in players), *crests])
    page = _SharePicture(
        board=board,
        palette=DAY,
        symbols=SafeString(symbols([mark.name] if mark else []) + drawn),
        over=fit_line(replace_unknown_letters(text.over), 36, _ROOM),
        title=title,
        crest=crest_svg(text.crest),
        x=x,
        y=f"{_MIDDLE + float(title.size) / 3:.0f}" if text.crest else "180",
        lines=tuple((line, 244 + 48 * at) for at, line in enumerate(lines)),
        players=_rows(players),
        mark=mark,
        score_x=468 if mark else 506,
    )
    return render_to_string("play/share_picture.svg", {"page": page})


def without_scores(people: Sequence[NamedCrest]) -> list[ScoredPlayer]:
    """Return the players of a game that has no scores yet."""
    return [ScoredPlayer(person.name, "", person.crest) for person in people]


def place_line(rank: int, seats: int, score: str) -> str:
    """Return the line with a seat's final rank and score, which is given in the game's unit."""
    words = {"rank": rank, "seats": seats, "score": score}
    if rank == 1:
        return _("Rank 1 of %(seats)s · %(score)s") % words
    return _("Rank %(rank)s of %(seats)s · %(score)s") % words


def _rows(players: Sequence[ScoredPlayer]) -> tuple[_PlayerRow, ...]:
    """Return the players below each other. If any has a crest, all names are indented."""
    most, top, apart, size = next((rows for rows in _ROWS if len(players) <= rows[0]), _ROWS[-1])
    side = size * 1.2
    x = round(side * 1.25) if any(player.crest for player in players) else 0
    return tuple(
        _PlayerRow(
            name=fit_line(replace_unknown_letters(player.name), size, _ROOM - x - (_SCORE if player.score else 0)),
            score=player.score,
            size=size,
            x=x,
            y=top + apart * at,
            crest=crest_svg(player.crest),
            side=f"{side / 64:.3f}",
        )
        for at, player in enumerate(players[:most])
    )
