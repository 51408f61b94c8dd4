"""Views of game nights. Those of other people are answered like missing ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.access import SeeOther, SignedInRequest, sign_in_required, site_of
from games.accounts.forms import command_id_of, new_command_id, submitted_data
from games.accounts.guests import account_required, create_account_url
from games.accounts.time_zones import visitor_time_zone
from games.locks import writing
from games.nights import services
from games.nights.calendars import calendar_file
from games.nights.errors import NightRefusal, refusal_words
from games.nights.forms import AnswerForm, NightForm, PeopleForm
from games.nights.models import GameNight, NightMember
from games.nights.opening import leave_table, open_for
from games.nights.pages import NightFormPage, join_page, night_page, nights_page
from games.tables import errors
from games.tables.pages.responses import limited_response

_Command = Callable[[SignedInRequest, GameNight], HttpResponse | None]
_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@require_safe
@sign_in_required
def nights(request: SignedInRequest) -> HttpResponse:
    """List the game nights of a user, with the next dates."""
    page = nights_page(request.user, create_account_url(request.user, back=request.path))
    return render(request, "nights/nights.html", {"page": page})


@never_cache
@_form_methods
@account_required
def new(request: SignedInRequest) -> HttpResponse:
    """Show the form of a new game night, or create it."""
    form = NightForm(submitted_data(request), host=request.user, zone=visitor_time_zone(request).key)
    if form.is_valid():
        if limited := limited_response(request, errors.CREATE):
            return limited
        try:
            created = services.create_night(
                user=request.user,
                name=form.cleaned_data["name"],
                settings=form.cleaned_data["settings"],
                schedule=form.schedule(),
                people=form.chosen_people(),
                command_id=command_id_of(request),
            )
        except NightRefusal as refusal:
            form.add_error(None, refusal_words(refusal))
        else:
            return SeeOther(created.url)
    page = NightFormPage(form, new_command_id())
    return render(request, "nights/new.html", {"page": page}, status=422 if form.is_bound else 200)


@never_cache
@require_safe
@sign_in_required
def night(request: SignedInRequest, code: str) -> HttpResponse:
    """Show a game night to those who belong to it, or are invited, and mark its question as read."""
    found = _night_of(request, code)
    if request.method == "GET" and found.members.unread_by(request.user).exists():
        with writing():
            found.members.mark_read(request.user)
    return _shown(request, found)


def _shown(
    request: SignedInRequest, night: GameNight, people: PeopleForm | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    if people is None and night.host_id == request.user.pk and night.ended_at is None:
        people = _people_form(request, night)
    page = night_page(night, request.user, site_of(request), people)
    return render(request, "nights/night.html", {"page": page}, status=status)


def _people_form(request: SignedInRequest, night: GameNight) -> PeopleForm:
    present = list(night.members.values_list("user", flat=True))
    return PeopleForm(submitted_data(request), host=request.user, present=present)


def _night_of(request: SignedInRequest, code: str) -> GameNight:
    """Return a game night that the user belongs or is invited to. Raises Http404."""
    return get_object_or_404(GameNight.objects.select_related("host"), code=code, members__user=request.user)


def _command(view: _Command) -> Callable[..., HttpResponse]:
    """Decorate a form of a game night's page: back to the page, which shows a refusal; a GET changes nothing."""

    @never_cache
    @_form_methods
    @sign_in_required
    @wraps(view)
    def gate(request: SignedInRequest, code: str) -> HttpResponse:
        found = _night_of(request, code)
        if request.method != "POST":
            return SeeOther(found.url)
        try:
            return view(request, found) or SeeOther(found.url)
        except GameNight.DoesNotExist:
            raise Http404 from None
        except NightRefusal as refusal:
            messages.error(request, refusal_words(refusal))
            return SeeOther(found.url)

    return gate


@never_cache
@_form_methods
@sign_in_required
def edit(request: SignedInRequest, code: str) -> HttpResponse:
    """Show the form of a game night to its host, or change it."""
    found = _night_of(request, code)
    if found.host_id != request.user.pk or found.ended_at:
        raise Http404
    form = NightForm(submitted_data(request), host=request.user, zone=found.zone, night=found)
    if form.is_valid():
        try:
            services.change_night(
                night=found,
                user=request.user,
                name=form.cleaned_data["name"],
                schedule=form.schedule(),
                settings=form.cleaned_data["settings"],
            )
        except GameNight.DoesNotExist:
            raise Http404 from None
        except NightRefusal as refusal:
            form.add_error(None, refusal_words(refusal))
        else:
            messages.success(request, _("Saved."))
            return SeeOther(found.url)
    page = NightFormPage(form, new_command_id(), found)
    return render(request, "nights/new.html", {"page": page}, status=422 if form.is_bound else 200)


