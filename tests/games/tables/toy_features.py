"""The toy with every capability that a game can have, for the tests of those."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from random import Random
from typing import Any
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine.contract import Ask, ForkRules, Progress, RecordRules, RuleViolation, Seat
from engine.randomness import RecordedShuffler
from engine.records import Record
from games.accounts.access import HtmxHttpRequest
from games.play.absent_seats import away_key
from games.play.chart import Chart, ChartWords, chart
from games.play.explanations import BackLink, Figure, FigureQuery, ReasonView, Why, explanation_url
from games.play.game import (
    CommandLine,
    CommandReply,
    PlacementReply,
    Play,
    PlayReply,
    Reading,
    Statistics,
    TurnSummary,
    TypedLine,
)
from games.play.line import IN_HAND, CommandHelp, UnreadableCommand, line_view
from games.play.log import whole_log
from games.play.page_parts import Part, RenderingOptions, strip_response
from games.play.people import people
from games.play.record_check import Finding, check_record
from games.play.strip import Strip
from games.play.summary_keys import GameSummary
from games.play.summary_keys import PieceKind as PieceKind
from games.play.visit import pace_part
from games.play.words import fold_text
from games.tables.comparison import Comparison, ScoredTurn
from games.tables.daily import DailyDeal
from games.tables.game import CoverText, Options, Pictures, PlayerVotes, Seated, Sets, SetupQuestion, Sharing
from games.tables.introductions import Introduction, Poster
from games.tables.log.refusals import COMMAND_REFUSALS
from games.tables.log.state import DecodedEvent, apply_events, visible_entries
from games.tables.log.submit import Intent
from games.tables.models import Table
from tests.games.tables.toy import ToyGame
from tests.games.tables.toy_rules import EVENTS, KINDS, Event, Kind, Pick, Setup, State, TakeBack, ToyRules

# --- Rules -----------------------------------------------------------------------------------------------------------


def _decks(events: Sequence[Event]) -> dict[str, tuple[int, ...]]:
    return {"deck": tuple(events[0].data["deck"])} if events and events[0].kind == "began" else {}


def _start(events: Sequence[Event], rng: RecordedShuffler) -> list[Event]:
    match events[:1]:
        case [Event("began", {"seats": seats, "turns": turns, "calls": calls})]:
            return RULES.start(Setup(turns, calls), seats, rng)
        case _:
            return []


def _answer(state: State, event: Event) -> Event | None:
    match event:
        case Event(kind, {"seat": seat, "number": number}) if kind in EVENTS.values():
            return RULES.answer(state, Pick(seat, state.turn, number, KINDS[kind]))
        case Event("taken_back", {"seat": seat, "what": what}):
            return RULES.answer(state, TakeBack(seat, state.turn, Kind(what)))
        case _:
            return None


def _answer_alike(state: State, ask: Ask, event: Event) -> Event:
    return RULES.answer(state, Pick(ask.seat, ask.turn, event.data["number"], Kind(ask.kind)))


class FullRules(ToyRules):
    records = RecordRules(_decks, _start, _answer)
    forks = ForkRules(lambda _state, ask: ask.id, _answer_alike)


RULES = FullRules()

# --- Setup -----------------------------------------------------------------------------------------------------------

LONG = 9
"""Turns of which a long game has more."""


def _questions(options: Options) -> Sequence[SetupQuestion]:
    choices = (("3", "Three"), ("4", "Four"))
    return (SetupQuestion("turns", "Turns", choices, "How long the game is."),) if options.get("asks") else ()


def _settle(options: Options, answers: Sequence[Mapping[str, str]], _chance: Random) -> Options:
    votes = sorted(answer["turns"] for answer in answers if answer.get("turns"))
    return {**options, "turns": int(votes[-1])} if votes else options


# --- Pictures and statistics -----------------------------------------------------------------------------------------


def _picture(state: State, seat: Seat) -> SafeString:
    return format_html('<svg class="toy-picture"><title>{}</title></svg>', f"{state.stars[seat]} stars")


def _cover(text: CoverText, _seated: Seated | None) -> str:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><text>{}</text></svg>'
    names = [person.name for person in text.people]
    return format_html(drawing, " ".join([text.over, text.title, *text.lines, *names]))


def _summary(_table: Table, state: State) -> GameSummary:
    return GameSummary((("turns", str(state.setup.turns)),))


def _kinds() -> tuple[PieceKind, ...]:
    return (PieceKind("turns", "Length", "Lengths", (("3", "three turns"), ("12", "twelve turns")), chosen=True),)


def _scored_turns(_table: Table, entries: Sequence[DecodedEvent[Event]]) -> list[ScoredTurn]:
    picked = [entry.event.data["number"] for entry in entries if entry.event.kind == "picked"]
    sums = [sum(picked[:turn]) for turn in range(len(picked) + 1)]
    return [ScoredTurn(turn, f"Turn {turn}", sums[turn - 1], sums[turn]) for turn in range(1, len(sums))]


def _daily_options(key: str, _day: date) -> Options:
    if key not in ("short", "long"):
        raise ValidationError("There is no such set.")
    return {"turns": LONG + 1 if key == "long" else 3}


# --- Command line ----------------------------------------------------------------------------------------------------

ENTRIES = (
    CommandHelp("pick 5", "Gives an answer that is asked for."),
    CommandHelp("hold 5", "Takes a number in hand."),
    CommandHelp("back", "Takes the last answer back."),
    CommandHelp("stars", "Shows all players’ stars."),
)


def _read(line: TypedLine) -> Reading:
    match fold_text(line.text).split():
        case ["stars"]:
            stars = line.seated.state.stars
            return CommandReply(tuple(f"{person.name}: {stars[person.seat]}" for person in people(line.seated)))
        case ["hold", number] if number.isdigit():
            step = line.fields.copy()
            step["number"] = number
            return PlacementReply(step, (f"You hold {number}.",), held=True)
        case ["pick", number] if number.isdigit():
            return PlayReply(lambda turn: Play(_intent(turn, lambda seat: Pick(seat, turn, int(number)))))
        case ["back"]:
            return PlayReply(lambda turn: Play(_intent(turn, lambda seat: TakeBack(seat, turn), withdraws=True)))
        case _:
            raise UnreadableCommand("The toy does not know that.")


def _intent(turn: int, build: Any, *, withdraws: bool = False) -> Intent:
    return Intent("toy", lambda _: f"pick:{turn}", build, withdraws=withdraws)


def _news(seated: Seated, since: int) -> tuple[str, ...]:
    events = visible_entries(RULES, whole_log(seated), seated.seat, seated.state)
    return tuple(TOY.words(entry.event, seated) for entry in events if entry.number > since) or ("Nothing new.",)


# --- Game ------------------------------------------------------------------------------------------------------------

_REFUSALS = COMMAND_REFUSALS | {
    "late": "That turn is over.",
    "not_asked": "Nobody asks for this, or not any more.",
    "out_of_range": "Pick a number from {} to {}.",
    "picked_before": "You have picked {} already.",
    "stands": "That answer stands.",
}


class FullToy(ToyGame):
    rules: ToyRules = RULES
    introduction = Introduction("Call a number", "Whoever calls high wins.", "Play with numbers.", "A toy table.")
    poster = Poster("parts/_compass.html", lambda: None)
    sharing = Sharing(_cover, lambda _seated, _turn: None)
    pictures = Pictures(_picture)
    sets = Sets(
        lambda: (("short", "Short games"), ("long", "Long games")),
        lambda options: "long" if options.get("turns", 0) > LONG else "short",
        lambda key: {"turns": LONG + 1 if key == "long" else 3},
    )
    votes = PlayerVotes(_questions, _settle)
    line = CommandLine(lambda: ENTRIES, _read, _news)
    statistics = Statistics(_summary, _kinds, title_name=str.capitalize)
    daily = DailyDeal(
        "Daily map",
        "Daily map, %(day)s",
        ("short", "long"),
        lambda: (("short", "Short games"), ("long", "Long games")),
        _daily_options,
        lambda state, seat: (f"Sum {state.stars[seat]}",),
    )

    comparison = Comparison(lambda options: not options.get("calls"), _scored_turns)

    def check_options(self, options: Options, seats: int = 1) -> None:
        if options.get("turns") == 13:
            raise ValidationError({"turns": "Thirteen is unlucky."})

    def describe(self, options: Options) -> list[str]:
        return [f"{options['turns']} turns"]

    def setup_again(self, options: Options, state: State) -> Setup:
        return state.setup

    def solo_options(self) -> Options | None:
        return {"turns": 3} if 1 in self.seats else None

    def phase_label(self, progress: Progress) -> str:
        return f"Turn {progress.turn}"

    def score_words(self, score: int) -> str:
        return f"{score} points"

    def notation(self, state: State, seat: Seat) -> str:
        return f"{state.stars[seat]}*"

    def refusals(self, violation: RuleViolation) -> str:
        return str(_REFUSALS.get(violation.code, violation.code)).format(*violation.details)

    def missed(self, state: State, seat: Seat, names: Sequence[str], events: Sequence[Event]) -> list[str]:
        news = [self.rules.visible(event, seat, state) for event in events]
        ended = ["It has ended."] if any(one and one.kind == "ended" for one in news) else []
        picked = [one for one in news if one and one.kind == "picked" and one.seat not in {None, seat}]
        return [*ended, *(f"{names[one.seat or 0]} picked {one.number}." for one in picked)]

    def glimpse(self, table: Table, log: Sequence[DecodedEvent[Event]], turn: int, seat: Seat) -> TurnSummary | None:
        state: State = apply_events(RULES, RULES.initial, [entry.event for entry in log if entry.turn <= turn])
        if not 1 <= turn <= state.turn or seat >= state.seats:
            return None
        return TurnSummary("Numbers", _picture(state, seat))

    def findings(self, record: Record[Event]) -> list[Finding]:
        held = check_record(self.rules, record)
        turns = sum(event.kind == "revealed" for event in record.events)
        return [
            *held.beginning(),
            *(held.order(label, "The numbers") for label in held.verification.shuffled),
            *(list(held.faults()) or [Finding(True, f"The picks of {turns} turns are allowed.")]),
        ]

    def page(self, request: HtmxHttpRequest, seated: Seated) -> HttpResponse:  # type: ignore[override]
        """Return the strip alone if nothing else has changed."""
        if not request.htmx or "desk" not in request.GET:
            return super().page(request, seated)
        strip = strip_response(request, seated, self.strip(seated))
        return strip or self.table(request, seated, RenderingOptions(retarget=True))

    def strip(self, seated: Seated, desk: str = "") -> Strip:
        return super().strip(seated, self.desk_key(seated))

    def desk_key(self, seated: Seated) -> str:
        view = self.rules.view(seated.state, seated.seat)
        given = ".".join(f"{one.kind}{one.number}" for one in view.given)
        return f"{view.turn}.{given}{away_key(seated)}"

    def context(self, request: HtmxHttpRequest, seated: Seated, shown: RenderingOptions) -> dict[str, Any]:
        context = super().context(request, seated, shown)
        state, url = seated.state, reverse("tables:table", args=[seated.table.code])
        fields = (
            ("turn", str(state.turn)),
            ("command_id", str(uuid4())),
            (f"{IN_HAND}number", context["page"]["held"]),
        )
        context["page"] |= {
            "fields": () if seated.seat is None else fields,
            "stars": tuple(
                Figure(f"{stars}", f"{person.name}: {stars}", explanation_url(url, "now", person.seat, "stars"))
                for person, stars in zip(people(seated), state.stars, strict=True)
            ),
            "chart": _chart(seated) if state.over else None,
        }
        return {**context, "line": shown.line or line_view(seated.table.code, ENTRIES)}

    def parts(self, context: dict[str, Any]) -> Iterator[Part]:
        page = context["page"]
        yield Part("fields", "play/_line_fields.html")
        yield from super().parts(context)
        yield pace_part(page["visit"].pace)
        yield Part.of("stars", "toy/_stars.html", stars=page["stars"], chart=page["chart"])

    def why(
        self, request: HtmxHttpRequest, seated: Seated, query: FigureQuery, turn: int | None
    ) -> HttpResponse | None:
        seats = range(1, seated.state.seats + 1)
        if (query.when, query.part) != ("now", "stars") or query.seat not in seats or turn is not None:
            return None
        person, url = people(seated)[query.seat - 1], reverse("tables:table", args=[seated.table.code])
        events = [entry.event for entry in visible_entries(RULES, whole_log(seated), None, seated.state)]
        picked = [event for event in events if event.seat == person.seat and event.kind != "called"]
        reasons = tuple(ReasonView(f"{event.number} picked") for event in picked)
        why = Why(f"Stars of {person.name}", "In all.", (), reasons, None, "", BackLink("Back to the table", url))
        context = {"why": why, "name": seated.table.name, "url": request.path if request.htmx else ""}
        return render(request, "play/_explanation.html" if request.htmx else "play/explanation.html", context)


def _chart(seated: Seated) -> Chart:
    log, turns = whole_log(seated), range(1, seated.state.turn + 1)
    sums = [
        apply_events(RULES, RULES.initial, [entry.event for entry in log if entry.turn <= turn]).stars for turn in turns
    ]
    gained = [
        [after[seat] - before[seat] for before, after in zip([(0,) * len(sums[0]), *sums], sums, strict=False)]
        for seat in range(seated.state.seats)
    ]
    words = ChartWords("Stars by turns", "everybody stars", "Total stars", "Picker")
    return chart(people(seated), gained, [str(turn) for turn in turns], words)


TOY = FullToy()
