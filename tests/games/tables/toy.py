"""The smallest game on the site: a page of parts of `games.play`, and the forms on it. It has no capabilities."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse

from engine.contract import RuleViolation
from games.accounts.access import HtmxHttpRequest, SignedInRequest
from games.play.absent_seats import away_part
from games.play.command_responses import CommandForm, command, form_response, malformed_response
from games.play.game import PlayedGame
from games.play.log import LogEntry, incident_log_lines, log_view, whole_log
from games.play.page_parts import Part, RenderingOptions, Templates, table_response
from games.play.record_check import fairness
from games.play.strip import Strip, open_rematch, player_statuses, strip
from games.play.visit import visit
from games.play.words import waiting_sentence
from games.tables.game import OptionsForm, Seated
from games.tables.game_urls import Urls
from games.tables.log.state import visible_entries
from games.tables.log.submit import Intent
from tests.games.tables.toy_rules import Kind, News, Pick, Setup, TakeBack, ToyRules


class ToyOptions(OptionsForm):
    turns = forms.IntegerField(min_value=1, max_value=99, initial=3)


class PickForm(CommandForm):
    number = forms.IntegerField(required=False)


class ToyGame(PlayedGame):
    key = "toy"
    name = "Toy"
    rules: ToyRules = ToyRules()
    seats = range(1, 13)
    options_form = ToyOptions
    urls = "tests.games.tables.toy.URLS"
    templates = Templates("toy/table.html", "toy/_table.html")

    def setup(self, options: dict[str, Any], seats: int) -> Setup:
        return Setup(options["turns"], options.get("calls", False))

    def refusals(self, violation: RuleViolation) -> str:
        return violation.code

    def table(self, request: HtmxHttpRequest, seated: Seated, shown: RenderingOptions) -> HttpResponse:
        context = self.context(request, seated, shown)
        return table_response(request, self.templates, self.parts(context), context, "on", shown)

    def context(self, request: HtmxHttpRequest, seated: Seated, shown: RenderingOptions) -> dict[str, Any]:
        state, url = seated.state, reverse("tables:table", args=[seated.table.code])
        visited = visit(request, seated, turn=state.turn, over=state.over, refusal=shown.refusal)
        page = {
            "name": seated.table.name,
            "code": seated.table.code,
            "strip": self.strip(seated),
            "visit": visited,
            "held": shown.step.get("number", ""),
            "state": f"turn {state.turn}: {self.rules.view(state, seated.seat).answer(seated.seat, Kind.PICK)}",
            "forms": [
                (f"{url}{'take-back' if ask.answered else 'answer'}/{ask.turn}/{ask.kind}", ask.answered, uuid4())
                for ask in self.rules.asks(state)
                if ask.seat == seated.seat and (not ask.answered or ask.withdrawable)
            ],
            "log": log_view(
                self.log_entries(seated), state.turn, url, over=state.over, incidents=incident_log_lines(seated)
            ),
            "fairness": fairness(seated, over=state.over),
        }
        page |= {
            name: getattr(visited, name) for name in ("deck_of", "fork", "practice", "give_up", "resign", "change_pace")
        }
        return {"page": page, "strip": page["strip"], "away": visited.away}

    def parts(self, context: dict[str, Any]) -> Iterator[Part]:
        yield Part("strip", "play/_strip.html")
        yield Part("refusal", "play/_refusal.html")
        yield away_part(context["away"])
        yield Part("desk", "toy/_desk.html")
        yield Part("log", "play/_log.html")

    def strip(self, seated: Seated, desk: str = "") -> Strip:
        owing = {ask.seat for ask in self.rules.asks(seated.state) if not ask.answered}
        awaited = [seat.index in owing for seat in seated.seats]
        states = ["picking" if waits else "" for waits in awaited]
        waiting = waiting_sentence([seat.shown_name for seat in seated.seats], awaited, seated.seat)
        sentence = "Pick a number." if seated.seat in owing else waiting or "The game is over."
        words = {"title": f"Turn {seated.state.turn}", "sentence": sentence, "announcement": sentence, "progress": ""}
        again, sitting = open_rematch(seated, over=seated.state.over), player_statuses(seated, awaited, states)
        return strip(seated, sitting, **words, desk=desk or str(seated.state.turn), again=again)

    def log_entries(self, seated: Seated) -> list[LogEntry]:
        news = visible_entries(self.rules, whole_log(seated), seated.seat, seated.state)
        return [LogEntry(entry.turn, self.words(entry.event, seated)) for entry in reversed(news)]

    def words(self, news: News, seated: Seated) -> str:
        name = "" if news.seat is None else f"{seated.seats[news.seat].shown_name} "
        return f"{name}{news.kind}" + ("" if news.number is None else f" {news.number}")


def answer(request: HttpRequest, code: str, kind: str, turn: int, what: str) -> HttpResponse:
    @command(PickForm, "toy")
    def view(request: SignedInRequest, code: str, turn: int, form: PickForm) -> HttpResponse:
        number, back = form.cleaned_data["number"], what == "take-back"
        if number is None and not back:
            return malformed_response(request, code, "toy")
        build = (lambda s: TakeBack(s, turn, Kind(kind))) if back else (lambda s: Pick(s, turn, number, Kind(kind)))
        return form_response(request, code, form, Intent("toy", lambda _: f"{kind}:{turn}", build, withdraws=back))

    return view(request, code, turn)


URLS = Urls(
    table_pages=[path(f"{what}/<int:turn>/<slug:kind>", answer, {"what": what}) for what in ("answer", "take-back")]
)
SMALL = ToyGame()
