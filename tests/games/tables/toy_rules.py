"""The rules of the smallest game with every kind of answer: a card each turn, and a number picked by each seat, sealed
until all have picked. With calls a seat first calls a number aloud, for good, and then picks twice, one after another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from engine.contract import Ask, Progress, RuleViolation, Seat, Standing, Standings, Viewer
from engine.randomness import Recorded, Shuffler

SECRET = "canary"
"""Part of every picked number's stored form, to be looked for where it must not be."""


class Kind(StrEnum):
    """What is asked."""

    CALL = "call"
    PICK = "pick"
    AGAIN = "again"


_ANSWERED = {Kind.CALL: "called", Kind.PICK: "picked", Kind.AGAIN: "picked_again"}
_KINDS = {event: kind for kind, event in _ANSWERED.items()}
_GIVEN = {"seat": int, "number": int, "serial": int}
_FIELDS: dict[str, dict[str, type]] = {
    "began": {"seats": int, "turns": int, "calls": bool, "deck": list},
    "revealed": {"turn": int, "card": int},
    "called": _GIVEN,
    "picked": {**_GIVEN, "note": str},
    "picked_again": {**_GIVEN, "note": str},
    "taken_back": {"seat": int, "what": str},
    "ended": {},
}
"""What each kind of event holds."""


@dataclass(frozen=True, slots=True)
class Setup:
    turns: int
    calls: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """An answer of the open turn; `serial` counts all answers of the game from 0, those taken back included."""

    seat: Seat
    kind: Kind
    number: int
    serial: int


@dataclass(frozen=True, slots=True)
class State:
    seats: int = 0
    deck: tuple[int, ...] = ()
    turn: int = 0
    setup: Setup = Setup(0)
    given: tuple[Given, ...] = ()
    serial: int = 0
    open: frozenset[int] = frozenset()
    stars: tuple[int, ...] = ()
    over: bool = False

    def answer(self, seat: Viewer, kind: Kind) -> int | None:
        """The number that a seat has given in the open turn."""
        return next((one.number for one in self.given if (one.seat, one.kind) == (seat, kind)), None)

    @property
    def caller(self) -> Seat:
        """Who calls and picks twice in the open turn of a game with calls."""
        return Seat((self.turn - 1) % self.seats)


@dataclass(frozen=True, slots=True)
class Event:
    kind: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class News:
    """What may be read of an event: what happened, by whose doing, and the card or the number."""

    kind: str
    seat: Seat | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A game as one viewer may see it: `mine` and `again` are the viewer's own numbers."""

    turn: int
    card: int
    called: int | None
    mine: int | None
    again: int | None
    stars: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    seat: Seat
    turn: int
    number: int
    kind: Kind = Kind.PICK


@dataclass(frozen=True, slots=True)
class TakeBack:
    seat: Seat
    turn: int
    kind: Kind = Kind.PICK


