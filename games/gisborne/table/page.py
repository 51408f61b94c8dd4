"""The page of a table and its parts."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse

from engine.gisborne.view import View
from games.gisborne.desk.desk import DeskView, build_desk
from games.gisborne.desk.hand import Hand, build_hand
from games.gisborne.desk.play_step import selection_of, step_of
from games.gisborne.log.entries import log_entries
from games.gisborne.log.seats import SeatRow, Supplies, seat_rows, supplies
from games.gisborne.past.ending import EndingView, ending
from games.gisborne.table.strip import table_strip
from games.gisborne.way.walk import find_walk
from games.gisborne.way.way_view import WayView, way_view
from games.gisborne.words.tasks import round_name
from games.play.absent_seats import away_part
from games.play.line import IN_HAND
from games.play.log import LogView, incident_log_lines, log_view, whole_log
from games.play.page_parts import STRIP, Part
from games.play.people import people
from games.play.record_check import Fairness, fairness
from games.play.strip import Strip
from games.play.visit import Visit, log_part, pace_part
from games.tables.game import Seated


@dataclass(frozen=True, slots=True)
class TablePage:
    """Context of a table's page.

    `fields` are the hidden fields of the command line. `hand` is the viewer's own, None for spectators.
    """

    name: str
    code: str
    url: str
    strip: Strip
    fields: tuple[tuple[str, str], ...]
    desk: DeskView | None
    hand: Hand | None
    way: WayView
    rows: tuple[SeatRow, ...]
    supplies: Supplies
    ending: EndingView | None
    log: LogView
    fairness: Fairness
    visit: Visit
    turn: int
    over: bool


def table_page(seated: Seated, view: View, query: QueryDict, visit: Visit, *, keeps: bool = False) -> TablePage:
    """Return the page as a visitor sees it. `query` holds the play in the making.

    If it `keeps` this, the next line is sent with it. A script sends the form of the play instead.
    """
    everybody = people(seated)
    url = reverse("tables:table", args=[seated.table.code])
    desk = build_desk(view, seated.state, query, url)
    outlook = desk.pending.outlook if desk and desk.pending else None
    return TablePage(
        name=seated.table.shown_name,
        code=seated.table.code,
        url=url,
        strip=table_strip(seated, view),
        fields=() if view.viewer is None else _line_fields(view, query if keeps else QueryDict()),
        desk=desk,
        hand=None if view.viewer is None else build_hand(view, view.hand),
        way=way_view(view, everybody, outlook, find_walk(entry.event for entry in whole_log(seated))),
        rows=seat_rows(view, everybody, url),
        supplies=supplies(view),
        ending=ending(seated, view, everybody, url),
        log=log_view(
            log_entries(seated),
            view.round,
            url,
            over=view.over,
            incidents=incident_log_lines(seated),
            name=round_name,
        ),
        fairness=fairness(seated, over=view.over),
        visit=visit,
        turn=view.round,
        over=view.over or seated.ended_early,
    )


def _line_fields(view: View, query: QueryDict) -> tuple[tuple[str, str], ...]:
    """Return the fields of the command line, with the cards that are selected."""
    selection = selection_of(query, view.hand)
    step = step_of(selection.cards, tent=selection.tent)
    hand = ((IN_HAND + name, str(value)) for name, value in step.items())
    return ("turn", str(view.round)), ("command_id", str(uuid.uuid4())), *hand


def page_parts(page: TablePage) -> Iterator[Part]:
    """Yield all parts of a table's page, in order."""
    visit = page.visit
    yield Part("fields", "play/_line_fields.html", mark=str(page.turn))
    yield STRIP
    yield Part("refusal", "play/_refusal.html")
    yield away_part(visit.away)
    yield pace_part(visit.pace)
    yield Part("ending", "gisborne/past/_ending.html")
    yield Part.of("way", "gisborne/way/_way.html", way=page.way)
    yield Part("desk", "gisborne/desk/_desk.html")
    yield Part.of("seats", "gisborne/log/_seats.html", rows=page.rows, supplies=page.supplies)
    yield log_part(page.log, page.fairness, visit, page.code)
