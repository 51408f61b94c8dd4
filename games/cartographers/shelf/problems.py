"""Problems of sets and mixes in words, and checks that a change of the catalog keeps all sets playable."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final, assert_never

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers import cards
from engine.cartographers.bounds import LEAST_EMPTY, SEASONS
from engine.cartographers.cards import Place, Stack
from engine.cartographers.catalog import Edition, scoring_cards
from engine.cartographers.mixing.library import published_library
from engine.cartographers.rules.problems import Problem, ProblemCode, find_problems, repeated_sheets
from engine.cartographers.shapes import Shape
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import Feature
from games.cartographers.shelf.components import PlacedSet, SetWithCards, components_of, fill_set, sets_of
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.shelf.published import library_of
from games.cartographers.shelf.sets import Slot, set_from_json
from games.cartographers.words.names import card_name, sheet_name, stack_name
from games.cartographers.words.sheet_features import missing_feature_warnings
from games.catalog.active_catalog import sections as sections_now
from games.catalog.shelves import Data, Sections
from games.play.words import and_list

DEFAULT_SET: Final = f"{CatalogBox.CARTOGRAPHERS}/cartographers"
"""Ref of the set with which the form of a new table and a solo game begin."""
NO_SHEET: Final = gettext_lazy("This map sheet isn’t available. Choose another one.")
NO_FOUR: Final = gettext_lazy("Choose a scoring card for each edict, or leave all four random.")


def set_problems(of: SetWithCards) -> list[Problem]:
    """Return everything that keeps a set from being played on any of its map sheets."""
    problems = [Problem(ProblemCode.MISSING, "", {"ref": ref}) for ref in of.missing]
    if len(of.seasons) != SEASONS:
        problems.append(Problem(ProblemCode.SEASONS, "seasons"))
    if not of.sheets:
        problems.append(Problem(ProblemCode.NO_SHEET, "sheets"))
    # Cards that the set names may all be retired; a set that names none is meant so.
    if of.card_set.refs[Slot.AMBUSHES] and not (of.ambushes or of.missing):
        problems.append(Problem(ProblemCode.NO_AMBUSHES, "ambushes"))
    if of.card_set.refs[Slot.HEROES] and not (of.heroes or of.missing):
        problems.append(Problem(ProblemCode.NO_HEROES, "heroes"))
    # Without a sheet, the cards are checked on a published one.
    for sheet in of.sheets or tuple(published_library().sheets.values())[:1]:
        found = find_problems(of.definition(sheet), of.edicts)
        problems += [problem for problem in found if problem not in problems]
    return problems + repeated_sheets(of.sheets)


def is_playable(of: SetWithCards) -> bool:
    """Return True if games can be started with a set on each of its map sheets."""
    return not set_problems(of)


def sentences(problems: Iterable[Problem]) -> list[str]:
    """Return each problem in words."""
    return [problem_words(problem) for problem in problems]


def problem_words(problem: Problem) -> str:
    """Return a problem in words, with what to do about it."""
    params = problem.params
    match problem.code:
        case ProblemCode.MISSING:
            words = _("%(ref)s isn’t active. Publish it first or remove it from the set.")
            return words % {"ref": params["ref"]}
        case ProblemCode.SEASONS:
            return _("A set must have four seasons.")
        case ProblemCode.NO_EXPLORE:
            return _("A set needs explore cards.")
        case ProblemCode.NO_SHEET:
            return _("A set needs at least one map sheet.") if problem.part == "sheets" else str(NO_SHEET)
        case ProblemCode.POOL:
            words = _("A set needs a scoring card from each stack. Missing: %(stack)s.")
            return words % {"stack": stack_name(params["stack"])}
        case ProblemCode.SAME_ID:
            item = params["item"]
            name = sheet_name(item) if isinstance(item, Sheet) else card_name(item)
            return _("%(name)s is included twice, from two boxes. Remove one.") % {"name": name}
        case ProblemCode.SAME_INITIAL:
            first, second = params["first"], params["second"]
            words = _("%(first)s and %(second)s have the same initial, %(initial)s. Remove one of them.")
            return words % {"first": card_name(first), "second": card_name(second), "initial": first.initial}
        case ProblemCode.SHORT_DECK:
            words = _(
                "The explore cards have a total time value of %(time)s, but the longest season needs "
                "%(longest)s. Add explore cards or choose shorter seasons."
            )
            return words % params
        case ProblemCode.NO_ROOM:
            words = _("No explore card shape fits on this map sheet: %(sheet)s.")
            return words % {"sheet": sheet_name(params["sheet"])}
        case ProblemCode.NO_AMBUSHES:
            return _("This selection has no ambush cards. Use those of the other box or both.")
        case ProblemCode.NO_HEROES:
            return _("No hero cards are available. Turn hero cards off.")
        case ProblemCode.SINGLES:
            return _("Choose the terrain allowed for the single square.")
        case ProblemCode.SKILL_COST:
            words = _("%(skill)s must cost %(least)s to %(most)s coins. Choose another skill.")
            return words % {"skill": card_name(params["item"]), "least": params["least"], "most": params["most"]}
        case ProblemCode.EDICTS | ProblemCode.EDICT_OUTSIDE | ProblemCode.EDICTS_OF_STACK:
            return _edict_words(problem)
        case _:
            assert_never(problem.code)


def _edict_words(problem: Problem) -> str:
    if problem.code is ProblemCode.EDICT_OUTSIDE:
        card = scoring_cards().get(problem.params["id"])
        return not_in_mix_sentence(card) if card else str(NO_FOUR)
    if problem.code is ProblemCode.EDICTS_OF_STACK:
        first, second = problem.params["first"], problem.params["second"]
        words = _("%(first)s and %(second)s are from the same stack (%(stack)s). Choose one card per stack.")
        names = {"first": card_name(first), "second": card_name(second), "stack": stack_name(first.stack)}
        return words % names
    return str(NO_FOUR)


def not_in_mix_sentence(card: cards.ScoringCard) -> str:
    """Return the error message for a scoring card that isn't in the mix or set."""
    return _("%(card)s isn’t in this set. Choose another card or leave it random.") % {"card": card_name(card)}


