"""The toy game on the site: its page, and the forms on it. `toy_urls` has the addresses that they are sent to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine.contract import Progress, Seat
from engine.records import Record
from games.play.game import Glimpse
from games.play.line import Entry
from games.play.record_check import Finding, check_record
from games.play.summary_keys import GameSummary, Kind
from games.tables.game import Introduction, Options, OptionsForm, Routes, Seated, SetupQuestion
from games.tables.log.state import Logged, fold
from games.tables.models import Table
from tests.games.tables import toy_pages
from tests.games.tables.toy_rules import Event, Setup, State, ToyRules


class ToyOptions(OptionsForm):
    turns = forms.IntegerField(min_value=1, max_value=99, initial=3)

    def options(self) -> dict[str, Any]:
        return {"turns": self.cleaned_data["turns"]}


_INTRODUCTION = Introduction("Call a number", "Whoever calls high wins.", "Play with numbers.", "A toy table.")
_ROUTES = Routes()
LONG = 9
"""Turns of which a long game has more."""


@dataclass(frozen=True)
class ToyGame:
    """How the toy stands on the site."""

    key: str = "toy"
    name: str = "Toy"
    rules: ToyRules = field(default_factory=ToyRules)
    seats: range = range(1, 13)
    options_form: type[OptionsForm] = ToyOptions
    options_template: str = "parts/_form_fields.html"
    more_template: str = ""

    introduction: Introduction = _INTRODUCTION
    poster_template: str = "parts/_compass.html"
    poster_style: str = ""
    inks_template: str = ""
    routes: Routes = _ROUTES
    pieces_name: str = ""
    sets: tuple[tuple[str, str], ...] = (("short", "Short games"), ("long", "Long games"))

    def poster(self) -> None:
        """A compass needs no telling."""

    def check_options(self, options: dict[str, Any], seats: int = 1) -> None:
        if options.get("turns") == 13:
            raise ValidationError({"turns": "Thirteen is unlucky."})

    def describe(self, options: dict[str, Any]) -> list[str]:
        return [f"{options['turns']} turns"]

    def set_of(self, options: dict[str, Any]) -> str:
        return "long" if options.get("turns", 0) > LONG else "short"

    def set_fields(self, key: str) -> dict[str, Any]:
        return {"turns": LONG + 1 if key == "long" else 3}

    def setup(self, options: dict[str, Any], seats: int) -> Setup:
        return Setup(options["turns"], options.get("calls", False))

    def setup_again(self, options: dict[str, Any], state: State) -> Setup:
        return state.setup

    def setup_questions(self, options: Mapping[str, Any]) -> Sequence[SetupQuestion]:
        choices = (("3", "Three"), ("4", "Four"))
        return (SetupQuestion("turns", "Turns", choices, "How long the game is."),) if options.get("asks") else ()

    def settle(self, options: Options, answers: Sequence[Mapping[str, str]], chance: Random) -> Options:
        votes = sorted(answer["turns"] for answer in answers if answer.get("turns"))
        return {**options, "turns": int(votes[-1])} if votes else options

    def clear_decisions(self, options: Options) -> Options:
        return options

    def solo_options(self) -> dict[str, Any] | None:
        return {"turns": 3} if 1 in self.seats else None

    def phase_label(self, progress: Progress) -> str:
        return f"Turn {progress.turn}"

    def score_words(self, score: int) -> str:
        return f"{score} points"

    def picture(self, state: State, seat: Seat) -> SafeString:
        return format_html('<svg class="toy-picture"><title>{}</title></svg>', f"{state.stars[seat]} stars")

    def notation(self, state: State, seat: Seat) -> str:
        return f"{state.stars[seat]}*"

    def missed(self, state: State, seat: Seat, names: Sequence[str], events: Sequence[Event]) -> list[str]:
        news = [self.rules.visible(event, seat, state) for event in events]
        ended = ["It has ended."] if any(one and one.kind == "ended" for one in news) else []
        picked = [one for one in news if one and one.kind == "picked" and one.seat not in {None, seat}]
        return [*ended, *(f"{names[one.seat or 0]} picked {one.number}." for one in picked)]

    def public_pages(self) -> tuple[str, ...]:
        return ()

    def cover_picture(self, over: str, title: str, lines: Sequence[str], beside: Seated | None = None) -> str:
        drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><text>{}</text></svg>'
        return format_html(drawing, " ".join([over, title, *lines]))

    def shared_picture(self, seated: Seated, turn: int | None) -> str | None:
        return None

    def glimpse(self, table: Table, log: Sequence[Logged[Event]], turn: int, seat: Seat) -> Glimpse | None:
        state: State = fold(self.rules, self.rules.initial, [entry.event for entry in log if entry.turn <= turn])
        if not 1 <= turn <= state.turn or seat >= state.seats:
            return None
        return Glimpse("Numbers", self.picture(state, seat))

    page = staticmethod(toy_pages.page)
    table = staticmethod(toy_pages.table)
    turn = staticmethod(toy_pages.turn)
    why = staticmethod(toy_pages.why)
    refusals = staticmethod(toy_pages.refusals)
    read = staticmethod(toy_pages.read)
    news = staticmethod(toy_pages.news)

    def entries(self) -> tuple[Entry, ...]:
        return toy_pages.ENTRIES

    def kinds(self) -> tuple[Kind, ...]:
        return (Kind("turns", "Length", "Lengths", (("3", "three turns"), ("12", "twelve turns")), chosen=True),)

    def piece_url(self, kind: str, key: str) -> str:
        return ""

    def board_picture(self, code: str, seat: Seat) -> None:
        """A number needs no picture."""

    def title_name(self, code: str) -> str:
        return code.capitalize()

    def summary(self, table: Table, state: State) -> GameSummary:
        return GameSummary((("turns", str(state.setup.turns)),))

    def findings(self, record: Record[Event]) -> list[Finding]:
        held = check_record(self.rules, record)
        turns = sum(event.kind == "revealed" for event in record.events)
        return [
            *held.beginning(),
            *(held.order(label, "The numbers") for label in held.verification.shuffled),
            *(list(held.faults()) or [Finding(True, f"The picks of {turns} turns are allowed.")]),
        ]


TOY = ToyGame()
