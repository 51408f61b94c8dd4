"""First turn of a one-click game, played on the home page before there is a game."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.events import Definition
from engine.cartographers.game import RULES
from engine.cartographers.geometry import EDGE, FULL, column_of, row_of, spaces
from engine.cartographers.notation import space_of
from engine.cartographers.rules.setup import Setup
from engine.cartographers.scoring.tally import stars
from engine.cartographers.state import State
from engine.cartographers.terrain import Feature, Terrain
from engine.cartographers.view import Desk
from engine.contract import RuleViolation, Seat
from engine.randomness import SEED_BYTES, Shuffler
from engine.runner import begin
from games.cartographers.cards.faces import ShapeDrawing, shape_drawing
from games.cartographers.desk.intents import draw_intent
from games.cartographers.desk.placement_state import Fields, Ghost, first_ghost, ghost_of
from games.cartographers.desk.placement_values import preview_data
from games.cartographers.map.boards import MapView, Marks, map_view
from games.cartographers.map.ink.drawing import ink_drawing
from games.cartographers.map.ink.outlines import UNIT, outline
from games.cartographers.reference.poster import example
from games.cartographers.setting_up import options
from games.cartographers.words.features import stars_of
from games.tables.introductions import FirstMove

CARD: Final = "orchard"
EDICT: Final = "sentinel_wood"
"""The first card is drawn as a forest, and the edict scores forests on the edge in the first season."""
_SPOT: Final = space_of("K6")
"""The space by which the page proposes a spot."""
_TURN: Final = 1
_MOST_TRIES: Final = 4_000
"""Maximum number of decks to shuffle. About one in a hundred begins as the page does."""


@dataclass(frozen=True, slots=True)
class OpeningView:
    """The map, the shape to drop on it, and the demonstration that is drawn over the map first.

    `fields` are sent along by the button that begins the game. `gain` is what the shape scores where it is, "" while it
    isn't placed where it fits. `turned` is the URL that rotates the shape, and `proposed` the one that puts it on a
    proposed spot, whose outline is `spot`. `earned` are the positions of the stars that the demonstration earns.
    """

    map: MapView
    fields: Fields
    gain: str
    shape: ShapeDrawing
    turned: str
    proposed: str
    data: dict[str, object]
    is_placed: bool
    demonstration: SafeString
    spot: str
    earned: tuple[tuple[int, int], ...]


def opening_view(query: QueryDict) -> OpeningView | None:
    """Return the first turn with the shape where a query has it; None if no deck can begin like this."""
    state = _example_state()
    if state is None:
        return None
    desk, edict = _desk(state), _edict(state)
    ghost = ghost_of(query, desk.offer)
    proposed = first_ghost(desk.offer).turned(1).turned(1).covering(_SPOT)
    forest = example().layers[Feature.FOREST] & EDGE
    marks = Marks(ghost=ghost.cells, terrain=ghost.terrain.word, legal=ghost.legal)
    return OpeningView(
        map=map_view(desk.board, _("Your first map"), marks, active=FULL),
        fields=ghost.fields,
        gain=_gain(desk, ghost, edict),
        shape=shape_drawing(ghost.orientation),
        turned=ghost.turned(1).query(),
        proposed=proposed.query(),
        data=preview_data(desk, ghost),
        is_placed=ghost.anchor is not None,
        demonstration=_demonstration(),
        spot=outline(proposed.cells, desk.board.filled),
        earned=tuple((column_of(where) * UNIT, row_of(where) * UNIT) for where in spaces(forest)),
    )


def first_move(query: QueryDict) -> FirstMove | None:
    """Return how to begin the game of the page: a seed whose deck fits, and the drawing if it is legal.

    None if the page did not show the first turn.
    """
    state = _example_state() if "anchor" in query else None
    seed = _find_seed(options.setup_of(options.defaults()), _random_seeds()) if state else None
    if state is None or seed is None:
        return None
    ghost = ghost_of(query, _desk(state).offer)
    return FirstMove(seed, draw_intent(_TURN, ghost.placement) if ghost.legal and ghost.placement else None)


def _example_state() -> State | None:
    """Return a game that begins as the page does, or None if the cards of the one-click game don't allow it."""
    try:
        setup = options.setup_of(options.defaults())
    except ValidationError:
        return None
    return _state_of(setup)


@lru_cache(4)
def _state_of(setup: Setup) -> State | None:
    seed = _find_seed(setup, _known_seeds()) if _is_possible(setup.definition) else None
    return begin(RULES, setup, 1, Shuffler(seed)).state if seed else None


def _is_possible(definition: Definition) -> bool:
    return CARD in {card.id for card in definition.explore} and EDICT in {card.id for card in definition.pool}


def _known_seeds() -> Iterator[bytes]:
    """Yield the same seeds every time, so that the page doesn't change. No game has them."""
    for number in range(_MOST_TRIES):
        yield hashlib.sha256(b"Carto, the home page, %d" % number).digest()


def _random_seeds() -> Iterator[bytes]:
    for _attempt in range(_MOST_TRIES):
        yield secrets.token_bytes(SEED_BYTES)


def _find_seed(setup: Setup, seeds: Iterable[bytes]) -> bytes | None:
    """Return the first seed whose game begins as the page does.

    Its other cards stay as random as in any game, because the seed is only chosen by what the page has shown.
    """
    try:
        return next((seed for seed in seeds if _fits(begin(RULES, setup, 1, Shuffler(seed)).state)), None)
    except RuleViolation:
        return None


def _fits(state: State) -> bool:
    due = state.definition.seasons[0].edicts
    return state.column == (CARD,) and EDICT in [state.edicts[letter.number].id for letter in due]


def _desk(state: State) -> Desk:
    """Return the desk of the first turn, where the shape can only be a forest."""
    desk = RULES.view(state, Seat(0)).desk
    assert desk is not None, "the first card is drawn"
    forest = replace(desk.offer.options[0], terrains=(Terrain.FOREST,))
    return replace(desk, offer=desk.offer._replace(options=(forest,)))


def _edict(state: State) -> ScoringCard:
    return next(card for card in state.edicts if card.id == EDICT)


def _gain(desk: Desk, ghost: Ghost, edict: ScoringCard) -> str:
    """Return what the drawing would score, "" if it isn't placed where it fits."""
    if not ghost.legal or ghost.placement is None:
        return ""
    after = desk.position.after(desk.position.drawing(desk.offer, ghost.placement))
    return stars_of(stars(edict, after.board) - stars(edict, desk.board))


def _demonstration() -> SafeString:
    return ink_drawing(_drawn_terrains(), 0, static("img/map.svg"))


@lru_cache(1)
def _drawn_terrains() -> Board:
    """Return the example without what is printed on its sheet."""
    printed = {Feature.MOUNTAIN, Feature.RUINS, Feature.WASTELAND, Feature.EDGE, Feature.FILLED, Feature.EMPTY}
    board = example()
    return Board.of_layers({feature: board.layers[feature] for feature in Feature if feature not in printed})
