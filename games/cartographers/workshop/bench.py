"""Examples of a scoring card: maps with the expected stars, as fields of its form, and the tools that add maps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.board import Board
from engine.cartographers.bounds import MOST_EXAMPLES, STARS
from engine.cartographers.cards import ScoringCard
from engine.cartographers.notation import board_of, whole_board_text
from engine.cartographers.scoring.tally import stars
from games.cartographers.shelf.examples import EMPTY_BOARD, sample_boards
from games.cartographers.words.names import KEY
from games.cartographers.workshop.balance_tests import boards_of_game
from games.cartographers.workshop.clauses import after_removal, number_field, part_id
from games.cartographers.workshop.map_painter import BoardField, shown_text
from games.cartographers.workshop.scoring_preview import ScoredBoard, score_board
from games.catalog.forms import ToolUse, number_in
from games.catalog.painting import Painting
from games.catalog.shelves import Data
from games.tables.log.state import load
from games.tables.models import Seat, Table


class ExampleRefusal(StrEnum):
    """Reason why a button added no example; submitted with the form that it led to."""

    UNREADABLE = "unreadable"
    NOT_FOUND = "not_found"
    FULL = "full"
    SAME = "same"
    NO_GAME = "no_game"
    NO_SEAT = "no_seat"


_REFUSALS: Final[Mapping[str, str | Promise]] = {
    ExampleRefusal.UNREADABLE: gettext_lazy("Fix the card’s errors first, then try again."),
    ExampleRefusal.NOT_FOUND: gettext_lazy("No new map found. Change the card or draw a map yourself."),
    ExampleRefusal.FULL: gettext_lazy("You’ve reached the maximum number of examples. Remove one first."),
    ExampleRefusal.SAME: gettext_lazy("The last example already has this map. Change it before you add another one."),
    ExampleRefusal.NO_GAME: gettext_lazy(
        "No finished Cartographers game has this code, or you don’t have access to it."
    ),
    ExampleRefusal.NO_SEAT: gettext_lazy("No player had this seat. Enter a name or seat number."),
}


@dataclass(frozen=True, slots=True)
class OwnSetRefusalReason:
    """Message about a button that had no effect; `field` is the field that it is about, if any."""

    words: str
    field: str = ""


@dataclass(frozen=True, slots=True)
class ExampleView:
    """Example on the page: its fields, the board with the scored spaces highlighted, and its stars.

    The drawing and the stars are None if the board or the card is invalid. `fails` is True if the expected number
    differs. `after` is the id of the element to focus after the example is removed.
    """

    number: int
    at: int
    board: BoundField
    stars: BoundField
    drawn: ScoredBoard | None
    fails: bool
    is_painted: bool
    after: str

    @property
    def index(self) -> str:
        """Number from 0, as used by buttons."""
        return str(self.at)

    @property
    def place(self) -> str:
        """Id on the page."""
        return part_id("example", self.number)

    @property
    def drawn_id(self) -> str:
        """Id of the drawing."""
        return drawn_id(self.at)

    @property
    def earned_id(self) -> str:
        """Id of the stars that the card earns there."""
        return earned_id(self.at)


class TextBoard(forms.Textarea):
    """Text field for a board, one line per row."""

    def format_value(self, value: Any) -> str:
        """Return the text in lines."""
        return value.text if isinstance(value, Painting) else shown_text(value) if value else ""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Painting:
        """Return the submitted painting."""
        return Painting(data.get(name, ""))


def example_field_name(number: int, part: str) -> str:
    """Return the name of an example's field; `number` is 0-based."""
    return f"example-{number}-{part}"


def drawn_id(number: int) -> str:
    """Return the id of an example's drawing; `number` is 0-based."""
    return f"example-{number}-drawn"


def earned_id(number: int) -> str:
    """Return the id of the stars that the card earns on an example."""
    return f"example-{number}-earned"


def example_fields(count: int, painted: int) -> dict[str, forms.Field]:
    """Return the fields of the examples, one of which may be painted, and those that import one from a game."""
    made: dict[str, forms.Field] = {}
    for number in range(count):
        label = _("Map %(number)s") % {"number": number + 1}
        field = BoardField(label=label)
        if number != painted:
            rows = {"rows": 12, "cols": 24, "class": "workshop-rows", "spellcheck": "false", "maxlength": 2_000}
            field.widget = TextBoard(rows)
        made[example_field_name(number, "board")] = field
        made[example_field_name(number, "stars")] = number_field(*STARS, label=_("Expected stars"))
    made["game_code"] = forms.CharField(label=_("Table code"), max_length=40, required=False)
    made["game_seat"] = forms.CharField(label=_("Player name or seat number"), max_length=60, required=False)
    return made


