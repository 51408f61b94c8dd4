"""New table form, and the user's saved settings for it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, cast

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import SeeOther, SignedInRequest, sign_in_required
from games.accounts.forms import command_id_of, submitted_data
from games.accounts.guests import GuestForm, sign_in_as_guest
from games.accounts.limits import count_use_by_user, too_many_requests
from games.tables import errors
from games.tables.deals import shared
from games.tables.device.claims import ask_account
from games.tables.device.handover import play_here
from games.tables.errors import TableRefusal
from games.tables.game import Game, games
from games.tables.lobby import filters, hosting, presenters, saved_settings
from games.tables.lobby.cards import table_url
from games.tables.lobby.device_players import DevicePlayers
from games.tables.lobby.forms import PRESET_FIELDS, InviteForm, NewTableForm, RenameForm, no_room_words
from games.tables.log.refusals import refusal_sentence
from games.tables.models import Access, KeptChoices, Table
from games.tables.pages.responses import refusal_status

INVITE: Final = "invite"
"""Query parameter with the username of the person to invite to the new table."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Open a table; the form's defaults make a good one. Visitors who aren't signed in become guests."""
    data = submitted_data(request)
    page = _page(request, _chosen_game(request), data, query=request.GET, here=request.get_full_path())
    valid = [part.is_valid() for part in (page.guest, page.form, page.options) if part]
    if not all(valid):
        return _new_page(request, page, status=422 if data is not None else 200)
    if page.guest and (refused := sign_in_as_guest(request, page.guest.cleaned_data["name"])):
        return refused
    return _opened(cast(SignedInRequest, request), replace(page, guest=None))


def _page(
    request: HttpRequest, game: Game, data: QueryDict | None, *, query: Mapping[str, str], here: str
) -> presenters.NewTablePage:
    """Return the form page, bound to `data` or filled in from the URL `here` as `query`."""
    host = request.user if request.user.is_authenticated else None
    form = NewTableForm(data, game=game, host=host, query=query)
    options = game.options_form(data, prefix="options", host=host)
    saved = saved_settings.load_saved_settings(host, game, query)
    saved_settings.prefill_forms(form, options, saved, query)
    if query.get("set") in dict(game.sets.names()):
        saved_settings.prefill_form(options, game.sets.fields(query["set"]))
    return presenters.NewTablePage(
        guest=None if host else GuestForm(data),
        form=form,
        options=options,
        game=game,
        choices=_choices(request, game),
        saved_settings=saved,
        rename=RenameForm(None, initial={"name": saved.name}),
        here=here,
        invited=query.get(INVITE, ""),
    )


def _opened(request: SignedInRequest, page: presenters.NewTablePage) -> HttpResponse:
    if wait := count_use_by_user(errors.CREATE, request):
        return too_many_requests(request, wait)
    try:
        new = page.form.new_table(page.options.options(), host=request.user, command_id=command_id_of(request))
        if page.options.is_private:
            new = replace(new, access=Access.INVITATION)
        fresh_deck = page.form.cleaned_data.get("fresh_deck", False)
        table = shared.create_table(host=request.user, new=new, fresh_deck=fresh_deck)
        if table.on_device:
            play_here(table=table.code, host=request.user, session=request.session)
            _ask_accounts(request, table, new.device)
    except ValidationError as wrong:
        page.options.add_error(None, wrong)
        return _new_page(request, page, status=422)
    except TableRefusal as refusal:
        page.form.add_error(None, refusal_sentence(refusal))
        return _new_page(request, page, status=refusal_status(refusal))
    if not saved_settings.save_settings(user=request.user, form=page.form, options=page.options):
        messages.warning(request, no_room_words())
    invited = InviteForm({f"{InviteForm.prefix}-username": request.GET.get(INVITE, "")})
    if invited.is_valid():
        _invite(request, table, invited.cleaned_data["username"])
    return SeeOther(table_url(table))


