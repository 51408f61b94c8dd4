"""Past turn: the card, the events, and the maps and stars after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse

from engine.cartographers.geometry import Mask
from engine.cartographers.view import View
from engine.contract import Seat
from games.accounts.access import HtmxHttpRequest, SeeOther
from games.cartographers.analysis.links import turn_url
from games.cartographers.cards.faces import CardTerrain, ShapePicture, card_address, card_terrains, shape_pictures
from games.cartographers.desk.scene import viewed_seat
from games.cartographers.goals.panels import CoinTrack, EdictView, coin_track, edicts, stars_caption
from games.cartographers.log.entries import log_entries
from games.cartographers.log.past_states import PastTurn, TurnHistory, find_past_turn, turn_history
from games.cartographers.map.boards import MapView, Marks, map_title, map_view
from games.cartographers.others.stage import BoardCard, board_card, default_seat, drawn_by_stand_in
from games.cartographers.past.coach_part import CHOICES, CoachPart, CoachView, coach_view
from games.cartographers.past.deck import KNOWN, LAY, DeckPart, deck_part
from games.cartographers.past.heat import (
    DECK,
    GHOSTS,
    TABLE,
    GhostPart,
    HeatPart,
    TurnDrawing,
    drawings_at_other_tables,
    ghost_part,
    ghosts_on,
    heat_links,
    heat_part,
)
from games.cartographers.past.turn_navigation import ALL, TurnParameters, due_edicts, terrains_drawn, turn_steps
from games.cartographers.words.names import card_name, season_name
from games.play.log import turn_name, whole_log
from games.play.page_parts import Part
from games.play.people import Person, people, people_at_turn
from games.play.replay import HERE, Replay, replay_parts, turn_response, with_live_updates
from games.play.seat_pages import SeatPages, seat_pages
from games.play.standings import with_final_standings
from games.tables.game import Seated
from games.tables.models import Origin
from games.tables.pages.post_game import ForkForm, fork_form


@dataclass(frozen=True, slots=True)
class TurnMap:
    """Map after a turn, with the CSS class of its owner's color."""

    title: str
    css: str
    map: MapView


@dataclass(frozen=True, slots=True)
class TurnCard:
    """The card of a turn as the table showed it: what it is called, where it is shown, its terrains, and its shapes.

    `analysis` is the address that analyzes the turn on the map shown, "" if there is none.
    """

    name: str
    url: str
    grounds: tuple[CardTerrain, ...]
    pictures: tuple[ShapePicture, ...]
    analysis: str


@dataclass(frozen=True, slots=True)
class TurnPage:
    """Page of a closed turn; no link leads to an open one.

    The lines of the log are in chronological order. Fields for boards and stars have the same names as on the page of
    the table, and figures are about `focus`. `side_by_side` is True if all boards are shown instead of one large
    board.

    `files` is the address of the map shown, as a file, without the extension. `fork` is the form for continuing from
    this turn in the seat shown, or None if that is not possible. Links to the same turn use the page's own address
    (`HERE`). `stars_url` is the page of stars by turn, "" for visitors who play as on paper.
    """

    title: str
    name: str
    table: str
    season: str
    css: str
    card: TurnCard
    lines: tuple[str, ...]
    focus: Person
    sheet: TurnMap
    ghosts: GhostPart
    coach: CoachPart
    coins: CoinTrack
    edicts: tuple[EdictView, ...]
    whose_stars: str
    boards: tuple[BoardCard, ...]
    pages: SeatPages
    side_by_side: bool
    heat: HeatPart
    files: str
    deck: DeckPart
    stars_url: str
    replay: Replay
    fork: ForkForm | None


