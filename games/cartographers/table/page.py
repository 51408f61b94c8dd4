"""The page of a table and its parts."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.geometry import Mask
from engine.cartographers.mixing.mix import mix_or_defaults
from engine.cartographers.news import News
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.coach.hints import HintsView
from games.cartographers.desk.scene import Scene, scene
from games.cartographers.desk.typed_placement import fields_of, hand_of
from games.cartographers.goals.panels import CoinTrack, EdictView, coin_track, edicts, season_steps, stars_caption
from games.cartographers.goals.scores import ScoreRow, ScoreSheet, listed_people, score_rows, score_sheet
from games.cartographers.goals.season import SeasonView, season_view
from games.cartographers.goals.season_over import SeasonOver, season_over
from games.cartographers.log.entries import entries_about, log_entries
from games.cartographers.others.ambush import Intruder, intruders
from games.cartographers.others.stage import BoardCard, board_card, drawn_by_stand_in
from games.cartographers.others.strip import table_strip
from games.cartographers.past.ending import (
    EndedEarly,
    EndingView,
    ForkComparison,
    WallMap,
    build_wall,
    compare_with_original,
    ended_early,
    ending,
)
from games.cartographers.setting_up.options_words import set_setup_sentence, setup_sentence
from games.cartographers.setting_up.player_votes import vetoed_words
from games.cartographers.setting_up.set_choice import is_of_set, readable_choice
from games.play.absent_seats import away_part
from games.play.line import IN_HAND
from games.play.log import LogView, incident_log_lines, log_view
from games.play.page_parts import STRIP, Part
from games.play.people import Person, people
from games.play.record_check import Fairness, fairness
from games.play.seat_pages import (
    PLACES,
    SEATS,
    SeatPages,
    count_words,
    is_large,
    requested_page,
    seat_pages,
)
from games.play.strip import Strip
from games.play.visit import Visit, log_part, pace_part
from games.tables.game import Seated
from games.tables.log.state import DecodedEvent
from games.tables.models import MOST_LISTED, Origin
from games.tables.pages.post_game import fork_seat


@dataclass(frozen=True, slots=True)
class TablePage:
    """Context of a table's page.

    `fields` are the hidden fields of the command line: the turn, and what is in hand. `intruder` is the monster that
    another player drew on the map in view in the last closed turn. `boards` are the maps on one of the `pages`. At a
    large table `rows` are only those of the best, as `listed` says. `hints` are None outside of practice games.
    """

    name: str
    code: str
    strip: Strip
    fields: tuple[tuple[str, str], ...]
    season: SeasonView
    edicts: tuple[EdictView, ...]
    whose_stars: str
    scene: Scene
    hints: HintsView | None
    coins: CoinTrack
    boards: tuple[BoardCard, ...]
    pages: SeatPages
    sheet: ScoreSheet
    rows: tuple[ScoreRow, ...]
    listed: str
    season_over: SeasonOver | None
    ending: EndingView | None
    wall: tuple[WallMap, ...]
    ended_early: EndedEarly | None
    both_ends: ForkComparison | None
    intruder: Intruder | None
    log: LogView
    played_with: str
    fairness: Fairness
    visit: Visit
    turn: int


def table_page(
    seated: Seated,
    view: View,
    log: tuple[DecodedEvent[News], ...],
    query: QueryDict,
    visit: Visit,
    *,
    strip: Strip | None = None,
    chosen: str = "",
    lit: Mask = 0,
    hints: HintsView | None = None,
) -> TablePage:
    """Return the page as a visitor sees it.

    `query` holds the unfinished drawing and the board to show, `strip` the visitor's strip if it is already built,
    `chosen` the page of maps, "" for the default, `lit` the highlighted spaces of the desk's map, and `hints` those
    beside it.
    """
    everybody = people(seated)
    url = reverse("tables:table", args=[seated.table.code])
    seen = scene(view, log, query, everybody, seated.table.code, lit=lit, hints=hints.spaces if hints else ())
    focus = seen.focus
    pages = _pages(view, seen, query, url, chosen)
    end = ending(view, everybody, focus, url, fork_seat(seated), pages)
    early = ended_early(seated, view, everybody, focus, url)
    shown = tuple(place.person for place in end.places) if end else pages.of(everybody)
    intruders_by_seat = intruders(view, everybody, log, {seen.shown, *(person.seat for person in shown)})
    boards = _boards(view, shown, seen, intruders_by_seat, url, log)
    listed = listed_people(view, everybody, focus)
    return TablePage(
        name=seated.table.shown_name,
        code=seated.table.code,
        strip=strip or table_strip(seated, view),
        fields=_fields(view, query),
        season=season_view(
            view, focus.seat, table=url, omitted=view.choice.card.id if view.choice and seen.choosing else ""
        ),
        # During the game, the desk shows the edicts, with the stars that a drawing would add.
        edicts=edicts(view, focus.seat, url, lit=seen.lit, table=url) if end or early else (),
        whose_stars=stars_caption(view, focus),
        scene=seen,
        hints=hints,
        coins=coin_track(view, everybody[seen.shown], log, url),
        boards=boards,
        pages=pages,
        sheet=score_sheet(view, focus, url, lit=seen.lit),
        rows=score_rows(view, listed, url),
        listed=count_words(min(len(listed), MOST_LISTED), len(everybody)),
        season_over=_season_over(seated, view, everybody, seen, log, url),
        ending=end,
        wall=build_wall(end, boards),
        ended_early=early,
        both_ends=compare_with_original(seated, view, visit.fork),
        intruder=intruders_by_seat.get(seen.shown),
        log=_log(seated, view, log, everybody, focus, url),
        played_with=_played_with(seated, view),
        fairness=fairness(seated, over=view.over),
        visit=visit,
        turn=view.turn,
    )


def requested_maps(request: HttpRequest, view: View) -> str:
    """Return the page of maps that is asked for, "" for none: of the final places once the game is over."""
    return requested_page(request, PLACES if view.over else SEATS)


def _pages(view: View, seen: Scene, query: QueryDict, url: str, chosen: str) -> SeatPages:
    """Return the page of maps: by default that with the best maps at the end of the game, and before that the one
    with the map of the player in focus.
    """
    name, at = (PLACES, 0) if view.over else (SEATS, seen.focus.seat)
    look = f"look={seen.focus.seat + 1}&" if "look" in query else ""
    return seat_pages(view.seats, at, lambda page, _first: f"{url}?{look}{name}={page}", chosen=chosen, name=name)


def _boards(
    view: View,
    everybody: Sequence[Person],
    seen: Scene,
    intruders_by_seat: dict[Seat, Intruder],
    url: str,
    log: tuple[DecodedEvent[News], ...],
) -> tuple[BoardCard, ...]:
    looking = seen.focus if seen.stage else None
    stand_in = drawn_by_stand_in(log, view.turn if view.over else view.turn - 1)
    return tuple(
        board_card(view, person, url, looking, intruders_by_seat.get(person.seat), stand_in=stand_in)
        for person in everybody
    )


def _season_over(
    seated: Seated,
    view: View,
    everybody: tuple[Person, ...],
    seen: Scene,
    log: tuple[DecodedEvent[News], ...],
    url: str,
) -> SeasonOver | None:
    steps = season_steps(view, log, [person.name for person in everybody])
    return season_over(view, seen.focus, everybody, steps, log, url, ranked=seated.has_winner, lit=seen.lit)


def _log(
    seated: Seated,
    view: View,
    log: tuple[DecodedEvent[News], ...],
    everybody: tuple[Person, ...],
    focus: Person,
    url: str,
) -> LogView:
    """Return the log, at a large table without the answers of others than `focus`, which are on the turns' pages."""
    large = is_large(view.seats)
    entries = log_entries(view, everybody, log, entries_about(log, focus.seat) if large else None)
    note = _("The page of each turn lists the drawings of all players.") if large else ""
    return log_view(entries, view.turn, url, over=view.over, incidents=incident_log_lines(seated), note=note)


