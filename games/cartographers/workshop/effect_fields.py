"""Fields for an ambush card's effect, and the preview of an effect on a map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.board import Board
from engine.cartographers.bounds import EFFECT_SPACES
from engine.cartographers.cards import AmbushCard
from engine.cartographers.effects import (
    COIN_ACTIONS,
    NO_EFFECT,
    REGION_AREAS,
    SPREAD,
    Effect,
    EffectAction,
    EffectArea,
    EffectChooser,
    EffectTiming,
    effect_from_json,
    effect_to_json,
    find_effect_problem,
)
from engine.cartographers.geometry import Mask, first
from engine.cartographers.notation import space_name
from engine.cartographers.position import Position
from engine.cartographers.rules.effects import outcome_of, targets
from engine.cartographers.rules.solo import walk
from engine.cartographers.terrain import Terrain
from games.cartographers.map.boards import MapView, Marks, map_view
from games.cartographers.shelf.examples import sample_boards
from games.cartographers.words.features import space_list

CUSTOM: Final = "custom"
"""Choice of an effect made of the blocks in the fields below it."""
EVERY: Final = "every"
"""Choice of every space that the effect reaches."""

_EFFECTS: Final = [
    (NO_EFFECT, gettext_lazy("None")),
    ("reward", gettext_lazy("Earns coins when surrounded")),
    ("spread", gettext_lazy("Spreads after every season")),
    ("destroy_empty", gettext_lazy("Destroys an empty space after every season")),
    ("destroy_any", gettext_lazy("Destroys a space when drawn")),
    (CUSTOM, gettext_lazy("Custom, with the settings below")),
]
_WHEN: Final = [
    (EffectTiming.AT_ONCE.value, gettext_lazy("when it’s drawn")),
    (EffectTiming.SEASON_END.value, gettext_lazy("after each season’s scoring")),
    (EffectTiming.LAST_SCORING.value, gettext_lazy("before the last season’s scoring")),
]
_WHAT: Final = [
    (EffectAction.DESTROY_EMPTY.value, gettext_lazy("destroys empty spaces")),
    (EffectAction.DESTROY_ANY.value, gettext_lazy("destroys empty or filled spaces")),
    (EffectAction.DRAW.value, gettext_lazy("spreads to empty spaces")),
    (EffectAction.MOVE.value, gettext_lazy("moves one space")),
    (EffectAction.EARN_COINS.value, gettext_lazy("gives the map’s owner coins")),
    (EffectAction.LOSE_COINS.value, gettext_lazy("costs the map’s owner coins")),
]
_WHERE: Final = [
    (EffectArea.BESIDE.value, gettext_lazy("next to it")),
    (EffectArea.DIAGONAL.value, gettext_lazy("diagonally next to it")),
    (EffectArea.ROWS.value, gettext_lazy("in its rows")),
    (EffectArea.COLUMNS.value, gettext_lazy("in its columns")),
    (EffectArea.REGION_1.value, gettext_lazy("in region 1")),
    (EffectArea.REGION_2.value, gettext_lazy("in region 2")),
    (EffectArea.REGION_3.value, gettext_lazy("in region 3")),
    (EffectArea.REGION_4.value, gettext_lazy("in region 4")),
    (EffectArea.NORTH.value, gettext_lazy("up (only for moves)")),
    (EffectArea.EAST.value, gettext_lazy("right (only for moves)")),
    (EffectArea.SOUTH.value, gettext_lazy("down (only for moves)")),
    (EffectArea.WEST.value, gettext_lazy("left (only for moves)")),
]
_COUNT: Final = [
    (EVERY, gettext_lazy("all of them")),
    *((str(number), str(number)) for number in range(EFFECT_SPACES.least, EFFECT_SPACES.most + 1)),
]
_CHOOSER: Final = [
    (EffectChooser.NOBODY.value, gettext_lazy("nobody: the first ones from the top left")),
    (EffectChooser.OWNER.value, gettext_lazy("the map’s owner")),
    (EffectChooser.DRAWER.value, gettext_lazy("the player who drew it")),
]


class EffectFields(forms.Form):
    """Form fields for an effect: a published one, or blocks. The blocks only count for a custom effect."""

    effect = forms.ChoiceField(label=gettext_lazy("Effect"), choices=_EFFECTS)
    effect_when = forms.ChoiceField(label=gettext_lazy("When it acts"), choices=_WHEN, required=False)
    effect_what = forms.ChoiceField(
        label=gettext_lazy("What it does"),
        help_text=gettext_lazy(
            "For coins, enter the number below; the next three settings don’t apply. For a move, the number of spaces "
            "doesn’t apply."
        ),
        choices=_WHAT,
        required=False,
    )
    effect_where = forms.ChoiceField(
        label=gettext_lazy("Spaces"),
        help_text=gettext_lazy(
            "On a map sheet without the selected region, nothing happens. For a move, select a direction, or “next to "
            "it” if a player chooses the direction."
        ),
        choices=_WHERE,
        required=False,
    )
    effect_count = forms.ChoiceField(label=gettext_lazy("Number of spaces"), choices=_COUNT, required=False)
    effect_chooser = forms.ChoiceField(label=gettext_lazy("Who chooses the spaces"), choices=_CHOOSER, required=False)

    def stored_effect(self) -> Any:
        """Return the stored form of the effect, a word or blocks, from cleaned data. None if the blocks don't fit."""
        word = self.cleaned_data.get("effect", NO_EFFECT)
        if word != CUSTOM:
            return word
        effect = self._custom_effect()
        return None if find_effect_problem(effect) else effect_to_json(effect)

    def report_effect_problem(self) -> None:
        """Add an error at the first setting that doesn't fit the others."""
        if self.stored_effect() is not None:
            return
        effect = self._custom_effect()
        field, message = _problem(effect, find_effect_problem(effect))
        self.add_error(field, message)

    def _custom_effect(self) -> Effect:
        cleaned = self.cleaned_data
        timing = EffectTiming(cleaned.get("effect_when") or SPREAD.timing)
        action = EffectAction(cleaned.get("effect_what") or SPREAD.action)
        if action in COIN_ACTIONS:
            return Effect(timing, action)
        count = "1" if action is EffectAction.MOVE else cleaned.get("effect_count") or EVERY
        return Effect(
            timing,
            action,
            EffectArea(cleaned.get("effect_where") or SPREAD.area),
            None if count == EVERY else int(count),
            EffectChooser(cleaned.get("effect_chooser") or SPREAD.chooser),
        )