def turn_page(request: HttpRequest, seated: Seated, turn: PastTurn, tape: TurnHistory) -> TurnPage:
    """Return a turn from the history as a visitor sees it; the query selects the optional parts."""
    view, number, everybody = turn.after, turn.number, people(seated)
    alone = view.seats == 1
    parameters = _page_parameters(request.GET, view, seated)
    then = people_at_turn(everybody, turn.log, number)
    focus = then[default_seat(view) if parameters.look is None else parameters.look]
    pages = seat_pages(view.seats, focus.seat, lambda _page, first: f"{HERE}{replace(parameters, look=Seat(first))}")
    table, season = reverse("tables:table", args=[seated.table.code]), view.definition.seasons[turn.season].id
    coach = coach_view(seated, view, number, then, focus, parameters)
    steps = turn_steps(tape, number, table, focus, pages.of(then), parameters, coach.poor, gains=not view.as_on_paper)
    return TurnPage(
        title=turn_name(number),
        name=seated.table.shown_name,
        table=table,
        season=season_name(season),
        css=f"season-{season}",
        card=TurnCard(
            card_name(turn.card),
            card_address(table, turn.card),
            card_terrains(turn.card),
            shape_pictures(turn.card),
            turn_url(seated, tape, turn, focus.seat),
        ),
        lines=_lines(turn, everybody),
        focus=focus,
        sheet=_sheet(view, focus, tape.pieces(focus.seat, number), coach, ghosts=bool(parameters.ghosts)),
        ghosts=ghost_part(view, then, focus, parameters),
        coach=coach.part,
        coins=coin_track(view, focus, turn.log, HERE),
        edicts=_edicts(turn, focus.seat, table),
        whose_stars=stars_caption(view, focus),
        boards=_boards(turn, pages.of(then), focus),
        pages=pages,
        side_by_side=parameters.side_by_side,
        heat=_heat(request, seated, tape, turn, parameters, then),
        files=f"{HERE}board-{focus.seat + 1}",
        deck=deck_part(seated, view, number, table, parameters),
        stars_url=""
        if view.as_on_paper
        else f"{reverse('cartographers:stars', args=[seated.table.code])}?look={focus.seat + 1}",
        replay=with_live_updates(steps, seated, str(parameters)),
        fork=fork_form(request, seated.table, number, focus.seat, "" if alone or focus.me else focus.name, alone=alone),
    )


def _lines(turn: PastTurn, everybody: tuple[Person, ...]) -> tuple[str, ...]:
    """Return the log lines of the turn, in order."""
    of_turn = tuple(entry for entry in turn.log if entry.turn == turn.number)
    return tuple(entry.text for entry in reversed(log_entries(turn.after, everybody, turn.log, of_turn)))


def _boards(turn: PastTurn, everybody: Sequence[Person], focus: Person) -> tuple[BoardCard, ...]:
    stand_in = drawn_by_stand_in(turn.log, turn.number)
    return tuple(board_card(turn.after, person, HERE, focus, None, stand_in=stand_in) for person in everybody)


def _page_parameters(query: QueryDict, view: View, seated: Seated) -> TurnParameters:
    """Return the address's parameters, limited to what may be shown.

    The full deck would reveal coming cards, so it is shown only when the game is over.
    """
    heat, deck = query.get("heat", ""), query.get("deck", "")
    return TurnParameters(
        look=viewed_seat(query, view),
        side_by_side=view.seats > 1 and query.get("boards") == ALL,
        heat="" if heat not in {TABLE, DECK} else heat if _has_deck_games(seated) else TABLE,
        ghosts=GHOSTS if query.get("ghosts") == GHOSTS and view.seats > 1 else "",
        coach=query.get("coach", "") if query.get("coach") in CHOICES and seated.table.is_over else "",
        deck="" if deck not in {KNOWN, LAY} else deck if seated.state.over else KNOWN,
    )


def _has_deck_games(seated: Seated) -> bool:
    """Return True if other games with the same deck may be shown.

    They would reveal coming cards of a game in progress, and an uploaded game has none.
    """
    return bool(seated.state.over and seated.table.origin == Origin.PLAYED)


def _sheet(view: View, person: Person, pieces: tuple[Mask, ...], coach: CoachView, *, ghosts: bool) -> TurnMap:
    title, seat, drawn = map_title(person), person.seat, coach.ghost
    marks = Marks(
        ghost=drawn if coach.terrain else 0,
        terrain=coach.terrain,
        lit=0 if coach.terrain else drawn,
        fresh=view.latest[seat],
        pieces=pieces,
        others=ghosts_on(view, person) if ghosts else {},
    )
    css = f"{person.css} coached" if drawn else person.css
    return TurnMap(title, css, map_view(view.boards[seat], title, marks))


