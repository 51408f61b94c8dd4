"""The test bench of a scoring card: boards with the stars that it is to earn there, as fields of its form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.board import Board
from engine.cartographers.bounds import MOST_EXAMPLES, STARS
from engine.cartographers.cards import ScoringCard, scoring_from_json
from engine.cartographers.notation import board_of, whole_board_text
from engine.cartographers.scoring.tally import stars
from games.cartographers.shelf.sample_boards import EMPTY_BOARD
from games.cartographers.workshop.clauses import after_removal, number_field, place_of
from games.cartographers.workshop.example_search import Sought, find_board
from games.cartographers.workshop.finished_maps import NoBoard, board_at_end
from games.cartographers.workshop.map_painter import BoardField, Painting, shown_text
from games.cartographers.workshop.scored_map import LitBoard, lit_board
from games.catalog.shelves import Data


class Refusal(StrEnum):
    """Reason why a button added no example; submitted with the form that it led to."""

    UNREADABLE = "unreadable"
    NOT_FOUND = "not_found"
    FULL = "full"
    SAME = "same"
    NO_GAME = "no_game"
    NO_SEAT = "no_seat"


_REFUSALS: Final[Mapping[str, str | Promise]] = {
    Refusal.UNREADABLE: gettext_lazy("Fix the card’s errors first, then try again."),
    Refusal.NOT_FOUND: gettext_lazy("No new map found. Change the card or draw a map yourself."),
    Refusal.FULL: gettext_lazy("You’ve reached the maximum number of examples. Remove one first."),
    Refusal.SAME: gettext_lazy("The last example already has this map. Change it before you add another one."),
    Refusal.NO_GAME: gettext_lazy("No finished Cartographers game has this code, or you don’t have access to it."),
    Refusal.NO_SEAT: gettext_lazy("No player had this seat. Enter a name or seat number."),
}


@dataclass(frozen=True, slots=True)
class Refused:
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
    drawn: LitBoard | None
    fails: bool
    is_painted: bool
    after: str

    @property
    def index(self) -> str:
        """Its number from 0, as buttons name it."""
        return str(self.at)

    @property
    def place(self) -> str:
        """Its id on the page."""
        return place_of("example", self.number)

    @property
    def drawn_id(self) -> str:
        """The id of its drawing."""
        return drawn_id(self.at)

    @property
    def earned_id(self) -> str:
        """The id of what the card earns there."""
        return earned_id(self.at)


class TextBoard(forms.Textarea):
    """A board as its text, a line a row."""

    def format_value(self, value: Any) -> str:
        """The text in lines."""
        return value.text if isinstance(value, Painting) else shown_text(value) if value else ""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Painting:
        """Return the submitted painting."""
        return Painting(data.get(name, ""))


def name_of(number: int, part: str) -> str:
    """The name of a field of an example, which is numbered from 0."""
    return f"example-{number}-{part}"


def drawn_id(number: int) -> str:
    """The id of the drawing of an example, which is numbered from 0."""
    return f"example-{number}-drawn"


def earned_id(number: int) -> str:
    """The id of what the card earns on an example."""
    return f"example-{number}-earned"


def example_fields(count: int, painted: int) -> dict[str, forms.Field]:
    """The fields of some examples, one of which may be painted, and those by which one is taken from a game."""
    made: dict[str, forms.Field] = {}
    for number in range(count):
        label = _("Map %(number)s") % {"number": number + 1}
        field = BoardField(label=label)
        if number != painted:
            rows = {"rows": 12, "cols": 24, "class": "workshop-rows", "spellcheck": "false", "maxlength": 2_000}
            field.widget = TextBoard(rows)
        made[name_of(number, "board")] = field
        made[name_of(number, "stars")] = number_field(*STARS, label=_("Expected stars"))
    made["game_code"] = forms.CharField(label=_("Table code"), max_length=40, required=False)
    made["game_seat"] = forms.CharField(label=_("Player name or seat number"), max_length=60, required=False)
    return made


def begun(examples: list[Data]) -> dict[str, Any]:
    """Return the initial field values for the examples."""
    return {name_of(number, key): value for number, entry in enumerate(examples) for key, value in entry.items()}


def said(count: int, cleaned: Mapping[str, Any]) -> tuple[Data, ...]:
    """The examples, as an entry keeps them."""
    return tuple({key: cleaned[name_of(number, key)] for key in ("board", "stars")} for number in range(count))


def told(count: int, cleaned: Mapping[str, Any]) -> tuple[Data, ...]:
    """The same where something may be wrong with them: no reader can read those."""
    return tuple({key: cleaned.get(name_of(number, key)) for key in ("board", "stars")} for number in range(count))


def count_of(data: Any) -> int:
    """Return the number of submitted examples, at most `MOST_EXAMPLES`."""
    return min(_number(data.get("examples", "")), MOST_EXAMPLES)


def painted(data: Any) -> int:
    """Return the number of the example being painted, or -1 if there is none."""
    text = data.get("painted", "")
    return _number(text) if text else -1


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def with_values(data: Any, **values: str | int) -> Any:
    """Return a copy of the submitted data with other values."""
    changed = data.copy()
    for key, value in values.items():
        changed[key] = str(value)
    return changed


def refusal_of(data: Any) -> Refused | None:
    """Return the message about a button that had no effect, or None if it worked."""
    refused = data.get("refused", "")
    if refused not in list(Refusal):
        return None
    field = {Refusal.NO_GAME: "game_code", Refusal.NO_SEAT: "game_seat"}.get(Refusal(refused), "")
    return Refused(str(_REFUSALS[refused]), field)


def stepped(data: Any, step: str, *, stored: Data | None, user: Any) -> Any:
    """Return the submitted data after an example button.

    `step` is "find.none" (or "some", "many"), "game", "blank", "paint.1", "remove.1", "take.1" or "take.all".
    `stored` is the card's definition, or None if it can't be read.
    """
    act, _dot, rest = step.partition(".")
    card = scoring_from_json(stored) if stored is not None else None
    match act:
        case "blank":
            return _added(data, EMPTY_BOARD, 0, paint=True)
        case "find" if rest in list(Sought):
            return _found(data, card, Sought(rest))
        case "game":
            return _from_game(data, card, user)
        case "paint":
            return with_values(data, painted="" if data.get("painted", "") == rest else rest[:3])
        case "remove":
            return _without(data, _number(rest))
        case "take":
            return _taken(data, card, rest)
    return data


def _added(data: Any, board: str, earned: int, *, paint: bool = False) -> Any:
    """With another example, the last."""
    count = count_of(data)
    if count >= MOST_EXAMPLES:
        return with_values(data, refused=Refusal.FULL)
    # This also catches a double click, because the second click may come from the page that already shows the first
    # one's example.
    if count and _text_of(data.get(name_of(count - 1, "board"), "")) == _text_of(board):
        return with_values(data, refused=Refusal.SAME)
    values: dict[str, str | int] = {"examples": count + 1, name_of(count, "board"): shown_text(board)}
    values |= {name_of(count, "stars"): earned, "painted": count if paint else data.get("painted", "")}
    return with_values(data, **values)


def _found(data: Any, card: ScoringCard | None, sought: Sought) -> Any:
    if card is None:
        return with_values(data, refused=Refusal.UNREADABLE)
    known = [whole_board_text(board) for _number, board in _boards(data)]
    board = find_board(card, sought, known)
    if board is None:
        return with_values(data, refused=Refusal.NOT_FOUND)
    return _added(data, whole_board_text(board), stars(card, board))


def _from_game(data: Any, card: ScoringCard | None, user: Any) -> Any:
    if card is None:
        return with_values(data, refused=Refusal.UNREADABLE)
    code, seat = (data.get(part, "").replace("\x00", "") for part in ("game_code", "game_seat"))
    try:
        board = board_at_end(code, seat, user)
    except NoBoard as reason:
        return with_values(data, refused=Refusal.NO_SEAT if reason.has_game else Refusal.NO_GAME)
    cleared = with_values(data, game_code="", game_seat="")
    return _added(cleared, whole_board_text(board), stars(card, board))


def _without(data: Any, at: int) -> Any:
    """Without one of the examples; those after it move up."""
    count = count_of(data)
    if at >= count:
        return data
    parts = ("board", "stars", "board.history", "board.brush")
    changed = data.copy()
    for number in range(at, count):
        for part in parts:
            changed.pop(name_of(number, part), None)
            if number + 1 < count and name_of(number + 1, part) in data:
                changed[name_of(number, part)] = data[name_of(number + 1, part)]
    at_work = painted(data)
    changed["painted"] = "" if at_work in (-1, at) else str(at_work - (at_work > at))
    changed["examples"] = str(count - 1)
    return changed


def _taken(data: Any, card: ScoringCard | None, which: str) -> Any:
    """With what the card earns now as what it is to earn, on one example or on all."""
    if card is None:
        return with_values(data, refused=Refusal.UNREADABLE)
    earned = {number: stars(card, board) for number, board in _boards(data) if which in ("all", str(number))}
    return with_values(data, **{name_of(number, "stars"): value for number, value in earned.items()})


def _boards(data: Any) -> Iterator[tuple[int, Board]]:
    """The boards that were sent and can be read, by the numbers of their examples."""
    for number in range(count_of(data)):
        if board := _read(data.get(name_of(number, "board"), "")):
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
    """One of so many examples of a form, from 0."""
    field, expected = form[name_of(at, "board")], form[name_of(at, "stars")]
    value = field.value()
    board = _read(value.text if isinstance(value, Painting) else str(value or ""))
    drawn = lit_board(card, board) if card and board else None
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