def _problem(effect: Effect, block: str) -> tuple[str, str]:
    """Return the field of a block that doesn't fit the others, and what to do."""
    if block == "count":
        return "effect_count", _("If a player chooses the spaces, “all of them” isn’t possible. Select a number.")
    if effect.action is not EffectAction.MOVE:
        return "effect_where", _("Only moves have a direction. Select other spaces.")
    if block == "where":
        return "effect_where", _("Select a direction for the move, or “next to it” if a player chooses it.")
    if effect.is_chosen:
        return "effect_where", _("Select “next to it”, because a player chooses the direction.")
    message = _("Under “Who chooses the spaces”, select a player, or select a fixed direction under “Spaces”.")
    return "effect_chooser", message


def effect_values(stored: Any) -> dict[str, Any]:
    """Return the initial values of the fields for a stored effect. Blocks are also those of a published one."""
    effect = effect_from_json(stored)
    shown = SPREAD if effect is None or effect.timing is EffectTiming.SURROUNDED else effect
    return {
        "effect": CUSTOM if effect is not None and not effect.is_published else stored,
        "effect_when": shown.timing.value,
        "effect_what": shown.action.value,
        "effect_where": shown.area.value,
        "effect_count": EVERY if shown.count is None else str(shown.count),
        "effect_chooser": shown.chooser.value,
    }


@dataclass(frozen=True, slots=True)
class EffectPreview:
    """Map with drawings on which a monster acts, or with the spaces to choose from, and a sentence."""

    map: MapView
    words: str


def effect_preview(card: AmbushCard) -> EffectPreview | None:
    """Return the preview of an effect on spaces, or None for any other and for a monster that fits nowhere.

    It shows the first sample map on which the effect does something, if there is one.
    """
    effect = card.effect
    if effect is None or effect.on_coins:
        return None
    drawn = [(cells, board.draw(cells, Terrain.MONSTER, card.initial)) for cells, board in _walks(card)]
    if not drawn:
        return None
    cells, after = next((each for each in drawn if targets(card, each[1])), drawn[0])
    if effect.area in REGION_AREAS:
        return EffectPreview(_map(after, Marks(fresh=cells)), _region_words())
    if effect.is_chosen:
        reached = targets(card, after)
        words = _direction_words(cells, reached) if effect.action is EffectAction.MOVE else _choice_words(reached)
        return EffectPreview(_map(after, Marks(fresh=cells, wanted=reached)), words)
    reached = outcome_of(card, Position(after, track=0)).changed
    if effect.action is EffectAction.MOVE:
        marks = Marks(fresh=cells, ghost=reached, terrain=Terrain.MONSTER.word)
        return EffectPreview(_map(after, marks), _move_words(reached))
    if effect.action is EffectAction.DRAW:
        marks = Marks(fresh=cells, ghost=reached, terrain=Terrain.MONSTER.word)
        return EffectPreview(_map(after, marks), _spread_words(reached))
    return EffectPreview(_map(after, Marks(fresh=cells, doomed=reached)), _destroyed_words(reached))


def _walks(card: AmbushCard) -> Iterator[tuple[Mask, Board]]:
    """Yield the spaces of the monster on each sample map on which it fits, and the map."""
    for board in sample_boards().values():
        if cells := walk(card, board):
            yield cells, board


def _map(board: Board, marks: Marks) -> MapView:
    return map_view(board, _("Effect on a partly filled map"), marks)


def _choice_words(reached: Mask) -> str:
    n = reached.bit_count()
    if not n:
        return _no_words()
    text = ngettext("Here, %(n)s space can be chosen: %(spaces)s.", "Here, %(n)s spaces can be chosen: %(spaces)s.", n)
    return text % {"n": n, "spaces": space_list(reached)}


def _direction_words(cells: Mask, reached: Mask) -> str:
    if not reached:
        return _no_words()
    words = {"first": space_name(first(cells)), "spaces": space_list(reached)}
    return _("Here, its first space %(first)s can move to %(spaces)s.") % words


def _move_words(reached: Mask) -> str:
    return _("Here, it moves to %(spaces)s.") % {"spaces": space_list(reached)} if reached else _no_words()


def _region_words() -> str:
    return _("The map sheet of this example has no regions.")


def _spread_words(reached: Mask) -> str:
    return _("Here, it spreads to %(spaces)s.") % {"spaces": space_list(reached)} if reached else _no_words()


def _destroyed_words(reached: Mask) -> str:
    return _("Here, it destroys %(spaces)s.") % {"spaces": space_list(reached)} if reached else _no_words()


def _no_words() -> str:
    return _("Here, it has no effect.")
