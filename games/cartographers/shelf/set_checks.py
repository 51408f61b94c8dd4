"""Checks of sets: problems that make one unplayable, and warnings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import DeckCard, Stack
from engine.cartographers.rules import setup
from engine.contract import RuleViolation
from games.cartographers.shelf.components import SEASONS, FilledSet, filled, pieces_of, sets_of
from games.cartographers.shelf.kinds import CatalogBox, Kind
from games.cartographers.shelf.sets import set_from_json
from games.cartographers.words.names import card_name, sheet_name, stack_name
from games.catalog.shelves import Data, Sections
from games.play.words import comma_list


def check(definition: Data, in_play: Sections) -> None:
    """Raise ValidationError where the stored form of a set cannot be played with what is in play."""
    if found := list(problems(filled(set_from_json(definition), pieces_of(in_play)))):
        raise ValidationError(found)


def check_users(box: str, kind: Kind, key: str, in_play: Sections) -> None:
    """Raise ValidationError where a set in play could not be played any more with an entry as it is in `in_play`."""
    held = pieces_of(in_play)
    for card_set in sets_of(in_play):
        if card_set.names(kind, f"{box}/{key}"):
            for problem in problems(filled(card_set, held)):
                raise ValidationError(
                    _("This change would make the set “%(name)s” unplayable. %(problem)s")
                    % {"name": card_name(card_set), "problem": problem}
                )


def users(box: str, kind: Kind, key: str, in_play: Sections) -> Iterator[str]:
    """The names of the sets in play that an entry is in."""
    return (card_name(card_set) for card_set in sets_of(in_play) if card_set.names(kind, f"{box}/{key}"))


def reach(box: str, kind: Kind, key: str, in_play: Sections) -> str:
    """Return a sentence on which new tables use an active entry."""
    if kind is Kind.SET:
        return _("It’s available to new tables on its dates.")
    if box != CatalogBox.WORKSHOP:
        return _("New tables now use it.")
    if names := list(users(box, kind, key, in_play)):
        return _("New tables with these sets now use it: %(sets)s.") % {"sets": comma_list(names)}
    return _("New tables will use it when a published set includes it.")


def problems(of: FilledSet) -> Iterator[str]:
    """Sentences about everything that keeps a set from being played."""
    for ref in of.missing:
        yield _("%(ref)s isn’t active. Publish it first or remove it from the set.") % {"ref": ref}
    whole = list(_incomplete(of))
    yield from whole
    deck: tuple[DeckCard, ...] = (*of.explore, *of.ruins, *of.ambushes, *of.heroes)
    yield from _twice((card.id, card_name(card)) for card in deck)
    yield from _twice((card.id, card_name(card)) for card in of.scoring)
    yield from _twice((sheet.id, sheet_name(sheet)) for sheet in of.sheets)
    yield from _initials(of)
    if not whole:
        yield from _unplayable(of)


def _incomplete(of: FilledSet) -> Iterator[str]:
    if len(of.seasons) != len(SEASONS):
        yield _("A set must have four seasons.")
    for stack in Stack:
        if all(card.stack is not stack for card in of.scoring):
            yield _("A set needs a scoring card from each stack. Missing: %(stack)s.") % {"stack": stack_name(stack)}
    if not of.explore:
        yield _("A set needs explore cards.")
    if not of.sheets:
        yield _("A set needs at least one map sheet.")


def _twice(named: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a problem for each id that occurs twice.

    Editions of a card share their id, and only one of them can be in a game. `named` are pairs of ids and names.
    """
    seen: set[str] = set()
    for id, name in named:
        if id in seen:
            yield _("%(name)s is included twice, from two boxes. Remove one.") % {"name": name}
        seen.add(id)


def _initials(of: FilledSet) -> Iterator[str]:
    by_initial: dict[str, str] = {}
    for card in of.ambushes:
        if card.initial and card.initial in by_initial:
            yield _("%(first)s and %(second)s have the same initial, %(initial)s. Remove one of them.") % {
                "first": by_initial[card.initial],
                "second": card_name(card),
                "initial": card.initial,
            }
        by_initial[card.initial] = card_name(card)


def _unplayable(of: FilledSet) -> Iterator[str]:
    time = sum(card.time for card in of.explore)
    longest = max(season.threshold for season in of.seasons)
    if time < longest:
        yield _(
            "The explore cards have a total time value of %(time)s, but the longest season needs "
            "%(longest)s. Add explore cards or choose shorter seasons."
        ) % {"time": time, "longest": longest}
    for sheet in of.sheets:
        if not setup.has_room(sheet, of.explore):
            yield _("No explore card shape fits on this map sheet: %(sheet)s.") % {"sheet": sheet_name(sheet)}


def playable(of: FilledSet) -> bool:
    """Return True if games can be started with a set on each of its map sheets."""
    try:
        for sheet in of.sheets:
            setup.check(setup.Setup(of.definition(sheet)), 1)
    except RuleViolation:
        return False
    return not any(problems(of))


def oddities(definition: Data, in_play: Sections) -> Iterator[str]:
    """Sentences about a set that can be played, but is hardly meant so."""
    of = filled(set_from_json(definition), pieces_of(in_play))
    if not of.ambushes:
        yield _("This set has no ambush cards, so monsters never appear.")
    if of.ruins and not any(sheet.ruins for sheet in of.sheets):
        yield _("This set has ruins cards, but its map sheets have no ruins.")
    for stack in Stack:
        if sum(card.stack is stack for card in of.scoring) == 1:
            yield _("Only one scoring card is in this stack, so it’s in every game: %(stack)s.") % {
                "stack": stack_name(stack)
            }
    if (count := len({letter for season in of.seasons for letter in season.edicts})) < len(Stack):
        yield ngettext("The seasons score only %(count)s edict.", "The seasons score only %(count)s edicts.", count) % {
            "count": count
        }
