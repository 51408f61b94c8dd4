"""Views of the drills."""

from __future__ import annotations

from http import HTTPStatus
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.access import HtmxHttpRequest, SeeOther
from games.accounts.limits import too_many_requests
from games.cartographers.drills.place_drill import (
    SECONDS,
    find_position,
    new_question,
    place_drill_page,
    random_number,
    read_question,
    read_run,
)
from games.cartographers.drills.positions import count_new_question
from games.cartographers.drills.star_drill import find_question, new_question_url, question_number, star_drill_page


@require_safe
def star_drill(request: HttpRequest) -> HttpResponse:
    """Show a question of the drill "How many stars?", and its answer once one is given.

    Without a question, redirect to a random one. 422 for an answer that isn't a number, 429 for too many new questions.
    """
    number = question_number(request.GET)
    if number is None:
        return SeeOther(new_question_url())
    if wait := count_new_question(request, number, find_question):
        return too_many_requests(request, wait)
    page = star_drill_page(request.GET, number)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if page.form.errors else HTTPStatus.OK
    return render(request, "cartographers/drills/stars.html", {"page": page}, status=status)


@never_cache
@require_safe
def place_drill(request: HttpRequest) -> HttpResponse:
    """Introduce the drill "Best spot in 10 seconds"; redirect to a question if the address starts or continues it.

    429 for too many new questions.
    """
    run = read_run(request.GET)
    if run is None:
        return render(request, "cartographers/drills/places_start.html", {"seconds": SECONDS})
    number = random_number()
    if wait := count_new_question(request, number, find_position):
        return too_many_requests(request, wait)
    return SeeOther(new_question(number, run).url)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def place_question(request: HttpRequest, token: str) -> HttpResponse:
    """Show a position of the drill "Best spot in 10 seconds", or judge an answer; nothing is stored.

    Redirects to the introduction if the address is forged or old. 422 if the shape doesn't fit, 429 for too many new
    questions.
    """
    question = read_question(token)
    if question is None:
        return SeeOther(reverse("cartographers:place_drill"))
    if wait := count_new_question(request, question.number, find_position):
        return too_many_requests(request, wait)
    posted = request.method == "POST"
    page = place_drill_page(question, request.POST if posted else request.GET, answers=posted)
    if cast(HtmxHttpRequest, request).htmx and not posted:
        return render(request, "cartographers/coach/_pending.html", {"page": page})
    status = HTTPStatus.UNPROCESSABLE_ENTITY if posted and not page.result else HTTPStatus.OK
    return render(request, "cartographers/drills/places.html", {"page": page}, status=status)
