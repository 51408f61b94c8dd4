"""Empty sheets, to play on with pencils."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Final

from engine.cartographers.cards import ScoringCard, Stack
from engine.cartographers.catalog import Catalog
from games.cartographers.paper.forms import CHOSEN, EmptySheetForm
from games.cartographers.paper.printing import EmptySheet

COINS: Final = 14
"""Number of coins on the track of a printed sheet."""


def empty_sheet(form: EmptySheetForm, rng: Random | None = None) -> EmptySheet:
    """The sheet that a valid form asks for; `rng` draws edicts where they are to be drawn."""
    library = form.library
    box = library.heroes if form.box == "heroes" else library.cartographers
    edicts: tuple[ScoringCard, ...] = ()
    if form.box:
        edicts = drawn_edicts(box, rng or SystemRandom())
    elif form.cleaned_data["edicts"] == CHOSEN:
        edicts = form.chosen
    return EmptySheet(form.sheets[form.cleaned_data["map"]], edicts, box.seasons, COINS)


def drawn_edicts(box: Catalog, rng: Random) -> tuple[ScoringCard, ...]:
    """A card of each stack, in any order; none where a stack has no card."""
    stacks = [[card for card in box.scoring.values() if card.stack is stack] for stack in Stack]
    if not all(stacks):
        return ()
    cards = [rng.choice(stack) for stack in stacks]
    rng.shuffle(cards)
    return tuple(cards)