def _played_with(seated: Seated, view: View) -> str:
    """Return the setup as text, without options for an uploaded game: its file doesn't include them."""
    if seated.table.origin == Origin.UPLOADED:
        return ""
    options, sheet = seated.table.options, view.definition.sheet
    if not is_of_set(options):
        words = setup_sentence(mix_or_defaults(options), sheet)
    else:
        choice = readable_choice(options)
        words = set_setup_sentence(choice, view.definition) if choice else ""
    return " · ".join(part for part in (words, vetoed_words(options)) if part)


def _fields(view: View, query: QueryDict) -> tuple[tuple[str, str], ...]:
    """Return the hidden fields of a seat's command line; none for spectators."""
    if view.viewer is None:
        return ()
    hand = ((IN_HAND + name, value) for name, value in fields_of(hand_of(view, query)))
    return (("turn", str(view.turn)), ("command_id", str(uuid.uuid4())), *hand)


@dataclass(frozen=True, slots=True)
class _Edicts:
    edicts: tuple[EdictView, ...]
    whose_stars: str


@dataclass(frozen=True, slots=True)
class _Boards:
    boards: tuple[BoardCard, ...]
    focus: Person
    pages: SeatPages
    target: str = "table"


@dataclass(frozen=True, slots=True)
class _Scores:
    sheet: ScoreSheet
    rows: tuple[ScoreRow, ...]
    listed: str


def layout_key(page: TablePage) -> str:
    """Return the layout key of a table: the season's CSS class, marked when the game is over."""
    return f"{page.season.css}-ended" if page.ending or page.ended_early else page.season.css


def page_parts(page: TablePage) -> Iterator[Part]:
    """Yield all parts of a table's page, in order."""
    visit = page.visit
    yield Part("fields", "play/_line_fields.html", mark=str(page.turn))
    yield STRIP
    yield Part("refusal", "play/_refusal.html")
    yield away_part(page.visit.away)
    yield pace_part(page.visit.pace)
    yield Part("ending", f"cartographers/past/{'_ended_early' if page.ended_early else '_ending'}.html")
    yield Part("desk", "cartographers/table/_desk.html")
    yield Part.of("season_over", "cartographers/goals/_season_over.html", over=page.season_over)
    yield Part.of("season", "cartographers/goals/_season.html", season=page.season)
    if page.edicts:
        yield Part.of("edicts", "cartographers/goals/_edicts.html", page=_Edicts(page.edicts, page.whose_stars))
    if page.ending:
        yield Part.of("boards", "cartographers/past/_wall.html", wall=page.wall, pages=page.pages)
        yield Part("afterwards", "cartographers/past/_afterwards.html")
    else:
        shown = _Boards(page.boards, page.scene.focus, page.pages)
        yield Part.of("boards", "cartographers/others/_boards.html", page=shown)
    yield Part.of("scores", "cartographers/goals/_scores.html", page=_Scores(page.sheet, page.rows, page.listed))
    yield log_part(page.log, page.fairness, visit, page.code, page.played_with)
