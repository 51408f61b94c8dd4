"""The pages of the toy game, put together from `games.play` alone: that a game needs no other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from engine.contract import Ask, RuleViolation, Seat
from games.accounts.access import HtmxHttpRequest, SeeOther
from games.play.absent_seats import away_key, away_part
from games.play.chart import Chart, ChartWords, chart
from games.play.explanations import Back, Figure, FigureQuery, ReasonView, Why, why_address
from games.play.game import Act, CommandReply, PlacementReply, Play, Reading, Shown, TypedLine
from games.play.line import IN_HAND, Entry, Unread, line_view
from games.play.log import LogEntry, LogView, beside_game, log_view, turn_address, turn_name, whole_log
from games.play.page_parts import Part, Templates, part_html, strip_response, table_response
from games.play.people import people
from games.play.record_check import Fairness, fairness
from games.play.replay import Chapter, Mark, Replay, replay, replay_parts, turn_response
from games.play.strip import Strip, asked_again, sittings, strip
from games.play.visit import Visit, pace_part, visit
from games.play.words import folded, waiting_sentence
from games.tables.game import Seated
from games.tables.log.refusals import COMMAND_REFUSALS
from games.tables.log.state import fold, readable
from games.tables.log.submit import Intent
from games.tables.pages.post_game import DeckOrigin, ForkForm, ForkOrigin, fork_form
from tests.games.tables.toy_rules import Kind, News, Pick, State, TakeBack, ToyRules, View

RULES = ToyRules()
ENTRIES = (
    Entry("pick 5", "Gives an answer that is asked for."),
    Entry("hold 5", "Takes a number in hand."),
    Entry("back", "Takes the last answer back."),
    Entry("stars", "Shows all players’ stars."),
)
_REFUSALS = COMMAND_REFUSALS | {
    "late": "That turn is over.",
    "not_asked": "Nobody asks for this, or not any more.",
    "out_of_range": "Pick a number from {} to {}.",
    "picked_before": "You have picked {} already.",
    "stands": "That answer stands.",
}
TEMPLATES = Templates("toy/table.html", "toy/_table.html")
STRIP = Part("strip", "play/_strip.html")


@dataclass(frozen=True)
class Form:
    """How a seat answers an ask, or takes its answer back."""

    action: str
    command_id: str
    back: bool


@dataclass(frozen=True)
class Page:
    """The page of a table."""

    name: str
    code: str
    strip: Strip
    state: str
    forms: tuple[Form, ...]
    held: str
    fields: tuple[tuple[str, str], ...]
    stars: tuple[Figure, ...]
    chart: Chart | None
    log: LogView
    fairness: Fairness
    visit: Visit


@dataclass(frozen=True)
class TurnPage:
    """The page of a closed turn."""

    title: str
    name: str
    table: str
    replay: Replay
    lines: tuple[str, ...]
    fork: ForkForm | None
    css: str = ""


@dataclass(frozen=True)
class Log:
    """What stands under the table."""

    log: LogView
    fairness: Fairness
    deck_of: DeckOrigin | None
    fork: ForkOrigin | None
    give_up: str
    resign: str
    change_pace: str
    code: str


def _url(seated: Seated) -> str:
    return reverse("tables:table", args=[seated.table.code])


# --- The table -------------------------------------------------------------------------------------------------------


def page(request: HtmxHttpRequest, seated: Seated) -> HttpResponse:
    """The page, or its strip where that is all that has changed."""
    view = RULES.view(seated.state, seated.seat)
    if request.htmx and "desk" in request.GET:
        strip_view = _strip(seated)
        if request.GET["desk"] == _desk(view, seated):
            return strip_response(request, part_html(STRIP, {"strip": strip_view}, request))
        return table(request, seated, Shown(retarget=True))
    return table(request, seated, Shown(request.GET))


def table(request: HtmxHttpRequest, seated: Seated, shown: Shown) -> HttpResponse:
    """The table as it is."""
    view, line = _page(request, seated, shown), shown.line or line_view(seated.table.code, ENTRIES)
    context = {"page": view, "line": line, "strip": view.strip, "away": view.visit.away}
    return table_response(request, TEMPLATES, _parts(view), context, "over" if seated.state.over else "on", shown)


def _parts(page: Page) -> Iterator[Part]:
    yield Part("fields", "play/_line_fields.html")
    yield STRIP
    yield Part("refusal", "play/_refusal.html")
    yield away_part(page.visit.away)
    yield pace_part(page.visit.pace)
    yield Part("desk", "toy/_desk.html")
    yield Part.of("stars", "toy/_stars.html", stars=page.stars, chart=page.chart)
    visit = page.visit
    ways = visit.give_up, visit.resign, visit.change_pace
    log = Log(page.log, page.fairness, visit.deck_of, visit.fork, *ways, page.code)
    yield Part.of("log", "play/_log.html", page=log)


def _page(request: HtmxHttpRequest, seated: Seated, shown: Shown) -> Page:
    state, everybody, url = seated.state, people(seated), _url(seated)
    view, held = RULES.view(state, seated.seat), shown.step.get("number", "")
    mine = () if seated.seat is None else (("turn", str(state.turn)), ("command_id", str(uuid4())))
    labels = [(person, state.stars[person.seat], why_address(url, "now", person.seat, "stars")) for person in everybody]
    return Page(
        name=seated.table.name,
        code=seated.table.code,
        strip=_strip(seated),
        state=f"turn {view.turn} of {', '.join(person.name for person in everybody)}: {view.mine}",
        forms=tuple(_form(seated, ask) for ask in _open(seated)),
        held=held,
        fields=(*mine, (f"{IN_HAND}number", held)) if mine else (),
        stars=tuple(Figure(str(stars), f"{person.name}: {stars}", at) for person, stars, at in labels),
        chart=_chart(seated) if state.over else None,
        log=log_view(_entries(seated), state.turn, url, over=state.over, beside=beside_game(seated)),
        fairness=fairness(seated, over=state.over),
        visit=visit(request, seated, turn=state.turn, over=state.over, refusal=shown.refusal),
    )


def _strip(seated: Seated) -> Strip:
    view, owing = (
        RULES.view(seated.state, seated.seat),
        {ask.seat for ask in RULES.asks(seated.state) if not ask.answered},
    )
    awaited = [Seat(seat) in owing for seat in range(seated.state.seats)]
    doing = sittings(seated, awaited, ["picking" if waits else "" for waits in awaited])
    waiting = waiting_sentence([seat.shown_name for seat in seated.seats], awaited, seated.seat) or "The game is over."
    sentence = "Pick a number." if seated.seat is not None and awaited[seated.seat] else waiting
    again = asked_again(seated, over=seated.state.over)
    title = turn_name(seated.state.turn)
    return strip(
        seated, doing, title=title, sentence=sentence, said=sentence, progress="", desk=_desk(view, seated), again=again
    )


def _desk(view: View, seated: Seated) -> str:
    return f"{view.turn}.{view.called}.{view.mine}.{view.again}{away_key(seated)}"


def _open(seated: Seated) -> list[Ask]:
    asks = [ask for ask in RULES.asks(seated.state) if ask.seat == seated.seat]
    return [ask for ask in asks if not ask.answered or ask.withdrawable]


def _form(seated: Seated, ask: Ask) -> Form:
    what = "take-back" if ask.answered else "answer"
    return Form(f"{_url(seated)}{what}/{ask.turn}/{ask.kind}", str(uuid4()), ask.answered)


def _chart(seated: Seated) -> Chart:
    """The stars turn by turn, each turn folded anew."""
    log, turns = whole_log(seated), range(1, seated.state.turn + 1)
    sums = [_after([entry.event for entry in log if entry.turn <= turn]).stars for turn in turns]
    gained = [
        [after[seat] - before[seat] for before, after in zip([(0,) * len(sums[0]), *sums], sums, strict=False)]
        for seat in range(seated.state.seats)
    ]
    words = ChartWords("Stars by turns", "everybody stars", "Total stars", "Picker")
    return chart(people(seated), gained, [str(turn) for turn in turns], words)


def _after(events: list[Any]) -> State:
    return fold(RULES, RULES.initial, events)


# --- The past --------------------------------------------------------------------------------------------------------


def _entries(seated: Seated) -> list[LogEntry]:
    """The log in words, latest first."""
    names = [seat.shown_name for seat in seated.seats]
    news = readable(RULES, whole_log(seated), seated.seat, seated.state)
    return [LogEntry(entry.turn, _told(entry.event, names)) for entry in reversed(news)]


def _told(news: News, names: list[str]) -> str:
    who = "" if news.seat is None else f"{names[news.seat]} "
    return f"{who}{news.kind}" + ("" if news.number is None else f" {news.number}")


def turn(request: HtmxHttpRequest, seated: Seated, number: int) -> HttpResponse | None:
    """A closed turn; the open one leads to the table."""
    last, url = seated.state.turn if seated.state.over else seated.state.turn - 1, _url(seated)
    if not 1 <= number <= last:
        return SeeOther(url) if number == seated.state.turn else None
    marks = tuple(
        Mark(each, turn_address(url, each), "0", turn_name(each), striking=False) for each in range(1, last + 1)
    )
    steps = replay(number, [Chapter("All", "", marks)], "", None)
    lines = tuple(entry.text for entry in reversed(_entries(seated)) if entry.turn == number)
    seats = seated.seats
    own = seated.seat is not None or len(seats) == 1
    fork = fork_form(
        request, seated.table, number, seated.seat or 0, "" if own else seats[0].shown_name, alone=len(seats) == 1
    )
    page = TurnPage(turn_name(number), seated.table.name, url, steps, lines, fork)
    parts = (*replay_parts(page), Part.of("log", "play/_turn_log.html", lines=lines))
    return turn_response(request, "toy/turn.html", page, parts)


def why(request: HtmxHttpRequest, seated: Seated, asked: FigureQuery, turn: int | None) -> HttpResponse | None:
    """Where somebody's stars come from: a reason for each number that is for all to see."""
    seats = range(1, seated.state.seats + 1)
    if (asked.when, asked.part) != ("now", "stars") or asked.seat not in seats or turn is not None:
        return None
    person = people(seated)[asked.seat - 1]
    events = [entry.event for entry in readable(RULES, whole_log(seated), None, seated.state)]
    picked = [event for event in events if event.seat == person.seat and event.kind != "called"]
    reasons = tuple(ReasonView(f"{event.number} picked") for event in picked)
    explanation = Why(
        f"Stars of {person.name}", "In all.", (), reasons, None, "", Back("Back to the table", _url(seated))
    )
    context = {"why": explanation, "name": seated.table.name, "url": request.path if request.htmx else ""}
    return render(request, "play/_explanation.html" if request.htmx else "play/explanation.html", context)


