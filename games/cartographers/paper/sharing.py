"""Preview picture for shared links to a game: 1200 by 630, legible at small sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engine.cartographers.board import Board
from engine.cartographers.geometry import Mask
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.paper.board import PALETTES, BoardDrawing, Ink, Palette, board_drawing, symbols
from games.cartographers.paper.crests import crest_drawing, crest_symbols
from games.cartographers.paper.facts import MapFacts, SeatStars, build_seat_facts, known_view
from games.cartographers.paper.picture import only_legible
from games.cartographers.reference.poster import example
from games.play.rendering import Lettering, fit_line, replace_unknown_letters
from games.tables.game import CoverText, Seated
from games.tables.pages.post_game import own_index

_ROOM: Final = 510
_CREST: Final = 80
_MIDDLE: Final = 152
"""Side of the crest beside the title, and the middle of both."""
_ROWS: Final = ((4, 352, 48, 34), (6, 334, 37, 28))
"""For up to this many players: start of the lines, distance between them and font size. Of more players only the first
are listed, because all of them would be too small to read.
"""
_STARS: Final = 90
"""Room for the stars of a player."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """Player with their position; `stars` is "" before the game has any. `size` is the font size of the stars.

    `crest` is drawn in a square of `side` before the name, which begins at `x`; "" for none.
    """

    name: Lettering
    stars: str
    size: int
    x: int
    y: int
    crest: SafeString
    side: str


@dataclass(frozen=True, slots=True)
class SharePicture:
    """Context of the template: `over` is above the title, `lines` below it with their positions.

    `crest` is drawn before the title, whose baseline begins at `x` and `y`; "" for none.
    """

    drawing: BoardDrawing
    palette: Palette
    symbols: SafeString
    over: Lettering
    title: Lettering
    crest: SafeString
    x: int
    y: str
    lines: tuple[tuple[Lettering, int], ...]
    players: tuple[PlayerRow, ...]


def shared_picture(seated: Seated, turn: int | None) -> str | None:
    """Return the map to share as SVG, or None if not reached yet. It is the winner's after the game, the leader's after
    a closed turn, and the player's own in a fork.
    """
    known = known_view(seated, turn) if seated.number else None
    if known is None:
        return None
    view, when = known
    return shared_map(build_seat_facts(seated, view, _shown(seated, view), when=when, turn=turn))


def _shown(seated: Seated, view: View) -> Seat:
    if not seated.has_winner:
        return Seat(own_index(seated))
    if view.over:
        return view.standings.places[0].seat
    return max((Seat(index) for index in range(view.seats)), key=lambda seat: (view.total(seat), -seat))


def shared_map(facts: MapFacts) -> str:
    """Return a player's map and results as SVG."""
    facts = only_legible(facts)
    lines = [facts.standing or facts.when, facts.title]
    players = facts.places if len(facts.places) > 1 else ()
    return _svg(facts.board, facts.fresh, CoverText(facts.table, facts.name, lines, facts.crest), players)


def cover(text: CoverText, seated: Seated | None = None) -> str:
    """Return a text next to the public example map, or next to a seat's final map, as SVG."""
    text = replace(
        text,
        over=replace_unknown_letters(text.over),
        title=replace_unknown_letters(text.title),
        lines=[replace_unknown_letters(line) for line in text.lines],
    )
    people = [SeatStars(replace_unknown_letters(person.name), "", person.crest) for person in text.people]
    return _svg(_board(seated), 0, text, people)


def _board(place: Seated | None) -> Board:
    known = known_view(place, None) if place and place.seat is not None else None
    return known[0].boards[place.seat] if place and place.seat is not None and known else example()


def _svg(board: Board, fresh: Mask, text: CoverText, players: Sequence[SeatStars]) -> str:
    palette = PALETTES[Ink.COLOUR]
    drawing = board_drawing(board, palette, fresh)
    rows = _rows(players)
    x = _CREST + 16 if text.crest else 0
    title = fit_line(text.title, 84, _ROOM - x)
    page = SharePicture(
        drawing=drawing,
        palette=palette,
        symbols=SafeString(symbols(["star"]) + crest_symbols([text.crest, *(player.crest for player in players)])),
        over=fit_line(text.over, 36, _ROOM),
        title=title,
        crest=crest_drawing(text.crest, Ink.COLOUR),
        x=x,
        y=f"{_MIDDLE + float(title.size) / 3:.0f}" if text.crest else "180",
        lines=tuple((fit_line(line, 36, _ROOM), 244 + 48 * at) for at, line in enumerate(filter(None, text.lines))),
        players=rows,
    )
    return render_to_string("cartographers/paper/shared.svg", {"page": page})


def _rows(players: Sequence[SeatStars]) -> tuple[PlayerRow, ...]:
    """Return the players below each other. If any has a crest, all names are indented."""
    most, top, apart, size = next((rows for rows in _ROWS if len(players) <= rows[0]), _ROWS[-1])
    side = size * 1.2
    x = round(side * 1.25) if any(player.crest for player in players) else 0
    return tuple(
        PlayerRow(
            name=fit_line(player.name, size, _ROOM - x - (_STARS if player.stars else 0)),
            stars=player.stars,
            size=size,
            x=x,
            y=top + apart * at,
            crest=crest_drawing(player.crest, Ink.COLOUR),
            side=f"{side / 64:.3f}",
        )
        for at, player in enumerate(players[:most])
    )
