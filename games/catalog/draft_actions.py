"""Actions on a version's page, and their responses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.urls import reverse
from django.utils.translation import gettext as _

from games.catalog import drafts, publication
from games.catalog.editors import PlayableEditor, playable_editor
from games.catalog.errors import CatalogRefusal, Refused
from games.catalog.models import CatalogEntry, State
from games.catalog.pages import EntryPage, entry_page, entry_url, form_of, right_to_change, right_to_review
from games.catalog.publication import ADD
from games.catalog.shelves import NoShelf, find_shelf
from games.catalog.validation import reach
from games.catalog.words import refusal_words

LIST: Final = "admin:catalog_catalogentry_changelist"
_OF_FORM: Final = {"save", "show", "submit"}
_REVIEWERS: Final = {"publish", "retire", "bring_back"}
_LONGEST: Final = 1_000
"""Maximum length of the comment on an action."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Response to an action: a page with its status, or a redirect.

    `said` are messages to show, `did` what was done, and `entry` the version. `keeps` is True if a preview request
    should leave the page's current preview unchanged.
    """

    page: EntryPage | None = None
    status: int = 200
    to: str = ""
    said: tuple[tuple[int, str], ...] = ()
    did: str = ""
    entry: CatalogEntry | None = None
    keeps: bool = False


def edit(entry: CatalogEntry, data: Any, user: Any) -> Answer:
    """Do what a button says. Raises PermissionDenied to who may not."""
    if "over" in data:
        data = _saved_over(data)
    # A step only changes the form, even if another action is sent with it.
    act = "show" if "step" in data else data.get("do", "")
    _check_right(act, user)
    try:
        if act in _OF_FORM:
            return _write(entry, data, user, act)
        return _act(entry, act, data.get("words", "").replace("\x00", "")[:_LONGEST], data, user)
    except CatalogRefusal as refusal:
        return _not_saved(entry, data, user, refusal) if act in _OF_FORM else _refused(entry, refusal, user)
    except NoShelf:
        return _sent(entry, user, 409, _("The game for this component isn’t installed, so it’s read-only."))
    except ValidationError as error:
        return _sent(entry, user, 422, *error.messages)


def _saved_over(data: Any) -> Any:
    """Return the submitted data, with the save count that allows overwriting the other save."""
    changed = data.copy()
    changed["saves"], changed["do"] = data["over"], "save"
    return changed


def _check_right(act: str, user: Any) -> None:
    allowed = right_to_review(user) if act in _REVIEWERS else right_to_change(user)
    if act == "start":
        allowed = user.has_perm(ADD)
    if act == "send_back":
        allowed = allowed or right_to_review(user)
    if not allowed:
        raise PermissionDenied


def _write(entry: CatalogEntry, data: Any, user: Any, act: str) -> Answer:
    """Return the response to a draft's form: shown, changed by a step, saved, or submitted for review."""
    if entry.state != State.DRAFT:
        raise CatalogRefusal(Refused.NOT_OPEN)
    form_class = form_of(entry)
    if "step" in data:
        data = form_class.stepped_by(data, data["step"], entry=entry, user=user)
        return Answer(entry_page(entry, user, form_class(data, entry=entry)))
    form = form_class(data, entry=entry)
    if act == "show":
        return Answer(entry_page(entry, user, form), keeps=form.told is None)
    if not form.is_valid():
        return Answer(entry_page(entry, user, form), 422)
    saved = drafts.save_draft(entry=entry, saves=form.cleaned_data["saves"], saying=form.saying(), by=user)
    if act == "save":
        return Answer(to=entry_url(saved), said=((messages.SUCCESS, _("Saved.")),), did="saved", entry=saved)
    publication.submit(entry=saved, by=user)
    words = _("Submitted for review. Another reviewer will check it before it’s published.")
    return Answer(to=entry_url(saved), said=((messages.SUCCESS, words),), did="submitted", entry=saved)


