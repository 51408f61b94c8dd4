"""Game as one viewer may see it, built by allow-list.

The view has no field for a deck, a seed, or another seat's drawing of the open turn.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, DeckCard, ExploreCard, HeroCard, ScoringCard, Season
from engine.cartographers.effects import EffectTiming
from engine.cartographers.errors import Refusal
from engine.cartographers.events import Chosen, Definition, Drawn, SeasonScore
from engine.cartographers.geometry import Mask
from engine.cartographers.placement import Offer
from engine.cartographers.position import Outcome, Position
from engine.cartographers.rules import draw, effects
from engine.cartographers.rules.finish import standings
from engine.cartographers.skills import Skill
from engine.cartographers.state import ChoosePhase, DrawPhase, State
from engine.contract import RuleViolation, Seat, Standings, Viewer


@dataclass(frozen=True, slots=True)
class Desk:
    """Drawing that the open turn asks of a seat.

    `subject` is the owner of the board, `position` that before the turn, `offer` the allowed shapes, `answer` the
    seat's own answer or None.
    """

    subject: Seat
    position: Position
    offer: Offer
    answer: Drawn | None

    @property
    def board(self) -> Board:
        """Board before the turn."""
        return self.position.board


@dataclass(frozen=True, slots=True)
class SpaceChoice:
    """Choice that the open turn asks of a seat.

    `subject` is the owner of the board, `position` that before the turn, `targets` the spaces that the monster may
    take, `answer` the seat's own answer or None.
    """

    card: AmbushCard
    subject: Seat
    position: Position
    targets: Mask
    answer: Chosen | None

    @property
    def board(self) -> Board:
        """Board before the turn."""
        return self.position.board

    def outcome(self, space: Mask) -> Outcome:
        """Return the outcome of choosing one of the targets, given as a set of that space."""
        return effects.outcome_of_choice(self.card, self.position, space)


Task = Desk | SpaceChoice
"""Task of a seat in the open turn, answered or not."""


@dataclass(frozen=True, slots=True)
class View:
    """Game as one viewer may see it.

    Positions and scores are those of the last closed turn, and `latest` is what that turn drew on each board.

    `season` is 0-based. `column` holds the ids of the cards revealed this season, and `time` is the sum of their time
    values. `open` is the card being drawn, `destroyer` the monster for which spaces are being chosen, and `acting` the
    monsters (ids) that act after that choice, with the same one again if it takes several spaces.

    `awaited` says for each seat whether it owes an answer in the open turn, `drawn` whether it has given one. `held`
    is True if a drawing in practice mode waits for its seat to close the turn; that seat is then awaited.

    `revealed` holds the ids of the ambush and hero cards revealed in any season, in order, and `effects` those among
    them that act at season ends, each one or only the last. `task` is the viewer's own part in the open turn,
    or None for spectators and for seats that owe nothing.

    `skills` are those that the seats may use for explore cards. The seats in `peeked` have used one to look at the next
    card in the open turn. `next_card` is that card if the viewer is one of them, else None.

    `as_on_paper` is True if the viewer wants no figures of stars before a season is scored. The rules leave it False.
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
    acting: tuple[str, ...]
    positions: tuple[Position, ...]
    latest: tuple[Mask, ...]
    revealed: tuple[str, ...]
    effects: tuple[str, ...]
    awaited: tuple[bool, ...]
    drawn: tuple[bool, ...]
    held: bool
    scores: tuple[tuple[SeasonScore, ...], ...]
    task: Task | None
    over: bool
    standings: Standings
    as_on_paper: bool = False
    skills: tuple[Skill, ...] = ()
    peeked: tuple[Seat, ...] = ()
    next_card: DeckCard | None = None

    @property
    def desk(self) -> Desk | None:
        """Task, if it is to draw."""
        return self.task if isinstance(self.task, Desk) else None

    @property
    def choice(self) -> SpaceChoice | None:
        """Task, if it is to choose a space."""
        return self.task if isinstance(self.task, SpaceChoice) else None

    @property
    def owed(self) -> Task | None:
        """Task, if the viewer has not answered it yet."""
        return self.task if self.task and self.task.answer is None else None

    @property
    def boards(self) -> tuple[Board, ...]:
        """Boards by seat."""
        return tuple(position.board for position in self.positions)

    @property
    def coins(self) -> tuple[int, ...]:
        """Coins by seat."""
        return tuple(position.coins for position in self.positions)

    @property
    def seasons_to_come(self) -> tuple[Season, ...]:
        """Seasons not yet scored, including the current one."""
        return self.definition.seasons[len(self.scores) :]

    @property
    def next_season(self) -> Season | None:
        """Season that will be scored next, None after the last."""
        return next(iter(self.seasons_to_come), None)

    @property
    def monsters_to_act(self) -> tuple[AmbushCard, ...]:
        """Monsters that act at season ends to come, in order. Those that act only once, before the last scoring, are
        left out when they have acted.
        """
        monsters = tuple(card for id in self.effects if isinstance(card := self.card(id), AmbushCard))
        if self.destroyer is None or not self.destroyer.acts(EffectTiming.LAST_SCORING):
            return monsters
        return tuple(card for card in monsters if not card.acts(EffectTiming.LAST_SCORING) or card.id in self.acting)

    @property
    def monsters_about_to_act(self) -> tuple[AmbushCard, ...]:
        """Monsters that act after the open choice and before the next season begins, in order."""
        if self.destroyer is None or not self.destroyer.acts(EffectTiming.SEASON_END):
            return ()
        return tuple(card for id in self.acting if isinstance(card := self.card(id), AmbushCard))

    def total(self, seat: Seat) -> int:
        """Return a seat's stars in all scored seasons."""
        return sum(season[seat].total for season in self.scores)

    def losses(self, seat: Seat) -> int:
        """Return a seat's stars lost to monsters in all scored seasons."""
        return sum(season[seat].losses for season in self.scores)

    def card(self, card_id: str) -> DeckCard:
        """Return a card of the explore deck by id."""
        return self.definition.card(card_id)


def view(state: State, viewer: Viewer) -> View:
    """Return the game as a viewer may see it. Raises RuleViolation if the seat does not exist."""
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
        acting=state.phase.then.acting if isinstance(state.phase, ChoosePhase) else (),
        positions=state.positions,
        latest=state.latest,
        revealed=state.revealed,
        effects=state.effects,
        awaited=_awaited(state),
        drawn=tuple(drawing is not None for drawing in state.answers),
        held=state.held,
        scores=state.scores,
        task=None if viewer is None else _task(state, viewer),
        over=state.over,
        standings=standings(state),
        skills=state.skills,
        peeked=state.peeked,
        next_card=state.card(state.deck[0]) if viewer in state.peeked else None,
    )


def _awaited(state: State) -> tuple[bool, ...]:
    if state.held:
        return (True,)
    return tuple(answer is None and draw.must_answer(state, Seat(seat)) for seat, answer in enumerate(state.answers))


def _task(state: State, seat: Seat) -> Task | None:
    phase = state.phase
    if not isinstance(phase, DrawPhase | ChoosePhase) or not draw.must_answer(state, seat):
        return None
    subject = draw.subject(state, seat)
    position = state.positions[subject]
    if isinstance(phase, ChoosePhase):
        targets = effects.targets_of(state, phase.card, subject)
        return SpaceChoice(phase.card, subject, position, targets, phase.answers[seat])
    offer = draw.offer(state, position, seat)
    assert offer is not None, "a full board is asked nothing"
    return Desk(subject, position, offer, phase.answers[seat])
