"""Views of the drills."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.accounts.access import SeeOther
from games.cartographers.drills.star_drill import new_question_url, star_drill_page


@require_safe
def star_drill(request: HttpRequest) -> HttpResponse:
    """Show a question of the drill "How many stars?", and its answer once one is given.

    Without a question, redirect to a random one. 422 for an answer that isn't a number.
    """
    page = star_drill_page(request.GET)
    if page is None:
        return SeeOther(new_question_url())
    status = HTTPStatus.UNPROCESSABLE_ENTITY if page.form.errors else HTTPStatus.OK
    return render(request, "cartographers/drills/stars.html", {"page": page}, status=status)
