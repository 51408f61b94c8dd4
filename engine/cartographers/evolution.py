"""State changes by event: no checks, no choices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard
from engine.cartographers.effects import EffectTiming
from engine.cartographers.events import (
    AmbushDeckShuffled,
    CardRevealed,
    ChoiceAsked,
    Chosen,
    Drawn,
    EdictsLaid,
    EffectPassed,
    Event,
    GameEnded,
    GameStarted,
    HeroDeckShuffled,
    MonstersActed,
    MonstersSpread,
    MonstersWalkedIn,
    MonsterWalkedIn,
    SeasonBegan,
    SeasonScored,
    SkillsOffered,
    SkillUsed,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.position import Outcome, starting
from engine.cartographers.state import (
    Between,
    BetweenCards,
    BetweenSeasons,
    ChoosePhase,
    DrawPhase,
    IndexedDefinition,
    OverPhase,
    State,
)
from engine.contract import Seat

_NOBODY_ACTS = BetweenCards()


def evolve(state: State, event: Event) -> State:
    """Return the state after an event, which must be the next in order."""
    match event:
        case CardRevealed():
            return _reveal(state, event)
        case TurnClosed():
            return _close(state)
        case Drawn() | Chosen():
            return _answer(state, event.seat, event)
        case TakenBack(turn, seat):
            return _answer(state, seat, None).but(retakes=(*state.retakes, (turn, seat)))
        case SkillUsed():
            return _peek(state, event)
        case MonsterWalkedIn():
            return _apply_outcomes(state, [(Seat(0), event.outcome)], _phase_after_card(state, state.open))
        case MonstersWalkedIn():
            return _apply_outcomes(state, _monster_outcomes(state, event), _phase_after_card(state, state.open))
        case SeasonScored(_, scores):
            return state.but(
                scores=(*state.scores, scores), phase=BetweenSeasons(_acting(state, EffectTiming.SEASON_END))
            )
        case ChoiceAsked(turn, card):
            phase = ChoosePhase(state.monster(card), (None,) * state.seats, _phase_after_monster(state, card))
            return state.but(turn=turn, phase=phase)
        case MonstersSpread() | MonstersActed():
            return _act(state, event)
        case EffectPassed(card):
            return state.but(phase=_phase_without_monster(state, card))
        case SeasonBegan():
            return _begin_season(state, event)
        case GameStarted() | EdictsLaid() | SkillsOffered() | AmbushDeckShuffled() | HeroDeckShuffled():
            return _set_up(state, event)
        case GameEnded():
            return state.but(phase=OverPhase())
        case _:
            assert_never(event)


def _set_up(
    state: State, event: GameStarted | EdictsLaid | SkillsOffered | AmbushDeckShuffled | HeroDeckShuffled
) -> State:
    match event:
        case GameStarted(definition, seats):
            position = starting(
                Board.of_sheet(definition.sheet),
                definition.coin_track,
                definition.ambushes,
                definition.sheet.landmark_coins,
            )
            return State(IndexedDefinition(definition), seats, positions=(position,) * seats, latest=(0,) * seats)
        case EdictsLaid(cards):
            return state.but(edicts=tuple(state.box.scoring[card] for card in cards))
        case SkillsOffered(skills):
            return state.but(skills=tuple(skill for skill in state.definition.skills if skill.id in skills))
        case AmbushDeckShuffled(deck):
            return state.but(ambush_deck=deck)
        case HeroDeckShuffled(deck):
            return state.but(hero_deck=deck)
        case _:
            assert_never(event)


def _begin_season(state: State, event: SeasonBegan) -> State:
    return state.but(
        phase=_NOBODY_ACTS,
        season=event.season,
        deck=event.deck,
        ambush_deck=state.ambush_deck[1:] if event.ambush else state.ambush_deck,
        hero_deck=state.hero_deck[1:] if event.hero else state.hero_deck,
        column=(),
        time=0,
        ruins_pending=False,
    )


def _reveal(state: State, event: CardRevealed) -> State:
    card = state.card(event.card)
    deck, column, time = state.deck[1:], (*state.column, event.card), state.time + card.time
    if isinstance(card, RuinsCard):
        return state.but(deck=deck, column=column, time=time, turn=event.turn, ruins_pending=True)
    phase = DrawPhase(card, (None,) * state.seats)
    state = state.but(deck=deck, column=column, time=time, turn=event.turn, phase=phase)
    if isinstance(card, ExploreCard):
        return state
    state = state.but(revealed=(*state.revealed, card.id))
    if isinstance(card, AmbushCard) and card.acts_later:
        return state.but(effects=(*state.effects, card.id))
    return state


def _answer(state: State, seat: Seat, answer: Drawn | Chosen | None) -> State:
    """Return the state with a seat's answer set or cleared."""
    phase = state.phase
    if isinstance(phase, DrawPhase):
        assert not isinstance(answer, Chosen), "spaces are not chosen while a card is drawn"
        answers = (*phase.answers[:seat], answer, *phase.answers[seat + 1 :])
        return state.but(phase=DrawPhase(phase.card, answers, phase.peeked))
    assert isinstance(phase, ChoosePhase), "nobody is asked between turns"
    assert not isinstance(answer, Drawn), "nothing is drawn while spaces are chosen"
    choices = (*phase.answers[:seat], answer, *phase.answers[seat + 1 :])
    return state.but(phase=ChoosePhase(phase.card, choices, phase.then))


