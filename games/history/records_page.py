"""The form by which a record is brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django import forms
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.forms import CartoForm
from games.accounts.models import User
from games.history.upload_checks import MOST_BYTES, InvalidUpload, ValidUpload
from games.play.game import played_at
from games.play.log import turn_address
from games.tables.holders import seats_in_display_order
from games.tables.lobby.cards import table_url
from games.tables.lobby.previews import final_score_words
from games.tables.models import Seat, Table
from games.tables.pages.metadata import UploadNote, upload_note
from games.tables.pages.post_game import share_url

ANALYZE: Final = "analyze"
"""Value of the form's field `then` that leads to the choice of a turn to analyze."""


class RecordForm(CartoForm):
    """A record as a file or as text, and what to do `then`; call `text` on a valid form only."""

    file = forms.FileField(
        label=gettext_lazy("Game file"),
        help_text=gettext_lazy(
            "The JSON file downloaded at the end of a game, or several game files in JSON Lines format; 2 MB at most."
        ),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,.jsonl,application/json"}),
    )
    pasted = forms.CharField(
        label=gettext_lazy("Or paste as text"),
        help_text=gettext_lazy("Paste the whole file."),
        required=False,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )

    then = forms.ChoiceField(choices=[(ANALYZE, ANALYZE)], required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """The two as one; refuse a form without either, and a file that is too long or no text."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        file = cleaned.get("file")
        if file is not None and file.size > MOST_BYTES:
            self.add_error("file", _("This text is too long for a game file."))
            return cleaned
        try:
            cleaned["text"] = file.read().decode("utf-8-sig") if file else cleaned.get("pasted", "")
        except UnicodeDecodeError:
            self.add_error("file", _("This file is not UTF-8 text. Save it as UTF-8 and choose it again."))
            return cleaned
        if not cleaned["text"].strip():
            self.add_error("file", _("Choose a file or paste its text."))
        return cleaned

    @property
    def text(self) -> str:
        """The record as it was sent."""
        return str(self.cleaned_data["text"])

    @property
    def analyzes(self) -> bool:
        """True if a turn of the game is to be analyzed."""
        return bool(self.cleaned_data["then"] == ANALYZE)


ON_A_PAGE: Final = 20
_FIRST_TURN: Final = 1


@dataclass(frozen=True, slots=True)
class FoundTable:
    """Table of a valid game file.

    `steps` and `end` are the addresses of its turns and of its end, and `share` the one for other visitors. `analysis`
    is that of the choice of a turn to analyze, "" if the game has no positions. `note` says until when an upload is
    stored; it is None for a game of this site.
    """

    steps: str
    end: str
    analysis: str
    share: str
    note: UploadNote | None


@dataclass(frozen=True, slots=True)
class Upload:
    """A record of an upload: the `line` where it begins, what came of it, and its table if it holds."""

    line: int
    looked: ValidUpload | InvalidUpload
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class UploadResult:
    """Result for one game file of an upload: `opened` and `found` if it is valid, else `broken`."""

    line: int
    opened: ValidUpload | None
    broken: InvalidUpload | None
    found: FoundTable | None


@dataclass(frozen=True, slots=True)
class UploadRow:
    """A record uploaded by the visitor; `players` with their results, best first."""

    name: str
    url: str
    players: tuple[tuple[str, str], ...]
    at: datetime
    note: UploadNote | None


@dataclass(frozen=True, slots=True)
class RecordPage:
    """Upload page: the results of the uploaded files, and the visitor's other uploads.

    `left_out` is the number of files above the limit. `older` links to earlier uploads, "" if there are none.
    """

    form: RecordForm
    results: tuple[UploadResult, ...]
    left_out: int
    rows: tuple[UploadRow, ...]
    older: str

    @property
    def only(self) -> UploadResult | None:
        """The result of a record that was uploaded alone."""
        return self.results[0] if len(self.results) == 1 else None


def record_page(request: HttpRequest, form: RecordForm, uploads: Sequence[Upload], *, left_out: int = 0) -> RecordPage:
    """Build the page with what came of the records of an upload."""
    rows, older = _rows(request)
    return RecordPage(form, tuple(_result(request, upload) for upload in uploads), left_out, rows, older)


def _result(request: HttpRequest, upload: Upload) -> UploadResult:
    looked, table = upload.looked, upload.table
    opened, broken = (looked, None) if isinstance(looked, ValidUpload) else (None, looked)
    return UploadResult(upload.line, opened, broken, _found(request, table) if table else None)


def _found(request: HttpRequest, table: Table) -> FoundTable:
    end, note = table_url(table), upload_note(table, request.user)
    share = share_url(request, table, seated=False) if note else ""
    return FoundTable(turn_address(end, _FIRST_TURN), end, analysis_url(table), share, note)


def analysis_url(table: Table) -> str:
    """Return the address of the page that chooses a turn of a game to analyze, "" if the game has no positions."""
    positions = played_at(table).positions
    return reverse(positions.turns_route, args=[table.code]) if positions else ""


def _rows(request: HttpRequest) -> tuple[tuple[UploadRow, ...], str]:
    """Return the visitor's uploaded records, latest first, and the URL of earlier ones."""
    if not isinstance(request.user, User):
        return (), ""
    tables = Table.objects.uploaded().filter(host=request.user).with_seats().order_by("-pk")
    before = request.GET.get("before", "")
    if before.isascii() and before.isdigit() and len(before) < 19:
        tables = tables.filter(pk__lt=int(before))
    part = list(tables[: ON_A_PAGE + 1])
    older = f"{reverse('history:records')}?before={part[ON_A_PAGE - 1].pk}#yours" if len(part) > ON_A_PAGE else ""
    # A table that was deleted after the first query has no seats any more.
    return tuple(_row(table, request.user) for table in part[:ON_A_PAGE] if table.seats.all()), older


def _row(table: Table, viewer: User) -> UploadRow:
    players = tuple(_player(table, seat) for seat in seats_in_display_order(list(table.seats.all())))
    return UploadRow(table.shown_name, table_url(table), players, table.created_at, upload_note(table, viewer))


def _player(table: Table, seat: Seat) -> tuple[str, str]:
    return seat.shown_name, final_score_words(table, seat)
