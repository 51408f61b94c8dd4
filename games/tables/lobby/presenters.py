"""Presenters of the pages about tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Page
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.accounts.forms import new_command_id
from games.accounts.guests import EmailOffer, GuestForm, guest_form
from games.accounts.models import User
from games.accounts.pages import PersonQuestion, questions_for
from games.tables.clocks.pace_form import ChangePaceForm
from games.tables.game import Game, OptionsForm, games, route_url, solo_game
from games.tables.introductions import LessonLink, Poster
from games.tables.lobby.cards import TableCard, card_in_progress, card_of, cards_of, own_cards
from games.tables.lobby.filters import (
    GameCard,
    GameChoice,
    SearchForm,
    SoloOptions,
    first_lesson_reference,
    game_card,
    game_choices,
    game_filters,
    game_page_url,
    practice_url,
    solo_options,
)
from games.tables.lobby.forms import BotsForm, ByCodeForm, NewTableForm, RenameForm
from games.tables.lobby.previews import PictureResources, picture_resources, table_summaries
from games.tables.lobby.saved_settings import SavedSettings
from games.tables.models import Access, Status, Table

_MOST_WATCHED: Final = 20


@dataclass(frozen=True, slots=True)
class HomePage:
    """Home page for signed-in users."""

    mine: tuple[TableCard, ...]
    aside: tuple[TableCard, ...]
    invited: tuple[TableCard, ...]
    finished: tuple[TableCard, ...]
    open: tuple[TableCard, ...]
    playing: tuple[TableCard, ...]
    can_play: bool
    solo: SoloOptions | None
    practice: str
    title: str
    waiting: int
    learn: str
    more_lessons: Sequence[LessonLink]
    questions: tuple[PersonQuestion, ...]
    email_offer: EmailOffer | None
    inks: PictureResources = field(default_factory=picture_resources)
    command_id: str = field(default_factory=new_command_id)
    learn_command_id: str = field(default_factory=new_command_id)
    by_code: ByCodeForm = field(default_factory=ByCodeForm)


@dataclass(frozen=True, slots=True)
class WelcomePage:
    """Home page for everyone else: the site's first `game` (or None) and the others.

    `opening` is the first turn of the game that `solo` begins, None if it can't be played here.
    """

    game: GameCard | None
    others: tuple[GameCard, ...]
    solo: SoloOptions | None
    opening: Any
    open: tuple[TableCard, ...]
    playing: tuple[TableCard, ...]
    command_id: str = field(default_factory=new_command_id)
    learn_command_id: str = field(default_factory=new_command_id)
    by_code: ByCodeForm = field(default_factory=ByCodeForm)


@dataclass(frozen=True, slots=True)
class Pagination:
    """Paging of a list; an empty address means there is no such page."""

    label: str
    newer: str
    older: str


@dataclass(frozen=True, slots=True)
class OwnTablesPage:
    """A person's own tables and the solo games they have set aside."""

    tables: tuple[TableCard, ...]
    aside: tuple[TableCard, ...]
    pages: Pagination
    inks: PictureResources = field(default_factory=picture_resources)


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """Lobby: tables to join, games in progress with a `free` seat, and games to watch.

    They are limited to one game if `game` is its name. `here` is the address of the list, `everything` the same
    without filters, and `new` the form for a new table. `game_key` is kept in the filter, "" for any game. `searched`
    describes the filter, "" for none.
    """

    tables: tuple[TableCard, ...]
    free: tuple[TableCard, ...]
    playing: tuple[TableCard, ...]
    pages: Pagination
    game: str
    game_key: str
    filters: tuple[GameChoice, ...]
    search: SearchForm
    searched: str
    is_sorted: bool
    here: str
    everything: str
    new: str
    such: str
    by_code: ByCodeForm = field(default_factory=ByCodeForm)


@dataclass(frozen=True, slots=True)
class ByCodePage:
    """Page that asks for the table code again after no table was found."""

    by_code: ByCodeForm


@dataclass(frozen=True, slots=True)
class SiteGamesPage:
    """Page with all games of the site."""

    games: tuple[GameCard, ...]


