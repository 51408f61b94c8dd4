"""Comments on sets to their authors, by players who have finished a game with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.names import clean_prose
from games.accounts.models import User
from games.cartographers.models import OwnSet
from games.cartographers.setting_up.set_ratings import may_rate
from games.cartographers.shelf.followed_sets import find_followed_set
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.shelf.published_sets import find_set
from games.cartographers.shelf.trials import OWN
from games.catalog.author_comment import COMMENT_MAX
from games.catalog.comment_pages import ReceivedComment, received_comments
from games.catalog.models import AuthorComment, Credit, Reference
from games.people.blocks import is_blocked_among


class _Words(forms.CharField):
    """Plain text with lines, counted as the writer's browser counts it."""

    def to_python(self, value: Any) -> str:
        """Return the text with uniform line endings."""
        return str(super().to_python(clean_prose(str(value or ""))))


class CommentForm(forms.Form):
    """Form of a comment to the author of a set."""

    prefix = "comment"
    words = _Words(
        label=gettext_lazy("Your comment"),
        max_length=COMMENT_MAX,
        widget=forms.Textarea(attrs={"rows": 4, "dir": "auto"}),
    )


@dataclass(frozen=True, slots=True)
class Addressee:
    """Reader of a comment: an author, or the curators if that is None."""

    author: User | None

    @property
    def sentence(self) -> str:
        """Sentence that tells the writer who reads it."""
        if self.author:
            return _("Only the author of this set can read your comment, and sees your name with it.")
        return _("Only the curators of this site can read your comment, and see your name with it.")


@dataclass(frozen=True, slots=True)
class CommentPart:
    """Comments on the page of a set: the form of one's own, and those that the viewer reads as the author.

    `form` is None for viewers who can't write now, `sentence` is about who reads it. `withdraw_url` is the address of
    the form that withdraws the viewer's comment, "" without one; `removed` is that comment if a moderator has removed
    it, for the reason `removal`.
    """

    form: CommentForm | None
    sentence: str
    url: str
    withdraw_url: str
    removed: str
    removal: str
    received: tuple[ReceivedComment, ...]


def set_reference(ref: str) -> Reference:
    """Return the reference of the comments on a set."""
    box, _slash, key = ref.partition("/")
    return box, EntryKind.SET.value, key


def find_addressee(user: User, ref: str) -> Addressee | None:
    """Return the reader of a comment that a user would write on a set that they may rate, None if they can't write."""
    box, _slash, key = ref.partition("/")
    author: User | None = None
    if box == OWN:
        own_set = OwnSet.objects.filter(key=key).select_related("owner").first()
        if own_set is None or not (own_set.link or find_followed_set(user, key)):
            return None
        author = own_set.owner
    elif box == CatalogBox.WORKSHOP and find_set(key):
        credit = Credit.objects.filter(box=box, kind=EntryKind.SET, key=key).select_related("author").first()
        author = credit.author if credit else None
    else:
        return None
    if author and (not author.is_active or author.pk == user.pk or is_blocked_among(user.pk, [author.pk])):
        return None
    return Addressee(author)


def may_comment(user: User, ref: str) -> Addressee | None:
    """Return the reader of a user's comment on a set, or None if they can't rate it or can't write."""
    return find_addressee(user, ref) if may_rate(user, ref) else None


def comment_part(ref: str, viewer: User | AnonymousUser, back: str, *, may_write: bool) -> CommentPart | None:
    """Return the comments on a set's page for a viewer, who may rate it if `may_write`; None without an account."""
    if not isinstance(viewer, User) or viewer.guest:
        return None
    box, _slash, key = ref.partition("/")
    own = AuthorComment.objects.about(*set_reference(ref)).filter(user=viewer).first()
    removed = own if own and own.is_removed else None
    addressee = find_addressee(viewer, ref) if may_write and not removed else None
    return CommentPart(
        form=CommentForm(initial={"words": own.words if own else ""}) if addressee else None,
        sentence=addressee.sentence if addressee else "",
        url=reverse("cartographers:comment_set", args=[box, key]),
        withdraw_url=reverse("cartographers:withdraw_set_comment", args=[box, key]) if own and not removed else "",
        removed=removed.words if removed else "",
        removal=removed.removal if removed else "",
        received=comments_to(viewer, [ref], back),
    )


def comments_to(author: User, refs: list[str], back: str) -> tuple[ReceivedComment, ...]:
    """Return the comments on sets that their author reads, latest first; `back` is the page that shows them."""
    keys = [ref.partition("/")[2] for ref in refs]
    found = AuthorComment.objects.received_by(author).filter(kind=EntryKind.SET, key__in=keys).select_related("user")
    return received_comments((each for each in found if f"{each.box}/{each.key}" in refs), author, back)
