"""The mixes of the boxes: what keeps one from being played, and whether a change of the catalog would."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.cards import Edict, ScoringCard, Stack
from engine.cartographers.mixing.build import ambushes_of, of_box, pool_of
from engine.cartographers.mixing.library import Library
from engine.cartographers.mixing.mix import Box, Mix, Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.rules.setup import has_room
from games.cartographers.shelf.components import SEASONS
from games.cartographers.shelf.kinds import CatalogBox
from games.cartographers.words.names import card_name, season_name, stack_name

PRESET_NAMES: Final[Mapping[Preset, str | Promise]] = {
    Preset.CARTOGRAPHERS: gettext_lazy("Cartographers"),
    Preset.HEROES: gettext_lazy("Cartographers Heroes"),
    Preset.BOTH: gettext_lazy("Both boxes"),
    Preset.FIRST_GAME: gettext_lazy("Heroes, first game"),
}
"""Names of the predefined mixes."""
NO_SHEET: Final = gettext_lazy("This map sheet isn’t available. Choose another one.")
NO_FOUR: Final = gettext_lazy("Choose a scoring card for each edict, or leave all four random.")


@dataclass(frozen=True, slots=True)
class Problem:
    """Reason in words why a mix can't be played, and the form field that decides it."""

    field: str
    words: str


def problems(mix: Mix, shelf: Library) -> list[Problem]:
    """Return all problems that prevent a mix from being played, or from including what it asks for."""
    mix_problems = []
    if mix.sheet not in shelf.sheets:
        mix_problems.append(Problem("sheet", str(NO_SHEET)))
    elif not has_room(shelf.sheets[mix.sheet], of_box(mix.deck, shelf).explore.values()):
        words = _("No shape of this explore deck fits on this map sheet. Choose another map sheet.")
        mix_problems.append(Problem("sheet", words))
    time = sum(card.time for card in of_box(mix.deck, shelf).explore.values())
    if time < max((season.threshold for season in of_box(mix.seasons, shelf).seasons), default=0):
        words = _("This explore deck is too short for these seasons. Choose seasons or a deck from another box.")
        mix_problems.append(Problem("seasons", words))
    return mix_problems + _pile_problems(mix, shelf) + _edict_problems(mix, shelf)


def _pile_problems(mix: Mix, shelf: Library) -> list[Problem]:
    """Piles that the mix asks for and that would be empty."""
    pile_problems = []
    if not ambushes_of(mix, shelf):
        words = _("This selection has no ambush cards. Use those of the other box or both.")
        pile_problems.append(Problem("ambushes", words))
    if mix.heroes and not shelf.heroes.heroes:
        pile_problems.append(Problem("heroes", _("No hero cards are available. Turn hero cards off.")))
    stacks = {card.stack for card in pool_of(mix, shelf)}
    words = _("The %(stack)s stack has no scoring card in this selection. Use those of the other box or both.")
    for stack in Stack:
        if stack not in stacks:
            pile_problems.append(Problem("pool", words % {"stack": stack_name(stack)}))
    return pile_problems


def _edict_problems(mix: Mix, shelf: Library) -> list[Problem]:
    if not mix.edicts:
        return []
    pool = {card.id: card for card in pool_of(mix, shelf)}
    published = {**shelf.cartographers.scoring, **shelf.heroes.scoring}
    if len(mix.edicts) != len(Edict) or not all(id in published for id in mix.edicts):
        return [Problem("edicts", str(NO_FOUR))]
    not_in = [Problem("edicts", outside(published[id])) for id in mix.edicts if id not in pool]
    return not_in or _stack_problems([pool[id] for id in mix.edicts])


def outside(card: ScoringCard) -> str:
    """Return the error message for a scoring card that isn't in the mix."""
    return _(
        "%(card)s isn’t among the scoring cards of this mix. Choose another card or use the scoring "
        "cards of both boxes."
    ) % {"card": card_name(card)}


def _stack_problems(chosen: list[ScoringCard]) -> list[Problem]:
    for stack in Stack:
        same = [card_name(card) for card in chosen if card.stack is stack]
        if len(same) > 1:
            words = _("%(first)s and %(second)s are from the same stack (%(stack)s). Choose one card per stack.")
            names = {"first": same[0], "second": same[1], "stack": stack_name(stack)}
            return [Problem("edicts", words % names)]
    return []


def check_presets(after: Library, before: Library) -> None:
    """Raise ValidationError if a change makes a preset unplayable or leaves a box without 4 seasons.

    `before` are the active cards and `after` those with the change. Problems that existed before do not count, so
    that they never block a fix.
    """
    known = set(_faults(before))
    if found := [fault for fault in _faults(after) if fault not in known]:
        raise ValidationError(found)


def _faults(shelf: Library) -> Iterator[str]:
    for box, catalog in ((Box.CARTOGRAPHERS, shelf.cartographers), (Box.HEROES, shelf.heroes)):
        there = {season.id for season in catalog.seasons}
        for season in SEASONS:
            if season not in there:
                words = {"box": CatalogBox(box).label, "season": season_name(season)}
                yield _("This change would remove the season “%(season)s” from %(box)s, which all games need.") % words
    for preset, mix in PRESETS.items():
        for problem in problems(mix, shelf):
            words = {"mix": PRESET_NAMES[preset], "why": problem.words}
            yield _("This change would make “%(mix)s” unplayable: %(why)s") % words
