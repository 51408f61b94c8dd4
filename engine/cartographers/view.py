"""What one viewer may know, built by allow-list: there is no field for a deck, a seed, or another seat's drawing of the
open turn.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from operator import itemgetter

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, DeckCard, ExploreCard, HeroCard, ScoringCard
from engine.cartographers.errors import Refusal
from engine.cartographers.events import (
    AmbushDeckShuffled,
    Chosen,
    Definition,
    Drawn,
    Event,
    HeroDeckShuffled,
    SeasonBegan,
    SeasonScore,
    TakenBack,
)
from engine.cartographers.geometry import Mask
from engine.cartographers.placement import Offer
from engine.cartographers.rules import draw, effects
from engine.cartographers.rules.finish import standings
from engine.cartographers.state import State
from engine.contract import RuleViolation, Seat, Standings, Viewer


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
class Choice:
    """What a seat chooses in the open turn: whose board, which of its spaces the monster may destroy, and its own
    answer, if it has given one.
    """

    card: AmbushCard
    subject: Seat
    board: Board
    targets: Mask
    chosen: Chosen | None


@dataclass(frozen=True, slots=True)
class View:
    """A game as one viewer may see it. Boards, coins and scores are those of the last closed turn, and `latest` is what
    it drew on each board.

    `season` is 0-based; `column` are the cards revealed this season (ids), `time` their sum; `open` is the card being
    drawn, `destroyer` the monster for which spaces are being chosen. `awaited` tells by seat who owes the open turn
    an answer, `drawn` who has given it. `effects` are the revealed monsters that act at the end of seasons,
    `rewarded` those by board that have paid their coins. `desk` or `choice` is the viewer's own part in it, None for
    spectators and for seats of which nothing is asked.
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
    open: ExploreCard | AmbushCard | HeroCard | None
    destroyer: AmbushCard | None
    boards: tuple[Board, ...]
    latest: tuple[Mask, ...]
    coins: tuple[int, ...]
    effects: tuple[str, ...]
    rewarded: tuple[tuple[str, ...], ...]
    awaited: tuple[bool, ...]
    drawn: tuple[bool, ...]
    scores: tuple[tuple[SeasonScore, ...], ...]
    desk: Desk | None
    choice: Choice | None
    over: bool
    standings: Standings

    def card(self, card_id: str) -> DeckCard:
        """A card of the explore deck by its id."""
        return self.definition.card(card_id)


def view(state: State, viewer: Viewer) -> View:
    """The game as a viewer may see it. Raises RuleViolation for a seat that there is not."""
    if viewer is not None and not 0 <= viewer < state.seats:
        raise RuleViolation(Refusal.SEATS)
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
        destroyer=state.choice,
        boards=state.boards,
        latest=state.latest,
        coins=state.coins,
        effects=state.effects,
        rewarded=state.rewarded,
        awaited=_awaited(state),
        drawn=tuple(drawing is not None for drawing in state.drawings),
        scores=state.scores,
        desk=None if viewer is None else _desk(state, viewer),
        choice=None if viewer is None else _choice(state, viewer),
        over=state.over,
        standings=standings(state),
    )


def _awaited(state: State) -> tuple[bool, ...]:
    asked = bool(state.open or state.choice)
    return tuple(
        asked and drawing is None and draw.must_draw(state, Seat(seat)) for seat, drawing in enumerate(state.drawings)
    )


def _desk(state: State, seat: Seat) -> Desk | None:
    if state.open is None:
        return None
    subject = draw.subject(state, seat)
    board = state.boards[subject]
    offer = draw.offer(state, board)
    drawing = state.drawings[seat]
    assert not isinstance(drawing, Chosen), "spaces are not chosen while a card is drawn"
    return None if offer is None else Desk(subject, board, offer, drawing)


def _choice(state: State, seat: Seat) -> Choice | None:
    if state.choice is None or not draw.must_draw(state, seat):
        return None
    subject = draw.subject(state, seat)
    board = state.boards[subject]
    chosen = state.drawings[seat]
    assert not isinstance(chosen, Drawn), "no card is drawn while spaces are chosen"
    return Choice(state.choice, subject, board, effects.targets(state.choice, board), chosen)


def visible(event: Event, viewer: Viewer, state: State) -> Event | None:
    """An event as a viewer may read it, judged by the present state; None where it is no business of theirs."""
    match event:
        case AmbushDeckShuffled() | HeroDeckShuffled():
            return None
        case SeasonBegan(season):
            return SeasonBegan(season, ())
        case Drawn(turn=turn, seat=seat) | Chosen(turn=turn, seat=seat):
            sealed = turn == state.turn and bool(state.open or state.choice)
            return event if seat == viewer or not (sealed or _withdrawn(event, state)) else None
        case TakenBack(seat=seat):
            return event if seat == viewer else None
        case _:
            return event


def _withdrawn(event: Drawn | Chosen, state: State) -> bool:
    """Whether an answer was taken back."""
    # They are in the order of the turns: to count them all for every event would take the square of the log's length.
    begin = bisect_left(state.retakes, event.turn, key=itemgetter(0))
    end = bisect_right(state.retakes, event.turn, begin, key=itemgetter(0))
    return state.retakes[begin:end].count((event.turn, event.seat)) > event.attempt
