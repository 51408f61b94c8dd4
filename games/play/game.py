"""Interface of a game at a table, used by the URLs common to all games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Protocol, cast

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils.safestring import SafeString

from engine.contract import RuleViolation, Seat
from engine.records import Record
from games.accounts.access import HtmxHttpRequest
from games.play.explanations import FigureQuery
from games.play.line import Entry, LineView
from games.play.record_check import Finding
from games.play.summary_keys import GameSummary, Kind
from games.tables.game import Game, Seated, UnknownGame, game_named
from games.tables.log.state import Logged
from games.tables.log.submit import Intent
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class Shown:
    """Rendering options of a table.

    `step` is the step of the move in progress. `refusal` is why a command was refused, or "". `line` is the answer to
    a typed line. `retarget` is True if the whole table replaces the part that sent the request.
    """

    step: QueryDict = field(default_factory=QueryDict)
    refusal: str = ""
    line: LineView | None = None
    status: int = HTTPStatus.OK
    retarget: bool = False


@dataclass(frozen=True, slots=True)
class TypedLine:
    """Line typed by a user at a table, with the form fields sent with it."""

    text: str
    fields: QueryDict
    seated: Seated


@dataclass(frozen=True, slots=True)
class CommandReply:
    """The line is answered by these sentences."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlacementReply:
    """The line puts what is in hand elsewhere: the step of the page where it is then; `held` where the page has it in
    hand itself, and must let go of it.
    """

    step: QueryDict
    words: tuple[str, ...] = ()
    held: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """Command of a typed line that plays, and where the move lies if it is refused."""

    intent: Intent
    lies: PlacementReply | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """The line plays: `play` makes the command for the turn that it was typed in, or raises Unread."""

    play: Callable[[int], Play]


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A turn that has closed, as it is shown apart from its game: what it was about, in a few words, and a small
    picture of what a seat had before it then; each "" for none.
    """

    words: str
    picture: SafeString


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """URL of the picture of a seat's final board, and its size in pixels."""

    url: str
    width: int
    height: int


Reading = CommandReply | PlacementReply | Act
"""Result of reading a typed line."""


class Played(Game, Protocol):
    """One game as it is played at a table."""

    def table(self, request: HtmxHttpRequest, seated: Seated, shown: Shown) -> HttpResponse:
        """The table as it is: its fragment for htmx, the full page otherwise."""

    def turn(self, request: HttpRequest, seated: Seated, number: int) -> HttpResponse | None:
        """The page of a turn that has closed; the way to the table for the open one, None for any other."""

    def why(
        self, request: HtmxHttpRequest, seated: Seated, query: FigureQuery, turn: int | None
    ) -> HttpResponse | None:
        """Explain a figure, now or after a turn; None if there is no such figure."""

    def public_pages(self) -> Sequence[str]:
        """The addresses of the pages that explain it and what it is played with, one by one, for search engines."""

    def cover_picture(self, over: str, title: str, lines: Sequence[str], beside: Seated | None = None) -> str:
        """Return an SVG preview of 1200 by 630: text next to a public picture of the game.

        The picture shows the final board of a seat if `beside` is a seat of a finished game. The SVG needs no fonts
        other than the site's.
        """

    def shared_picture(self, seated: Seated, turn: int | None) -> str | None:
        """Return the preview picture of a finished game or of a closed turn, as spectators see it.

        Returns None if there is no such turn, or if the game is still running.
        """

    def glimpse(self, table: Table, log: Sequence[Logged[Any]], turn: int, seat: Seat) -> Glimpse | None:
        """A turn of a game that is over, all of whose events these are, as a seat had it before it; None where there is
        no such turn or seat.
        """

    def refusals(self, violation: RuleViolation) -> str:
        """Every reason of a refusal, in sentences for the person refused."""

    def findings(self, record: Record[Any]) -> list[Finding]:
        """Return the findings of a game file check, in game order.

        Raises RecordError if there is a seed without its hash.
        """

    def notation(self, state: Any, seat: Seat) -> str:
        """Return a seat's final board as text that can be set up elsewhere, or "" for none."""

    def kinds(self) -> Sequence[Kind]:
        """The kinds of pieces that a `summary` names, in the language of the moment."""

    def piece_url(self, kind: str, key: str) -> str:
        """The address of the page of a piece, by the key of its kind and its own; "" for one that has none."""

    def board_picture(self, code: str, seat: Seat) -> BoardPicture | None:
        """A picture of what a seat had before it when the game at the table of that code was over; None where the game
        has no such pictures.
        """

    def title_name(self, code: str) -> str:
        """A title that one alone has earned, by its code."""

    def summary(self, table: Table, state: Any) -> GameSummary:
        """Return the summary of a finished game, for lists and statistics."""

    def entries(self) -> Sequence[Entry]:
        """Return the commands that can be typed."""

    def read(self, line: TypedLine) -> Reading:
        """Parse a typed line. Raises Unread if it cannot be executed as it stands."""

    def news(self, seated: Seated, since: int) -> tuple[str, ...]:
        """Return the results of a seat's own line, one per event after number `since`; never empty."""


def played_game(key: str) -> Played:
    """The game of that key; raises UnknownGame."""
    return cast(Played, game_named(key))


def played_at(table: Table) -> Played:
    """The game that is played at a table; raises Http404 where it is no longer installed."""
    try:
        return played_game(table.game)
    except UnknownGame:
        raise Http404 from None