def check_set(box: str, kind: EntryKind, definition: Data, after: Sections) -> None:
    """Raise ValidationError if a stored form can't be played, or makes a set unplayable; `after` holds it already."""
    if kind is EntryKind.SET:
        card_set = set_from_json(definition)
        of_box = box != CatalogBox.WORKSHOP
        if found := set_problems(fill_set(card_set, components_of(after), of_box=of_box)):
            raise ValidationError(sentences(found))
        if f"{box}/{card_set.id}" == DEFAULT_SET and (card_set.since or card_set.until):
            raise ValidationError(_("New tables and solo games start with this set, so it can’t have dates."))
        return
    check_room(kind, definition, [piece for piece in components_of(after).values() if isinstance(piece, Sheet)])
    _check_sets(after)


def check_whole(after: Sections) -> None:
    """Raise ValidationError if a set would become unplayable, or the default set would be retired."""
    if not any(placed.ref == DEFAULT_SET for placed in sets_of(after)):
        raise ValidationError(_("New tables and solo games start with this set, so it can’t be retired."))
    _check_sets(after)


def _check_sets(after: Sections) -> None:
    """Raise ValidationError if a set has problems that it doesn't have now.

    Problems that exist already don't count, so that they never prevent a fix.
    """
    found = list(_all_problems(after))
    if not any(problems for _placed, problems in found):
        return
    before = _all_problems(sections_now([box.value for box in CatalogBox]))
    known = {(placed.ref, _subject(problem)) for placed, problems in before for problem in problems}
    for placed, problems in found:
        for problem in problems:
            if (placed.ref, _subject(problem)) not in known:
                raise ValidationError(
                    _("This change would make the set “%(name)s” unplayable. %(problem)s")
                    % {"name": card_name(placed.card_set), "problem": problem_words(problem)}
                )


