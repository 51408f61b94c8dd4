"""Random whole games that are consistent with a viewer's knowledge, for players that simulate the future.

The samples are those of a fair shuffler: all orders of the decks that agree with the view are equally likely. It
doesn't matter which hidden card is which, because nothing depends on a card before it is revealed. Sealed answers are
only known to be legal, so all legal ones are equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.cartographers.cards import AmbushCard, HeroCard
from engine.cartographers.commands import Choose, Draw
from engine.cartographers.effects import EffectTiming
from engine.cartographers.evolution import evolve
from engine.cartographers.geometry import spaces
from engine.cartographers.rules import draw, effects
from engine.cartographers.state import (
    BetweenCards,
    BetweenSeasons,
    ChoosePhase,
    DrawPhase,
    IndexedDefinition,
    OverPhase,
    Phase,
    State,
)
from engine.cartographers.unseen_deck import count_waiting_cards
from engine.cartographers.view import View
from engine.contract import Seat


def sample(view: View, rng: Random) -> State:
    """Return a random state that is consistent with everything the viewer knows.

    The rules can continue from this state. The same view and the same `rng` give the same state.

    `rng` draws the explore deck, the ambush and hero decks and the sealed answers of other seats, as the module
    docstring describes. A card that the viewer has looked at is not put on top of the deck, as no player that simulates
    the future looks at cards. Everything else is taken from the view. Take-backs are left out, as no view shows them,
    except the viewer's own take-backs before their current answer.

    To continue from the state, use a shuffler with a different seed than the game's: the game's seed would reproduce
    the true decks of later seasons. Raises ValueError if the view is of a moment at which no ask is open, unless the
    game is over.
    """
    definition = view.definition
    ambushes, ambush_deck = _hidden_cards(view, definition.ambushes, rng)
    heroes, hero_deck = _hidden_cards(view, definition.heroes, rng)
    returning = [*(card.id for card in definition.explore), *(card.id for card in definition.ruins)]
    deck = [*(card for card in returning if card not in view.column), *ambushes, *heroes]
    rng.shuffle(deck)
    state = _known_state(view).but(deck=tuple(deck), ambush_deck=ambush_deck, hero_deck=hero_deck)
    return _add_answers(state, view, rng)


def _known_state(view: View) -> State:
    """Return the state known from a view, without decks or answers.

    Raises ValueError if `_phase` does.
    """
    return State(
        box=IndexedDefinition(view.definition),
        seats=view.seats,
        phase=_phase(view),
        edicts=view.edicts,
        season=view.season,
        column=view.column,
        time=view.time,
        ruins_pending=view.ruins_pending,
        turn=view.turn,
        revealed=view.revealed,
        effects=view.effects,
        positions=view.positions,
        latest=view.latest,
        scores=view.scores,
        skills=view.skills,
    )


def _hidden_cards(
    view: View, cards: Sequence[AmbushCard | HeroCard], rng: Random
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split unrevealed cards that come one per season: those in the explore deck, and those in their own deck, top
    first.
    """
    unrevealed = [card.id for card in cards if card.id not in view.revealed]
    rng.shuffle(unrevealed)
    count = count_waiting_cards(view, cards)
    return tuple(unrevealed[:count]), tuple(unrevealed[count:])


def _phase(view: View) -> Phase:
    """Return the phase before any answers. Raises ValueError if the view does not determine it."""
    nobody = (None,) * view.seats
    if view.open:
        return DrawPhase(view.open, nobody, view.peeked)
    if card := view.destroyer:
        between = BetweenSeasons if card.acts(EffectTiming.SEASON_END) else BetweenCards
        return ChoosePhase(card, nobody, between(view.acting))
    if view.over:
        return OverPhase()
    raise ValueError("nobody is asked, and the game is not over")


def _add_answers(state: State, view: View, rng: Random) -> State:
    """Add the viewer's own answer, and random ones of other seats that have answered."""
    for seat in map(Seat, range(view.seats)):
        if not view.drawn[seat]:
            continue
        own = view.task.answer if view.task and seat == view.viewer else None
        if own:
            state = state.but(retakes=((view.turn, seat),) * own.attempt)
        state = evolve(state, own or draw.answer(state, _random_answer(state, seat, rng)))
    return state


def _random_answer(state: State, seat: Seat, rng: Random) -> Draw | Choose:
    """Return a uniformly random legal answer of a seat to the open turn."""
    position = state.positions[draw.subject(state, seat)]
    if state.choice:
        return Choose(
            seat, state.turn, rng.choice(spaces(effects.targets_of(state, state.choice, draw.subject(state, seat))))
        )
    offer = draw.offer(state, position, seat)
    assert offer is not None, "who has answered had something to draw"
    return Draw(seat, state.turn, rng.choice(list(offer.placements())))
