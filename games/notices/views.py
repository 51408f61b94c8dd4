"""Notice pages: list, settings and unsubscribing."""

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.access import SeeOther, SignedInRequest, is_own_url, sign_in_required
from games.accounts.forms import submitted_data
from games.accounts.models import AccountDeleted, User
from games.catalog.comments import listed_for, mark_read
from games.locks import writing
from games.nights.models import NightMember
from games.notices import outbox, pages, preferences
from games.notices.forms import SettingsForm
from games.notices.models import LATEST, ChannelKey, Mute, Notice, NoticeKind, NoticeTopic, ReviewNotice, Subscription
from games.notices.preferences import stop_of
from games.notices.reviews import latest_reviews
from games.notices.words import read_seats
from games.studies.models import Report
from games.tables.lobby.cards import table_url
from games.tables.models import Seat, Table
from games.tables.pages.access import visible_table

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@require_safe
@sign_in_required
def notices(request: SignedInRequest) -> HttpResponse:
    """Show tables that wait for the user and recent notifications, and mark these as read."""
    user = request.user
    listed = Notice.objects.listed_for(user.pk).select_related("table__pace_proposal", "table__host", "by")
    waiting = Seat.objects.awaited_for_user(user.pk).select_related("table")
    rows = list(listed[:LATEST])
    read_seats(notice.table for notice in rows if notice.kind == NoticeKind.OVER)
    page = pages.build_notices_page(user, rows, latest_reviews(user, LATEST), waiting)
    if request.method == "GET":
        _mark_read(user)
    return render(request, "notices/list.html", {"page": page})


@never_cache
@require_safe
@sign_in_required
def waiting(request: SignedInRequest) -> HttpResponse:
    """Return the addresses of the tables that wait for the player, and of those with a proposed pace to answer.

    A browser closes notifications of past turns and proposals by them.
    """
    seats = Seat.objects.played_by_people().awaited_for_user(request.user.pk).select_related("table")
    proposed = Seat.objects.owing_pace_answer(request.user.pk).select_related("table")
    rows = {"waiting": seats, "proposed": proposed}
    return JsonResponse({key: [table_url(seat.table) for seat in found] for key, found in rows.items()})


def _mark_read(user: User) -> None:
    unread = Notice.objects.filter(user=user, listed=True, read_at=None)
    reviews = ReviewNotice.objects.filter(user=user, read_at=None)
    answers = Report.objects.filter(reporter=user, decision__isnull=False, answer_read_at=None)
    nights = NightMember.objects.unread_by(user)
    comments = listed_for(user).filter(read_at=None).order_by()
    others = (rows.values("pk") for rows in (reviews, answers, nights, comments))
    if unread.values("pk").union(*others, all=True).exists():
        with writing():
            unread.update(read_at=timezone.now())
            reviews.update(read_at=timezone.now())
            answers.update(answer_read_at=timezone.now())
            NightMember.objects.mark_read(user)
            mark_read(user)


@never_cache
@_form_methods
@sign_in_required
def choices(request: SignedInRequest) -> HttpResponse:
    """Show and save the notification settings."""
    user = request.user
    ways = pages.channel_columns(user)
    saved = preferences.load_choices([user.pk]).get(user.pk, preferences.NotificationChoices())
    form = SettingsForm(
        submitted_data(request), ways=[way.key for way in ways], choices=saved, time_zone=user.time_zone
    )
    if form.is_valid():
        zone = form.cleaned_data["time_zone"]
        hours = form.chosen_hours()
        preferences.save_choices(user=user, switches=form.switches(), time_zone=zone, **hours)
        messages.success(request, _("Your settings have been saved."))
        return SeeOther(reverse("notices:settings"))
    muted = Mute.objects.filter(user=user).select_related("table").order_by("-pk")
    page = pages.settings_page(user, form, ways, muted)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "notices/settings.html", {"page": page}, status=status)


@never_cache
@_form_methods
@sign_in_required
def mute(request: SignedInRequest, code: str) -> HttpResponse:
    """Mute or unmute a table; a GET asks for confirmation. Also works for muted tables that are no longer visible."""
    muted = Mute.objects.filter(user=request.user, table__code=code).select_related("table").first()
    table = muted.table if muted else visible_table(request, code)
    if request.method != "POST":
        page = pages.mute_page(table, muted=muted is not None)
        return render(request, "notices/mute.html", {"page": page})
    try:
        preferences.mute(user=request.user, table=table, muted="again" not in request.POST)
    except Table.DoesNotExist:  # gone since this moment
        raise Http404 from None
    next_url = request.POST.get("next", "")
    return SeeOther(next_url if is_own_url(request, next_url) else table_url(table))


@_form_methods
@sign_in_required
def nudge(request: SignedInRequest, code: str) -> HttpResponse:
    """Nudge the players for whom a table without a clock waits; a GET leads to the table."""
    if request.method == "POST":
        try:
            late = outbox.nudge(table=code, user=request.user)
        except Table.DoesNotExist:
            raise Http404 from None
        if late:
            names = get_text_list([seat.shown_name for seat in late], _("and"))
            messages.success(request, _("You nudged %(names)s.") % {"names": names})
        else:
            messages.info(request, _("You can’t nudge anyone right now. Each table can be nudged once a day."))
    return SeeOther(reverse("tables:table", args=[code]))


# Email programs send this request themselves, without a page of the site and without a session. Only the recipient of
# the email has the link.
@csrf_exempt
@never_cache
@_form_methods
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe from one kind of email, or from all.

    A GET request only asks for confirmation, as mail scanners follow links.
    """
    link = stop_of(token)
    if link is None:
        return render(request, "notices/unsubscribe_expired.html", status=HTTPStatus.NOT_FOUND)
    template = "notices/unsubscribe.html"
    if request.method == "POST":
        topics = [*NoticeTopic, *Subscription] if "all" in request.POST else [link.topic]
        try:
            preferences.switch_off(user=link.user, channel=ChannelKey.MAIL, topics=topics)
        except AccountDeleted:
            return render(request, "notices/unsubscribe_expired.html", status=HTTPStatus.NOT_FOUND)
        template = "notices/unsubscribed.html"
    return render(request, template, {"page": pages.build_unsubscribe_page(link)})
