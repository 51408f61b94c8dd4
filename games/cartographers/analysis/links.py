"""Addresses of the analysis board for maps of finished games, and for cards and sheets."""

from __future__ import annotations

from dataclasses import replace

from django.urls import reverse

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, DeckCard, ExploreCard, HeroCard, RuinsCard, ScoringCard
from engine.cartographers.events import CardRevealed
from engine.cartographers.position import Position, starting
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
from games.tables.game import Seated


def card_url(key: str, card: DeckCard | ScoringCard, example: Board | None = None) -> str:
    """Return the address that tries an active card, a scoring card as edict A on an example map.

    Returns "" for a card that isn't drawn on one's own map. `key` is its id.
    """
    address = reverse("cartographers:analysis")
    if not isinstance(card, ScoringCard):
        return f"{address}?card={key}" if isinstance(card, ExploreCard | HeroCard) else ""
    sheet = find_sheet(example) if example else None
    if example is None or sheet is None:
        return f"{address}?edicts={key}"
    position = AnalysisPosition(sheet, example, (card, NO_CARD, NO_CARD, NO_CARD))
    return f"{address}?{write_position(replace(position, left=position.seasons[0].threshold))}"


def sheet_url(key: str) -> str:
    """Return the address that tries an active map sheet; `key` is its id."""
    return f"{reverse('cartographers:analysis')}?sheet={key}"


def turn_url(seated: Seated, tape: TurnHistory, turn: PastTurn, seat: Seat) -> str:
    """Return the address that analyzes a turn on a seat's map: before it with its card, or after an ambush.

    Returns "" while the game is in progress, as it would be help, and for games whose components aren't active.
    """
    position = _turn_position(seated, tape, turn, seat) if seated.table.is_over else None
    return f"{reverse('cartographers:analysis')}?{write_position(position)}" if position else ""


def _turn_position(seated: Seated, tape: TurnHistory, turn: PastTurn, seat: Seat) -> AnalysisPosition | None:
    held, view = analysis_components(), turn.after
    definition = view.definition
    sheet = held.sheets.get(find_key(held.sheets, definition.sheet) or "")
    edicts = [held.scoring.get(find_key(held.scoring, card) or "") for card in view.edicts]
    heroes = next((heroes for heroes in (True, False) if seasons_of(heroes=heroes) == definition.seasons), None)
    if sheet is None or None in edicts or heroes is None or definition.coin_track != COIN_TRACK:
        return None
    before = _is_before(turn.card)
    card = _find_card(held, turn.card)
    if before and card is None:
        return None
    position, season, time = _then(tape, turn, seat, before=before)
    return AnalysisPosition(
        sheet,
        position.board,
        edicts=tuple(card for card in edicts if card is not None),
        season=season,
        left=max(0, definition.seasons[season].threshold - time),
        coins=position.coins,
        card=card,
        ruins=before and _follows_ruins(turn),
        solo=view.seats == 1,
        heroes=heroes,
        origin=TurnOrigin(seated.table.code, turn.number, seat),
    )


def _is_before(card: DeckCard) -> bool:
    """Return True if a card is drawn on the player's own map."""
    return isinstance(card, ExploreCard | HeroCard)


def _find_card(held: AnalysisComponents, card: DeckCard) -> PlayedCard | None:
    """Return the active card that is the same except for its names."""
    return next(
        (each for each in held.cards.values() if each.id == card.id and replace(card, labels=each.labels) == each), None
    )


def _then(tape: TurnHistory, turn: PastTurn, seat: Seat, *, before: bool) -> tuple[Position, int, int]:
    """Return a seat's position, the season (from 0) and the time in it, before or after a turn."""
    view = turn.after
    if not before:
        season = min(len(view.scores), len(view.definition.seasons) - 1)
        return view.positions[seat], season, view.time if view.season == season else 0
    earlier = tape.find(turn.number - 1)
    if earlier is None:
        board = Board.of_sheet(view.definition.sheet)
        return starting(board, COIN_TRACK, view.definition.ambushes), turn.season, 0
    time = earlier.after.time if earlier.season == turn.season and not earlier.scored else 0
    return earlier.after.positions[seat], turn.season, time


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
