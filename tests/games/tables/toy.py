"""The toy game on the site: its page, and the forms on it. `toy_urls` has the addresses that they are sent to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join

from engine.contract import Ask, Progress
from games.tables.game import Introduction, OptionsForm, Routes, Seated
from games.tables.loading import log, readable
from tests.games.tables.toy_rules import News, Setup, State, ToyRules


class ToyOptions(OptionsForm):
    turns = forms.IntegerField(min_value=1, max_value=99, initial=3)

    def options(self) -> dict[str, Any]:
        return {"turns": self.cleaned_data["turns"]}


_INTRODUCTION = Introduction("Call a number", "Whoever calls high wins.", "Play with numbers.", "A toy table.")
_ROUTES = Routes()


@dataclass(frozen=True)
class ToyGame:
    """How the toy stands on the site."""

    key: str = "toy"
    name: str = "Toy"
    rules: ToyRules = field(default_factory=ToyRules)
    seats: range = range(1, 13)
    options_form: type[OptionsForm] = ToyOptions
    options_template: str = "parts/_form_fields.html"

    introduction: Introduction = _INTRODUCTION
    poster_template: str = "parts/_compass.html"
    poster_style: str = ""
    routes: Routes = _ROUTES
    pieces_name: str = ""

    def poster(self) -> None:
        """A compass needs no telling."""

    def check_options(self, options: dict[str, Any]) -> None:
        if options.get("turns") == 13:
            raise ValidationError({"turns": "Thirteen is unlucky."})

    def describe(self, options: dict[str, Any]) -> list[str]:
        return [f"{options['turns']} turns"]

    def setup(self, options: dict[str, Any], seats: int) -> Setup:
        return Setup(options["turns"], options.get("calls", False))

    def setup_again(self, options: dict[str, Any], state: State) -> Setup:
        return state.setup

    def solo_options(self) -> dict[str, Any] | None:
        return {"turns": 3} if 1 in self.seats else None

    def phase_label(self, progress: Progress) -> str:
        return f"Turn {progress.turn}"

    def score_words(self, score: int) -> str:
        return f"{score} points"

    def page(self, request: HttpRequest, seated: Seated, refusal: str = "") -> HttpResponse:
        view = self.rules.view(seated.state, seated.seat)
        names = [seat.user.display_name for seat in seated.seats]
        events = log(seated.table, up_to=seated.number)
        told = [_told(entry.event, names) for entry in readable(self.rules, events, seated.seat, seated.state)]
        asks = [ask for ask in self.rules.asks(seated.state) if ask.seat == seated.seat]
        return HttpResponse(
            format_html(
                '<p id="toy">turn {} of {}: {}</p><p id="refusal">{}</p><ol>{}</ol>{}',
                *(view.turn, ", ".join(names), view.mine, refusal),
                format_html_join("", "<li>{}</li>", ([one] for one in told)),
                format_html_join("", "{}", ([_form(seated, ask)] for ask in asks)),
            )
        )


def _told(news: News, names: list[str]) -> str:
    who = "" if news.seat is None else f"{names[news.seat]} "
    return f"{who}{news.kind}" + ("" if news.number is None else f" {news.number}")


def _form(seated: Seated, ask: Ask) -> str:
    """What a seat does about an ask, "" for nothing: answer it, or take the answer back."""
    if ask.answered and not ask.withdrawable:
        return ""
    what = "take-back" if ask.answered else "answer"
    hidden = format_html('<input name="command_id" value="{}">', uuid4())
    return format_html(
        '<form method="post" action="/tables/{}/{}/{}/{}">{}</form>',
        *(seated.table.code, what, ask.turn, ask.kind, hidden),
    )


TOY = ToyGame()