def initial_examples(examples: list[Data]) -> dict[str, Any]:
    """Return the initial field values for the examples."""
    return {
        example_field_name(number, key): value for number, entry in enumerate(examples) for key, value in entry.items()
    }


def examples_from_fields(count: int, cleaned: Mapping[str, Any]) -> tuple[Data, ...]:
    """Return the examples as an entry stores them, with None for what is invalid."""
    return tuple(
        {key: cleaned.get(example_field_name(number, key)) for key in ("board", "stars")} for number in range(count)
    )


def count_of(data: Any) -> int:
    """Return the number of submitted examples, at most `MOST_EXAMPLES`."""
    return min(max(number_in(data.get("examples", "")), 0), MOST_EXAMPLES)


def painted_number(data: Any) -> int:
    """Return the number of the example being painted, or -1 if there is none."""
    return number_in(data.get("painted", ""))


def painted_field(data: Any) -> str:
    """Return the name of the field of the example being painted."""
    return example_field_name(painted_number(data), "board")


def refusal_of(data: Any) -> OwnSetRefusalReason | None:
    """Return the message about a button that had no effect, or None if it worked."""
    refused = data.get("refused", "")
    if refused not in list(ExampleRefusal):
        return None
    field = {ExampleRefusal.NO_GAME: "game_code", ExampleRefusal.NO_SEAT: "game_seat"}.get(ExampleRefusal(refused), "")
    return OwnSetRefusalReason(str(_REFUSALS[refused]), field)


def draw(use: ToolUse) -> Any:
    """Add an empty map to paint."""
    return _added(use, EMPTY_BOARD, 0, paint=True)


def paint_or_finish(use: ToolUse) -> Any:
    """Make an example the painted one, or no longer."""
    return use.with_values(painted="" if use.data.get("painted", "") == use.at else use.at[:3])


def find(use: ToolUse, card: ScoringCard) -> Any:
    """Add a map on which the card earns none, some or many stars."""
    if use.at not in list(StarTarget):
        return use.data
    known = [whole_board_text(board) for _number, board in _sent_boards(use.data)]
    board = find_board(card, StarTarget(use.at), known)
    if board is None:
        return use.with_values(refused=ExampleRefusal.NOT_FOUND)
    return _added(use, whole_board_text(board), stars(card, board))


def add_game_map(use: ToolUse, card: ScoringCard) -> Any:
    """Add the map of a player of a finished game."""
    code, seat = (use.data.get(part, "").replace("\x00", "") for part in ("game_code", "game_seat"))
    try:
        board = board_at_end(code, seat, use.user)
    except BoardNotFound as reason:
        return use.with_values(refused=ExampleRefusal.NO_SEAT if reason.has_game else ExampleRefusal.NO_GAME)
    cleared = use.with_values(game_code="", game_seat="")
    return _added(replace(use, data=cleared), whole_board_text(board), stars(card, board))


def remove(use: ToolUse) -> Any:
    """Remove an example; those after it move up."""
    at, count = use.number, count_of(use.data)
    if not 0 <= at < count:
        return use.data
    parts = ("board", "stars", "board.history", "board.brush")
    changed = use.data.copy()
    for number in range(at, count):
        for part in parts:
            changed.pop(example_field_name(number, part), None)
            if number + 1 < count and example_field_name(number + 1, part) in use.data:
                changed[example_field_name(number, part)] = use.data[example_field_name(number + 1, part)]
    at_work = painted_number(use.data)
    changed["painted"] = "" if at_work in (-1, at) else str(at_work - (at_work > at))
    changed["examples"] = str(count - 1)
    return changed


def use_stars(use: ToolUse, card: ScoringCard) -> Any:
    """Expect the stars that the card earns now on an example."""
    return _with_stars(use, card, lambda number: number == use.number)


def use_all_stars(use: ToolUse, card: ScoringCard) -> Any:
    """Expect the stars that the card earns now on every example."""
    return _with_stars(use, card, lambda _number: True)


def _with_stars(use: ToolUse, card: ScoringCard, is_meant: Callable[[int], bool]) -> Any:
    earned = {number: stars(card, board) for number, board in _sent_boards(use.data) if is_meant(number)}
    return use.with_values(**{example_field_name(number, "stars"): value for number, value in earned.items()})


