"""What one viewer may know, built by allow-list: there is no field for a deck, a seed, or another seat's drawing of the
open turn.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ExploreCard, RuinsCard, ScoringCard
from engine.cartographers.events import (
    AmbushDeckShuffled,
    Definition,
    Drawn,
    Event,
    SeasonBegan,
    SeasonScore,
    TakenBack,
)
from engine.cartographers.geometry import Mask
from engine.cartographers.placement import Offer
from engine.cartographers.rules import draw
from engine.cartographers.rules.finish import standings
from engine.cartographers.state import State
from engine.contract import Seat, Standings, Viewer


@dataclass(frozen=True, slots=True)
class Desk:
    """What lies before a seat in the open turn: whose board, as it was before the turn; what may be drawn; and its own
    drawing, if it has made one.
    """

    subject: Seat
    board: Board
    offer: Offer
    drawing: Drawn | None


@dataclass(frozen=True, slots=True)
class View:
    """A game as one viewer may see it. Boards, coins and scores are those of the last closed turn, and `latest` is what
    it drew on each board.

    `season` is 0-based; `column` are the cards revealed this season (ids), `time` their sum; `open` is the card being
    drawn. `awaited` tells by seat who still has to draw, `drawn` who has. `desk` is the viewer's own part in the open
    turn, None for spectators and for seats with nothing to draw.
    """

    viewer: Viewer
    seats: int
    definition: Definition
    edicts: tuple[ScoringCard, ...]
    season: int
    column: tuple[str, ...]
    time: int
    ruins_pending: bool
    turn: int
    open: ExploreCard | AmbushCard | None
    boards: tuple[Board, ...]
    latest: tuple[Mask, ...]
    coins: tuple[int, ...]
    awaited: tuple[bool, ...]
    drawn: tuple[bool, ...]
    scores: tuple[tuple[SeasonScore, ...], ...]
    desk: Desk | None
    over: bool
    standings: Standings

    def card(self, card_id: str) -> ExploreCard | RuinsCard | AmbushCard:
        """A card of the explore deck by its id."""
        made = self.definition
        deck: tuple[ExploreCard | RuinsCard | AmbushCard, ...] = (*made.explore, *made.ruins, *made.ambushes)
        return next(card for card in deck if card.id == card_id)


def view(state: State, viewer: Viewer) -> View:
    """The game as a viewer may see it."""
    drawn = tuple(drawing is not None for drawing in state.drawings)
    return View(
        viewer=viewer,
        seats=state.seats,
        definition=state.definition,
        edicts=state.edicts,
        season=state.season,
        column=state.column,
        time=state.time,
        ruins_pending=state.ruins_pending,
        turn=state.turn,
        open=state.open,
        boards=state.boards,
        latest=state.latest,
        coins=state.coins,
        awaited=tuple(
            state.open is not None and not done and draw.must_draw(state, Seat(seat)) for seat, done in enumerate(drawn)
        ),
        drawn=drawn,
        scores=state.scores,
        desk=None if viewer is None else _desk(state, viewer),
        over=state.over,
        standings=standings(state),
    )


def _desk(state: State, seat: Seat) -> Desk | None:
    if state.open is None:
        return None
    subject = draw.subject(state, seat)
    board = state.boards[subject]
    offer = draw.offer(state, board)
    return None if offer is None else Desk(subject, board, offer, state.drawings[seat])


def visible(event: Event, viewer: Viewer, state: State) -> Event | None:
    """An event as a viewer may read it, judged by the present state; None where it is no business of theirs."""
    match event:
        case AmbushDeckShuffled():
            return None
        case SeasonBegan(season):
            return SeasonBegan(season, ())
        case Drawn(turn=turn, seat=seat):
            sealed = turn == state.turn and state.open is not None
            withdrawn = state.retakes.count((turn, seat)) > event.attempt
            return event if seat == viewer or not (sealed or withdrawn) else None
        case TakenBack(seat=seat):
            return event if seat == viewer else None
        case _:
            return event
