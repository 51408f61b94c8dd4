"""Preview picture for shared links to a game, with a map."""

from __future__ import annotations

from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engine.cartographers.board import Board
from engine.cartographers.geometry import Mask
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.paper.board import PALETTES, Ink, board_drawing
from games.cartographers.paper.facts import MapFacts, build_seat_facts, known_view
from games.cartographers.paper.picture import only_legible
from games.cartographers.reference.poster import example
from games.play.share_picture import ScoredPlayer, ScoreMark, share_picture, without_scores
from games.tables.game import CoverText, Seated
from games.tables.pages.post_game import own_index


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
    return _svg(_board(seated), 0, text, without_scores(text.people))


def _board(place: Seated | None) -> Board:
    known = known_view(place, None) if place and place.seat is not None else None
    return known[0].boards[place.seat] if place and place.seat is not None and known else example()


def _svg(board: Board, fresh: Mask, text: CoverText, players: Sequence[ScoredPlayer]) -> str:
    palette = PALETTES[Ink.COLOUR]
    context = {"drawing": board_drawing(board, palette, fresh), "palette": palette}
    drawing = SafeString(render_to_string("cartographers/paper/_shared_map.svg", context))
    return share_picture(drawing, text, players, ScoreMark("star", palette.star))
