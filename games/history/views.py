"""Lists of games, and what people did in theirs."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.access import SeeOther
from games.accounts.models import User
from games.history.filters import GamesForm
from games.history.pages import games_page


@never_cache
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Show the games that the visitor may see; status 422 if the filters are invalid."""
    return _games(request)


@never_cache
@require_safe
def person(request: HttpRequest, username: str) -> HttpResponse:
    """Show a user's games; 404 for guests and for users who keep their games private."""
    user = get_object_or_404(User.objects.shown_to(request.user.pk).filter(guest=False).named(username))
    if user.username != username:
        asked = f"?{query}" if (query := request.GET.urlencode()) else ""
        return SeeOther(reverse("history:person", args=[user.username]) + asked)
    return _games(request, user)


def _games(request: HttpRequest, user: User | None = None) -> HttpResponse:
    viewer = request.user if isinstance(request.user, User) else None
    form = GamesForm(request.GET.dict(), viewer=viewer, person=user)
    page = games_page(form, viewer=viewer)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "history/games.html", {"page": page}, status=status)
