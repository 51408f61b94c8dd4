"""Addresses of the analysis board for maps of finished games, and for cards and sheets."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from django.urls import reverse

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, DeckCard, ExploreCard, HeroCard, RuinsCard, ScoringCard
from engine.cartographers.events import CardRevealed
from engine.cartographers.position import Position, starting
from engine.cartographers.skills import Skill
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.analysis.components import (
    NO_CARD,
    AnalysisComponents,
    PlayedCard,
    analysis_components,
    find_key,
    seasons_of,
)
from games.cartographers.analysis.pasting import find_sheet
from games.cartographers.analysis.position import COIN_TRACK, AnalysisPosition, TurnOrigin
from games.cartographers.analysis.query import write_position
from games.cartographers.log.past_states import PastTurn, TurnHistory
from games.tables.forks.forks import may_fork
from games.tables.game import Seated


def card_url(key: str, card: DeckCard | ScoringCard | Skill, example: Board | None = None) -> str:
    """Return the address that tries an active card, a scoring card as edict A on an example map.

    Returns "" for a card that isn't drawn on one's own map, and for a skill. `key` is its id.
    """
    address = reverse("cartographers:analysis")
    if not isinstance(card, ScoringCard):
        return f"{address}?card={key}" if isinstance(card, ExploreCard | HeroCard) else ""
    sheet = find_sheet(example) if example else None
    if example is None or sheet is None:
        return f"{address}?edicts={key}"
    position = AnalysisPosition(sheet, example, (card, NO_CARD, NO_CARD, NO_CARD))
    return _address(replace(position, left=position.seasons[0].threshold))


def sheet_url(key: str) -> str:
    """Return the address that tries an active map sheet; `key` is its id."""
    return f"{reverse('cartographers:analysis')}?sheet={key}"


def turn_url(seated: Seated, tape: TurnHistory, turn: PastTurn, seat: Seat) -> str:
    """Return the address that analyzes a turn on a seat's map: before it with its card, or after an ambush.

    Returns "" while the game is in progress, as it would be help, and for games whose components aren't active.
    """
    return _past_url(seated, tape, turn, seat, before=_is_before(turn.card))


def after_url(seated: Seated, tape: TurnHistory, turn: PastTurn, seat: Seat) -> str:
    """Return the address that analyzes a seat's map after a turn, "" as for `turn_url`."""
    return _past_url(seated, tape, turn, seat, before=False)


def task_url(view: View) -> str:
    """Return the address that analyzes what the viewer has to draw on its own map outside of a game."""
    desk, card = view.desk, view.open
    assert desk is not None, "a shape is drawn"
    assert card is not None, "a card is open"
    moment = _Moment(view.positions[desk.subject], view.season, view.time, view.column)
    position = _position(view, moment, card, ruins=bool(desk.offer.covering) and desk.offer.place is None)
    return _address(position) if position else ""


def _past_url(seated: Seated, tape: TurnHistory, turn: PastTurn, seat: Seat, *, before: bool) -> str:
    if not seated.table.is_over:
        return ""
    moment = _before(tape, turn, seat) if before else _after(turn.after, seat)
    position = _position(turn.after, moment, turn.card if before else None, ruins=before and _follows_ruins(turn))
    if position is None:
        return ""
    forks = may_fork(seated.table, turn.number, seat)
    return _address(replace(position, origin=TurnOrigin(seated.table.code, turn.number, seat) if forks else None))


def _address(position: AnalysisPosition) -> str:
    return f"{reverse('cartographers:analysis')}?{write_position(position)}"


class _Moment(NamedTuple):
    """A seat's position, the season (from 0) with the time in it, and the ids of the cards revealed in it."""

    position: Position
    season: int
    time: int = 0
    column: tuple[str, ...] = ()


def _before(tape: TurnHistory, turn: PastTurn, seat: Seat) -> _Moment:
    earlier, definition = tape.find(turn.number - 1), turn.after.definition
    if earlier is None:
        board = Board.of_sheet(definition.sheet)
        return _Moment(starting(board, COIN_TRACK, definition.ambushes, definition.sheet.landmark_coins), turn.season)
    position = earlier.after.positions[seat]
    if earlier.season != turn.season or earlier.scored:
        return _Moment(position, turn.season)
    return _Moment(position, turn.season, earlier.after.time, earlier.after.column)


def _after(view: View, seat: Seat) -> _Moment:
    season = min(len(view.scores), len(view.definition.seasons) - 1)
    if view.season != season:
        return _Moment(view.positions[seat], season)
    return _Moment(view.positions[seat], season, view.time, view.column)


def _position(view: View, moment: _Moment, card: DeckCard | None, *, ruins: bool) -> AnalysisPosition | None:
    """Return a position of a game with the card to draw, or None if the board can't show one of its components."""
    held, definition = analysis_components(), view.definition
    sheet = held.sheets.get(find_key(held.sheets, definition.sheet) or "")
    edicts = [held.scoring.get(find_key(held.scoring, each) or "") for each in view.edicts]
    heroes = next((heroes for heroes in (True, False) if seasons_of(heroes=heroes) == definition.seasons), None)
    if sheet is None or None in edicts or heroes is None or definition.coin_track != COIN_TRACK:
        return None
    found = _find_card(held, card) if card else None
    if card and found is None:
        return None
    seen = [_find_card(held, definition.card(key)) for key in moment.column if not card or key != card.id]
    return AnalysisPosition(
        sheet,
        moment.position.board,
        edicts=tuple(each for each in edicts if each is not None),
        season=moment.season,
        left=max(0, definition.seasons[moment.season].threshold - moment.time),
        coins=moment.position.coins,
        card=found,
        ruins=ruins,
        solo=view.seats == 1,
        heroes=heroes,
        seen=tuple(each for each in seen if isinstance(each, ExploreCard)),
    )


def _is_before(card: DeckCard) -> bool:
    """Return True if a card is drawn on the player's own map."""
    return isinstance(card, ExploreCard | HeroCard)


def _find_card(held: AnalysisComponents, card: DeckCard) -> PlayedCard | None:
    """Return the active card that is the same except for its names."""
    return next(
        (each for each in held.cards.values() if each.id == card.id and replace(card, labels=each.labels) == each), None
    )


def _follows_ruins(turn: PastTurn) -> bool:
    """Return True if the explore card of a turn had to cover ruins."""
    definition = turn.after.definition
    revealed = [
        definition.card(entry.event.card)
        for entry in turn.log
        if isinstance(entry.event, CardRevealed) and entry.turn <= turn.number
    ]
    earlier = [card for card in revealed if not isinstance(card, AmbushCard | HeroCard)]
    return len(earlier) > 1 and earlier[-1].id == turn.card.id and isinstance(earlier[-2], RuinsCard)