class ToyRules:
    """The rules; see the module."""

    initial = State()

    def start(self, setup: Setup, seats: int, rng: Shuffler) -> list[Event]:
        if setup.turns > 90:
            raise RuleViolation("too_long")
        deck = rng.shuffle("deck", range(setup.turns))
        return [Event("began", {"seats": seats, "turns": setup.turns, "calls": setup.calls, "deck": list(deck)})]

    def answer(self, state: State, command: Pick | TakeBack) -> Event:
        if state.over or command.turn != state.turn:
            raise RuleViolation("late", behind=True)
        asks = (ask for ask in self.asks(state) if (ask.seat, ask.kind) == (command.seat, command.kind))
        ask = next(asks, None)
        if ask is None:
            raise RuleViolation("not_asked", behind=True)
        if isinstance(command, TakeBack):
            if not ask.answered:
                raise RuleViolation("nothing_to_take_back")
            if not ask.withdrawable:
                raise RuleViolation("stands")
            return Event("taken_back", {"seat": command.seat, "what": command.kind.value})
        return self._answered(state, ask, command)

    def _answered(self, state: State, ask: Ask, command: Pick) -> Event:
        if ask.answered:
            raise RuleViolation("answered", behind=True)
        if not 0 <= command.number <= 9:
            raise RuleViolation("out_of_range", ["0", "9"])
        if command.kind is Kind.AGAIN and command.number == state.answer(ask.seat, Kind.PICK):
            raise RuleViolation("picked_before", [str(command.number)])
        note = {} if command.kind is Kind.CALL else {"note": SECRET}
        data = {"seat": command.seat, "number": command.number, "serial": state.serial, **note}
        return Event(_ANSWERED[command.kind], data)

    def next_event(self, state: State, rng: Shuffler) -> Event | None:
        if state.over or any(not ask.answered for ask in self.asks(state)):
            return None
        if state.turn == state.setup.turns:
            return Event("ended")
        return Event("revealed", {"turn": state.turn + 1, "card": state.deck[state.turn]})

    def foregone(self, state: State) -> None:
        """Every number counts."""

    def evolve(self, state: State, event: Event) -> State:
        data = event.data
        match event.kind:
            case "began":
                seats, setup = data["seats"], Setup(data["turns"], data["calls"])
                return State(seats, tuple(data["deck"]), setup=setup, stars=(0,) * seats)
            case "revealed":
                return replace(self._closed(state), turn=data["turn"])
            case "taken_back":
                what = data["seat"], data["what"]
                return replace(state, given=tuple(one for one in state.given if (one.seat, one.kind) != what))
            case "ended":
                return replace(self._closed(state), over=True)
            case answered:
                kind, serial = _KINDS[answered], data["serial"]
                given = Given(data["seat"], kind, data["number"], serial)
                shown = state.open | {serial} if kind is Kind.CALL else state.open
                return replace(state, given=(*state.given, given), serial=serial + 1, open=shown)

    def _closed(self, state: State) -> State:
        """A state whose turn is over: its numbers are stars, and for all to see."""
        picks = [pick for pick in state.given if pick.kind is not Kind.CALL]
        stars = tuple(
            before + sum(pick.number for pick in picks if pick.seat == seat) for seat, before in enumerate(state.stars)
        )
        return replace(state, given=(), stars=stars, open=state.open | {pick.serial for pick in picks})

    def asks(self, state: State) -> tuple[Ask, ...]:
        if state.over or not state.turn:
            return ()
        turn, caller = state.turn, state.caller
        if state.setup.calls and state.answer(caller, Kind.CALL) is None:
            return (Ask(f"call:{turn}", caller, Kind.CALL, caller, turn),)
        picks = tuple(self._pick(state, Seat(seat), Kind.PICK) for seat in range(state.seats))
        twice = state.setup.calls and state.answer(caller, Kind.PICK) is not None
        return (*picks, self._pick(state, caller, Kind.AGAIN)) if twice else picks

    def _pick(self, state: State, seat: Seat, kind: Kind) -> Ask:
        """A pick can be taken back as long as its seat has not picked again."""
        return Ask(
            f"{kind}:{state.turn}",
            seat,
            kind,
            seat,
            state.turn,
            group=f"picks:{state.turn}",
            sealed=True,
            withdrawable=kind is Kind.AGAIN or state.answer(seat, Kind.AGAIN) is None,
            answered=state.answer(seat, kind) is not None,
        )

    def view(self, state: State, viewer: Viewer) -> View:
        mine, again = state.answer(viewer, Kind.PICK), state.answer(viewer, Kind.AGAIN)
        called = state.answer(state.caller, Kind.CALL)
        return View(state.turn, state.deck[state.turn - 1], called, mine, again, state.stars)

    def visible(self, event: Event, viewer: Viewer, state: State) -> News | None:
        match event:
            case Event("revealed", {"card": card}):
                return News("revealed", number=card)
            case Event("ended"):
                return News("ended")
            case Event("began"):
                return None
            case Event("taken_back", {"seat": seat}):
                return News("taken_back", seat) if seat == viewer else None
            case Event(kind, {"seat": seat, "number": number, "serial": serial}):
                return News(kind, seat, number) if seat == viewer or serial in state.open else None
            case _:
                raise AssertionError(event)

    def fallback(self, view: View, ask: Ask) -> Pick:
        """The lowest number that the seat may pick."""
        taken = view.mine if ask.kind == Kind.AGAIN else None
        return Pick(ask.seat, ask.turn, 1 if taken == 0 else 0, Kind(ask.kind))

    def standings(self, state: State) -> Standings:
        order = sorted(range(state.seats), key=lambda seat: -state.stars[seat])
        ranks = [1 + sum(other > state.stars[seat] for other in state.stars) for seat in order]
        return Standings(tuple(Standing(Seat(s), rank, state.stars[s]) for s, rank in zip(order, ranks, strict=True)))

    def progress(self, state: State) -> Progress:
        return Progress(state.turn, "over" if state.over else "picking", state.over)

    def encode(self, event: Event) -> tuple[str, dict[str, Any]]:
        return event.kind, event.data

    def decode(self, kind: str, data: dict[str, Any]) -> Event:
        if kind not in _FIELDS:
            raise ValueError(f'"{kind[:40]}" is no kind of event')
        for name, wanted in _FIELDS[kind].items():
            if not isinstance(data.get(name), wanted):
                raise ValueError(f"{kind}: {name}: is no {wanted.__name__}")
        if not all(isinstance(card, int) for card in data.get("deck", [])):
            raise ValueError("began: deck: must be numbers")
        if kind == "taken_back" and data["what"] not in set(Kind):
            raise ValueError("taken_back: what: is nothing that is asked")
        return Event(kind, data)

    def decks(self, events: Sequence[Event]) -> dict[str, tuple[int, ...]]:
        return {"deck": tuple(events[0].data["deck"])} if events and events[0].kind == "began" else {}

    def start_again(self, events: Sequence[Event], rng: Recorded) -> list[Event]:
        match events[:1]:
            case [Event("began", {"seats": seats, "turns": turns, "calls": calls})]:
                return self.start(Setup(turns, calls), seats, rng)
            case _:
                return []

    def question(self, state: State, ask: Ask) -> str:
        return ask.id

    def answer_alike(self, state: State, ask: Ask, event: Event) -> Event:
        return self.answer(state, Pick(ask.seat, ask.turn, event.data["number"], Kind(ask.kind)))

    def answer_again(self, state: State, event: Event) -> Event | None:
        match event:
            case Event("called" | "picked" | "picked_again" as kind, {"seat": seat, "number": number}):
                return self.answer(state, Pick(seat, state.turn, number, _KINDS[kind]))
            case Event("taken_back", {"seat": seat, "what": what}):
                return self.answer(state, TakeBack(seat, state.turn, Kind(what)))
            case _:
                return None