@dataclass(frozen=True, slots=True)
class InvitationPage:
    """Page of an invitation; `guest` is the form for joining as a guest, None for others.

    `picture` shows the host's last public game, or is "". `free` counts the free seats, and `learn` is the URL
    of the first lesson, or "". `more_lessons` are those that explain this table.
    """

    table: TableCard
    host_crest: str
    here: str
    picture: str
    poster: Poster | None
    free: range
    learn: str
    more_lessons: Sequence[LessonLink]
    guest: GuestForm | None
    learn_command_id: str = field(default_factory=new_command_id)
    inks: PictureResources = field(default_factory=picture_resources)


@dataclass(frozen=True, slots=True)
class PracticePage:
    """Form to start a game against bots; `new` is the form of a new table, with all options."""

    game: Game
    form: BotsForm
    choices: tuple[GameChoice, ...]
    new: str
    command_id: str = field(default_factory=new_command_id)


def practice_page(game: Game, form: BotsForm) -> PracticePage:
    """Return the page to start a game against bots."""
    return PracticePage(game, form, game_choices("tables:practice", game, {}), game_page_url("tables:new", game))


@dataclass(frozen=True, slots=True)
class MoveGuestGamesPage:
    """Tables of the guest that the user was before signing in.

    `others` are sentences on what else would move; `keeps` is True if the guest has saved settings. `next` is the
    redirect target.
    """

    guest: str
    tables: tuple[TableCard, ...]
    others: tuple[str, ...]
    keeps: bool
    next: str


@dataclass(frozen=True, slots=True)
class AbandonPage:
    """The game to be abandoned."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class EndGamePage:
    """Game that the user is about to end for everyone.

    `needed` is the number of votes required, including the user's. `wins` is True if the user wins by it, as the only
    opponent has left.
    """

    name: str
    url: str
    needed: int
    wins: bool


@dataclass(frozen=True, slots=True)
class ChangePacePage:
    """The form by which another pace is proposed; `pace` is the one now."""

    name: str
    url: str
    pace: str
    form: ChangePaceForm


@dataclass(frozen=True, slots=True)
class NewTablePage:
    """The new table form: sign-up fields for visitors who aren't signed in, table fields, game options, saved settings
    and their rename form, and its URL. `invited` is the username of the person to invite there, "" for nobody.
    """

    guest: GuestForm | None
    form: NewTableForm
    options: OptionsForm
    game: Game
    choices: tuple[GameChoice, ...]
    saved_settings: SavedSettings
    rename: RenameForm
    here: str
    invited: str
    command_id: str = field(default_factory=new_command_id)

    @property
    def is_folded_part_open(self) -> bool:
        """True if the folded part is open from the start: it has an effect, or a form has errors."""
        switches = (name for name in ("as_on_paper", "fresh_deck") if name in self.form.fields)
        is_on = any(self.form[name].value() for name in switches)
        return bool(self.options.is_detailed or is_on or self.form.errors or self.options.errors)


def welcome(viewer: AnonymousUser, others: Iterable[Table], query: QueryDict) -> WelcomePage:
    """Return the home page for visitors who aren't signed in; `others` as for `home`."""
    opened, playing = _parted(others, viewer)
    cards = tuple(game_card(game) for game in games().values())
    return WelcomePage(cards[0] if cards else None, cards[1:], solo_options(), opening_context(query), opened, playing)


def opening_context(query: QueryDict) -> Any:
    """Return the first turn that the home page offers, with the visitor's move; None if there is none."""
    game = solo_game()
    # The page has room for one game.
    return game.opening.context(query) if game and game.opening and game is next(iter(games().values())) else None


def home(
    viewer: User,
    *,
    mine: Iterable[Table],
    finished: Iterable[Table],
    invited: Iterable[Table],
    others: Iterable[Table],
    email_offer: EmailOffer | None,
) -> HomePage:
    """The first page; `others` are open tables and games under way together. A guest is offered to give an address
    once they have finished a game.
    """
    own, aside = _without_aside(mine, viewer)
    invitations = cards_of(invited, viewer)
    played = own_cards(finished, viewer)
    codes = {card.code for card in invitations}
    opened, playing = _parted((table for table in others if table.code not in codes), viewer)
    waiting = sum(card.my_turn for card in own)
    reference = first_lesson_reference()
    return HomePage(
        mine=own,
        aside=aside,
        invited=invitations,
        finished=played,
        open=opened,
        playing=playing,
        can_play=bool(games()),
        solo=solo_options(),
        practice=practice_url(),
        title=_("(%(count)d) Your tables") % {"count": waiting} if waiting else _("Your tables"),
        waiting=waiting,
        learn=route_url(reference.learn),
        more_lessons=reference.more_lessons,
        questions=tuple(questions_for(viewer)),
        email_offer=email_offer if played else None,
    )