def _act(entry: CatalogEntry, act: str, words: str, data: Any, user: Any) -> Answer:
    """One of the buttons beside the form."""
    match act:
        case "edit":
            return _opened(entry, user)
        case "start":
            draft = drafts.start_from(entry=entry, by=user)
            said = _("New draft, copied from %(name)s.") % {"name": entry.shown_name}
            return Answer(to=entry_url(draft), said=((messages.SUCCESS, said),))
        case "play" | "link" | "end_link" if playable := playable_editor(entry):
            return _try(entry, act, playable, user)
        case "throw_away":
            drafts.throw_away(entry=entry, by=user)
            said = _("The draft of %(name)s was discarded.") % {"name": entry.name}
            return Answer(to=reverse(LIST), said=((messages.SUCCESS, said),), did="thrown away")
        case "publish":
            publication.publish(entry=entry, saves=_number(data.get("saves", "")), by=user, words=words)
            said = " ".join([_("Published."), reach(entry)])
        case "send_back":
            said = _("Moved back to draft.")
            publication.send_back(entry=entry, by=user, words=words)
        case "retire":
            said = _("Retired. New tables no longer use it. Games in progress keep it.")
            publication.retire(entry=entry, by=user, words=words)
        case "bring_back":
            publication.bring_back(entry=entry, by=user, words=words)
            said = " ".join([_("Active again."), reach(entry)])
        case _:
            return _sent(entry, user, 400, _("This page is out of date. Reload it."))
    return Answer(to=entry_url(entry), said=((messages.SUCCESS, said),), did=f"{act}: {words}" if words else act)


def _opened(entry: CatalogEntry, user: Any) -> Answer:
    """The draft that comes of a version, or the one that is there already."""
    there = CatalogEntry.objects.open().versions_of(entry).exists()
    draft = drafts.open_draft(entry=entry, by=user)
    words = _("A draft already exists; here it is. To start over from version %(version)d, discard this draft.")
    return Answer(to=entry_url(draft), said=((messages.INFO, words % {"version": entry.version}),) if there else ())


def _try(entry: CatalogEntry, act: str, editor: PlayableEditor, user: Any) -> Answer:
    """A draft played at once, or its link made or ended."""
    if act == "play":
        return Answer(to=editor.play(entry, user))
    if act == "link":
        said = _("Anyone with the link can try this draft.")
        drafts.make_link(entry=entry, by=user)
    else:
        said = _("The link has been revoked.")
        drafts.end_link(entry=entry, by=user)
    return Answer(to=entry_url(entry), said=((messages.SUCCESS, said),), did=act)


def _number(text: str) -> int:
    """A number that was sent, -1 for what is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def _refused(entry: CatalogEntry, refusal: CatalogRefusal, user: Any) -> Answer:
    status = 422 if refusal.reason in (Refused.NO_WORDS, Refused.IN_USE, Refused.OWN_WORK) else 409
    return _sent(entry, user, status, refusal_words(refusal))


def _not_saved(entry: CatalogEntry, data: Any, user: Any, refusal: CatalogRefusal) -> Answer:
    """Return the page with the user's unsaved text and a warning, so that nothing is lost."""
    fresh = CatalogEntry.objects.filter(pk=entry.pk).first()
    if fresh is None or find_shelf(fresh.box, fresh.kind) is None:
        return _refused(entry, refusal, user)
    if refusal.reason is Refused.STALE:
        said = _("Someone else saved this draft in the meantime. Your changes are still here but not saved.")
    else:
        said = " ".join((refusal_words(refusal), _("Your changes are still here but not saved.")))
    page = entry_page(fresh, user, form_of(fresh)(data, entry=fresh))
    return Answer(page, 409, said=((messages.WARNING, said),))


def _sent(entry: CatalogEntry, user: Any, status: int, *sentences: str) -> Answer:
    """Return the stored version's page, or a redirect to the list if it is gone, with messages."""
    fresh = CatalogEntry.objects.filter(pk=entry.pk).first()
    page = entry_page(fresh, user) if fresh else None
    said = tuple((messages.WARNING, sentence) for sentence in _once(sentences, page))
    return Answer(page, status, said=said) if page else Answer(to=reverse(LIST), said=said)


def _once(sentences: tuple[str, ...], page: EntryPage | None) -> Iterator[str]:
    """Sentences without those that stand on the page anyway."""
    problems = page.beside.problems if page and page.beside else ()
    if set(sentences) & set(problems):
        yield _("Saved but not submitted. Fix the problems shown next to the form.")
    yield from (sentence for sentence in sentences if sentence not in problems)
