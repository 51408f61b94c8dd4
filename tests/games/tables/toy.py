"""The smallest game with a sealed answer, a reveal and an end: a card each turn, and a number picked by each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html

from engine.contract import Ask, Progress, RuleViolation, Seat, Standing, Standings, Viewer
from engine.randomness import Recorded, Shuffler
from games.tables.game import OptionsForm, Seated

SECRET = "canary"
"""Part of every picked number's stored form, to be looked for where it must not be."""


@dataclass(frozen=True, slots=True)
class Setup:
    turns: int


@dataclass(frozen=True, slots=True)
class State:
    seats: int = 0
    deck: tuple[int, ...] = ()
    turn: int = 0
    turns: int = 0
    picks: tuple[tuple[int, int], ...] = ()
    stars: tuple[int, ...] = ()
    over: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    kind: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pick:
    seat: Seat
    turn: int
    number: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    seat: Seat
    turn: int


class ToyRules:
    """The rules; see the module."""

    initial = State()

    def start(self, setup: Setup, seats: int, rng: Shuffler) -> list[Event]:
        if setup.turns > 90:
            raise RuleViolation("too_long")
        deck = rng.shuffle("deck", range(setup.turns))
        return [Event("began", {"seats": seats, "turns": setup.turns, "deck": list(deck)})]

    def answer(self, state: State, command: Pick | TakeBack) -> Event:
        if state.over or command.turn != state.turn:
            raise RuleViolation("late", behind=True)
        answered = command.seat in dict(state.picks)
        if isinstance(command, TakeBack):
            if not answered:
                raise RuleViolation("nothing_to_take_back")
            return Event("taken_back", {"seat": command.seat})
        if answered:
            raise RuleViolation("answered", behind=True)
        if not 0 <= command.number <= 9:
            raise RuleViolation("out_of_range", ["A1"])
        return Event("picked", {"seat": command.seat, "number": command.number, "note": SECRET})

    def next_event(self, state: State, rng: Shuffler) -> Event | None:
        if state.over or (state.turn and len(state.picks) < state.seats):
            return None
        if state.turn == state.turns:
            return Event("ended")
        return Event("revealed", {"turn": state.turn + 1, "card": state.deck[state.turn]})

    def evolve(self, state: State, event: Event) -> State:
        data = event.data
        match event.kind:
            case "began":
                seats = data["seats"]
                return State(seats, tuple(data["deck"]), 0, data["turns"], (), (0,) * seats)
            case "revealed":
                return replace(state, turn=data["turn"], picks=(), stars=self._scored(state))
            case "picked":
                return replace(state, picks=(*state.picks, (data["seat"], data["number"])))
            case "taken_back":
                return replace(state, picks=tuple(pick for pick in state.picks if pick[0] != data["seat"]))
            case _:
                return replace(state, over=True, stars=self._scored(state))

    def _scored(self, state: State) -> tuple[int, ...]:
        picks = dict(state.picks)
        return tuple(stars + picks.get(seat, 0) for seat, stars in enumerate(state.stars))

    def asks(self, state: State) -> tuple[Ask, ...]:
        if state.over or not state.seats:
            return ()
        name, done = f"pick:{state.turn}", dict(state.picks)
        return tuple(
            Ask(name, Seat(seat), "pick", Seat(seat), name, state.turn, answered=seat in done)
            for seat in range(state.seats)
        )

    def view(self, state: State, viewer: Viewer) -> dict[str, Any]:
        mine = dict(state.picks).get(-1 if viewer is None else viewer)
        return {"turn": state.turn, "card": state.deck[state.turn - 1], "mine": mine, "stars": state.stars}

    def visible(self, event: Event, viewer: Viewer, state: State) -> Event | None:
        return event if event.kind == "revealed" else None

    def fallback(self, state: State, ask: Ask) -> Pick:
        return Pick(ask.seat, ask.turn, 0)

    def standings(self, state: State) -> Standings:
        order = sorted(range(state.seats), key=lambda seat: -state.stars[seat])
        ranks = [1 + sum(other > state.stars[seat] for other in state.stars) for seat in order]
        return Standings(tuple(Standing(Seat(s), rank, state.stars[s]) for s, rank in zip(order, ranks, strict=True)))

    def progress(self, state: State) -> Progress:
        return Progress(state.turn, "over" if state.over else "picking", state.over)

    def encode(self, event: Event) -> tuple[str, dict[str, Any]]:
        return event.kind, event.data

    def decode(self, kind: str, data: dict[str, Any]) -> Event:
        return Event(kind, data)

    def decks(self, events: Sequence[Event]) -> dict[str, tuple[int, ...]]:
        return {"deck": tuple(events[0].data["deck"])} if events and events[0].kind == "began" else {}

    def start_again(self, events: Sequence[Event], rng: Recorded) -> list[Event]:
        match events[:1]:
            case [Event("began", {"seats": seats, "turns": turns})]:
                return self.start(Setup(turns), seats, rng)
            case _:
                return []

    def answer_again(self, state: State, event: Event) -> Event | None:
        match event:
            case Event("picked", {"seat": seat, "number": number}):
                return self.answer(state, Pick(seat, state.turn, number))
            case Event("taken_back", {"seat": seat}):
                return self.answer(state, TakeBack(seat, state.turn))
            case _:
                return None


class ToyOptions(OptionsForm):
    turns = forms.IntegerField(min_value=1, max_value=99, initial=3)

    def options(self) -> dict[str, Any]:
        return {"turns": self.cleaned_data["turns"]}


@dataclass(frozen=True)
class ToyGame:
    """How the toy stands on the site."""

    key: str = "toy"
    name: str = "Toy"
    rules: ToyRules = field(default_factory=ToyRules)
    seats: range = range(1, 13)
    options_form: type[OptionsForm] = ToyOptions
    options_template: str = "parts/_form_fields.html"

    poster_template: str = "parts/_compass.html"
    learn_route: str = ""

    def poster(self) -> None:
        """A compass needs no telling."""

    def check_options(self, options: dict[str, Any]) -> None:
        if options.get("turns") == 13:
            raise ValidationError({"turns": "Thirteen is unlucky."})

    def describe(self, options: dict[str, Any]) -> list[str]:
        return [f"{options['turns']} turns"]

    def setup(self, options: dict[str, Any], seats: int) -> Setup:
        return Setup(options["turns"])

    def setup_again(self, options: dict[str, Any], state: State) -> Setup:
        return Setup(state.turns)

    def solo_options(self) -> dict[str, Any]:
        return {"turns": 3}

    def phase_label(self, progress: Progress) -> str:
        return f"Turn {progress.turn}"

    def page(self, request: HttpRequest, seated: Seated) -> HttpResponse:
        view = self.rules.view(seated.state, seated.seat)
        names = ", ".join(seat.user.display_name for seat in seated.seats)
        return HttpResponse(format_html('<p id="toy">turn {} of {}: {}</p>', view["turn"], names, view["mine"]))


TOY = ToyGame()
