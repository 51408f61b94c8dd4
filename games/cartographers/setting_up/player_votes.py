"""Choices that the host leaves to the players: the map sheet by vote, and one scoring card each to veto."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from engine.cartographers.cards import ScoringCard, Stack
from engine.cartographers.rules.setup import Setup
from engine.cartographers.sheet import Sheet
from games.cartographers.reference.card_list import find_card
from games.cartographers.setting_up import set_choice
from games.cartographers.shelf.published import library
from games.cartographers.words.names import card_name, sheet_label, stack_name
from games.tables.game import Options, SetupQuestion

SHEET_VOTE: Final = "sheet_vote"
VETOES: Final = "vetoes"
VETOED: Final = "vetoed"
HOST_SHEET: Final = "host_sheet"
"""Keys of a table's options: the two switches and, once the players have decided, the ids of the excluded scoring
cards and the sheet that the host had chosen.
"""

_SHEET: Final = "sheet"
_VETO: Final = "veto"


def questions(options: Options, setup: Setup) -> tuple[SetupQuestion, ...]:
    """Return the questions for the players of a table; `setup` is that of its options."""
    return tuple(_questions(options, setup))


def _questions(options: Options, setup: Setup) -> Iterator[SetupQuestion]:
    if options.get(SHEET_VOTE) is True:
        sheets = tuple(
            (sheet.id, sheet_label(sheet)) for sheet in sheets_to_choose_from(options, setup.definition.sheet)
        )
        hint = _("The map sheet with the most votes is used. Ties are broken at random.")
        yield SetupQuestion(_SHEET, _("Map sheet"), sheets, hint)
    if options.get(VETOES) is True:
        cards = tuple((card.id, _card_label(card)) for card in _vetoable(setup.definition.pool))
        hint = _("Each player can rule out one scoring card. If all cards of a stack are ruled out, they all stay in.")
        yield SetupQuestion(_VETO, _("Veto"), cards, hint)


def _vetoable(pool: Sequence[ScoringCard]) -> list[ScoringCard]:
    """Return the cards whose stacks have other cards too: the last card of a stack stays in."""
    counted = Counter(card.stack for card in pool)
    return [card for card in pool if counted[card.stack] > 1]


def _card_label(card: ScoringCard) -> str:
    return f"{card_name(card)} ({stack_name(card.stack)})"


def sheets_to_choose_from(options: Options, chosen: Sheet) -> Sequence[Sheet]:
    """Return the sheets to vote on: those of the set, or of the box that the host's sheet comes from."""
    if set_choice.is_of_set(options):
        return set_choice.sheets_of(options)
    shelf = library()
    box = shelf.heroes if chosen.id in shelf.heroes.sheets else shelf.cartographers
    return tuple(box.sheets.values())


def settle(options: Options, setup: Setup, answers: Sequence[Mapping[str, str]], chance: Random) -> Options:
    """Return the options with the players' decisions, given each seat's answers by the keys of the questions."""
    settled = {**clear_decisions(options)}
    if options.get(SHEET_VOTE) is True:
        # A sheet may have left the catalog since a player voted for it.
        offered = {sheet.id for sheet in sheets_to_choose_from(options, setup.definition.sheet)}
        votes = [vote for answer in answers if (vote := answer.get(_SHEET, "")) in offered]
        settled[HOST_SHEET] = settled["sheet"]
        settled["sheet"] = _elected(votes, chance) or settled["sheet"]
    if options.get(VETOES) is True:
        vetoed = {answer.get(_VETO, "") for answer in answers}
        settled[VETOED] = [card.id for card in _ruled_out(setup.definition.pool, vetoed)]
    return settled


def clear_decisions(options: Options) -> Options:
    """Return the options as the host left them, without what the players have decided."""
    left = {key: value for key, value in options.items() if key not in (VETOED, HOST_SHEET)}
    return {**left, "sheet": options[HOST_SHEET]} if HOST_SHEET in options else left


def _elected(votes: Sequence[str], chance: Random) -> str:
    """Return the choice with the most votes, one of the equals by chance, "" without votes."""
    counted = Counter(votes)
    most = max(counted.values(), default=0)
    return chance.choice(sorted(vote for vote, count in counted.items() if count == most)) if counted else ""


def _ruled_out(pool: Sequence[ScoringCard], vetoed: set[str]) -> Iterator[ScoringCard]:
    for stack in Stack:
        cards = [card for card in pool if card.stack is stack]
        out = [card for card in cards if card.id in vetoed]
        if len(out) < len(cards):
            yield from out


def without_vetoed(setup: Setup, options: Options) -> Setup:
    """Return the setup without the scoring cards that the players have ruled out."""
    vetoed = options.get(VETOED) or ()
    if not vetoed:
        return setup
    pool = tuple(card for card in setup.definition.pool if card.id not in vetoed)
    return replace(setup, definition=replace(setup.definition, pool=pool))


def check_vetoes(options: Options, edicts: Sequence[str]) -> None:
    """Raise ValidationError where there is nothing to veto because the edicts are fixed."""
    if options.get(VETOES) is True and edicts:
        raise ValidationError({VETOES: _("The edicts of this table are fixed. Make them random or turn vetoes off.")})


def check_choices(options: Options, setup: Setup) -> None:
    """Raise ValidationError where players would have no choice; `setup` is that of the options."""
    errors = {}
    if options.get(SHEET_VOTE) is True and len(sheets_to_choose_from(options, setup.definition.sheet)) < 2:
        errors[SHEET_VOTE] = _("This set has only one map sheet. Turn the vote off, or choose another set.")
    if options.get(VETOES) is True and not _vetoable(setup.definition.pool):
        errors[VETOES] = _("This set has only one scoring card in each stack. Turn vetoes off, or choose another set.")
    if errors:
        raise ValidationError(errors)


def is_sheet_vote_open(options: Options) -> bool:
    """Return True if the players have yet to vote on the map sheet."""
    return options.get(SHEET_VOTE) is True and HOST_SHEET not in options


def lines(options: Options) -> list[str]:
    """Return what the players have yet to decide together, for a list of tables."""
    vetoes = options.get(VETOES) is True and VETOED not in options
    words = [_("Map sheet chosen by vote")] if is_sheet_vote_open(options) else []
    return words + ([_("1 veto per player")] if vetoes else [])


def vetoed_words(options: Options) -> str:
    """Return the scoring cards that the players of a game have ruled out, "" for none."""
    found = (find_card(key) for key in options.get(VETOED) or ())
    names = [card_name(each.card) for each in found if each is not None]
    return _("Vetoed: %(cards)s") % {"cards": ", ".join(names)} if names else ""
