"""Rounds of the examples, played by the engine from a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.contract import Ask, Seat
from engine.gisborne.cards import Cards, Face, parse_cards, sort_cards
from engine.gisborne.catalog import gisborne
from engine.gisborne.commands import Command, Discard, Give, Keep, Lay
from engine.gisborne.events import Event
from engine.gisborne.game import RULES
from engine.gisborne.rules.rounds import begin_round
from engine.gisborne.rules.setup import Setup
from engine.gisborne.state import NO_ROUND, Chest, State
from engine.gisborne.way import Way
from engine.randomness import Shuffler
from engine.runner import advance, begin, follow

PATH: Final = (
    *("twin_hamlets", "rope_bridge", "howling_dell", "double_ford", "peat_basin"),
    *("gorge_span", "silver_ford", "stony_den", "reed_mire"),
)
"""Path tiles of the examples in their order. Source: docs/gisborne.md, "Examples"."""
CHIPS: Final = (2, 3, 1, 2, 3, 1, 2, 3, 2)
"""Chips of the path tiles, likewise."""
TENT: Final = "tent"
_SPARE: Final = (Face.BRONZE_1,)
"""Hand of a seat that lays the tent alone; a tent with an empty hand would lie by itself."""


@dataclass(frozen=True, slots=True)
class Position:
    """Position in which a round begins, and the answers in it.

    `pawns` are the fields of the seats' pawns, 0 for the bar. `tiles` is the number of path tiles that lie; with all of
    them, so does the end tile. `chips` are those on the way by field, and `won` those in chests by seat. `plays` are
    cards by seat, with "tent" for the tent, or "" for an empty hand; the other seats lay the tent alone. `hands` are
    the cards left in hand, `discards` those for rivers, `given` the chips for wolves. `pile` is the number of cards in
    the pile, None for all that are nowhere else, and `discarded` that of the discards. `first` are tiles that come
    before those of `PATH`.
    """

    pawns: tuple[int, ...]
    plays: Mapping[int, str]
    tiles: int = 0
    chips: Mapping[int, int] = field(default_factory=dict)
    won: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    hands: Mapping[int, str] = field(default_factory=dict)
    discards: str = ""
    given: int = 0
    pile: int | None = None
    discarded: int = 0
    first: tuple[str, ...] = ()

    @property
    def path(self) -> tuple[str, ...]:
        """Path tiles in their order."""
        return (*self.first, *(tile for tile in PATH if tile not in self.first))

    def play_of(self, seat: int) -> tuple[Cards, bool]:
        """Return the cards of a seat's play, and True if the tent is with them."""
        words = self.plays.get(seat, TENT).split()
        return parse_cards(" ".join(word for word in words if word != TENT)), TENT in words

    def hand_of(self, seat: int) -> Cards:
        """Return the hand of a seat before it lays."""
        if self.plays.get(seat) == "":
            return ()
        cards, _tent = self.play_of(seat)
        return sort_cards((*cards, *parse_cards(self.hands.get(seat, "")))) or _SPARE


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """Events of a round, with the states before and after them.

    In the state `laid` the seats of `Position.plays` have laid, and the others have not.
    """

    before: State
    laid: State
    after: State
    events: tuple[Event, ...]


def play_round(position: Position) -> PlayedRound:
    """Play the round of a position to its end."""
    chance = Shuffler(bytes(32))
    before = _arrange(position, begin(RULES, Setup(gisborne()), len(position.pawns), chance).state)
    run = follow(RULES, before, begin_round(before), chance)
    events, state = run.events, run.state
    laid = state
    while state.round.number == 1 and (ask := next((ask for ask in RULES.asks(state) if not ask.answered), None)):
        run = advance(RULES, state, _answer(position, state, ask), chance)
        if ask.kind == "lay" and ask.seat in position.plays:
            laid = run.state
        events, state = events + run.events, run.state
    return PlayedRound(before, laid, state, tuple(events))


def _answer(position: Position, state: State, ask: Ask) -> Command:
    """Return the answer of a seat. In a scoring it takes one card into its hand, if it was dealt several."""
    match ask.kind:
        case "lay":
            cards, tent = position.play_of(ask.seat)
            return Lay(ask.seat, ask.turn, cards, tent=tent)
        case "river":
            return Discard(ask.seat, ask.id, parse_cards(position.discards))
        case "wolves":
            return Give(ask.seat, ask.id, position.given)
    scoring = state.round.scoring
    assert scoring is not None, "nothing else is asked"
    return Keep(ask.seat, ask.id, max(1, len(scoring.dealt[scoring.rank(ask.seat)]) - 1))


def _arrange(position: Position, state: State) -> State:
    """Return a game that has begun, before the first round, in a position."""
    box, seats = state.box, [Seat(seat) for seat in range(len(position.pawns))]
    laid = position.path[: position.tiles]
    tiles = (box.start.id, *laid, *((box.end.id,) if len(laid) == len(position.path) else ()))
    way = Way()
    for tile in tiles:
        way = way.join(box.tiles[tile])
    hands = tuple(position.hand_of(seat) for seat in seats)
    rest = sort_cards((Counter(box.cards) - Counter(card for hand in hands for card in hand)).elements())
    return state._replace(
        stack=position.path[position.tiles :],
        chip_pile=CHIPS[position.tiles :],
        aside=(),
        way=way,
        on_way=dict(position.chips),
        bar=tuple(seats),
        at=position.pawns,
        pile=rest[: position.pile],
        discards=sort_cards(rest[len(rest) - position.discarded :]),
        hands=hands,
        chests=tuple(Chest((), position.won.get(seat, ())) for seat in seats),
        round=NO_ROUND,
    )
