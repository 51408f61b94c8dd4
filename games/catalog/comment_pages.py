"""Presenter of comments for those who read them, and the view that deletes one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import SeeOther, SignedInRequest, next_or_home
from games.accounts.guests import account_required
from games.accounts.models import User
from games.catalog import comments
from games.catalog.author_comment import AuthorComment
from games.catalog.models import CatalogEntry
from games.catalog.publication import CHANGE
from games.people.tokens import person_token


@dataclass(frozen=True, slots=True)
class ReceivedComment:
    """Comment as its reader sees it.

    `writer_url` is the writer's profile, "" if it is hidden. `delete_url`, `block_url` and `report_url` are what the
    reader can do, "" for nothing.
    """

    name: str
    writer_url: str
    words: str
    at: datetime
    is_edited: bool
    delete_url: str
    block_url: str
    report_url: str


def received_comments(found: Iterable[AuthorComment], reader: User, back: str) -> tuple[ReceivedComment, ...]:
    """Return comments for the author or a curator; `back` is the page that shows them."""
    return tuple(_received(comment, reader, back) for comment in found)


def comments_for_curators(entry: CatalogEntry, reader: User, back: str) -> tuple[ReceivedComment, ...]:
    """Return the comments on an entry that no author reads."""
    found = AuthorComment.objects.for_curators().about(entry.box, entry.kind, entry.key).select_related("user")
    return received_comments(found, reader, back)


def _received(comment: AuthorComment, reader: User, back: str) -> ReceivedComment:
    query = urlencode({"next": back})
    is_author = comment.recipient_id == reader.pk
    blocking = urlencode({"person": person_token(comment.user), "next": back})
    may_delete = is_author or reader.has_perm(CHANGE)
    is_own = comment.user_id == reader.pk
    return ReceivedComment(
        name=str(comment.user),
        writer_url=comment.user.profile_url_for(reader),
        words=comment.words,
        at=comment.at,
        is_edited=comment.is_edited,
        delete_url=reverse("catalog:delete_comment", args=[comment.pk]) if may_delete else "",
        block_url=f"{reverse('people:block')}?{blocking}" if is_author else "",
        report_url="" if is_own else f"{reverse('studies:report_comment', args=[comment.pk])}?{query}",
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def delete(request: SignedInRequest, pk: int) -> HttpResponse:
    """Delete a comment that the user reads as the author or a curator; 404 for everyone else."""
    if request.method == "POST":
        found = comments.find_received(request.user, pk)
        if found is None or (found.recipient_id is None and not request.user.has_perm(CHANGE)):
            raise Http404
        comments.delete_comment(comment=found, by=request.user)
        messages.success(request, _("The comment was deleted."))
    return SeeOther(next_or_home(request))