def _edicts(turn: PastTurn, seat: Seat, table: str) -> tuple[EdictView, ...]:
    """Return the edicts on a seat's board; none is due if the turn ended with its season's scoring."""
    counting = len(turn.after.scores) == turn.season
    views = edicts(turn.after, seat, HERE, lit=True, table=table)
    return tuple(replace(edict, due=edict.due and counting) for edict in views)


def _heat(
    request: HttpRequest,
    seated: Seated,
    tape: TurnHistory,
    turn: PastTurn,
    parameters: TurnParameters,
    then: tuple[Person, ...],
) -> HeatPart:
    """Return the heat map of a turn, computed only if requested.

    Drawings at other tables are included only if the game is over.
    """
    over, closed = seated.state.over, tape.turn(turn.number)
    links = heat_links(parameters, seats=len(seated.seats), over=over, deck=_has_deck_games(seated))
    if not parameters.heat or not links:
        return HeatPart(None, "", links)
    season, boards = turn.after.definition.seasons[turn.season], turn.after.boards
    drawings = tuple(
        TurnDrawing(person.drawer, "", changed, terrains_drawn(boards[person.seat], changed))
        for person in then
        for changed in [closed.changed[person.seat]]
    )
    games = 1
    if parameters.heat == DECK:
        elsewhere, others = drawings_at_other_tables(request, seated.table, closed)
        drawings, games = (*drawings, *elsewhere), others + 1
    edicts = due_edicts(turn.after.edicts, season)
    return heat_part(drawings, games, links, card=card_name(turn.card), edicts=edicts)


@dataclass(frozen=True, slots=True)
class _Edicts:
    edicts: tuple[EdictView, ...]
    whose_stars: str


@dataclass(frozen=True, slots=True)
class _Boards:
    boards: tuple[BoardCard, ...]
    focus: Person
    pages: SeatPages
    target: str = ""


def layout_key(page: TurnPage) -> str:
    """Return the layout key of a turn page: the seat of the large map, and if all maps are side by side."""
    return f"{page.focus.seat}-{'all' if page.side_by_side else 'one'}"


def turn_parts(page: TurnPage) -> Iterator[Part]:
    """Yield all parts of a turn page, in order."""
    sheet = page.sheet
    yield from replay_parts(page)
    yield Part.of("lead", "cartographers/past/_lead.html", season=page.season, card=page.card.name, url=page.card.url)
    if not page.side_by_side:
        yield Part.of("sheet", "cartographers/past/_sheet.html", title=sheet.title, css=sheet.css, map=sheet.map)
    yield Part.of("card", "cartographers/past/_card.html", card=page.card)
    yield Part.of("ghosts", "cartographers/past/_ghosts.html", part=page.ghosts)
    yield Part.of("coach", "cartographers/past/_coach.html", part=page.coach)
    yield Part.of("coins", "cartographers/goals/_coins.html", coins=page.coins, maps=len(page.boards))
    edicts = _Edicts(page.edicts, page.whose_stars)
    yield Part.of("edicts", "cartographers/goals/_edicts.html", page=edicts)
    yield Part.of("boards", "cartographers/others/_boards.html", page=_Boards(page.boards, page.focus, page.pages))
    yield Part.of("heat", "cartographers/past/_heat.html", part=page.heat)
    yield Part.of("log", "play/_turn_log.html", lines=page.lines)
    yield Part.of("deck", "cartographers/past/_deck.html", part=page.deck)


def past_turn(request: HttpRequest, seated: Seated, turn: int) -> HttpResponse | None:
    """The page of a turn that has closed; the way to the table for the open one, None for any other."""
    log = whole_log(seated)
    tape = turn_history(seated.table.code, log)
    past = find_past_turn(tape, log, turn, seated.seat)
    if past is None:
        return SeeOther(reverse("tables:table", args=[seated.table.code])) if turn == seated.state.turn else None
    after = replace(past.after, as_on_paper=seated.as_on_paper)
    past = replace(past, after=with_final_standings(after, seated.seats))
    page = turn_page(request, seated, past, tape)
    htmx_request = cast(HtmxHttpRequest, request)
    return turn_response(htmx_request, "cartographers/past/turn.html", page, turn_parts(page), layout_key(page))
