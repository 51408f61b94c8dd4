"""Responses to forms about collections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from games.accounts.access import SeeOther, SignedInRequest
from games.accounts.limits import count_use_by_user, too_many_requests
from games.studies import access
from games.studies.collection_pages import begin_of, collection_preview, part_url
from games.studies.errors import StudyRefusal, refusal_words
from games.studies.forms import CollectionForm, KeepForm, ReportForm
from games.studies.models import Collection, Entry, Visibility
from games.tables.models import Table
from games.tables.pages.metadata import allow_indexing, set_link_preview


def set_collection_preview(request: HttpRequest, collection: Collection, entries: Sequence[Entry]) -> None:
    """Set the link preview of a collection, and allow search engines to list it if it is public."""
    if collection.is_removed or collection.visibility == Visibility.PRIVATE:
        return
    set_link_preview(request, collection_preview(collection, entries))
    if collection.visibility == Visibility.PUBLIC:
        allow_indexing(request)


def save_form(request: SignedInRequest, form: Form, write: Callable[[], Collection]) -> HttpResponse | None:
    """Execute a valid form and redirect to the collection, or return None to show it again.

    Raises Http404 if the collection or the game is deleted.
    """
    if not form.is_valid():
        return None
    if wait := count_use_by_user(access.WRITE, request):
        return too_many_requests(request, wait)
    try:
        return SeeOther(address_of(write()))
    except (Collection.DoesNotExist, Entry.DoesNotExist, Table.DoesNotExist):  # deleted this moment
        raise Http404 from None
    except StudyRefusal as refusal:
        form.add_error(None, refusal_words(refusal.reason))
        return None


def address_of(collection: Collection) -> str:
    """Return the URL of a collection."""
    return reverse("studies:collection", args=[collection.code])


def place_of(collection: Collection, number: int) -> str:
    """Return the URL of a collection's entry, given its number."""
    return f"{part_url(address_of(collection), begin_of(number))}#turn-{number}"


def status_of(form: Form | None) -> int:
    """422 where a form was sent that has errors."""
    return HTTPStatus.UNPROCESSABLE_ENTITY if form is not None and form.errors else HTTPStatus.OK


@dataclass(frozen=True, slots=True)
class CollectionEdit:
    """Form page of a collection; `title` is the current title, or "" for a new one."""

    form: CollectionForm
    back: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class KeepPage:
    """Page to save a turn, with its name and the table's."""

    form: KeepForm
    back: str
    title: str
    name: str


@dataclass(frozen=True, slots=True)
class ReportPage:
    """Page to report something; shows its `text`; `reported` if the visitor has already done so.

    At a table, it also links to the reports of its `people`. There, `form` is None if the name can't be reported.
    """

    form: ReportForm | None
    back: str
    text: str
    reported: bool
    people: tuple[ReportLink, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportLink:
    """Link to report a person."""

    name: str
    url: str
