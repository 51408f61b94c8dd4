"""Forms for notes, collections and reports."""

from __future__ import annotations

from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.names import clean_prose
from games.accounts.forms import CartoForm, new_command_id
from games.accounts.models import User
from games.accounts.names import clean_shown_name
from games.play.board_grid import BoardGrid
from games.studies.marks import Marks, parse_marks, stored_marks
from games.studies.models import Collection, Entry, Note, ReportedKind, ReportReason, Visibility
from games.studies.models.collections import POSITION_MAX, TITLE_MAX, WORDS_MAX
from games.studies.models.notes import ANSWER_MAX, MARKS_MAX, NOTE_MAX
from games.studies.positions import NamedPosition, has_positions, read_position_address
from games.studies.services import CollectionFields, SeatTurn
from games.studies.turns import ADDRESS_MAX, glimpse_of, grid_of, read_address, turn_at
from games.tables.models import Seat, Status, TableQuerySet

NEW: Final = "new"
"""Choice of a collection that doesn't exist yet."""


class Words(forms.CharField):
    """Plain text with lines, counted as the author's browser counts it."""

    def __init__(self, *, most: int, rows: int, **kwargs: Any) -> None:
        super().__init__(max_length=most, widget=forms.Textarea(attrs={"rows": rows, "dir": "auto"}), **kwargs)

    def to_python(self, value: Any) -> str:
        """Return the text with uniform line endings."""
        return str(super().to_python(clean_prose(str(value or ""))))


def _note_field() -> Words:
    return Words(
        label=gettext_lazy("Your note"),
        most=NOTE_MAX,
        rows=5,
        help_text=gettext_lazy("Visible to everyone with access to this game. Plain text, 2,000 characters at most."),
    )


class NoteForm(CartoForm):
    """Form for a new note."""

    words = _note_field()


class CollectionForm(CartoForm):
    """Form of a collection: title, introduction and visibility."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=TITLE_MAX)
    words = Words(label=gettext_lazy("Introduction"), most=WORDS_MAX, rows=6, required=False)
    visibility = forms.ChoiceField(
        label=gettext_lazy("Visibility"),
        choices=Visibility,
        initial=Visibility.PRIVATE,
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any = None, *, collection: Collection | None = None) -> None:
        initial = {name: getattr(collection, name) for name in self.base_fields} if collection else None
        super().__init__(data, initial=initial)
        self.command_id = new_command_id()

    def clean_title(self) -> str:
        """Normalize the title."""
        return _clean_title(self.cleaned_data["title"])

    def collection_fields(self) -> CollectionFields:
        """Return the fields of the collection; the form must be valid."""
        return CollectionFields(**self.cleaned_data)


class KeepForm(CartoForm):
    """Form to save a turn: collection, board and text. `command_id` is for a new collection."""

    collection = forms.ChoiceField(label=gettext_lazy("Collection"))
    title = forms.CharField(
        label=gettext_lazy("Title of the new collection"),
        max_length=TITLE_MAX,
        required=False,
        help_text=gettext_lazy("Only if you create one. It’s private until you change its visibility."),
    )
    seat = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    words = Words(label=gettext_lazy("Text"), most=WORDS_MAX, rows=6, required=False)

    def __init__(self, data: Any = None, *, own: list[Collection], seats: list[Seat], seat: int) -> None:
        chosen = own[0].code if own else NEW
        super().__init__(data, initial={"collection": chosen, "seat": seat})
        self.command_id = new_command_id()
        self._offer([(one.code, one.title) for one in own], [(one.index, one.shown_name) for one in seats])

    def _offer(self, own: list[tuple[str, str]], seats: list[tuple[int, str]]) -> None:
        """Set the choices of collections and seats; a single choice is hidden."""
        collections, boards = self.fields["collection"], self.fields["seat"]
        assert isinstance(collections, forms.ChoiceField)
        assert isinstance(boards, forms.TypedChoiceField)
        collections.choices = [*own, (NEW, _("New collection"))]
        boards.choices = seats
        if not own:
            collections.widget = forms.HiddenInput()
            self.fields["title"].required = True
        if len(seats) == 1:
            boards.widget = forms.HiddenInput()

    def clean_title(self) -> str:
        """Normalize the title."""
        return _clean_title(self.cleaned_data["title"]) if self.cleaned_data["title"] else ""

    def clean(self) -> dict[str, Any]:
        """Require a title for a new collection only, and ignore it otherwise."""
        cleaned = super().clean() or {}
        is_new, title = cleaned.get("collection") == NEW, cleaned.get("title")
        if is_new and not title and "title" not in self.errors:
            self.add_error("title", ValidationError(_("Enter a title for the new collection."), code="required"))
        if title and "collection" in cleaned and not is_new:
            words = _("Choose “New collection” to create one with this title, or clear the title.")
            self.add_error("collection", ValidationError(words, code="title"))
        return cleaned


class AddForm(CartoForm):
    """Form to add a turn by its URL, which must be visible to the keeper and sets `turn`, or a position by its own."""

    prefix = "add"
    address = forms.CharField(
        label=gettext_lazy("Link to a turn"),
        max_length=ADDRESS_MAX,
        help_text=gettext_lazy("Open a turn of a finished game and copy its link."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
    )
    position = forms.CharField(
        label=gettext_lazy("Link to an analysis board"),
        max_length=POSITION_MAX,
        required=False,
        help_text=gettext_lazy("Instead of a turn, you can add a position."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
    )
    words = Words(label=gettext_lazy("Text"), most=WORDS_MAX, rows=4, required=False)
    turn: SeatTurn

    def __init__(self, data: Any = None, *, keeper: User, visible: TableQuerySet) -> None:
        super().__init__(data)
        if has_positions():
            self.fields["address"].required = False
        else:
            del self.fields["position"]
        self._keeper, self._visible = keeper, visible

    def clean_address(self) -> str:
        """Find the turn, or report the error."""
        address: str = self.cleaned_data["address"]
        if not address:
            return address
        named = read_address(address)
        if named is None:
            raise ValidationError(_("This isn’t a link to a turn on this site."), code="address")
        table = self._visible.filter(code=named.code).first()
        if table is None:
            raise ValidationError(_("This game doesn’t exist, or you don’t have access to it."), code="unknown")
        if table.status != Status.FINISHED:
            raise ValidationError(
                _("This game isn’t over yet. You can add its turns when it’s finished."), code="playing"
            )
        self.turn = turn_at(table, named.turn, named.seat, self._keeper)
        if glimpse_of(self.turn) is None:
            raise ValidationError(_("This game doesn’t have that turn."), code="turn")
        return address

    def clean_position(self) -> NamedPosition | None:
        """Read the position, or report the error."""
        text = self.cleaned_data["position"]
        return read_position_address(text) if text else None

    def clean(self) -> dict[str, Any]:
        """Require either a turn or a position."""
        cleaned = super().clean() or {}
        if not self.errors and bool(cleaned["address"]) == bool(cleaned.get("position")):
            words = _("Enter either a link to a turn or a link to an analysis board.")
            self.add_error("address", ValidationError(words, code="one"))
        return cleaned


def _redraw(preview: str) -> dict[str, str]:
    """Return the attributes of a field whose marks are drawn while they are typed, and after a click on a space."""
    return {
        "hx-get": preview,
        "hx-trigger": "input delay:300ms, marked",
        "hx-target": "#marks-layer",
        "hx-swap": "innerHTML",
        "hx-sync": "this:replace",
    }


class MarksField(forms.CharField):
    """Marks on a board as text; its value is a `Marks`. `preview` is the address that draws them."""

    def __init__(self, grid: BoardGrid, preview: str) -> None:
        self._grid = grid
        first, last = grid.examples
        example = Marks({"green": (first,), "red": (last,)}, ((first, last),)).typed()
        super().__init__(
            label=gettext_lazy("Marks on the board"),
            required=False,
            max_length=MARKS_MAX,
            help_text=_("Colored spaces and arrows, such as: %(example)s") % {"example": example},
            widget=forms.Textarea(
                attrs={"rows": 2, "autocapitalize": "none", "spellcheck": "false", **_redraw(preview)}
            ),
        )

    def clean(self, value: Any) -> Any:
        """Return the marks. Raises ValidationError."""
        return parse_marks(super().clean(value), self._grid)

    def prepare_value(self, value: Any) -> Any:
        """Return marks in words of the current language, and what was typed as it is."""
        return value.typed() if isinstance(value, Marks) else value


class MarkedTextForm(CartoForm):
    """Base form for a text and, if the game has a grid, marks on a board.

    `game` is its key, or "" if the author can't see the board.
    """

    def __init__(self, data: Any = None, *, content: Entry | Note, game: str) -> None:
        self.grid = grid_of(game)
        super().__init__(data, initial={"words": content.words, "marks": stored_marks(content.marks, self.grid)})
        if self.grid:
            self.fields["marks"] = MarksField(self.grid, reverse("studies:marks", args=[game]))

    @property
    def marks(self) -> str | None:
        """Marks to store, None if the form doesn't ask for them; the form must be valid."""
        return str(self.cleaned_data["marks"]) if "marks" in self.fields else None


