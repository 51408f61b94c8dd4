"""Views of a finished game turn by turn as a film, of stars by turn, and of changes since the last visit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from itertools import groupby
from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.cartographers.events import Event, MonstersWalkedIn, MonsterWalkedIn, TurnClosed
from engine.cartographers.game import RULES
from engine.cartographers.state import State
from games.accounts.access import HtmxHttpRequest, SeeOther
from games.cartographers.desk.scene import viewed_seat
from games.cartographers.log.past_states import view_for
from games.cartographers.map.boards import map_title
from games.cartographers.map.ink.drawing import ink_changes, ink_drawing
from games.cartographers.others.stage import default_seat
from games.cartographers.past.changes_since_visit import build_changes as since_page
from games.cartographers.past.stars import stars_page
from games.cartographers.words.names import KEY, as_on_paper_sentence, card_name, season_name
from games.play.log import turn_address, whole_log
from games.play.people import Person, people, people_at_turn
from games.tables.log.state import DecodedEvent
from games.tables.pages.access import seated, visible_table
from games.tables.pages.responses import mark_version


@dataclass(frozen=True, slots=True)
class FilmFrame:
    """A turn: its season, with the class of its colour, and what it changed on the map as SVG elements."""

    title: str
    css: str
    drawing: SafeString


@dataclass(frozen=True, slots=True)
class Film:
    """A year on somebody's map, from the sheet as it was at the beginning."""

    title: str
    sheet: SafeString
    frames: tuple[FilmFrame, ...]


def build_film(log: Sequence[DecodedEvent[Event]], person: Person) -> Film:
    """Return the year on a player's map in a game that is over or ended early."""
    frames = tuple(_frames(log, person))
    start = next(state for state in _states(log) if state.positions)
    sheet = ink_drawing(start.boards[person.seat], 0, static("img/map.svg"), "film")
    return Film(map_title(person), sheet, frames)


def _states(log: Sequence[DecodedEvent[Event]]) -> Iterator[State]:
    state: State = RULES.initial
    for entry in log:
        state = RULES.evolve(state, entry.event)
        yield state


def _frames(log: Sequence[DecodedEvent[Event]], person: Person) -> Iterator[FilmFrame]:
    """The turns in which that map changed, whatever happened at the end of their seasons included."""
    state, board = RULES.initial, None
    for number, group in groupby(log, lambda entry: entry.turn):
        season, name, entries = 0, "", list(group)
        for event in (entry.event for entry in entries):
            task, state = state.open or state.choice, RULES.evolve(state, event)
            if isinstance(event, TurnClosed | MonsterWalkedIn | MonstersWalkedIn) and task:
                season, name = state.season, card_name(task)
        before, board = board, state.boards[person.seat]
        if before is not None and before != board:
            changes = ink_changes(before, board, static("img/map.svg"), f"film-{number}")
            frame = _frame(number, state, season, name, changes)
            yield _drawn_by(frame, person, people_at_turn([person], entries, number)[0])


def _frame(turn: int, state: State, season: int, name: str, changes: SafeString) -> FilmFrame:
    words = {"season": season_name(state.definition.seasons[season].id), "turn": turn, "card": name}
    css = f"season-{state.definition.seasons[season].id}"
    return FilmFrame(_("%(season)s, turn %(turn)s: %(card)s") % words, css, changes)


def _drawn_by(frame: FilmFrame, now: Person, then: Person) -> FilmFrame:
    """Return a frame that names who drew it, unless it was the player who has the seat now."""
    if then.drawer == now.name:
        return frame
    return replace(frame, title=_("%(turn)s, drawn by %(name)s") % {"turn": frame.title, "name": then.drawer})


@require_safe
def year(request: HttpRequest, code: str) -> HttpResponse:
    """Return all turns on the map in view, as a fragment for the replay script.

    Without htmx, redirect to the page of the first turn. Raises 404 if the game isn't over or the visitor may not see
    the table.
    """
    table = visible_table(request, code, KEY)
    place = seated(request, table)
    closed = place.ended_early and place.state.turn > 1
    if not place.number or not (place.state.over or closed):
        raise Http404
    view = view_for(place)
    chosen = viewed_seat(request.GET, view)
    if not cast(HtmxHttpRequest, request).htmx:
        query = "" if chosen is None else f"?look={chosen + 1}"
        return SeeOther(turn_address(reverse("tables:table", args=[code]), 1) + query)
    person = people(place)[default_seat(view) if chosen is None else chosen]
    # In a game that was ended early, answers of the open turn stay hidden.
    log = [entry for entry in whole_log(place) if place.state.over or entry.turn < place.state.turn]
    return mark_version(
        render(request, "cartographers/past/_season_film.html", {"year": build_film(log, person)}), table.version
    )


@require_safe
def stars(request: HttpRequest, code: str) -> HttpResponse:
    """Show the stars of each seat after each closed turn; visitors who play as on paper return to the table.

    Raises 404 if no turn has closed or the visitor may not see the table.
    """
    table = visible_table(request, code, KEY)
    place = seated(request, table)
    if place.as_on_paper:
        messages.info(request, as_on_paper_sentence(seated=place.seat is not None))
        return SeeOther(reverse("tables:table", args=[code]))
    page = stars_page(place, request.GET) if place.number else None
    if page is None:
        raise Http404
    return mark_version(render(request, "cartographers/past/stars.html", {"page": page}), table.version)


@require_safe
def since(request: HttpRequest, code: str) -> HttpResponse:
    """Show the changes since the turn in the address was open: as a page, or a fragment for the script.

    If no turn has closed since then, redirect to the table; if the game is over, to the page of that turn; the script
    gets 204 instead. Raises 404 for an invalid turn, for visitors without a seat or in a solo game, and if the
    visitor may not see the table.
    """
    table = visible_table(request, code, KEY)
    place = seated(request, table)
    turn = _turn(request.GET.get("turn", ""))
    if place.seat is None or place.is_solo or place.has_left or not 0 < turn <= place.state.turn:
        raise Http404
    htmx, address = cast(HtmxHttpRequest, request).htmx, reverse("tables:table", args=[code])
    over = place.state.over or place.ended_early
    page = None if over else since_page(place, turn)
    if page is None:
        elsewhere = turn_address(address, turn) if over else address
        return mark_version(HttpResponse(status=HTTPStatus.NO_CONTENT), table.version) if htmx else SeeOther(elsewhere)
    template = "cartographers/past/_changes_since_visit.html" if htmx else "cartographers/past/changes_since_visit.html"
    return mark_version(render(request, template, {"since": page}), table.version)


def _turn(number: str) -> int:
    """Return the turn number in a query, or 0 if it is invalid."""
    return int(number) if re.fullmatch("[0-9]{1,4}", number) else 0
