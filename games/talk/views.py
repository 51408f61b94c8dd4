"""Views of a chat: its messages as a page or a fragment, sending one, and what can be done with one."""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus
from math import ceil
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, redirect_to_sign_in, sign_in_required
from games.accounts.limits import NO_WAIT, count_limited_use, count_use_by_address
from games.accounts.models import User
from games.tables.holders import find_seat
from games.tables.models import Room, Table
from games.tables.pages.access import visible_table
from games.talk import services
from games.talk.access import ACCOUNTS, BURST, GUESTS, TalkAccess, is_open, talk_access
from games.talk.errors import TalkRefusal, refusal_words
from games.talk.forms import MessageForm
from games.talk.models import Message
from games.talk.pages import message_page, room_page, room_url

LIST = "talk-list"
"""Id of the list of messages, which a page loads again when it has changed."""
_MOST_DIGITS = 9


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def room(request: HttpRequest, code: str) -> HttpResponse:
    """Show a chat, or send a message to the visitor's own one."""
    table, access = _table(request, code)
    if request.method == "POST":
        return _send(cast(HtmxHttpRequest, request), table, access)
    return _room(cast(HtmxHttpRequest, request), table, access)


def _table(request: HttpRequest, code: str) -> tuple[Table, TalkAccess]:
    """Return a table and the visitor's access to its chats. Raises Http404 if it has none and never had."""
    table = visible_table(request, code)
    seated = find_seat(table.loaded_seats, request.user.pk) is not None
    access = talk_access(table, _reader(request), seated=seated)
    if not (is_open(table) or table.talk_players or table.talk_spectators):
        raise Http404
    return table, access


def _reader(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _room(
    request: HtmxHttpRequest,
    table: Table,
    access: TalkAccess,
    form: MessageForm | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    name = request.GET.get("room", access.room)
    if name not in access.rooms:
        raise Http404
    chosen = Room(name)
    if _is_current(request, table, chosen):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    before = _number(request.GET.get("before", ""))
    page = room_page(table, access, reader=_reader(request), room=chosen, before=before, form=form)
    template = "talk/room.html"
    if request.htmx:
        template = "talk/_list.html" if request.htmx.target == LIST else "talk/_room.html"
    return render(request, template, {"page": page}, status=status)


def _is_current(request: HtmxHttpRequest, table: Table, room: Room) -> bool:
    """Return True if the page already shows the last change of a chat."""
    after = _number(request.GET.get("after", ""))
    if not request.htmx or request.htmx.target != LIST or after is None:
        return False
    return Message.objects.last_change(table, room) <= after


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None


def _send(request: HtmxHttpRequest, table: Table, access: TalkAccess) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_sign_in(request)
    if request.GET.get("room", access.room) != access.room:
        raise Http404
    author = request.user
    form = MessageForm(request.POST)
    if not form.is_valid():
        damaged = form.has_error("command_id") or form.has_error("phrase")
        return _room(request, table, access, form, HTTPStatus.BAD_REQUEST if damaged else 422)
    command_id = form.cleaned_data["command_id"]
    # A message that arrives twice counts once, for its author's limits too.
    if services.find_sent(author, command_id) is None:
        if wait := _wait(request, author):
            form.add_error(None, _wait_words(wait))
            answer = _room(request, table, access, form, HTTPStatus.TOO_MANY_REQUESTS)
            answer["Retry-After"] = str(_seconds(wait))
            return answer
        try:
            services.send(table=table.code, author=author, content=form.content(), command_id=command_id)
        except Table.DoesNotExist:  # deleted this moment
            raise Http404 from None
        except TalkRefusal as refusal:
            form.add_error(None, refusal_words(refusal.reason))
            return _room(request, table, access, form, 422)
    return _done(request, table, access, access.room)


def _wait(request: HttpRequest, author: User) -> timedelta:
    """Count a message and return how long its author has to wait, zero if not at all.

    Guests are counted by address for the hour, as anybody can become many guests.
    """
    if wait := count_limited_use(BURST, str(author.pk)):
        return wait
    if author.guest:
        return count_use_by_address(GUESTS, request)
    return count_limited_use(ACCOUNTS, str(author.pk)) or NO_WAIT


def _seconds(wait: timedelta) -> int:
    return max(1, ceil(wait.total_seconds()))


def _wait_words(wait: timedelta) -> str:
    seconds = _seconds(wait)
    if seconds <= 90:
        words = ngettext(
            "You’ve sent many messages. Try again in %(count)d second.",
            "You’ve sent many messages. Try again in %(count)d seconds.",
            seconds,
        )
        return words % {"count": seconds}
    minutes = ceil(seconds / 60)
    words = ngettext(
        "You’ve sent many messages. Try again in %(count)d minute.",
        "You’ve sent many messages. Try again in %(count)d minutes.",
        minutes,
    )
    return words % {"count": minutes}


def _done(request: HttpRequest, table: Table, access: TalkAccess, room: Room) -> HttpResponse:
    """Return the chat after an action: its fragment for htmx, the way to its page otherwise."""
    htmx_request = cast(HtmxHttpRequest, request)
    if not htmx_request.htmx:
        return SeeOther(room_url(table, access, room))
    page = room_page(table, access, reader=_reader(request), room=room)
    return render(request, "talk/_room.html", {"page": page})


def _message(request: HttpRequest, code: str, room: str, number: int) -> tuple[Table, TalkAccess, Message]:
    """Return a message that the visitor may read. Raises Http404."""
    table, access = _table(request, code)
    if room not in access.rooms:
        raise Http404
    rows = Message.objects.in_room(table, Room(room)).select_related("author")
    return table, access, get_object_or_404(rows, number=min(number, 10**_MOST_DIGITS))


@never_cache
@require_http_methods(["GET", "HEAD"])
@sign_in_required
def message(request: SignedInRequest, code: str, room: str, number: int) -> HttpResponse:
    """Show a message and what the visitor can do with it."""
    table, access, found = _message(request, code, room, number)
    if found.is_removed:
        raise Http404
    template = "talk/_message.html" if request.htmx else "talk/message.html"
    return render(request, template, {"page": message_page(table, access, found, request.user)})


@require_POST
@sign_in_required
def delete(request: SignedInRequest, code: str, room: str, number: int) -> HttpResponse:
    """Delete one of the visitor's messages; nothing is left of its words."""
    table, access, found = _message(request, code, room, number)
    try:
        services.delete(message=found, author=request.user)
    except Message.DoesNotExist:
        raise Http404 from None
    return _done(request, table, access, Room(room))


@require_POST
@sign_in_required
def mute(request: SignedInRequest, code: str, room: str, number: int) -> HttpResponse:
    """Mute the author of a message, or no longer."""
    table, access, found = _message(request, code, room, number)
    if found.author_id == request.user.pk:
        raise Http404
    services.mute(user=request.user, person=found.author, muted=request.POST.get("mute") != "off")
    return _done(request, table, access, Room(room))


@require_POST
@sign_in_required
def mute_table(request: SignedInRequest, code: str) -> HttpResponse:
    """Mute everybody at a table, or no longer."""
    table, access = _table(request, code)
    services.mute_table(user=request.user, table=table, muted=request.POST.get("mute") != "off")
    return _done(request, table, access, access.room)
