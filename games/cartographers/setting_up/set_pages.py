"""Pages of sets: what is in one, and all that are published."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.cards import Season
from games.cartographers.map.boards import Patch, patches
from games.cartographers.reference.card_list import CardsOfKind, group_by_kind
from games.cartographers.reference.sheets import workshop_url
from games.cartographers.setting_up.set_offers import card_counts_sentence, offered_sets
from games.cartographers.setting_up.sets import form_value, set_key
from games.cartographers.shelf.components import SetWithCards
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.problems import sentences, set_problems
from games.cartographers.shelf.published_sets import PlayableSet, playable_sets
from games.cartographers.shelf.trials import DraftSet
from games.cartographers.words.names import KEY, card_name, custom_text, season_name, sheet_label


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """A sheet, small."""

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
    """A published set; `new` is the form of a new table that begins with it, "" on days when it is not offered, and
    `workshop` its page for curators.
    """

    name: str
    words: str
    contents: SetContents
    new: str
    workshop: str


@dataclass(frozen=True, slots=True)
class TrialPage:
    """A set that somebody works on, as it was saved; `problems` is why it cannot be played yet."""

    name: str
    words: str
    contents: SetContents
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetLine:
    """A set in a list."""

    name: str
    sentence: str
    url: str
    sheet: SheetPicture


def contents_of(of: SetWithCards) -> SetContents:
    """Return the contents of a set for its page."""
    return SetContents(
        counts=card_counts_sentence(of),
        seasons=tuple(map(_season, of.seasons)),
        sheets=tuple(SheetPicture(sheet_label(sheet), patches(Board.of_sheet(sheet))) for sheet in of.sheets),
        shelves=group_by_kind([*of.explore, *of.ruins, *of.ambushes, *of.heroes, *of.scoring]),
    )


def _season(season: Season) -> str:
    first, second = season.edicts
    return _("%(season)s: time threshold %(time)s, scores edicts %(first)s and %(second)s.") % {
        "season": season_name(season.id),
        "time": season.threshold,
        "first": first,
        "second": second,
    }


def set_page(one: PlayableSet) -> SetPage:
    """Return the page of an active set."""
    kept = one.kept
    new = _new_table(set_key(kept.ref)) if form_value(kept.ref) in offered_sets() else ""
    name, workshop = card_name(kept.card_set), workshop_url(EntryKind.SET, kept.ref)
    return SetPage(name, kept.words, contents_of(one.filled), new, workshop)


def _new_table(key: str) -> str:
    """The form of a new table that begins with a set."""
    return f"{reverse('tables:new')}?{urlencode({'game': KEY, 'set': key})}"


def trial_page(tried: DraftSet) -> TrialPage:
    """The page on which a set is tried."""
    of = tried.filled()
    card_set = of.card_set
    return TrialPage(card_name(card_set), custom_text(card_set), contents_of(of), tuple(sentences(set_problems(of))))


def set_lines() -> Iterator[SetLine]:
    """Yield every set that games can be started with, those of the boxes first, whatever its dates are."""
    for one in playable_sets().values():
        kept, sheet = one.kept, one.filled.sheets[0]
        picture = SheetPicture(sheet_label(sheet), patches(Board.of_sheet(sheet)))
        sentence = kept.words if kept.of_box else card_counts_sentence(one.filled)
        yield SetLine(card_name(kept.card_set), sentence, kept.url, picture)


def set_urls() -> list[str]:
    """The addresses of all published sets, and of their list."""
    return [reverse("cartographers:sets"), *(line.url for line in set_lines())]
