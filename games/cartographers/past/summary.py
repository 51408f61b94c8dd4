"""Summary stored for a finished game, for finding it by its cards and for statistics about stars."""

from __future__ import annotations

from collections import Counter
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.cards import Edict, ScoringCard
from engine.cartographers.game import RULES
from engine.cartographers.sheet import Sheet
from engine.cartographers.sheet_generator import sheet_number
from engine.cartographers.state import State
from games.cartographers.shelf.components import components_in_play
from games.cartographers.words.names import card_name, sheet_label
from games.play.summary_keys import GameSummary, Piece, PieceKind

EDICT: Final = "edict"
SHEET: Final = "sheet"
SOURCE: Final = "source"
EDICTS, COINS, MONSTERS = "edicts", "coins", "monsters"


def kinds() -> tuple[PieceKind, ...]:
    """Return the component kinds: edicts, sheets, and the three sources of stars."""
    scoring = {card.id: card for card in components_in_play(ScoringCard)}
    edicts = sorted((card_name(card), card.id) for card in scoring.values())
    sheets = [(sheet.id, sheet_label(sheet)) for sheet in components_in_play(Sheet)]
    sources = [(EDICTS, _("Edicts")), (COINS, _("Coins")), (MONSTERS, _("Monsters"))]
    return (
        PieceKind(
            EDICT, gettext_lazy("Edict"), gettext_lazy("Edicts"), [(key, name) for name, key in edicts], True, True
        ),
        PieceKind(SHEET, gettext_lazy("Map sheet"), gettext_lazy("Map sheets"), sheets, chosen=True, is_board=True),
        PieceKind(SOURCE, gettext_lazy("Source of stars"), gettext_lazy("Sources of stars"), sources, whole=True),
    )


def summary(state: State, *, taught: bool = False, tried: bool = False) -> GameSummary:
    """Return the summary of a game.

    A random sheet is no component, because no other game has it. A game does not count toward statistics if it was
    `taught` (a lesson), `tried` a draft, or was practice.
    """
    edicts = tuple((EDICT, card.id) for card in state.edicts)
    sheet = state.definition.sheet
    return GameSummary(
        pieces=edicts if sheet_number(sheet) else (*edicts, (SHEET, sheet.id)),
        gains=tuple(_gains(state, seat) for seat in range(state.seats)),
        title=RULES.standings(state).title,
        counts=not (taught or tried or state.definition.practice),
    )


def _gains(state: State, seat: int) -> Counter[Piece]:
    """Return a seat's stars by edict and by source, including sources without stars."""
    gains = Counter[Piece]({(EDICT, card.id): 0 for card in state.edicts})
    gains.update({(SOURCE, name): 0 for name in (EDICTS, COINS, MONSTERS)})
    cards = dict(zip(Edict, state.edicts, strict=True))
    for season, scores in zip(state.definition.seasons, state.scores, strict=True):
        score = scores[seat]
        for letter, stars in zip(season.edicts, score.edicts, strict=True):
            gains[EDICT, cards[letter].id] += stars
            gains[SOURCE, EDICTS] += stars
        gains[SOURCE, COINS] += score.coins
        gains[SOURCE, MONSTERS] -= score.losses
    return gains
