"""Host's options for a game of Cartographers: validation, and the engine's setup."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.catalog import Edition
from engine.cartographers.events import Definition
from engine.cartographers.mixing import build
from engine.cartographers.mixing.library import Library
from engine.cartographers.mixing.mix import Boxes, Mix, UnreadableChoice, mix_of, mix_or_defaults
from engine.cartographers.placement import HeroPattern
from engine.cartographers.rules.setup import Setup
from games.cartographers.lesson.lesson_kinds import heroes_setup, is_heroes_lesson, remove_lesson
from games.cartographers.setting_up import options_words, player_votes, set_choice
from games.cartographers.setting_up.random_sheet import check_random_sheet, has_random_sheet, with_random_sheet
from games.cartographers.setting_up.set_choice import SetChoice
from games.cartographers.shelf.problems import DEFAULT_SET, NO_FOUR, NO_SHEET, sentences
from games.cartographers.shelf.published import library
from games.tables.game import Options, SetupQuestion


def defaults() -> Options:
    """Return the options of the one-click game."""
    return SetChoice(DEFAULT_SET, 0, sheet="A").as_json()


def setup_of(options: Options) -> Setup:
    """Return the engine's setup. Raises ValidationError if chosen cards are no longer published."""
    return with_random_sheet(player_votes.without_vetoed(_whole_setup(options), options), options)


def _whole_setup(options: Options) -> Setup:
    """Return the setup with every scoring card of the pool. Raises ValidationError as `setup_of` does."""
    if is_heroes_lesson(options):
        return heroes_setup()
    if set_choice.is_of_set(options):
        return set_choice.setup_of(options)
    shelf = library()
    return build.setup_of(_playable(options, shelf), shelf)


def setup_questions(options: Options) -> tuple[SetupQuestion, ...]:
    """Return the questions that the host leaves to the players, none where the cards are no longer published."""
    try:
        return player_votes.questions(options, _whole_setup(options))
    except ValidationError:
        return ()


def settle(options: Options, answers: Sequence[Mapping[str, str]], chance: Random) -> Options:
    """Return the options with the players' decisions. Raises ValidationError as `setup_of` does."""
    if not {player_votes.SHEET_VOTE, player_votes.VETOES} & options.keys():
        return options
    return player_votes.settle(options, _whole_setup(options), answers, chance)


def has_heroes_cards(options: Options) -> bool:
    """Return True for games with hero cards or monsters that act, False if their cards are no longer published."""
    try:
        definition = _whole_setup(options).definition
    except ValidationError:
        return False
    return bool(definition.heroes) or any(card.effect is not None for card in definition.ambushes)


def clear_decisions(options: Options) -> Options:
    """Return the options as the host left them, so that the players decide anew. A lesson becomes a whole game."""
    return remove_lesson(player_votes.clear_decisions(options))


def may_share_deck(options: Options) -> bool:
    """Return False for practice games, lessons, games with a draft or a random map sheet, and games whose setup is
    left to the players.
    """
    differs = (
        is_heroes_lesson(options)
        or set_choice.is_trial(options)
        or has_random_sheet(options)
        or options.get("practice")
    )
    return not (differs or options.get(player_votes.SHEET_VOTE) or options.get(player_votes.VETOES))


def repeat_setup(options: Options, definition: Definition) -> Setup:
    """Return the engine's setup with an earlier game's cards, regardless of later catalog changes."""
    return Setup(definition, mix_or_defaults(options).edicts)


def check_options(options: Options, seats: int) -> None:
    """Raise ValidationError for options that can't be played, or not with this number of seats."""
    player_votes.check_vetoes(options, mix_or_defaults(options).edicts)
    if set_choice.is_of_set(options):
        set_choice.check_choice(options, seats)
    elif _playable(options, library()).practice and seats > 1:
        raise ValidationError(
            {"practice": _("Practice is only available in solo games. Choose one seat or turn practice off.")}
        )
    if has_random_sheet(options):
        check_random_sheet(options, _whole_setup(options), seats)
    if options.get(player_votes.SHEET_VOTE) or options.get(player_votes.VETOES):
        player_votes.check_choices(options, _whole_setup(options))


def describe(options: Options) -> list[str]:
    """Return the option lines that players see in a list of tables."""
    if set_choice.is_of_set(options):
        return [*_describe_set(options), *_left_open(options)]
    shelf = library()
    mix = mix_or_defaults(options)
    chosen = [shelf.cartographers.scoring.get(id) or shelf.heroes.scoring.get(id) for id in mix.edicts]
    sheet = None if _is_sheet_open(options) else shelf.sheets.get(mix.sheet)
    return [*options_words.option_lines(mix, sheet, [card for card in chosen if card]), *_left_open(options)]


def _is_sheet_open(options: Options) -> bool:
    return has_random_sheet(options) or player_votes.is_sheet_vote_open(options)


def _left_open(options: Options) -> list[str]:
    """Return what is decided at random or by the players when the game starts."""
    return [*([_("Random map sheet")] if has_random_sheet(options) else []), *player_votes.lines(options)]


def _describe_set(options: Options) -> list[str]:
    choice = set_choice.readable_choice(options)
    if choice is None:
        return []
    sheet = None if _is_sheet_open(options) else set_choice.set_sheet(choice)
    return options_words.set_lines(choice, sheet, set_choice.edicts_of(choice))


def _playable(options: Options, shelf: Library) -> Mix:
    try:
        mix = mix_of(options)
    except UnreadableChoice as part:
        raise ValidationError(str(_UNREADABLE.get(part.key, _NOT_AVAILABLE))) from None
    if found := build.find_mix_problems(mix, shelf):
        raise ValidationError(sentences(found))
    return mix


_NOT_AVAILABLE = gettext_lazy("One of these options isn’t available. Choose another.")
_UNREADABLE = {
    "sheet": NO_SHEET,
    "single_terrain": gettext_lazy("Choose the terrain allowed for the single square."),
    "edicts": NO_FOUR,
}


_IDLE_EDITIONS = {
    Edition.PREVIEW: gettext_lazy(
        "The preview edition only affects Heroes scoring cards, and this mix has none. Use the printed "
        "edition or add the Heroes scoring cards."
    ),
    Edition.ONLINE: gettext_lazy(
        "The online edition only affects one Heroes scoring card, and this mix has no Heroes scoring "
        "cards. Use the printed edition or add the Heroes scoring cards."
    ),
}


def idle_choices(mix: Mix) -> Iterator[tuple[str, str]]:
    """Yield the fields of a playable mix that change nothing in it, so that hosts expect another game, and why."""
    if mix.edition is not Edition.RETAIL and mix.pool is Boxes.CARTOGRAPHERS:
        yield "edition", str(_IDLE_EDITIONS[mix.edition])
    if mix.destroys_wasteland and mix.ambushes is Boxes.CARTOGRAPHERS:
        yield (
            "destroys_wasteland",
            _("This mix has no Gorgon. Add the Heroes ambush cards or turn this option off."),
        )
    if mix.hero_pattern is HeroPattern.AS_PRINTED and not mix.heroes:
        yield (
            "hero_pattern",
            _(
                "No hero in this mix can be drawn with its attack as printed. Add the hero cards or allow "
                "rotated attack patterns."
            ),
        )
