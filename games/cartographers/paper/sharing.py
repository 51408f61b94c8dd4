"""Preview picture for shared links to a game: 1200 by 630, legible at small sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engine.cartographers.board import Board
from engine.cartographers.geometry import Mask
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.paper.board import PALETTES, BoardDrawing, Ink, Palette, board_drawing, symbols
from games.cartographers.paper.facts import MapFacts, SeatStars, build_seat_facts, known_view
from games.cartographers.paper.picture import only_legible
from games.cartographers.reference.poster import example
from games.play.rendering import Lettering, fit_line, replace_unknown_letters
from games.tables.game import Seated
from games.tables.pages.post_game import own_index

_ROOM: Final = 510
_ROWS: Final = ((4, 352, 48, 34), (6, 334, 37, 28))
"""For up to this many seats: start of the lines, distance between them and font size. Of more seats only the first
are listed, because all of them would be too small to read.
"""


@dataclass(frozen=True, slots=True)
class SeatScore:
    """Seat with its stars and its position; `size` is the font size of the stars."""

    name: Lettering
    stars: str
    size: int
    y: int


@dataclass(frozen=True, slots=True)
class SharePicture:
    """Context of the template: `over` is above the title, `lines` below it with their positions."""

    drawing: BoardDrawing
    palette: Palette
    symbols: SafeString
    over: Lettering
    title: Lettering
    lines: tuple[tuple[Lettering, int], ...]
    scores: tuple[SeatScore, ...]


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
    scores = _scores(facts.places) if len(facts.places) > 1 else ()
    return _svg(facts.board, facts.fresh, facts.table, facts.name, lines, scores)


def _scores(places: Sequence[SeatStars]) -> tuple[SeatScore, ...]:
    rows = next((rows for rows in _ROWS if len(places) <= rows[0]), _ROWS[-1])
    most, top, apart, size = rows
    return tuple(
        SeatScore(fit_line(place.name, size, _ROOM - 90), place.stars, size, top + apart * at)
        for at, place in enumerate(places[:most])
    )


def cover(over: str, title: str, lines: Sequence[str], seated: Seated | None = None) -> str:
    """Return a text next to the public example map, or next to a seat's final map, as SVG."""
    return _svg(
        _board(seated),
        0,
        replace_unknown_letters(over),
        replace_unknown_letters(title),
        [replace_unknown_letters(line) for line in lines],
        (),
    )


def _board(place: Seated | None) -> Board:
    known = known_view(place, None) if place and place.seat is not None else None
    return known[0].boards[place.seat] if place and place.seat is not None and known else example()


def _svg(board: Board, fresh: Mask, over: str, title: str, lines: Sequence[str], scores: tuple[SeatScore, ...]) -> str:
    palette = PALETTES[Ink.COLOUR]
    drawing = board_drawing(board, palette, fresh)
    shown = [line for line in lines if line]
    page = SharePicture(
        drawing=drawing,
        palette=palette,
        symbols=symbols(["star"]),
        over=fit_line(over, 36, _ROOM),
        title=fit_line(title, 84, _ROOM),
        lines=tuple((fit_line(line, 36, _ROOM), 244 + 48 * at) for at, line in enumerate(shown)),
        scores=scores,
    )
    return render_to_string("cartographers/paper/shared.svg", {"page": page})