@_command
def answer(request: SignedInRequest, night: GameNight) -> None:
    """Store if the user comes on the next date; once its table is open, they get a seat there, or leave it."""
    form = AnswerForm(request.POST)
    if not form.is_valid() or form.cleaned_data["comes"] is None:
        messages.error(request, _("Choose whether you’re coming."))
        return
    comes = form.cleaned_data["comes"]
    date = services.answer_date(night=night, user=request.user, day=form.cleaned_data["day"], comes=comes)
    if date.opened_at and comes:
        open_for(night=night, user=request.user)
    elif date.opened_at:
        leave_table(date, request.user)
    messages.success(request, _("You’re coming.") if comes else _("You’re not coming."))


@_command
def skip(request: SignedInRequest, night: GameNight) -> None:
    """Skip the next date."""
    form = AnswerForm(request.POST)
    if form.is_valid():
        services.skip_date(night=night, user=request.user, day=form.cleaned_data["day"])
        messages.success(request, _("This date is skipped."))
    elif night.host_id != request.user.pk:
        raise GameNight.DoesNotExist


@_command
def restore(request: SignedInRequest, night: GameNight) -> None:
    """Let a skipped date take place after all."""
    form = AnswerForm(request.POST)
    if form.is_valid():
        services.restore_date(night=night, user=request.user, day=form.cleaned_data["day"])
    elif night.host_id != request.user.pk:
        raise GameNight.DoesNotExist


@_command
def invite(request: SignedInRequest, night: GameNight) -> HttpResponse | None:
    """Invite people."""
    if night.host_id != request.user.pk:
        raise GameNight.DoesNotExist
    form = _people_form(request, night)
    if not form.is_valid():
        return _shown(request, night, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    if limited := limited_response(request, errors.INVITE):
        return limited
    services.invite_people(night=night, user=request.user, people=form.chosen_people())
    return None


@_command
def remove(request: SignedInRequest, night: GameNight) -> None:
    """Remove a person."""
    text = request.POST.get("member", "")
    key = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
    services.remove_member(night=night, user=request.user, member=key)


@_command
def join(request: SignedInRequest, night: GameNight) -> None:
    """Accept an invitation."""
    services.join_night(night=night, user=request.user)


@_command
def leave(request: SignedInRequest, night: GameNight) -> HttpResponse:
    """Leave a game night, or decline the invitation."""
    services.leave_night(night=night, user=request.user)
    messages.success(request, _("You’ve left “%(name)s”.") % {"name": night.name})
    return SeeOther(reverse("nights:nights"))


@_command
def end(request: SignedInRequest, night: GameNight) -> HttpResponse:
    """End a game night for good."""
    services.end_night(night=night, user=request.user)
    messages.success(request, _("“%(name)s” has ended.") % {"name": night.name})
    return SeeOther(reverse("nights:nights"))


@never_cache
@_form_methods
@account_required
def invitation(request: SignedInRequest, token: str) -> HttpResponse:
    """Show a game night to somebody who has its link, or let them join."""
    found = get_object_or_404(GameNight.objects.select_related("host"), invitation=token, ended_at=None)
    if found.members.filter(user=request.user).exclude(joined_at=None).exists():
        return SeeOther(found.url)
    if request.method != "POST":
        return render(request, "nights/join.html", {"page": join_page(found)})
    if limited := limited_response(request, errors.JOIN):
        return limited
    try:
        services.join_night(night=found, user=request.user)
    except NightRefusal as refusal:
        messages.error(request, refusal_words(refusal))
        status = HTTPStatus.CONFLICT if refusal.behind else HTTPStatus.UNPROCESSABLE_ENTITY
        return render(request, "nights/join.html", {"page": join_page(found)}, status=status)
    return SeeOther(found.url)


@never_cache
@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Return the calendar file of a game night to a calendar program, which can't sign in."""
    member = get_object_or_404(NightMember.objects.select_related("night", "user"), calendar=token)
    if member.joined_at is None or not member.user.is_active:
        raise Http404
    response = HttpResponse(calendar_file(member.night), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="game-night-{member.night.code}.ics"'
    return response