def _added(use: ToolUse, board: str, earned: int, *, paint: bool = False) -> Any:
    """Return the form data with another example, the last."""
    count = count_of(use.data)
    if count >= MOST_EXAMPLES:
        return use.with_values(refused=ExampleRefusal.FULL)
    # This also catches a double click, because the second click may come from the page that already shows the first
    # one's example.
    if count and _text_of(use.data.get(example_field_name(count - 1, "board"), "")) == _text_of(board):
        return use.with_values(refused=ExampleRefusal.SAME)
    values: dict[str, str | int] = {"examples": count + 1, example_field_name(count, "board"): shown_text(board)}
    values |= {example_field_name(count, "stars"): earned, "painted": count if paint else use.data.get("painted", "")}
    return use.with_values(**values)


def _sent_boards(data: Any) -> Iterator[tuple[int, Board]]:
    """Yield the submitted boards that are readable, with their example numbers."""
    for number in range(count_of(data)):
        if board := _read(data.get(example_field_name(number, "board"), "")):
            yield number, board


def _text_of(text: str) -> str | None:
    """A board that was sent in its one notation, None where it cannot be read."""
    board = _read(text)
    return whole_board_text(board) if board else None


def _read(text: str) -> Board | None:
    try:
        cleaned = BoardField(required=False).clean(text)
    except ValidationError:
        return None
    return board_of(cleaned) if cleaned else None


def example_view(form: forms.Form, at: int, count: int, card: ScoringCard | None, *, is_painted: bool) -> ExampleView:
    """Return the view of an example of the form; `at` is 0-based."""
    field, expected = form[example_field_name(at, "board")], form[example_field_name(at, "stars")]
    value = field.value()
    board = _read(value.text if isinstance(value, Painting) else str(value or ""))
    drawn = score_board(card, board) if card and board else None
    fails = drawn is not None and str(expected.value()) != str(drawn.stars)
    return ExampleView(
        number=at + 1,
        at=at,
        board=field,
        stars=expected,
        drawn=drawn,
        fails=fails,
        is_painted=is_painted,
        after=after_removal("example", at + 1, count, "example-blank"),
    )


_GAMES: Final = 8
"""Number of quick games without the card, and with it."""
_LEAST_FILLED: Final = 25
"""Minimum number of filled spaces of a map that is worth showing."""


class StarTarget(StrEnum):
    """Number of stars that a card should earn on the map to find."""

    NONE = "none"
    SOME = "some"
    MANY = "many"


def find_board(card: ScoringCard, sought: StarTarget, known: Collection[str] = ()) -> Board | None:
    """A board on which a card earns so much that is none of the `known` (texts, `whole_board_text`); None where there
    is none. The same question has the same answer, within a second or two.
    """
    boards = [board for board in _candidates(card, sought) if whole_board_text(board) not in known]
    # Penalties count as much as stars.
    scored = [(abs(stars(card, board)), number) for number, board in enumerate(boards)]
    earned = sorted(scored, key=lambda pair: pair[0])
    paying = [number for earns, number in earned if earns]
    if sought is StarTarget.NONE:
        idle = [boards[number] for earns, number in earned if not earns]
        return max(idle, key=lambda board: board.filled.bit_count(), default=None)
    if not paying:
        return None
    return boards[paying[-1] if sought is StarTarget.MANY else paying[len(paying) // 2]]


def _candidates(card: ScoringCard, sought: StarTarget) -> Iterator[Board]:
    yield from sample_boards().values()
    yield from _without_it()
    if sought is not StarTarget.NONE:
        for number in range(_GAMES):
            yield from (board for board in boards_of_game(card, number) if board.filled.bit_count() >= _LEAST_FILLED)


@lru_cache(maxsize=1)
def _without_it() -> tuple[Board, ...]:
    games = (boards_of_game(None, number) for number in range(_GAMES))
    return tuple(board for game in games for board in game if board.filled.bit_count() >= _LEAST_FILLED)


class BoardNotFound(LookupError):
    """There is no such board for who asks; `has_game` where it is the seat that is not there."""

    def __init__(self, *, has_game: bool) -> None:
        super().__init__("no such board")
        self.has_game = has_game


def board_at_end(code: str, seat: str, user: Any) -> Board:
    """The board at the end of a finished game that somebody may look at, by the table's code, and by the number of the
    seat from 1 or the name of who sat there; who played alone need not be named. Raises NoBoard, for what they may not
    see as for what is not there.
    """
    table = Table.objects.visible_to(user.pk).finished().filter(game=KEY, code=code.strip()[:40]).first()
    if table is None:
        raise BoardNotFound(has_game=False)
    seats = list(Seat.objects.filter(table=table).select_related("user").order_by("index"))
    name = seat.strip().casefold()
    named = [each for each in seats if name in (str(each.index + 1), each.shown_name.casefold())]
    found = named or (seats if not name and len(seats) == 1 else [])
    if not found:
        raise BoardNotFound(has_game=True)
    board: Board = load(table).state.boards[found[0].index]
    return board
