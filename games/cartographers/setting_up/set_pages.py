"""Tables that are opened on the page of a set, alone or for friends."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from games.accounts.models import User
from games.cartographers.map.boards import Patch, patches
from games.cartographers.reference.card_list import CardsOfKind, group_by_kind, season_sentence
from games.cartographers.reference.sheets import credit_of, workshop_url
from games.cartographers.setting_up.covers import cover_image
from games.cartographers.setting_up.set_choice import SetChoice
from games.cartographers.setting_up.set_offers import card_counts_sentence, form_value, offered_sets, set_key
from games.cartographers.setting_up.set_ratings import MeanRating, mean_ratings
from games.cartographers.shelf.components import SetWithCards
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.problems import sentences, set_problems
from games.cartographers.shelf.published_sets import PlayableSet, playable_sets
from games.cartographers.shelf.trials import DraftSet
from games.cartographers.words.names import KEY, card_name, custom_text, sheet_label
from games.catalog.authors import CreditLine
from games.play.toned_images import TonedImage
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.models import Access, Table
from games.tables.names import TABLE_NAME_MAX


def play_set(*, user: User, one: PlayableSet, command_id: UUID | None = None) -> Table:
    """Start a solo game with a set on its first map sheet, once for each `command_id`.

    Raises ValidationError if the set isn't offered, and TableRefusal.
    """
    choice = SetChoice(one.stored.ref, one.stored.version, one.filled.sheets[0].id, one.filled.edicts)
    new = NewTable(KEY, "", choice.as_json(), capacity=1, access=Access.OPEN, command_id=command_id)
    return services.create_table(host=user, new=new)


def open_draft_table(
    *,
    user: User,
    tried: DraftSet,
    seats: int = 1,
    practice: bool = False,
    linked: bool = False,
    followed: bool = False,
    command_id: UUID | None = None,
) -> Table:
    """Open a table, alone or for friends, with a set as it is when the game begins. It counts nowhere.

    `linked` if a link led to the set, `followed` if the host follows its owner: once it is no longer shared that way, a
    game that hasn't begun can't begin. Raises ValidationError if it can't be played, and TableRefusal.
    """
    of = tried.filled()
    if not of.sheets:
        raise ValidationError(_("A set needs at least one map sheet."))
    choice = SetChoice(
        tried.ref,
        tried.version,
        of.sheets[0].id,
        of.edicts,
        practice=practice,
        trial=True,
        linked=linked,
        followed=followed,
    )
    name = (_("Trial: %(name)s") % {"name": tried.name})[:TABLE_NAME_MAX]
    # Invite only, because an unpublished set is not public.
    new = NewTable(KEY, name, choice.as_json(), capacity=seats, access=Access.INVITATION, command_id=command_id)
    return services.create_table(host=user, new=new)


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """Small picture of a sheet."""

    name: str
    patches: tuple[Patch, ...]


@dataclass(frozen=True, slots=True)
class SetContents:
    """Contents of a set: counts in a sentence, seasons as text, map sheets and cards as pictures."""

    counts: str
    seasons: tuple[str, ...]
    sheets: tuple[SheetPicture, ...]
    shelves: tuple[CardsOfKind, ...]


@dataclass(frozen=True, slots=True)
class SetPage:
    """A published set with its cover.

    `new` is the form of a new table that begins with it, "" on days when it is not offered, `print` the page that
    prints it, and `workshop` its page for curators. `credit` is None for a set of the boxes.
    """

    name: str
    words: str
    cover: TonedImage | None
    contents: SetContents
    new: str
    print: str
    workshop: str
    credit: CreditLine | None


@dataclass(frozen=True, slots=True)
class TrialPage:
    """Saved draft of a set with its cover, if any.

    `problems` explains why it can't be played yet, `print` is the page that prints it. `author` is the name of its
    owner, "" if the page doesn't say it.
    """

    name: str
    words: str
    cover: TonedImage | None
    contents: SetContents
    problems: tuple[str, ...]
    print: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class SetLine:
    """Set in a list, with its cover, and its ratings in a sentence, "" for too few."""

    name: str
    sentence: str
    url: str
    cover: TonedImage | None
    rating: str


def contents_of(of: SetWithCards) -> SetContents:
    """Return the contents of a set for its page."""
    return SetContents(
        counts=card_counts_sentence(of),
        seasons=tuple(map(season_sentence, of.seasons)),
        sheets=tuple(SheetPicture(sheet_label(sheet), patches(Board.of_sheet(sheet))) for sheet in of.sheets),
        shelves=group_by_kind([*of.explore, *of.ruins, *of.ambushes, *of.heroes, *of.scoring, *of.skills]),
    )


def set_page(one: PlayableSet, viewer: User | AnonymousUser | None = None) -> SetPage:
    """Return the page of an active set for a viewer."""
    stored = one.stored
    new = _new_table(set_key(stored.ref)) if form_value(stored.ref) in offered_sets() else ""
    name, workshop = card_name(stored.card_set), workshop_url(EntryKind.SET, stored.ref)
    to_print = reverse(f"cartographers:print_{_page(one)}", args=[stored.card_set.id])
    credit = credit_of(EntryKind.SET, stored.ref, viewer)
    return SetPage(name, stored.words, _cover(one), contents_of(one.filled), new, to_print, workshop, credit)


def _page(one: PlayableSet) -> str:
    """Return the name of the URL of a set's page."""
    return "box_set" if one.stored.of_box else "set"


def _cover(one: PlayableSet) -> TonedImage | None:
    return cover_image(one.filled, _page(one), one.stored.card_set.id)


def _new_table(key: str) -> str:
    """Return the address of the new-table form with a set selected."""
    return f"{reverse('tables:new')}?{urlencode({'game': KEY, 'set': key})}"


def trial_page(tried: DraftSet, key: str, page: str = "trial", author: str = "") -> TrialPage:
    """Return the page where a draft set can be played: by its link, or at the page of another name by its key."""
    of = tried.filled()
    return TrialPage(
        name=card_name(of.card_set),
        words=custom_text(of.card_set),
        cover=cover_image(of, page, key),
        contents=contents_of(of),
        problems=tuple(sentences(set_problems(of))),
        print=reverse(f"cartographers:print_{page}", args=[key]),
        author=author,
    )


def set_lines(*, by_rating: bool = False) -> list[SetLine]:
    """Return every set that games can be started with, whatever its dates are.

    Those of the boxes come first, or those with the best ratings; sets with too few ratings come last.
    """
    sets = list(playable_sets().values())
    ratings = mean_ratings(one.stored.ref for one in sets)
    if by_rating:
        unrated = MeanRating(0, 0)
        sets.sort(key=lambda one: ratings.get(one.stored.ref, unrated).stars, reverse=True)
    return [_set_line(one, ratings.get(one.stored.ref)) for one in sets]


def _set_line(one: PlayableSet, rating: MeanRating | None) -> SetLine:
    stored = one.stored
    sentence = stored.words if stored.of_box else card_counts_sentence(one.filled)
    return SetLine(card_name(stored.card_set), sentence, stored.url, _cover(one), str(rating or ""))


def set_urls() -> list[str]:
    """Return the addresses of all published sets and of their list."""
    return [reverse("cartographers:sets"), *(line.url for line in set_lines())]
