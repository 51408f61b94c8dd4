"""Feats in Cartographers: what somebody did with their map that few games have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from django.utils.translation import gettext_lazy as _

from engine.cartographers.cards import AmbushCard
from engine.cartographers.effects import EffectTiming
from engine.cartographers.events import Event, MonstersWalkedIn, MonsterWalkedIn, TurnClosed
from engine.cartographers.game import RULES
from engine.cartographers.geometry import COLUMNS, ROWS, Mask, neighbours
from engine.cartographers.position import Position
from engine.cartographers.state import DrawPhase, State
from engine.cartographers.terrain import Feature
from engine.contract import Seat
from games.play.feats import FeatKind, Feats, FoundFeat
from games.tables.log.state import DecodedEvent

GOLDEN: Final = 40
"""Stars of a season that are a feat."""
_EARLY: Final = 2
"""Number of seasons within which it is a feat to fill all ruins."""
_LINES: Final = 2
"""Number of full rows, and of full columns, that are a feat."""

_CLOSING: Final = TurnClosed | MonsterWalkedIn | MonstersWalkedIn

REWARD_SHUT_IN, SHUT_IN, MOUNTAINS, RUINS = "reward_shut_in", "shut_in", "mountains", "ruins"
COINS, CROSS, SEASON, UNHARMED = "coins", "cross", "season", "unharmed"
_KINDS: Final = (
    FeatKind(
        REWARD_SHUT_IN,
        _("Dragon shut in"),
        _("A monster that pays coins when surrounded had no empty space next to it on the turn it came."),
    ),
    FeatKind(SHUT_IN, _("Monster shut in"), _("A monster had no empty space next to it on the turn it came.")),
    FeatKind(UNHARMED, _("A year without losses"), _("Monsters came, but cost no star in any season.")),
    FeatKind(SEASON, _("Golden season"), _("A season of 40 stars or more.")),
    FeatKind(COINS, _("Full coin track"), _("Every space of the coin track filled.")),
    FeatKind(MOUNTAINS, _("All mountains"), _("Every mountain surrounded.")),
    FeatKind(RUINS, _("Early ruins"), _("Every ruins space filled within the first two seasons.")),
    FeatKind(CROSS, _("Crossroads"), _("Two full rows and two full columns at the same time.")),
)


def find_feats(log: Sequence[DecodedEvent[Event]]) -> Iterator[FoundFeat]:
    """Yield the feats of all seats in the events of a finished game."""
    state, done, turn = RULES.initial, set[tuple[Seat, str]](), 0
    for number, entries in groupby(log, lambda entry: entry.turn):
        before = state
        for entry in entries:
            open_state, state = state, RULES.evolve(state, entry.event)
            if isinstance(entry.event, _CLOSING):
                yield from _shut_in(open_state, state, number)
        turn = number
        yield from _reached(before, state, number, done)
        yield from _golden(before, state, number)
    yield from _unharmed(state, turn)


def _shut_in(before: State, after: State, turn: int) -> Iterator[FoundFeat]:
    """Yield the monsters of a closing turn that cost nothing from the start."""
    if not isinstance(before.phase, DrawPhase) or not isinstance(before.phase.card, AmbushCard):
        return
    kind = REWARD_SHUT_IN if before.phase.card.acts(EffectTiming.SURROUNDED) else SHUT_IN
    for seat, (old, new) in enumerate(zip(before.positions, after.positions, strict=True)):
        came = _layer(new, Feature.MONSTER) & ~_layer(old, Feature.MONSTER)
        if came and not neighbours(came) & new.board.empty:
            yield FoundFeat(Seat(seat), kind, turn)


def _reached(before: State, after: State, turn: int, done: set[tuple[Seat, str]]) -> Iterator[FoundFeat]:
    """Yield what the maps have reached for the first time; a map that begins with it reaches nothing."""
    is_start = not before.positions
    for index, position in enumerate(after.positions):
        if not is_start and before.positions[index] == position:
            continue
        for kind in _kinds_reached(position, after.season):
            key = Seat(index), kind
            if key not in done:
                done.add(key)
                if not is_start:
                    yield FoundFeat(*key, turn)


def _kinds_reached(position: Position, season: int) -> Iterator[str]:
    board = position.board
    mountains, ruins = _layer(position, Feature.MOUNTAIN), _layer(position, Feature.RUINS)
    if mountains and board.surrounded_mountains() == mountains:
        yield MOUNTAINS
    if ruins and not board.empty_ruins and season < _EARLY:
        yield RUINS
    if position.track and position.coins == position.track:
        yield COINS
    if all(sum(line & board.filled == line for line in lines) >= _LINES for lines in (ROWS, COLUMNS)):
        yield CROSS


def _golden(before: State, after: State, turn: int) -> Iterator[FoundFeat]:
    for scores in after.scores[len(before.scores) :]:
        for seat, score in enumerate(scores):
            if score.total >= GOLDEN:
                yield FoundFeat(Seat(seat), SEASON, turn)


def _unharmed(state: State, turn: int) -> Iterator[FoundFeat]:
    for seat, position in enumerate(state.positions):
        came = bool(position.board.initials or _layer(position, Feature.MONSTER))
        if came and state.scores and not any(scores[seat].losses for scores in state.scores):
            yield FoundFeat(Seat(seat), UNHARMED, turn, is_whole=True)


def _layer(position: Position, feature: Feature) -> Mask:
    return position.board.layers[feature]


FEATS: Final = Feats(1, _KINDS, find_feats)
