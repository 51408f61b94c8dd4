"""Player aid: the order of play with a printed set, on one page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.cartographers.reference.card_list import season_sentence
from games.cartographers.reference.chapters import CHAPTERS
from games.cartographers.shelf.components import SetWithCards

_CHAPTERS: Final = {chapter.key: chapter for chapter in CHAPTERS}


@dataclass(frozen=True, slots=True)
class AidSection:
    """Section of a player aid."""

    title: str
    texts: tuple[str, ...]


def player_aid(of: SetWithCards) -> Iterator[AidSection]:
    """Yield the sections of a set's player aid: summaries of the rules, and what only players on paper need to know.

    Rules about cards that the set doesn't have are left out.
    """
    yield _section("aim", _summary("aim"))
    yield _section("setup", tuple(_setup(of)))
    for key in ("explore", "draw", "check"):
        # The second rule of a drawing is about what the site hides.
        yield _section(key, (_summary(key)[0], *_summary(key)[2:]))
    yield _section("coins", _summary("coins"))
    if of.ruins:
        yield _section("ruins", _summary("ruins")[:2])
    if of.ambushes:
        yield _section("ambushes", _summary("ambushes"))
    if of.heroes:
        yield _section("heroes", _summary("heroes"))
    if of.skills:
        yield _section("skills", _summary("skills"))
    yield _section("season", tuple(_season(of)))
    yield _section("end", _summary("end"))
    yield _section("solo", (*_summary("solo"), *([_walk()] if of.ambushes else [])))


def _section(key: str, texts: tuple[str, ...]) -> AidSection:
    return AidSection(str(_CHAPTERS[key].title), texts)


def _summary(key: str) -> tuple[str, ...]:
    return tuple(str(rule.text) for rule in _CHAPTERS[key].summary)


def _walk() -> str:
    """Return how a monster gets on the map in solo games."""
    return str(_CHAPTERS["ambushes"].full[1].text)


def _setup(of: SetWithCards) -> Iterator[str]:
    yield _("Give every player the same map sheet, and place the season cards in order, spring first.")
    yield _(
        "Place edicts A to D next to each other. Draw one scoring card from each stack, shuffle the four, and place "
        "one below each edict."
    )
    if of.ambushes:
        yield _("Shuffle the explore and ruins cards with one ambush card into a face-down explore deck.")
    else:
        yield _("Shuffle the explore and ruins cards into a face-down explore deck.")
    if of.heroes:
        yield _("Shuffle one hero card into it too.")


def _season(of: SetWithCards) -> Iterator[str]:
    yield from map(season_sentence, of.seasons)
    yield _("Score the two edicts. Add 1 star for each coin, and subtract 1 for each empty space next to a monster.")
    _edicts, reshuffled, *with_hero = _summary("season")
    if of.ambushes:
        yield reshuffled
    if of.heroes:
        yield from with_hero