def _subject(problem: Problem) -> tuple[str, str]:
    """Return what identifies a problem; the times of a deck that is too short may change."""
    return problem.code, "" if problem.code is ProblemCode.SHORT_DECK else problem_words(problem)


def _all_problems(held: Sections) -> Iterator[tuple[PlacedSet, list[Problem]]]:
    """Yield the sets with their problems, those of the boxes in every edition."""
    pieces, preview = components_of(held), library_of(held).preview.scoring
    for placed in sets_of(held):
        of = fill_set(placed.card_set, pieces, of_box=placed.of_box)
        editions = Edition if placed.of_box else (Edition.RETAIL,)
        yield placed, [each for edition in editions for each in set_problems(of.in_edition(edition, preview))]


def check_room(kind: EntryKind, definition: Data, sheets: Collection[Sheet]) -> None:
    """Raise ValidationError for the stored form of a sheet that is full too soon, or of a card with a shape that fits
    on none of these sheets.
    """
    empty = cards.sheet_from_json(definition).empty.bit_count() if kind is EntryKind.SHEET else LEAST_EMPTY
    if empty < LEAST_EMPTY:
        raise ValidationError(
            _("A map sheet needs at least %(least)s empty spaces. This one has %(count)s.")
            % {"least": LEAST_EMPTY, "count": empty}
        )
    for number, shape in enumerate(_shapes(kind, definition), 1):
        if not any(shape.fits_somewhere(sheet.empty) for sheet in sheets):
            raise ValidationError(_("Shape %(number)s doesn’t fit on any map sheet.") % {"number": number})


def _shapes(kind: EntryKind, definition: Data) -> list[Shape]:
    match kind:
        case EntryKind.EXPLORE:
            return [entry.shape for entry in cards.explore_from_json(definition).shapes]
        case EntryKind.AMBUSH:
            return [cards.ambush_from_json(definition).shape]
        case _:
            return []


def sets_using(box: str, kind: EntryKind, key: str, held: Sections) -> Iterator[str]:
    """Yield the names of the sets made here that name an entry. The sets of the boxes do without what is retired."""
    for placed in sets_of(held):
        if not placed.of_box and placed.card_set.names(kind, f"{box}/{key}"):
            yield card_name(placed.card_set)


def set_oddities(definition: Data, held: Sections) -> Iterator[str]:
    """Yield warnings about a set that can be played, but probably isn't meant so."""
    of = fill_set(set_from_json(definition), components_of(held))
    if not of.ambushes and not any(Feature.MONSTER in sheet.layers for sheet in of.sheets):
        yield _("This set has no ambush cards, so monsters never appear.")
    if of.ruins and not any(sheet.ruins for sheet in of.sheets):
        yield _("This set has ruins cards, but its map sheets have no ruins.")
    tied = [card_name(card) for card in of.explore if card.place is Place.MOUNTAIN]
    if tied and not any(sheet.mountains for sheet in of.sheets):
        text = ngettext(
            "No map sheet in this set has mountains. %(cards)s requires one, so players draw a single square instead.",
            "No map sheet in this set has mountains. %(cards)s require one, so players draw a single square instead.",
            len(tied),
        )
        yield text % {"cards": and_list(tied)}
    for stack in Stack:
        if sum(card.stack is stack for card in of.scoring) == 1:
            yield _("Only one scoring card is in this stack, so it’s in every game: %(stack)s.") % {
                "stack": stack_name(stack)
            }
    if (count := len({letter for season in of.seasons for letter in season.edicts})) < len(Stack):
        yield ngettext("The seasons score only %(count)s edict.", "The seasons score only %(count)s edicts.", count) % {
            "count": count
        }
    yield from missing_feature_warnings((*of.explore, *of.ambushes, *of.scoring), of.sheets)