class EntryTextForm(MarkedTextForm):
    """Form of the text on a turn in a collection."""

    words = Words(label=gettext_lazy("Text"), most=WORDS_MAX, rows=8, required=False)


class MarkedNoteForm(MarkedTextForm):
    """Form of a note that is edited."""

    words = _note_field()


class MoveForm(CartoForm):
    """Form of a turn's new place."""

    to = forms.IntegerField(min_value=1, max_value=9_999)


class ReportForm(CartoForm):
    """Form for reporting something to the moderators, with the reasons that fit it."""

    reason = forms.ChoiceField(label=gettext_lazy("Reason for the report"), widget=forms.RadioSelect)
    words = Words(label=gettext_lazy("Additional details"), most=ANSWER_MAX, rows=4, required=False)

    def __init__(self, data: Any, *, kind: ReportedKind) -> None:
        super().__init__(data)
        reasons = _REASONS_OF_PEOPLE if kind == ReportedKind.PERSON else _REASONS
        cast(forms.ChoiceField, self.fields["reason"]).choices = [(reason.value, reason.label) for reason in reasons]


_REASONS: Final = (
    ReportReason.INSULT,
    ReportReason.HATE,
    ReportReason.PRIVATE,
    ReportReason.SPAM,
    ReportReason.OTHER,
)
_REASONS_OF_PEOPLE: Final = (ReportReason.NAME, ReportReason.CHAT, ReportReason.CHEAT, ReportReason.OTHER)


class AppealForm(CartoForm):
    """Form for an appeal against the closure of an account."""

    words = Words(label=gettext_lazy("Your appeal"), most=ANSWER_MAX, rows=6)


def _clean_title(text: str) -> str:
    title = clean_shown_name(text, most=TITLE_MAX)
    if not title:
        raise ValidationError(_("Enter a title."), code="required")
    return title
