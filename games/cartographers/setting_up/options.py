"""What a host may choose for a game of Cartographers: whether it can be played, and the engine's setup of it."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.cards import Edict, ScoringCard, Stack
from engine.cartographers.catalog import Edition
from engine.cartographers.events import Definition
from engine.cartographers.mixing import making
from engine.cartographers.mixing.library import Library
from engine.cartographers.mixing.making import ambushes_of, of_box, pool_of
from engine.cartographers.mixing.mix import Boxes, Mix, Preset, Unreadable, mix_of, readable
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.placement import HeroPattern
from engine.cartographers.rules.setup import Setup, has_room
from games.cartographers.setting_up import options_words, set_choice
from games.cartographers.shelf.library import library
from games.cartographers.words.names import card_name, stack_name
from games.tables.game import Options

_NO_FOUR = gettext_lazy("Choose a scoring card for each of the four edicts, or let chance draw all four.")


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a mix cannot be played, in words, and the field of the form that decides it."""

    field: str
    words: str


def defaults() -> Options:
    """The game that one click starts."""
    return PRESETS[Preset.CARTOGRAPHERS].as_json()


def setup_of(options: Options) -> Setup:
    """The engine's setup. Raises ValidationError where the cards that were chosen are no longer published."""
    if set_choice.is_of_set(options):
        return set_choice.setup_of(options)
    shelf = library()
    return making.setup_of(_playable(options, shelf), shelf)


def setup_again(options: Options, definition: Definition) -> Setup:
    """The engine's setup of a game with the cards of an earlier one, whatever has become of them in the catalog."""
    return Setup(definition, readable(options).edicts)


def check_options(options: Options, seats: int) -> None:
    """Raise ValidationError, in words, for options that cannot be played, or not at a table of so many seats."""
    if set_choice.is_of_set(options):
        set_choice.check_choice(options, seats)
    elif _playable(options, library()).practice and seats > 1:
        raise ValidationError({"practice": _("Practice is for playing alone. Choose one seat, or leave practice off.")})


def describe(options: Options) -> list[str]:
    """What matters to those who look for a table."""
    if set_choice.is_of_set(options):
        return _describe_set(set_choice.readable_choice(options))
    shelf = library()
    mix = readable(options)
    chosen = [shelf.cartographers.scoring.get(id) or shelf.heroes.scoring.get(id) for id in mix.edicts]
    return options_words.option_lines(mix, shelf.sheets.get(mix.sheet), [card for card in chosen if card])


def _describe_set(choice: set_choice.SetChoice | None) -> list[str]:
    return options_words.set_lines(choice, set_choice.edicts_of(choice)) if choice else []


def _playable(options: Options, shelf: Library) -> Mix:
    try:
        mix = mix_of(options)
    except Unreadable as part:
        raise ValidationError(str(_UNREADABLE.get(part.key, _NOT_AVAILABLE))) from None
    if mix_problems := problems(mix, shelf):
        raise ValidationError([problem.words for problem in mix_problems])
    return mix


_NOT_AVAILABLE = gettext_lazy("One of these choices is not available. Choose again.")
_NO_SHEET = gettext_lazy("This map sheet is not available. Choose another one.")
_UNREADABLE = {
    "sheet": _NO_SHEET,
    "single_terrain": gettext_lazy("Choose what a single square may be."),
    "edicts": _NO_FOUR,
}


def problems(mix: Mix, shelf: Library) -> list[Problem]:
    """Everything that keeps a mix from being played, or leaves out what it asks for."""
    mix_problems = []
    if mix.sheet not in shelf.sheets:
        mix_problems.append(Problem("sheet", str(_NO_SHEET)))
    elif not has_room(shelf.sheets[mix.sheet], of_box(mix.deck, shelf).explore.values()):
        words = _("No shape of this explore deck fits on this map sheet. Choose another one.")
        mix_problems.append(Problem("sheet", words))
    time = sum(card.time for card in of_box(mix.deck, shelf).explore.values())
    if time < max(season.threshold for season in of_box(mix.seasons, shelf).seasons):
        words = _(
            "This explore deck is too short for seasons of that length. Take the seasons or the deck of another box."
        )
        mix_problems.append(Problem("seasons", words))
    return mix_problems + _pile_problems(mix, shelf) + _edict_problems(mix, shelf)


def _pile_problems(mix: Mix, shelf: Library) -> list[Problem]:
    """Piles that the mix asks for and that would be empty."""
    pile_problems = []
    if not ambushes_of(mix, shelf):
        words = _("There are no ambush cards in this choice. Take those of the other box, or of both.")
        pile_problems.append(Problem("ambushes", words))
    if mix.heroes and not shelf.heroes.heroes:
        pile_problems.append(Problem("heroes", _("There are no hero cards to play with. Leave them out.")))
    stacks = {card.stack for card in pool_of(mix, shelf)}
    if missing := [stack_name(stack) for stack in Stack if stack not in stacks]:
        words = _("One stack (%(stack)s) has no scoring card in this choice. Take those of the other box, or of both.")
        pile_problems.append(Problem("pool", words % {"stack": missing[0]}))
    return pile_problems


def idle_choices(mix: Mix) -> list[Problem]:
    """Choices of a playable mix that change nothing in it, so that whoever made them expects another game."""
    choices = []
    if mix.edition is Edition.PREVIEW and mix.pool is Boxes.CARTOGRAPHERS:
        words = _(
            "The preview edition changes Heroes scoring cards only, and this mix has none. Take them as printed on the "
            "cards, or put the Heroes scoring cards in."
        )
        choices.append(Problem("edition", words))
    if mix.hero_pattern is HeroPattern.AS_PRINTED and not mix.heroes:
        words = _(
            "There is no hero in this mix whose attack could be drawn as printed. Put the hero cards in, or let the "
            "patterns be turned."
        )
        choices.append(Problem("hero_pattern", words))
    return choices


def _edict_problems(mix: Mix, shelf: Library) -> list[Problem]:
    if not mix.edicts:
        return []
    pool = {card.id: card for card in pool_of(mix, shelf)}
    published = {**shelf.cartographers.scoring, **shelf.heroes.scoring}
    if len(mix.edicts) != len(Edict) or not all(id in published for id in mix.edicts):
        return [Problem("edicts", str(_NO_FOUR))]
    not_in = [Problem("edicts", outside(published[id])) for id in mix.edicts if id not in pool]
    return not_in or _stack_problems([pool[id] for id in mix.edicts])


def outside(card: ScoringCard) -> str:
    """That a scoring card is not in a mix."""
    return _(
        "%(card)s is not among the scoring cards of this mix. Take another card, or the scoring cards of both boxes."
    ) % {"card": card_name(card)}


def _stack_problems(chosen: list[ScoringCard]) -> list[Problem]:
    for stack in Stack:
        same = [card_name(card) for card in chosen if card.stack is stack]
        if len(same) > 1:
            words = _("%(first)s and %(second)s come from the same stack (%(stack)s). Take one card of each stack.")
            names = {"first": same[0], "second": same[1], "stack": stack_name(stack)}
            return [Problem("edicts", words % names)]
    return []
