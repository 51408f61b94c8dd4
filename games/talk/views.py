"""Views of a chat: its messages as a page or a fragment, sending one, and what can be done with one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, Final, ParamSpec, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, redirect_to_sign_in, sign_in_required
from games.tables.models import Room, Table
from games.talk import services
from games.talk.access import TalkAccess
from games.talk.errors import TalkRefusal, refusal_words
from games.talk.forms import MessageForm
from games.talk.lookup import MOST_DIGITS, readable_chats, readable_message, reader_of
from games.talk.models import Message
from games.talk.pace import count_message, wait_words, whole_seconds
from games.talk.pages import message_page, room_page, room_url

P = ParamSpec("P")

LIST: Final = "talk-list"
"""Id of the list of messages, which a page loads again when it has changed."""


_View = Callable[Concatenate[SignedInRequest, str, P], HttpResponse]


def _action(view: _View[P]) -> Callable[..., HttpResponse]:
    """Require POST and a signed-in user. A GET, as after signing in again, leads to the chat."""

    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    @sign_in_required
    @wraps(view)
    def gate(request: SignedInRequest, /, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method != "POST":
            return SeeOther(reverse("talk:room", args=[code]))
        return view(request, code, *args, **kwargs)

    return gate


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def room(request: HttpRequest, code: str) -> HttpResponse:
    """Show a chat, or send a message to the visitor's own one."""
    table, access = readable_chats(request, code)
    if request.method == "POST":
        return _send(cast(HtmxHttpRequest, request), table, access)
    return _room(cast(HtmxHttpRequest, request), table, access)


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
    page = room_page(table, access, reader=reader_of(request), room=chosen, before=before, form=form)
    template = "talk/room.html"
    if request.htmx:
        template = "talk/_list.html" if request.htmx.target == LIST else "talk/_room.html"
    return render(request, template, {"page": page}, status=status)


def _is_current(request: HtmxHttpRequest, table: Table, room: Room) -> bool:
    """Return True if the page already shows the last change of a chat."""
    after = _number(request.GET.get("after", ""))
    if not request.htmx or request.htmx.target != LIST or after is None:
        return False
    return table.last_talk(room) <= after


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


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
        if wait := count_message(cast(SignedInRequest, request)):
            form.add_error(None, wait_words(wait))
            answer = _room(request, table, access, form, HTTPStatus.TOO_MANY_REQUESTS)
            answer["Retry-After"] = str(whole_seconds(wait))
            return answer
        try:
            services.send(table=table.code, author=author, content=form.content(), command_id=command_id)
        except Table.DoesNotExist:  # deleted this moment
            raise Http404 from None
        except TalkRefusal as refusal:
            form.add_error(None, refusal_words(refusal.reason))
            return _room(request, table, access, form, 422)
    return _done(request, table, access, access.room)


def _done(request: HttpRequest, table: Table, access: TalkAccess, room: Room) -> HttpResponse:
    """Return the chat after an action: its fragment for htmx, the way to its page otherwise."""
    htmx_request = cast(HtmxHttpRequest, request)
    if not htmx_request.htmx:
        return SeeOther(room_url(table, access, room))
    table.refresh_from_db(fields=["talk_players", "talk_spectators"])
    page = room_page(table, access, reader=reader_of(request), room=room)
    return render(request, "talk/_room.html", {"page": page})


@never_cache
@require_http_methods(["GET", "HEAD"])
@sign_in_required
def message(request: SignedInRequest, code: str, room: str, number: int) -> HttpResponse:
    """Show a message and what the visitor can do with it."""
    table, access, found = readable_message(request, code, room, number)
    if found.is_removed:
        raise Http404
    template = "talk/_message.html" if request.htmx else "talk/message.html"
    return render(request, template, {"page": message_page(table, access, found, request.user)})


@_action
def delete(request: SignedInRequest, code: str, room: str, number: int) -> HttpResponse:
    """Delete one of the visitor's messages; nothing is left of its words."""
    table, access, found = readable_message(request, code, room, number)
    try:
        services.delete(message=found, author=request.user)
    except Message.DoesNotExist:
        raise Http404 from None
    return _done(request, table, access, Room(room))


@_action
def mute(request: SignedInRequest, code: str, room: str, number: int) -> HttpResponse:
    """Mute the author of a message, or no longer."""
    table, access, found = readable_message(request, code, room, number)
    if found.author_id == request.user.pk:
        raise Http404
    services.mute(user=request.user, person=found.author, muted=request.POST.get("mute") != "off")
    return _done(request, table, access, Room(room))


@_action
def mute_table(request: SignedInRequest, code: str) -> HttpResponse:
    """Mute everybody at a table, or no longer."""
    table, access = readable_chats(request, code)
    services.mute_table(user=request.user, table=table, muted=request.POST.get("mute") != "off")
    return _done(request, table, access, access.room)
