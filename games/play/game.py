"""Interface of a game at a table, used by the URLs common to all games."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils.safestring import SafeString

from engine.contract import RuleViolation, Seat
from engine.records import Record
from games.accounts.access import HtmxHttpRequest
from games.play.board_grid import BoardGrid
from games.play.coaching import Coach
from games.play.explanations import FigureQuery
from games.play.feats import Feats
from games.play.line import CommandHelp
from games.play.log import LogEntry
from games.play.page_parts import RenderingOptions
from games.play.positions import Positions
from games.play.record_check import Finding, check_record
from games.play.replay import plain_turn
from games.play.screen import ScreenView, plain_screen
from games.play.summary_keys import GameSummary, PieceKind
from games.play.taught_table import TaughtTable
from games.play.toned_images import FinalBoards
from games.tables.game import Game, Seated, UnknownGame, game_named
from games.tables.log.state import DecodedEvent, load
from games.tables.log.submit import Intent
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class TypedLine:
    """Line typed by a user at a table, with the form fields sent with it; `may_write` is False for a GET request."""

    text: str
    fields: QueryDict
    seated: Seated
    may_write: bool


@dataclass(frozen=True, slots=True)
class CommandReply:
    """The command was answered with these sentences."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlacementReply:
    """The command moves the piece in hand: the page's step with the new position; `held` if the page holds the piece
    itself and must release it.
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
class PlayReply:
    """The command plays: `play` builds the command for the turn it was typed in, or raises UnreadableCommand."""

    play: Callable[[int], Play]


@dataclass(frozen=True, slots=True)
class TurnSummary:
    """A closed turn shown outside its game: a short description and a small picture of a seat's board before it; each
    "" if there is none.
    """

    words: str
    picture: SafeString


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """URL of the picture of a seat's final board, and its size in pixels."""

    url: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class SpeechReply:
    """The command sends a message to the chat of the table."""

    text: str


Reading = CommandReply | PlacementReply | PlayReply | SpeechReply
"""Result of reading a typed line."""


@dataclass(frozen=True, slots=True)
class CommandLine:
    """Commands that can be typed at a table.

    `read` parses a line; it raises Unread if the line can't be executed as it stands. `news(seated, since)` returns the
    results of a seat's own line, one per event after number `since`; it is never empty.
    """

    entries: Callable[[], Sequence[CommandHelp]]
    read: Callable[[TypedLine], Reading]
    news: Callable[[Seated, int], tuple[str, ...]]


def _empty_summary(_table: Table, _state: Any) -> GameSummary:
    return GameSummary()


def _no_page(_kind: str, _key: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Components and titles of finished games, for lists and statistics.

    `summary` returns those of a game, `kinds` the kinds of components in the current language. `piece_url` returns the
    page of a component by its kind and key, "" for none, and `title_name` the name of a title for one player.
    """

    summary: Callable[[Table, Any], GameSummary] = _empty_summary
    kinds: Callable[[], Sequence[PieceKind]] = tuple
    piece_url: Callable[[str, str], str] = _no_page
    title_name: Callable[[str], str] = str


class PlayedGame(Game):
    """One game as it is played at a table, with hooks and capabilities as in `Game`."""

    line: CommandLine | None = None
    statistics: Statistics = Statistics()
    final_boards: FinalBoards | None = None
    lessons: type[TaughtTable] | None = None
    coach: Coach | None = None
    board_grid: BoardGrid | None = None
    feats: Feats | None = None
    positions: Positions | None = None
    screen_style: str = ""
    """Style sheet of the big screen, "" for none."""
    screen_defs: str = ""
    """Template of what several pictures on the big screen share, "" for none."""

    @abstractmethod
    def table(self, request: HtmxHttpRequest, seated: Seated, shown: RenderingOptions) -> HttpResponse:
        """Return the table as it is: its fragment for htmx, the full page otherwise."""

    @abstractmethod
    def refusals(self, violation: RuleViolation) -> str:
        """Return all reasons of a refusal in sentences for the player."""

    def page(self, request: HttpRequest, seated: Seated) -> HttpResponse:
        """Return the page of a started table, or the fragment of it that htmx asks for."""
        return self.table(cast(HtmxHttpRequest, request), seated, RenderingOptions(request.GET))

    def log_entries(self, seated: Seated) -> Sequence[LogEntry]:
        """Return the events in words, latest first, as the viewer may read them."""
        return ()

    def turn(self, request: HttpRequest, seated: Seated, number: int) -> HttpResponse | None:
        """Return the page of a closed turn, the way to the table for the open one, None for any other."""
        return plain_turn(cast(HtmxHttpRequest, request), seated, number, self.log_entries(seated))

    def screen(self, spectator: Seated) -> ScreenView:
        """Return the game for a big screen, as a spectator sees it."""
        return plain_screen(spectator, self.rules)

    def why(
        self, request: HtmxHttpRequest, seated: Seated, query: FigureQuery, turn: int | None
    ) -> HttpResponse | None:
        """Return the explanation of a figure, now or after a turn, or None if there is no such figure."""
        return None

    def glimpse(self, table: Table, log: Sequence[DecodedEvent[Any]], turn: int, seat: Seat) -> TurnSummary | None:
        """Return a turn of a finished game as a seat had it, or None if there is no such turn or seat.

        `log` holds all events of the game.
        """
        places = self.rules.standings(load(table).state).places
        return TurnSummary("", SafeString("")) if 1 <= turn <= log[-1].turn and seat < len(places) else None

    def board_picture(self, code: str, seat: Seat) -> BoardPicture | None:
        """Return the picture of a seat's final board at the table of that code, or None if there are none."""
        return None

    def notation(self, state: Any, seat: Seat) -> str:
        """Return a seat's final board as text that can be set up elsewhere, or "" for none."""
        return ""

    def findings(self, record: Record[Any]) -> list[Finding]:
        """Return the findings of a game file check, in game order.

        Raises RecordError if there is a seed without its hash, or if the game has no game files.
        """
        return check_record(self.rules, record).findings()


def played_game(key: str) -> PlayedGame:
    """Return the game with that key. Raises UnknownGame."""
    return cast(PlayedGame, game_named(key))


def played_at(table: Table) -> PlayedGame:
    """Return the game played at a table. Raises Http404 if it is no longer installed."""
    try:
        return played_game(table.game)
    except UnknownGame:
        raise Http404 from None