def _peek(state: State, event: SkillUsed) -> State:
    """Return the state after a seat has paid for a look at the next card, which it keeps for the open turn."""
    phase, seat = state.phase, event.seat
    assert isinstance(phase, DrawPhase), "skills are used while a card is drawn"
    position = state.positions[seat]
    paid = position._replace(coins=position.coins - event.spent)
    positions = (*state.positions[:seat], paid, *state.positions[seat + 1 :])
    return state.but(positions=positions, phase=phase._replace(peeked=(*phase.peeked, seat)))


def _close(state: State) -> State:
    """Put the open turn's answers on the boards. Ruins stay pending until an explore card is drawn."""
    phase = state.phase
    if isinstance(phase, DrawPhase):
        pending = state.ruins_pending and not isinstance(phase.card, ExploreCard)
        return _apply_outcomes(state, _given(phase.answers), _phase_after_card(state, phase.card), pending)
    assert isinstance(phase, ChoosePhase), "only an open turn closes"
    return _apply_outcomes(state, _given(phase.answers), phase.then, state.ruins_pending)


def _given(answers: Iterable[Drawn | Chosen | None]) -> list[tuple[Seat, Outcome]]:
    return [(answer.subject, answer.outcome) for answer in answers if answer]


def _phase_after_card(state: State, card: ExploreCard | AmbushCard | HeroCard | None) -> BetweenCards:
    """Return the phase after a card is drawn, with the monsters that act at once or before the last scoring."""
    if isinstance(card, AmbushCard) and card.acts(EffectTiming.AT_ONCE):
        return BetweenCards(_steps(card))
    seasons = state.definition.seasons
    if state.effects and state.season == len(seasons) - 1 and state.time >= seasons[-1].threshold:
        return BetweenCards(_acting(state, EffectTiming.LAST_SCORING))
    return _NOBODY_ACTS


def _acting(state: State, timing: EffectTiming) -> tuple[str, ...]:
    """Return the monsters (ids) that act at a moment, each as often as it acts then."""
    monsters = map(state.monster, state.effects)
    return tuple(id for card in monsters if card.acts(timing) for id in _steps(card))


def _steps(card: AmbushCard) -> tuple[str, ...]:
    assert card.effect is not None, "it acts"
    return (card.id,) * card.effect.steps


def _phase_after_monster(state: State, card_id: str) -> Between:
    """Return the phase after a monster has acted once."""
    phase = state.phase
    assert isinstance(phase, Between), "monsters act between turns"
    assert phase.acting[:1] == (card_id,), "monsters act in order"
    return type(phase)(phase.acting[1:])


def _phase_without_monster(state: State, card_id: str) -> Between:
    """Return the phase after a monster has found no space, so that it acts no more."""
    phase = state.phase
    assert isinstance(phase, Between), "monsters act between turns"
    return type(phase)(tuple(card for card in phase.acting if card != card_id))


def _act(state: State, event: MonstersSpread | MonstersActed) -> State:
    return _apply_outcomes(state, _monster_outcomes(state, event), _phase_after_monster(state, event.card))


def _monster_outcomes(
    state: State, event: MonstersSpread | MonstersActed | MonstersWalkedIn
) -> list[tuple[Seat, Outcome]]:
    """Return the outcomes of one monster on all boards, with its initial."""
    initial = state.monster(event.card).initial
    outcomes = [growth.outcome._replace(initial=initial) for growth in event.growths]
    return [(Seat(owner), outcome) for owner, outcome in enumerate(outcomes)]


def _apply_outcomes(
    state: State, outcomes: Iterable[tuple[Seat, Outcome]], phase: Between, ruins_pending: bool | None = None
) -> State:
    """Return the state after outcomes on boards, each given with its owner, in the given next phase."""
    positions, latest = list(state.positions), [0] * state.seats
    for owner, outcome in outcomes:
        positions[owner] = positions[owner].after(outcome)
        latest[owner] = outcome.changed
    pending = state.ruins_pending if ruins_pending is None else ruins_pending
    return state.but(positions=tuple(positions), latest=tuple(latest), phase=phase, ruins_pending=pending)
