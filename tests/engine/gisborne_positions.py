"""Positions of Gisborne for tests of the engine: a table of which the test says what matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from engine.contract import Ask, RuleViolation, Seat
from engine.gisborne import RULES, Definition, Discard, Give, Keep, Lay, TakeBack, gisborne, parse_cards
from engine.gisborne.cards import Face
from engine.gisborne.events import Event
from engine.gisborne.rules.rounds import begin_round
from engine.gisborne.state import Chest, State
from engine.gisborne.way import Way
from engine.randomness import SEED_BYTES, Shuffler
from engine.runner import advance

EventT = TypeVar("EventT", bound=Event)

T = (
    *("twin_hamlets", "rope_bridge", "howling_dell", "double_ford", "peat_basin"),
    *("gorge_span", "silver_ford", "stony_den", "reed_mire"),
)
"""Path tiles of the examples: viewpoints 5 10 20 26 34 42 50 53 59 71, villages 8 12, swamps 38 41 67 68, wolves 25
27 61 63, bridges 18 to 22 and 45 to 49, rivers behind 30 34 54, the last field 76."""
T_CHIPS = (2, 3, 1, 2, 3, 1, 2, 3, 2)


def seats(letters: str) -> tuple[Seat, ...]:
    """Return the seats A, B, C, ... of letters."""
    return tuple(Seat("ABCDE".index(letter)) for letter in letters)


class Table:
    """Table that goes on from a position as a round begins.

    `pawns` are the fields of A, B, C, ... (0: the bar). `hands` are as `parse_cards` reads them. Tiles lie there up to
    the one that the foremost pawn stands on, or all of them with `whole`. `chips` are those on fields.
    """

    def __init__(
        self,
        pawns: Iterable[int],
        hands: Iterable[str],
        *,
        chips: dict[int, int] | None = None,
        chests: Iterable[tuple[int, ...]] = (),
        pile: int | None = None,
        discards: str = "",
        whole: bool = False,
        path: tuple[str, ...] = T,
        box: Definition | None = None,
    ) -> None:
        at, held = tuple(pawns), tuple(map(parse_cards, hands))
        definition = box or gisborne()
        way, laid = Way().join(definition.start), 0
        while laid < len(path) and (whole or way.last < max(at)):
            way, laid = way.join(definition.tiles[path[laid]]), laid + 1
        if whole:
            way = way.join(definition.end)
        rest = list((Counter(definition.cards) - Counter(card for hand in held for card in hand)).elements())
        off = parse_cards(discards)
        for card in off:
            rest.remove(card)
        won = (*chests, *[()] * len(at))
        # Cards that are nowhere else are in the chest of the first seat.
        put_away = () if pile is None else tuple(rest[pile:])
        state = State(
            definition=definition,
            seats=len(at),
            stack=path[laid:],
            chip_pile=T_CHIPS[laid:],
            way=way,
            on_way=chips or {},
            beach_chip=definition.beach_chip,
            bar=tuple(Seat(seat) for seat in range(len(at))),
            at=at,
            pile=tuple(rest if pile is None else rest[:pile]),
            discards=off,
            hands=held,
            chests=tuple(Chest(put_away if seat == 0 else (), won[seat]) for seat in range(len(at))),
            draws=(0,) * len(at),
        )
        self.rng = Shuffler(bytes(SEED_BYTES))
        self.events: list[Event] = []
        self.state = RULES.evolve(state, begin_round(state))
        self._run()

    def _run(self) -> None:
        while event := RULES.next_event(self.state, self.rng):
            self.events.append(event)
            self.state = RULES.evolve(self.state, event)

    def _do(self, command: Lay | TakeBack | Discard | Give | Keep) -> None:
        run = advance(RULES, self.state, command, self.rng)
        self.events, self.state = self.events + run.events, run.state

    def ask(self, letter: str) -> Ask:
        """Return the ask of a seat."""
        (seat,) = seats(letter)
        (ask,) = [ask for ask in RULES.asks(self.state) if ask.seat == seat]
        return ask

    def asked(self) -> str:
        """Return the letters of the seats that have to answer."""
        return "".join("ABCDE"[ask.seat] for ask in RULES.asks(self.state) if not ask.answered)

    def lay(self, **plays: str) -> None:
        """Lay plays by letter, in the given order, such as `A="s3 s2"` or `B="tent b1"`."""
        for letter, play in plays.items():
            cards = parse_cards(play.removeprefix("tent"))
            (seat,) = seats(letter)
            self._do(Lay(seat, self.state.round.number, cards, tent=play.startswith("tent")))

    def take_back(self, letter: str) -> None:
        self._do(TakeBack(self.ask(letter).seat, self.ask(letter).id))

    def discard(self, letter: str, cards: str) -> None:
        self._do(Discard(self.ask(letter).seat, self.ask(letter).id, parse_cards(cards)))

    def give(self, letter: str, value: int) -> None:
        self._do(Give(self.ask(letter).seat, self.ask(letter).id, value))

    def keep(self, **chests: int) -> None:
        for letter, number in chests.items():
            self._do(Keep(self.ask(letter).seat, self.ask(letter).id, number))

    def at(self, letter: str) -> int:
        return self.state.at[seats(letter)[0]]

    def hand(self, letter: str) -> tuple[Face, ...]:
        return self.state.hands[seats(letter)[0]]

    def chips(self, letter: str) -> tuple[int, ...]:
        return self.state.chests[seats(letter)[0]].chips

    def happened(self, kind: type[EventT]) -> list[EventT]:
        return [event for event in self.events if isinstance(event, kind)]

    def refusal(self, **plays: str) -> list[str]:
        """Return the codes with which a play is refused."""
        try:
            self.lay(**plays)
        except RuleViolation as refused:
            return [reason.code for reason in refused.reasons]
        return []


def with_switches(**switches: object) -> Definition:
    """Return the box with other switches."""
    return replace(gisborne(), **switches)
