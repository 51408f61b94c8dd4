"""A turn in words, where it is shown apart from its table: the terrains that came upon a map, and the edicts due."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.cards import Edict, ScoringCard, Season
from engine.cartographers.geometry import Mask
from engine.cartographers.terrain import FILLING
from games.cartographers.words.names import card_name, terrain_name
from games.play.phrases import and_list


def terrains_drawn(board: Board, changed: Mask) -> str:
    """The terrains of the spaces that a turn changed on a board, "" where it changed none."""
    return and_list([terrain_name(feature) for feature in FILLING if board.layers[feature] & changed])


def due_edicts(edicts: Sequence[ScoringCard], season: Season) -> str:
    """The edicts that count in a season, each by its letter and name."""
    words = (
        _("%(letter)s (%(card)s)") % {"letter": letter, "card": card_name(edicts[Edict(letter).number])}
        for letter in season.edicts
    )
    return _("Edicts: %(edicts)s") % {"edicts": and_list(list(words))}
