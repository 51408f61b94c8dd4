"""A user's People page."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.access import SignedInRequest, sign_in_required
from games.tables.people.people_pages import people_page


@never_cache
@require_safe
@sign_in_required
def people(request: SignedInRequest) -> HttpResponse:
    """Show whom the user follows, has met lately and has blocked."""
    page = people_page(request.user, request.GET.get("page", ""))
    return render(request, "tables/people.html", {"page": page})