def own_tables_page(viewer: User, part: Page[Table]) -> OwnTablesPage:
    """Return a page of the viewer's own tables."""
    own, aside = _without_aside(part, viewer)
    return OwnTablesPage(own, aside, pagination(part, {}))


def _without_aside(tables: Iterable[Table], viewer: User) -> tuple[tuple[TableCard, ...], tuple[TableCard, ...]]:
    """Return the viewer's own tables and the solo games set aside."""
    cards = own_cards(tables, viewer)
    return tuple(card for card in cards if not card.is_aside), tuple(card for card in cards if card.is_aside)


def lobby(
    viewer: User | AnonymousUser,
    *,
    part: Page[Table],
    playing: Iterable[Table],
    game: Game | None,
    search: SearchForm,
    blocked: Collection[int],
) -> LobbyPage:
    """Return a page of open tables and games to watch; `game` limits it to one game.

    A free seat isn't offered beside one of the `blocked` users.
    """
    parameters, key = search.parameters, game.key if game else ""
    games_in_progress = [card_in_progress(table, viewer, blocked) for table in playing]
    return LobbyPage(
        tables=cards_of(part, viewer),
        free=tuple(card for card in games_in_progress if card.free_seat),
        playing=tuple(card for card in games_in_progress if not card.free_seat)[:_MOST_WATCHED],
        pages=pagination(part, {**({"game": key} if key else {}), **parameters}),
        game=str(game.name) if game else "",
        game_key=key,
        filters=game_filters("tables:lobby", game),
        search=search,
        searched=" · ".join(search.words),
        is_sorted="sort" in parameters,
        here=game_page_url("tables:lobby", game, **parameters),
        everything=game_page_url("tables:lobby", game),
        new=game_page_url("tables:new", game),
        such=game_page_url("tables:new", game, **search.opening),
    )


def pagination(part: Page[Any], parameters: Mapping[str, str]) -> Pagination:
    """Return the pagination of a list; `parameters` are the other query parameters."""
    label = _("Page %(number)d of %(all)d") % {"number": part.number, "all": part.paginator.num_pages}

    def there(number: int) -> str:
        return f"?{urlencode({**parameters, 'page': str(number)})}"

    return Pagination(
        label=label if part.has_other_pages() else "",
        newer=there(part.previous_page_number()) if part.has_previous() else "",
        older=there(part.next_page_number()) if part.has_next() else "",
    )


def _parted(
    tables: Iterable[Table], viewer: User | AnonymousUser
) -> tuple[tuple[TableCard, ...], tuple[TableCard, ...]]:
    """Return the gathering and the running tables."""
    listed = list(tables)
    gathering = [table for table in listed if table.status == Status.GATHERING]
    playing = [table for table in listed if table.status == Status.PLAYING]
    return cards_of(gathering, viewer), cards_of(playing, viewer)


def invitation(request: HttpRequest, table: Table, token: str) -> InvitationPage:
    """Return the invitation link page."""
    shown = card_of(table, viewer=request.user)
    free = range(table.capacity - len(shown.people))
    game = games().get(table.game)
    return InvitationPage(
        table=shown,
        host_crest=table.host.shown_crest,
        here=reverse("tables:invitation", args=[token]),
        picture=_last_picture(table.host),
        poster=game.poster if game else None,
        free=free,
        learn=route_url(game.reference.learn) if game else "",
        more_lessons=[one for one in game.reference.more_lessons if one.explains(table.options)] if game else [],
        guest=guest_form(request, tuple(person.name for person in shown.people)) if free else None,
    )


def _last_picture(user: User) -> str:
    """Return a picture of the user's last game that anyone may see, or ""."""
    games_over = Table.objects.with_seats().filter(seats__user=user, status=Status.FINISHED, access=Access.OPEN)
    last = games_over.order_by("-finished_at", "-pk")[:1]
    return next((summary.picture for summary in table_summaries(last, user).values()), "")
