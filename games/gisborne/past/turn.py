"""Page of a closed round: what happened in it, and the way, the chests and the ranks after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.contract import Seat
from engine.gisborne.view import View
from games.accounts.access import HtmxHttpRequest, SeeOther
from games.gisborne.log.entries import round_lines
from games.gisborne.log.past_states import view_after
from games.gisborne.log.rounds import Round, viewer_of, visible_rounds
from games.gisborne.log.seats import SeatRow, Supplies, seat_rows, supplies
from games.gisborne.past.coach_part import CoachPart, coach_view
from games.gisborne.way.way_view import WayView, way_view
from games.gisborne.words.names import points_of
from games.gisborne.words.tasks import round_name
from games.play.coaching import MarkWords
from games.play.log import turn_address, whole_log
from games.play.page_parts import Part
from games.play.people import Person, people, people_at_turn, seat_numbered
from games.play.replay import (
    HERE,
    Chapter,
    Replay,
    SeatLink,
    TurnMark,
    replay,
    replay_parts,
    turn_response,
    with_live_updates,
    with_sign,
)
from games.play.words import signed_number
from games.tables.game import Seated
from games.tables.pages.post_game import ForkForm, fork_form


@dataclass(frozen=True, slots=True)
class RoundPage:
    """Page of a closed round. The lines of the log are in order; the figures of the row are about one seat."""

    title: str
    name: str
    table: str
    lines: tuple[str, ...]
    rows: tuple[SeatRow, ...]
    supplies: Supplies
    way: WayView
    coach: CoachPart | None
    replay: Replay
    fork: ForkForm | None
    css: str = ""


def past_turn(request: HttpRequest, seated: Seated, number: int) -> HttpResponse | None:
    """Return the page of a closed round, the way to the table for the open one, None for any other."""
    view, url = view_after(seated, number), reverse("tables:table", args=[seated.table.code])
    if view is None:
        return SeeOther(url) if number == seated.state.round.number else None
    page = round_page(request, seated, view, url)
    return turn_response(cast(HtmxHttpRequest, request), "gisborne/past/turn.html", page, round_parts(page))


def round_page(request: HttpRequest, seated: Seated, view: View, url: str) -> RoundPage:
    """Return the page of the round after which the game is as in `view`; `url` is that of the table."""
    number, everybody, rounds = view.round, people(seated), visible_rounds(seated)
    then = people_at_turn(everybody, whole_log(seated), number)
    focus = then[_focus(request.GET, seated)]
    query = f"?look={focus.seat + 1}" if "look" in request.GET else ""
    coach = coach_view(seated, number, focus)
    return RoundPage(
        title=round_name(number),
        name=seated.table.shown_name,
        table=url,
        lines=tuple(round_lines(rounds[number], everybody, view.way, view.definition, viewer_of(seated))),
        rows=seat_rows(view, then, turn_address(url, number)),
        supplies=supplies(view),
        way=way_view(view, then),
        coach=coach.part,
        replay=with_live_updates(_replay(rounds, number, url, then, focus, query, seated, coach.poor), seated, query),
        fork=fork_form(request, seated.table, number, focus.seat, "" if focus.me else focus.name, alone=False),
    )


def _focus(query: QueryDict, seated: Seated) -> Seat:
    """Return the seat of the query, the viewer's own without one, the first for spectators."""
    look = seat_numbered(query.get("look", ""), len(seated.seats))
    return (seated.seat or Seat(0)) if look is None else look


def _replay(
    rounds: Sequence[Round],
    here: int,
    url: str,
    everybody: Sequence[Person],
    focus: Person,
    query: str,
    seated: Seated,
    poor: Mapping[int, MarkWords],
) -> Replay:
    """Return the steps through the closed rounds, with the points that the seat in focus won in each.

    `poor` are the marks of the rounds that the coach finds worth another look.
    """
    closed = [one for one in rounds if one.number and (one.number < seated.state.round.number or seated.state.over)]
    marks = tuple(
        with_sign(_mark(one, f"{turn_address(url, one.number)}{query}", focus), poor.get(one.number)) for one in closed
    )
    seats = tuple(
        SeatLink(person.name, f"{HERE}?look={person.seat + 1}", person.css, here=person.seat == focus.seat)
        for person in everybody
    )
    return replay(here, [Chapter(_("Rounds"), "", marks)], _("Position scorings"), None, seats)


def _mark(one: Round, url: str, focus: Person) -> TurnMark:
    won, name = one.won(focus.seat), round_name(one.number)
    words = {"round": name, "name": focus.name, "points": points_of(won)}
    label = _("%(round)s, %(name)s: %(points)s") % words
    return TurnMark(one.number, url, signed_number(won), label, bool(one.scorings), name)


def round_parts(page: RoundPage) -> Iterator[Part]:
    """Yield all parts of the page of a round, in order."""
    yield from replay_parts(page)
    yield Part.of("way", "gisborne/way/_way.html", way=page.way)
    yield Part.of("seats", "gisborne/log/_seats.html", rows=page.rows, supplies=page.supplies)
    yield Part.of("log", "play/_turn_log.html", lines=page.lines)
    yield Part.of("coach", "gisborne/past/_coach.html", part=page.coach)
