"""The page of a table."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard
from engine.cartographers.geometry import Mask
from engine.cartographers.rules.draw import Outcome
from engine.cartographers.state import DeckCard
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.placing import Ghost, ghost_of
from games.cartographers.presenters.boards import MapView, Marks, Patch, map_view, patches
from games.cartographers.presenters.choosing import ChoosingView, choosing_view
from games.cartographers.presenters.desk import DeskView, desk_view
from games.cartographers.presenters.edicts import EdictView, edicts
from games.cartographers.presenters.effects import MonsterView, monsters, season_steps
from games.cartographers.presenters.log import LogEntry, ambushed, log_entries
from games.cartographers.presenters.people import Person, people
from games.cartographers.presenters.scores import (
    Ending,
    ScoreRow,
    ScoreSheet,
    SeasonOver,
    ending,
    score_rows,
    score_sheet,
    season_over,
    stars_so_far,
)
from games.cartographers.words.announcements import offer_sentence, time_sentence, turn_title
from games.cartographers.words.names import card_name, season_name
from games.tables import presenters as tables
from games.tables.game import Seated
from games.tables.loading import Logged


@dataclass(frozen=True, slots=True)
class CardView:
    """A card of the revealed column: its name, time, whether it is the open one, and the symbol of its kind ("" for an
    explore card).
    """

    name: str
    time: int
    open: bool
    kind: str
    glyph: str


@dataclass(frozen=True, slots=True)
class SeasonView:
    """Where the year stands: the season, its time, and what has been revealed."""

    name: str
    css: str
    time: int
    threshold: int
    sentence: str
    cards: tuple[CardView, ...]
    ruins: str
    monsters: tuple[MonsterView, ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """The part that changes with every seat's commit: who is awaited. `address` asks for it again."""

    version: int
    title: str
    address: str
    sentence: str
    my_turn: bool
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A small board, with its coins and stars; `url` shows it large, `looking` where it is shown so."""

    person: Person
    patches: tuple[Patch, ...]
    coins: int
    stars: str
    url: str
    looking: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """A board shown large, to look at. `done` says so where the viewer's own drawing or choice of the open turn is on
    it and may be taken back, and is "" elsewhere.
    """

    title: str
    owner_css: str
    map: MapView
    done: str
    take_back: str
    command_id: str
    back: str


@dataclass(frozen=True, slots=True)
class CoinTrack:
    """Filled and empty coins of a track, and the mountains that still pay."""

    filled: tuple[int, ...]
    empty: tuple[int, ...]
    losses: int


@dataclass(frozen=True, slots=True)
class TablePage:
    """All of a table's page. `ambushed` says who drew which monster on the viewer’s map in the turn that
    closed last, `refusal` why the last command was refused.
    """

    name: str
    code: str
    url: str
    strip: Strip
    season: SeasonView
    edicts: tuple[EdictView, ...]
    desk: DeskView | None
    choosing: ChoosingView | None
    stage: Stage | None
    focus: Person
    coins: CoinTrack
    boards: tuple[BoardCard, ...]
    sheet: ScoreSheet
    rows: tuple[ScoreRow, ...]
    season_over: SeasonOver | None
    ending: Ending | None
    ambushed: str
    log: tuple[LogEntry, ...]
    commitment: str
    seed: str
    rematch: tables.Rematch | None
    refusal: str


def desk_key(view: View) -> str:
    """What the viewer's desk depends on: while this stays the same, another seat's commit changes the strip only."""
    drawing = view.desk.drawing if view.desk else view.choice.chosen if view.choice else None
    return f"{view.turn}.{len(view.scores)}.{'-' if drawing is None else drawing.attempt}"


def strip(seated: Seated, view: View) -> Strip:
    """The strip, as it is asked for again after every change."""
    everybody = people(seated, view)
    names = [person.name for person in everybody]
    url = reverse("tables:table", args=[seated.table.code])
    return Strip(
        version=seated.table.version,
        title=f"{turn_title(view, names)} · {seated.table.name} · Carto",
        address=f"{url}?since={seated.table.version}&desk={desk_key(view)}",
        sentence=offer_sentence(view, names),
        my_turn=view.viewer is not None and view.awaited[view.viewer],
        people=everybody,
    )


def table_page(
    seated: Seated,
    view: View,
    log: tuple[Logged, ...],
    query: QueryDict,
    *,
    rematch: tables.Rematch | None = None,
    refusal: str = "",
) -> TablePage:
    """The page as one visitor sees it; `query` holds the drawing in the making and which board to look at."""
    everybody = people(seated, view)
    url = reverse("tables:table", args=[seated.table.code])
    looked_at = _looked_at(query, view)
    focus = everybody[looked_at if looked_at is not None else (view.viewer or 0)]
    choosing = _choosing(seated, view, query, everybody, looked_at)
    desk, stage = (None, None) if choosing else _desk_or_stage(seated, view, query, everybody, looked_at, url)
    board = view.boards[focus.seat]
    return TablePage(
        name=seated.table.name,
        code=seated.table.code,
        url=url,
        strip=strip(seated, view),
        season=_season(view),
        edicts=edicts(view, board),
        desk=desk,
        choosing=choosing,
        stage=stage,
        focus=focus,
        coins=_coin_track(view, focus.seat, board),
        boards=tuple(_board_card(view, person, url, focus if stage else None) for person in everybody),
        sheet=score_sheet(view, focus),
        rows=score_rows(view, everybody),
        season_over=season_over(view, focus, season_steps(view, log, [person.name for person in everybody])),
        ending=ending(view, everybody),
        ambushed=ambushed(view, everybody, log) if focus.me else "",
        log=log_entries(view, everybody, log),
        commitment=seated.table.commitment,
        seed=bytes(seated.table.seed or b"").hex() if view.over else "",
        rematch=rematch,
        refusal=refusal,
    )


def _looked_at(query: QueryDict, view: View) -> Seat | None:
    """The seat whose board the address asks to see, by its number from 1."""
    number = query.get("look", "")
    if number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= view.seats:
        return Seat(int(number[:4]) - 1)
    return None


def _desk_or_stage(
    seated: Seated, view: View, query: QueryDict, everybody: tuple[Person, ...], looked_at: Seat | None, url: str
) -> tuple[DeskView | None, Stage | None]:
    if view.desk and view.desk.drawing is None and looked_at is None:
        ghost: Ghost = ghost_of(query, view.desk.offer)
        return desk_view(view, view.desk, ghost, everybody, seated.table.code), None
    if looked_at is None and _answered(view):
        return None, _drawn_stage(view, everybody, seated.table.code)
    person = everybody[looked_at if looked_at is not None else (view.viewer or 0)]
    return None, _look(view, person, back=url if looked_at is not None else "")


def _answered(view: View) -> bool:
    """Whether the viewer has drawn, or chosen, in the open turn."""
    return bool(view.desk and view.desk.drawing) or bool(view.choice and view.choice.chosen)


def _choosing(
    seated: Seated, view: View, query: QueryDict, everybody: tuple[Person, ...], looked_at: Seat | None
) -> ChoosingView | None:
    """The choice that the viewer owes, None where there is none or another board is looked at."""
    if view.choice is None or view.choice.chosen is not None or looked_at is not None:
        return None
    return choosing_view(view, view.choice, query, everybody, seated.table.code)


def _drawn_stage(view: View, everybody: tuple[Person, ...], code: str) -> Stage:
    """The viewer's own drawing on the board it belongs to, for no one else to see until the turn closes."""
    owner, board, fresh = _after_answer(view, everybody)
    title = _map_title(owner)
    return Stage(
        title=title,
        owner_css=owner.css,
        map=map_view(board, title, Marks(fresh=fresh)),
        done=_done(view),
        take_back=reverse("cartographers:take_back", args=[code, view.turn]),
        command_id=str(uuid.uuid4()),
        back="",
    )


