"""Views that write and withdraw a comment to the author of a set."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import SeeOther, SignedInRequest, next_or_home
from games.accounts.guests import account_required
from games.accounts.limits import count_use_by_user, too_many_requests
from games.cartographers.setting_up.set_comments import CommentForm, may_comment, set_reference
from games.catalog import comments
from games.catalog.errors import CatalogRefusal, CatalogRefusalReason, refusal_words


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def comment(request: SignedInRequest, box: str, key: str) -> HttpResponse:
    """Write a comment to the author of a set, or change it; 404 for users who can't, 422 with the form if refused."""
    if request.method != "POST":
        return SeeOther(next_or_home(request))
    ref, form = f"{box}/{key}", CommentForm(request.POST)
    addressee = may_comment(request.user, ref)
    if addressee is None:
        raise Http404
    if form.is_valid():
        if wait := count_use_by_user(comments.WRITE, request):
            return too_many_requests(request, wait)
        try:
            comments.write_comment(
                reference=set_reference(ref),
                writer=request.user,
                recipient=addressee.author,
                words=form.cleaned_data["words"],
                may_write=lambda: may_comment(request.user, ref) == addressee,
            )
            messages.success(request, _("Your comment was sent."))
            return SeeOther(next_or_home(request))
        except CatalogRefusal as refusal:
            if refusal.reason is CatalogRefusalReason.NOT_OPEN:
                raise Http404 from None  # a block this moment, or the set is no longer open to comments
            form.add_error("words", refusal_words(refusal))
    context = {"form": form, "sentence": addressee.sentence, "next": next_or_home(request)}
    return render(request, "cartographers/setting_up/comment.html", context, status=422)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def withdraw(request: SignedInRequest, box: str, key: str) -> HttpResponse:
    """Withdraw the user's comment on a set, unless a moderator has removed it."""
    if request.method == "POST":
        try:
            comments.withdraw_comment(reference=set_reference(f"{box}/{key}"), writer=request.user)
            messages.success(request, _("Your comment was withdrawn."))
        except CatalogRefusal as refusal:
            messages.error(request, refusal_words(refusal))
    return SeeOther(next_or_home(request))