# --- The command line ------------------------------------------------------------------------------------------------


def refusals(violation: RuleViolation) -> str:
    """Why a number is refused."""
    return str(_REFUSALS.get(violation.code, violation.code)).format(*violation.details)


def read(line: TypedLine) -> Reading:
    """“pick 5”, “hold 5”, “back” or “stars”."""
    match folded(line.text).split():
        case ["stars"]:
            stars = line.seated.state.stars
            return CommandReply(tuple(f"{person.name}: {stars[person.seat]}" for person in people(line.seated)))
        case ["hold", number] if number.isdigit():
            step = line.fields.copy()
            step["number"] = number
            return PlacementReply(step, (f"You hold {number}.",), held=True)
        case ["pick", number] if number.isdigit():
            return Act(lambda turn: Play(_pick(turn, int(number))))
        case ["back"]:
            return Act(lambda turn: Play(_take_back(turn)))
        case _:
            raise Unread("The toy does not know that.")


def _pick(turn: int, number: int) -> Intent:
    return Intent("toy", lambda _: f"pick:{turn}", lambda seat: Pick(seat, turn, number))


def _take_back(turn: int) -> Intent:
    return Intent("toy", lambda _: f"pick:{turn}", lambda seat: TakeBack(seat, turn, Kind.PICK), withdraws=True)


def news(seated: Seated, since: int) -> tuple[str, ...]:
    """What happened after a number."""
    names = [seat.shown_name for seat in seated.seats]
    events = readable(RULES, whole_log(seated), seated.seat, seated.state)
    return tuple(_told(entry.event, names) for entry in events if entry.number > since) or ("Nothing new.",)
