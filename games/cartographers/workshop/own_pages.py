"""Page contents for players' own sets."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.models import User
from games.cartographers.models import OwnSet
from games.cartographers.reference.sheets import credit_of
from games.cartographers.setting_up.covers import cover_image
from games.cartographers.setting_up.set_comments import comments_to
from games.cartographers.setting_up.set_offers import card_counts_sentence
from games.cartographers.setting_up.set_ratings import rating_part
from games.cartographers.shelf.components import SetWithCards, active_components, fill_set
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.shelf.sets import set_from_json
from games.cartographers.shelf.trials import draft_of_own_set
from games.cartographers.workshop.set_preview import SetPreview, build_set_preview
from games.cartographers.workshop.sets import SetForm, selection_tools
from games.catalog.authors import CreditLine
from games.catalog.comment_pages import ReceivedComment
from games.catalog.models import CatalogEntry, Change, EntryState
from games.catalog.names import NameField
from games.catalog.pending_reviews import returned_drafts_among
from games.catalog.suggestions import NOTE_MAX
from games.play.toned_images import TonedImage


class NewSetForm(forms.Form):
    """Form for the name of a new set."""

    name = NameField(label=gettext_lazy("Name"))


class SuggestionForm(forms.Form):
    """Form to suggest a set for publication, with a message to the reviewers."""

    prefix = "suggestion"
    note = forms.CharField(
        label=gettext_lazy("Message to the reviewers (optional)"),
        max_length=NOTE_MAX,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
    )


class OwnSetForm(SetForm):
    """Set form for players: as for curators, but with published components only."""

    with_drafts = False
    tools = selection_tools(drafts=False)

    def tool_url(self, name: str) -> str:
        """Return the address of a tool."""
        return reverse("cartographers:own_set_tool", args=[self.entry.key, name])

    @property
    def preview_url(self) -> str:
        """Address of the action that shows the result of the form."""
        return reverse("cartographers:own_set_preview", args=[self.entry.key])


@dataclass(frozen=True, slots=True)
class OwnLine:
    """Set in the list, with its page, its cover if it has a map sheet, and its contents in a `sentence`.

    `is_asked` is True if a curator wants to publish it.
    """

    name: str
    url: str
    cover: TonedImage | None
    sentence: str
    is_asked: bool


@dataclass(frozen=True, slots=True)
class OwnSetsPage:
    """Page with all sets of a player, and the form for a new one."""

    lines: tuple[OwnLine, ...]
    form: NewSetForm


@dataclass(frozen=True, slots=True)
class OwnReview:
    """Progress of a set's review.

    `words` is the reviewer's text if changes were requested, `url` the published set, both "" otherwise.
    """

    sentence: str
    words: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class OwnSetPage:
    """Page of a player's set.

    `preview` is the preview of the form, or of the stored set if the form is invalid. `trial_url` is the address at
    which others can play it, "" for none; `for_followers` is True if followers of its owner can. `print` is the page
    that prints it, `report` its balance report. `is_asked` is True if a curator asks to publish it, `suggested_at` the
    time since when its owner suggests it. `review` is its review once it was submitted. `suggestion` is the form to
    suggest it, None if that isn't possible, and `declined` the reason why its last suggestion was declined, "" for
    none. `credit` is that of the published set, None before it was submitted. `rating` is the mean of the ratings by
    others, "" for too few. `comments` are those that its owner reads, the ones on the published set too.
    """

    name: str
    form: OwnSetForm
    preview: SetPreview
    trial_url: str
    for_followers: bool
    print: str
    report: str
    is_asked: bool
    review: OwnReview | None
    suggested_at: datetime | None
    suggestion: SuggestionForm | None
    declined: str
    credit: CreditLine | None
    rating: str
    comments: tuple[ReceivedComment, ...]


def own_sets_page(owner: User, form: NewSetForm) -> OwnSetsPage:
    """Return the page with a player's sets."""
    own = OwnSet.objects.filter(owner=owner)
    return OwnSetsPage(tuple(map(_line, own)), form)


def _line(own_set: OwnSet) -> OwnLine:
    of = filled_as_active(own_set)
    return OwnLine(
        name=own_set.shown_name,
        url=own_set.url,
        cover=cover_image(of, "own_set", own_set.key),
        sentence=card_counts_sentence(of),
        is_asked=own_set.asked_at is not None,
    )


def filled_as_active(own_set: OwnSet) -> SetWithCards:
    """Return a set with those of its cards that are active, without a query for the others."""
    return fill_set(set_from_json(own_set.definition), active_components(), of_box=False)


def own_page(own_set: OwnSet, form: OwnSetForm, suggestion: SuggestionForm | None = None) -> OwnSetPage:
    """Return the page of a set with its form, and the form of a suggestion if one was sent."""
    definition = form.stored or own_set.definition
    may_be_suggested = not (own_set.asked_at or own_set.suggested_at or own_set.published_as)
    refusal = Change.objects.declined(own_set).first() if may_be_suggested else None
    return OwnSetPage(
        name=own_set.name,
        form=form,
        preview=build_set_preview(form.entry, definition),
        trial_url=reverse("cartographers:trial", args=[own_set.link]) if own_set.link else "",
        for_followers=own_set.for_followers,
        print=reverse("cartographers:print_own_set", args=[own_set.key]),
        report=reverse("cartographers:own_set_report", args=[own_set.key]),
        is_asked=own_set.asked_at is not None,
        review=_review(own_set) if own_set.published_as else None,
        suggested_at=own_set.suggested_at,
        suggestion=(suggestion or SuggestionForm()) if may_be_suggested else None,
        rating=rating_part(draft_of_own_set(own_set).ref, own_set.owner).sentence if own_set.owner else "",
        declined=refusal.words if refusal else "",
        comments=_comments(own_set),
        credit=credit_of(EntryKind.SET, f"{CatalogBox.WORKSHOP}/{own_set.published_as}", own_set.owner)
        if own_set.published_as
        else None,
    )


def _comments(own_set: OwnSet) -> tuple[ReceivedComment, ...]:
    refs = [draft_of_own_set(own_set).ref]
    if own_set.published_as:
        refs.append(f"{CatalogBox.WORKSHOP}/{own_set.published_as}")
    return comments_to(own_set.owner, refs, own_set.url) if own_set.owner else ()


def _review(own_set: OwnSet) -> OwnReview:
    place = {"box": CatalogBox.WORKSHOP, "kind": EntryKind.SET, "key": own_set.published_as}
    versions = list(CatalogEntry.objects.filter(**place).order_by("-version"))
    if any(version.current for version in versions):
        url = reverse("cartographers:set", args=[own_set.published_as])
        return OwnReview(
            _("This set has been published. Changes you make here don’t change the published set."), url=url
        )
    if returned := returned_drafts_among(versions):
        sentence = _("A reviewer requested changes to this set. Curators can change it and submit it again.")
        return OwnReview(sentence, returned[0].change.words)
    if any(version.state == EntryState.IN_REVIEW for version in versions):
        return OwnReview(_("This set is in review. Changes you make here don’t change the submitted set."))
    return OwnReview(_("This set was submitted for review, but isn’t published."))