def _done(view: View) -> str:
    if view.choice:
        return _("Chosen. Nobody sees it until everybody has chosen.")
    return _("Drawn. Nobody sees it until everybody has drawn.")


def _after_answer(view: View, everybody: tuple[Person, ...]) -> tuple[Person, Board, Mask]:
    """Whose board the viewer has answered for, the board with that answer, and what it changed."""
    if view.choice and view.choice.chosen:
        destroyed = view.choice.chosen.destroyed
        return everybody[view.choice.subject], view.choice.board.destroy(destroyed), destroyed
    assert view.desk is not None
    drawing = view.desk.drawing
    assert drawing is not None
    found = Outcome(
        drawing.cells, drawing.terrain, drawing.initial, drawing.mountains, drawing.marks, drawing.destroyed
    )
    return everybody[view.desk.subject], found.on(view.desk.board), drawing.cells


def _look(view: View, person: Person, *, back: str) -> Stage:
    title = _map_title(person)
    return Stage(
        title=title,
        owner_css=person.css,
        map=map_view(view.boards[person.seat], title, Marks(fresh=view.latest[person.seat])),
        done="",
        take_back="",
        command_id="",
        back=back,
    )


def _map_title(person: Person) -> str:
    return _("Your map") if person.me else _("%(name)s’s map") % {"name": person.name}


def _season(view: View) -> SeasonView:
    season = view.definition.seasons[view.season]
    column = [view.card(id) for id in view.column]
    last = len(column) - 1
    cards = tuple(
        CardView(
            card_name(card), card.time, view.open is not None and number == last, type(card).__name__, _glyph(card)
        )
        for number, card in enumerate(column)
    )
    return SeasonView(
        season_name(season.id),
        f"season-{season.id}",
        view.time,
        season.threshold,
        time_sentence(view.time, season.threshold),
        cards,
        _ruins(view),
        monsters(view),
    )


def _ruins(view: View) -> str:
    """Which card waiting ruins bind, in words: the open one, if it is an explore card, else the next; "" for none."""
    if not view.ruins_pending or view.over:
        return ""
    if isinstance(view.open, ExploreCard):
        return _("Ruins: this turn’s shape has to cover a ruins space, if it can.")
    return _("Ruins: the shape of the next explore card has to cover a ruins space, if it can.")


def _glyph(card: DeckCard) -> str:
    match card:
        case AmbushCard():
            return "monster"
        case HeroCard():
            return "hero"
        case RuinsCard():
            return "ruins"
        case _:
            return ""


def _coin_track(view: View, seat: Seat, board: Board) -> CoinTrack:
    coins, track = view.coins[seat], view.definition.coin_track
    return CoinTrack(tuple(range(coins)), tuple(range(track - coins)), board.monster_losses().bit_count())


def _board_card(view: View, person: Person, url: str, looking: Person | None) -> BoardCard:
    seat = person.seat
    return BoardCard(
        person=person,
        patches=patches(view.boards[seat], view.latest[seat]),
        coins=view.coins[seat],
        stars=stars_so_far(view, seat),
        url=f"{url}?look={seat + 1}#desk",
        looking=looking is not None and looking.seat == seat,
    )
