"""A turn that is past: what was played, what happened, and the maps and their stars after it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse

from engine.cartographers.game import RULES
from engine.contract import Seat
from games.accounts.access import HtmxHttpRequest, SeeOther
from games.cartographers.cards.faces import card_address
from games.cartographers.desk.scene import Scene, looked_at
from games.cartographers.goals.coins import CoinTrack, coin_track
from games.cartographers.goals.edicts import EdictView, edicts, whose_stars
from games.cartographers.log.entries import log_entries
from games.cartographers.log.reading import PastTurn, turn_of
from games.cartographers.log.tape import Tape, tape_of
from games.cartographers.others.stage import BoardCard, board_card, board_looked_at, drawn_by_stand_in, own_or_best
from games.cartographers.past.deck import LAY, DeckView, deck_as_it_lay, deck_as_known
from games.cartographers.past.heat import Heat, heat
from games.cartographers.past.stepping import ALL, stepping
from games.cartographers.words.names import card_name, season_name
from games.play.log import turn_address, turn_name, whole_log
from games.play.people import Person, people
from games.play.replay import Replay, turn_response
from games.tables.forks import ForkForm, fork_form
from games.tables.game import Seated


@dataclass(frozen=True, slots=True)
class TurnPage:
    """The page of a turn that has closed; no link leads to one that has not. The lines of the log are in the order
    in which it happened. What is shown of boards and stars is named as on the page of the table; `side_by_side` where
    all boards are shown instead of one large, `heat` where several drew, `ending` where the game ended with this turn.
    `files` is the address of the map that is looked at, as files, but for their endings; `fork` is how one plays on
    from this turn in the place of who is looked at, None where one cannot.
    """

    title: str
    name: str
    table: str
    season: str
    css: str
    card: str
    card_url: str
    lines: tuple[str, ...]
    scene: Scene
    coins: CoinTrack
    edicts: tuple[EdictView, ...]
    whose_stars: str
    boards: tuple[BoardCard, ...]
    side_by_side: bool
    heat: Heat | None
    ending: bool
    files: str
    deck: DeckView | None
    stars_url: str
    replay: Replay
    fork: ForkForm | None

    @property
    def focus(self) -> Person:
        """Whom the figures are about."""
        return self.scene.focus


def turn_page(request: HttpRequest, seated: Seated, turn: PastTurn, tape: Tape) -> TurnPage:
    """A turn as one visitor sees it, of the game on a tape; the request tells which board to look at, or all."""
    view, number, query = turn.after, turn.number, request.GET
    everybody, chosen = people(seated), looked_at(query, view)
    side_by_side = view.seats > 1 and query.get("boards") == ALL
    focus = everybody[own_or_best(view) if chosen is None else chosen]
    table, season = reverse("tables:table", args=[seated.table.code]), view.definition.seasons[turn.season].id
    url = turn_address(table, number)
    lines = log_entries(view, everybody, turn.log, tuple(entry for entry in turn.log if entry.turn == number))
    stand_in = drawn_by_stand_in(turn.log, number)
    return TurnPage(
        title=turn_name(number),
        name=seated.table.name,
        table=table,
        season=season_name(season),
        css=f"season-{season}",
        card=card_name(turn.card),
        card_url=card_address(table, turn.card),
        lines=tuple(entry.text for entry in reversed(lines)),
        scene=Scene(focus.seat, focus, stage=board_looked_at(view, everybody, focus, url)),
        coins=coin_track(view, focus, turn.log, url),
        edicts=_edicts(turn, focus.seat, url, table),
        whose_stars=whose_stars(view, focus),
        boards=tuple(board_card(view, person, url, focus, None, stand_in=stand_in) for person in everybody),
        side_by_side=side_by_side,
        heat=heat(tape.turn(number), everybody),
        ending=view.over,
        files=f"{url}board-{focus.seat + 1}",
        deck=_deck(seated, turn, query, table, url),
        stars_url=f"{reverse('cartographers:stars', args=[seated.table.code])}?look={focus.seat + 1}",
        replay=stepping(tape, number, table, focus.seat, chosen, side_by_side=side_by_side),
        fork=fork_form(request, seated.table, number, seated.seats[focus.seat], alone=view.seats == 1),
    )


def _deck(seated: Seated, turn: PastTurn, query: QueryDict, table: str, url: str) -> DeckView | None:
    """The deck after a turn: as it lay only where that is asked for, and the game over."""
    look = f"look={query['look']}&" if query.get("look", "").isdecimal() else ""
    if not seated.state.over:
        return deck_as_known(turn.after, table, "")
    if query.get("deck") == LAY:
        return deck_as_it_lay(whole_log(seated), turn.number, table, f"{url}?{look.rstrip('&')}#deck")
    return deck_as_known(turn.after, table, f"{url}?{look}deck={LAY}#deck")


def _edicts(turn: PastTurn, seat: Seat, url: str, table: str) -> tuple[EdictView, ...]:
    """The edicts on a seat's board; none is due where the season of the turn was scored with it."""
    counting = len(turn.after.scores) == turn.season
    views = edicts(turn.after, seat, url, lit=True, table=table)
    return tuple(replace(edict, due=edict.due and counting) for edict in views)


def past_turn(request: HttpRequest, seated: Seated, turn: int) -> HttpResponse | None:
    """The page of a turn that has closed; the way to the table for the open one, None for any other."""
    view = RULES.view(seated.state, seated.seat)
    events = whole_log(seated)
    past = turn_of(events, turn, view.viewer)
    if past:
        page = turn_page(request, seated, past, tape_of(seated.table.code, events))
        return turn_response(cast(HtmxHttpRequest, request), "cartographers/past/turn.html", page)
    return SeeOther(reverse("tables:table", args=[seated.table.code])) if turn == view.turn else None
