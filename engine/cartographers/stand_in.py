"""Stand-in: chooses the answers for an absent seat, and those of bots of each level.

The stand-in is the one-ply player. It uses only what the seat may know, and no randomness: the same view and ask give
the same answer. Ties between equally good choices are broken by the seat, the turn and the ask's `tie_key`, so that two
seats with equal views do not play alike.

A bot of the highest level plays the same way. The others draw shapes and monsters like people who are new to the game:
they leave no room for later shapes, a surveyor cares little about later seasons, and an apprentice draws for one edict
at a time. They choose spaces to destroy like the highest level.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from operator import itemgetter
from typing import Final, NamedTuple, assert_never

from engine.cartographers.cards import ScoringCard
from engine.cartographers.commands import Choose, Close, Command, Draw
from engine.cartographers.geometry import first
from engine.cartographers.placement import Offer
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.shortlist import rate_promising
from engine.cartographers.players.value import RatedPlacement
from engine.cartographers.position import Position
from engine.cartographers.trial_placements import Fits, PlacementFigures, ScoreCache, weigh_placements
from engine.cartographers.view import Desk, SpaceChoice, View
from engine.contract import Ask, Level
from engine.randomness import SEED_BYTES, Shuffler

_TIES: Final = Shuffler(bytes(SEED_BYTES))
"""Shuffler that breaks ties between equal choices. Its seed is public, because the stand-in's moves must not reveal
anything secret.
"""

_SURVEYOR_LATER: Final = 0.3
"""Weight of a star that is scored one season later, including the star of a coin, for a surveyor."""


class _Stakes(NamedTuple):
    """Weights for comparing placements, in stars.

    `stars` has one weight for each of `cards`, the cards that will be scored. `coin` is the weight of a coin.
    """

    cards: tuple[ScoringCard, ...]
    stars: tuple[float, ...]
    coin: float

    def worths(self, figures: PlacementFigures) -> list[float]:
        """Return the worth of each placement, computed from its figures."""
        worths = [self.coin * coins - lost for coins, lost in zip(figures.coins, figures.losses, strict=True)]
        for rate, stars in zip(self.stars, figures.stars, strict=True):
            worths = [worth + rate * earned for worth, earned in zip(worths, stars, strict=True)]
        return worths


def answer(view: View, ask: Ask, level: Level = Level.ROYAL) -> Command:
    """Return the command of the stand-in, or of a bot, for an open ask, computed from the view of its seat."""
    desk = view.owed
    if level is Level.ROYAL or view.held or not isinstance(desk, Desk):
        return OnePly().choose(view, ask)
    stakes = _stakes_of_one_edict(view) if level is Level.APPRENTICE else _stakes_of_a_surveyor(view)
    tries = ScoreCache()
    thorough = level is not Level.APPRENTICE
    rated = rate_promising(
        desk.offer, lambda offer, fits: list(_rate(desk.position, offer, stakes, tries, fits)), thorough=thorough
    )
    candidates = _TIES.shuffle(f"{ask.tie_key}:{ask.seat}:{ask.turn}", rated)
    choose = max if desk.subject == ask.seat else min
    return Draw(ask.seat, ask.turn, choose(candidates, key=itemgetter(0)).placement)


def first_legal(view: View, ask: Ask) -> Command:
    """Return the first legal answer, in the order of the offer or the spaces. For cheap play where quality does not
    matter.
    """
    if view.held:
        return Close(ask.seat, ask.turn)
    task = view.owed
    assert task is not None, "the ask is open"
    match task:
        case Desk(offer=offer):
            return Draw(ask.seat, ask.turn, next(offer.placements()))
        case SpaceChoice(targets=targets):
            return Choose(ask.seat, ask.turn, first(targets))
        case _:
            assert_never(task)


def _stakes_of_a_surveyor(view: View) -> _Stakes:
    """Return the weights of a surveyor, for whom stars of later seasons count little."""
    rates, coin = [0.0] * len(view.edicts), 0.0
    for later, season in enumerate(view.seasons_to_come):
        rate = _SURVEYOR_LATER**later
        coin += rate
        for edict in season.edicts:
            rates[edict.number] += rate
    scored = [number for number, rate in enumerate(rates) if rate]
    return _Stakes(tuple([view.edicts[number] for number in scored]), tuple([rates[number] for number in scored]), coin)


def _stakes_of_one_edict(view: View) -> _Stakes:
    """Return the weights of an apprentice, who looks at the edicts of the season in turn, at one in each turn."""
    due = [edict.number for season in view.seasons_to_come[:1] for edict in season.edicts]
    cards = (view.edicts[due[view.turn % len(due)]],) if due else ()
    return _Stakes(cards, (1.0,) * len(cards), 1.0)


def _rate(
    position: Position, offer: Offer, stakes: _Stakes, tries: ScoreCache, only: Fits | None
) -> Iterator[RatedPlacement]:
    """Yield the placements of an offer, or `only` some, with their worth."""
    for figures in weigh_placements(position, offer, stakes.cards, tries, only):
        yield from map(
            RatedPlacement, stakes.worths(figures), repeat(figures.option), repeat(figures.terrain), figures.fits
        )