def _ask_accounts(request: SignedInRequest, table: Table, players: DevicePlayers | None) -> None:
    """Ask the accounts whose usernames the host has entered for players at the device; the others are only names."""
    invited = []
    for seat, player in enumerate(players.others if players else (), 1):
        if not player.account:
            continue
        if count_use_by_user(errors.INVITE, request):
            messages.warning(request, _("You’ve sent too many invitations. The other players aren’t asked."))
            break
        try:
            ask_account(table=table.code, host=request.user, seat=seat, username=player.account)
        except TableRefusal as refusal:
            words = {"name": f"@{player.account}", "reason": refusal_sentence(refusal)}
            messages.warning(request, _("%(name)s: %(reason)s") % words)
        else:
            invited.append(f"@{player.account}")
    if invited:
        words = {"names": get_text_list(invited, _("and"))}
        messages.success(request, _("Asked to confirm that they play here: %(names)s") % words)


def _invite(request: SignedInRequest, table: Table, username: str) -> None:
    """Invite the person for whom the table was opened; the table stays open if that isn't possible."""
    if count_use_by_user(errors.INVITE, request):
        return
    try:
        hosting.invite(table=table.code, by=request.user, username=username)
    except TableRefusal as refusal:
        messages.warning(request, refusal_sentence(refusal))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_required
def rename(request: SignedInRequest, pk: int) -> HttpResponse:
    """Rename saved settings; a GET redirects to the form that starts with them."""
    row = get_object_or_404(KeptChoices.objects.named(request.user), pk=pk)
    game = filters.named_game(row.game)
    here = saved_settings.address_of(game, str(pk))
    form = RenameForm(submitted_data(request))
    if request.method != "POST" or _renamed(request, row, form):
        return SeeOther(here)
    page = _page(request, game, None, query={saved_settings.PARAMETER: str(pk)}, here=here)
    return _new_page(request, replace(page, rename=form), status=422)


def _renamed(request: SignedInRequest, row: KeptChoices, form: RenameForm) -> bool:
    if not form.is_valid():
        return False
    name = form.cleaned_data["name"]
    try:
        saved_settings.rename_settings(user=request.user, pk=row.pk, name=name)
    except saved_settings.NameTaken:
        form.add_error("name", _("You already have other settings with this name."))
        return False
    except KeptChoices.DoesNotExist:
        raise Http404 from None
    messages.success(request, _("“%(old)s” was renamed to “%(name)s”.") % {"old": row.name, "name": name})
    return True


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_required
def delete_settings(request: SignedInRequest, pk: int) -> HttpResponse:
    """Delete saved settings; a GET request, as after signing in again, redirects to the form."""
    row = KeptChoices.objects.named(request.user).filter(pk=pk).first()
    if request.method == "POST":
        try:
            name = saved_settings.delete_settings(user=request.user, pk=pk)
        except KeptChoices.DoesNotExist:
            raise Http404 from None
        messages.success(request, _("“%(name)s” was deleted.") % {"name": name})
    return SeeOther(filters.game_page_url("tables:new", filters.named_game(row.game) if row else None))


def _chosen_game(request: HttpRequest) -> Game:
    """Return the game named in the form or URL, else the first. Raises Http404 if there is none."""
    return filters.named_game(request.POST.get("game", request.GET.get("game", next(iter(games()), ""))))


def _choices(request: HttpRequest, game: Game) -> tuple[filters.GameChoice, ...]:
    """Return links to the form for each game that keep the entered table settings."""
    fields = {**request.GET.dict(), **request.POST.dict()}
    names: tuple[str, ...] = (*PRESET_FIELDS, INVITE)
    kept = {name: fields[name] for name in names if name in fields}
    return filters.game_choices("tables:new", game, kept)


def _new_page(request: HttpRequest, page: presenters.NewTablePage, *, status: int) -> HttpResponse:
    return render(request, "tables/new.html", {"page": page}, status=status)
