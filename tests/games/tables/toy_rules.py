"""Rules of a small game: each seat picks a sealed number each turn; with calls, one seat first calls one aloud."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from engine.contract import Ask, Progress, Rules, RuleViolation, Seat, Standing, Standings, Viewer
from engine.randomness import Shuffler

SECRET = "canary"  # part of every picked number's stored form, to be looked for where it must not be


class Kind(StrEnum):
    CALL = "call"
    PICK = "pick"
    AGAIN = "again"


EVENTS = {Kind.CALL: "called", Kind.PICK: "picked", Kind.AGAIN: "picked_again"}
KINDS = {event: kind for kind, event in EVENTS.items()}
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


@dataclass(frozen=True, slots=True)
class Setup:
    turns: int
    calls: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """An answer of the open turn; `serial` counts all answers of the game, and `State.open` holds public ones."""

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
        return next((one.number for one in self.given if (one.seat, one.kind) == (seat, kind)), None)

    @property
    def caller(self) -> Seat:
        return Seat((self.turn - 1) % self.seats)


@dataclass(frozen=True, slots=True)
class Event:
    kind: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class News:
    kind: str
    seat: Seat | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    seat: Seat
    turn: int
    kind: Kind = Kind.PICK


@dataclass(frozen=True, slots=True)
class Pick:
    seat: Seat
    turn: int
    number: int
    kind: Kind = Kind.PICK


class ToyRules(Rules[Setup, State, Event, Pick | TakeBack, State, News]):
    initial = State()

    def start(self, setup: Setup, seats: int, rng: Shuffler) -> list[Event]:
        if setup.turns > 90:
            raise RuleViolation("too_long")
        deck = list(rng.shuffle("deck", range(setup.turns)))
        return [Event("began", {"seats": seats, "turns": setup.turns, "calls": setup.calls, "deck": deck})]

    def answer(self, state: State, command: Pick | TakeBack) -> Event:
        if state.over or command.turn != state.turn:
            raise RuleViolation("late", behind=True)
        asks = (ask for ask in self.asks(state) if (ask.seat, ask.kind) == (command.seat, command.kind))
        if (ask := next(asks, None)) is None:
            raise RuleViolation("not_asked", behind=True)
        if isinstance(command, TakeBack):
            if not ask.answered or not ask.withdrawable:
                raise RuleViolation("stands" if ask.answered else "nothing_to_take_back", behind=not ask.answered)
            return Event("taken_back", {"seat": command.seat, "what": command.kind.value})
        if ask.answered:
            raise RuleViolation("answered", behind=True)
        if not 0 <= command.number <= 9:
            raise RuleViolation("out_of_range", ["0", "9"])
        if command.kind is Kind.AGAIN and command.number == state.answer(ask.seat, Kind.PICK):
            raise RuleViolation("picked_before", [str(command.number)])
        note = {} if command.kind is Kind.CALL else {"note": SECRET}
        data = {"seat": command.seat, "number": command.number, "serial": state.serial, **note}
        return Event(EVENTS[command.kind], data)

    def next_event(self, state: State, rng: Shuffler) -> Event | None:
        if state.over or any(not ask.answered for ask in self.asks(state)):
            return None
        if state.turn == state.setup.turns:
            return Event("ended")
        return Event("revealed", {"turn": state.turn + 1, "card": state.deck[state.turn]})

    def evolve(self, state: State, event: Event) -> State:
        data = event.data
        match event.kind:
            case "began":
                setup, stars = Setup(data["turns"], data["calls"]), (0,) * data["seats"]
                return State(data["seats"], tuple(data["deck"]), setup=setup, stars=stars)
            case "revealed":
                return replace(self._closed(state), turn=data["turn"])
            case "taken_back":
                what = data["seat"], data["what"]
                return replace(state, given=tuple(one for one in state.given if (one.seat, one.kind) != what))
            case "ended":
                return replace(self._closed(state), over=True)
            case answered:
                given = Given(data["seat"], KINDS[answered], data["number"], data["serial"])
                shown = state.open | {given.serial} if given.kind is Kind.CALL else state.open
                return replace(state, given=(*state.given, given), serial=given.serial + 1, open=shown)

    def _closed(self, state: State) -> State:
        picks = [pick for pick in state.given if pick.kind is not Kind.CALL]
        gained = [sum(pick.number for pick in picks if pick.seat == seat) for seat in range(state.seats)]
        stars = tuple(map(sum, zip(state.stars, gained, strict=True)))
        return replace(state, given=(), stars=stars, open=state.open | {pick.serial for pick in picks})

    def asks(self, state: State) -> tuple[Ask, ...]:
        if state.over or not state.turn:
            return ()
        turn, caller, calls = state.turn, state.caller, state.setup.calls
        if calls and state.answer(caller, Kind.CALL) is None:
            return (Ask(f"call:{turn}", caller, Kind.CALL, caller, turn),)
        picks = tuple(self._pick(state, Seat(seat), Kind.PICK) for seat in range(state.seats))
        twice = calls and state.answer(caller, Kind.PICK) is not None
        return (*picks, self._pick(state, caller, Kind.AGAIN)) if twice else picks

    def _pick(self, state: State, seat: Seat, kind: Kind) -> Ask:
        turn, answered = state.turn, state.answer(seat, kind) is not None
        free = kind is Kind.AGAIN or state.answer(seat, Kind.AGAIN) is None
        return Ask(f"{kind}:{turn}", seat, kind, seat, turn, f"picks:{turn}", True, free, answered)

    def view(self, state: State, viewer: Viewer) -> State:
        shown = tuple(one for one in state.given if one.seat == viewer or one.serial in state.open)
        return replace(state, deck=state.deck[: state.turn], given=shown)

    def visible(self, event: Event, viewer: Viewer, state: State) -> News | None:
        match event:
            case Event("revealed", {"card": card}):
                return News("revealed", number=card)
            case Event("ended"):
                return News("ended")
            case Event("taken_back", {"seat": seat}) if seat == viewer:
                return News("taken_back", seat)
            case Event(kind, {"seat": seat, "number": number, "serial": serial}):
                return News(kind, seat, number) if seat == viewer or serial in state.open else None
        return None

    def fallback(self, view: State, ask: Ask) -> Pick:
        taken = view.answer(ask.seat, Kind.PICK) if ask.kind == Kind.AGAIN else None
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
        for name, expected in _FIELDS[kind].items():
            if not isinstance(data.get(name), expected):
                raise ValueError(f"{kind}: {name}: is no {expected.__name__}")
        if data.get("what", Kind.PICK) not in set(Kind) or {type(card) for card in data.get("deck", [])} - {int}:
            raise ValueError(f"{kind}: holds what it cannot")
        return Event(kind, data)
