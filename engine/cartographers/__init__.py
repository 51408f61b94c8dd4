"""Cartographers: map, cards, rules and scoring. See docs/engine.md for usage."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.cartographers.board import Board
    from engine.cartographers.catalog import Edition, cartographers, heroes, scoring_cards
    from engine.cartographers.commands import Choose, Close, Draw, TakeBack
    from engine.cartographers.errors import SPACES, Refusal
    from engine.cartographers.events import Definition
    from engine.cartographers.forecast import Forecast, forecast_view
    from engine.cartographers.game import RULES
    from engine.cartographers.geometry import spaces
    from engine.cartographers.mixing.build import setup_of
    from engine.cartographers.mixing.mix import Mix, Preset
    from engine.cartographers.mixing.presets import PRESETS
    from engine.cartographers.notation import (
        NotationError,
        Placement,
        board_of,
        board_text,
        placement_of,
        space_name,
        space_names,
        space_of,
        whole_board_text,
    )
    from engine.cartographers.players.one_ply import OnePly
    from engine.cartographers.players.player import Budget, Player
    from engine.cartographers.position import Outcome, Position
    from engine.cartographers.records import read_record
    from engine.cartographers.rules.setup import Setup
    from engine.cartographers.sampling import sample
    from engine.cartographers.scoring.tally import Tally, score
    from engine.cartographers.trial_placements import ScoreCache, TrialPlacement, try_placements
    from engine.cartographers.view import View

__all__ = [
    "PRESETS",
    "RULES",
    "SPACES",
    "Board",
    "Budget",
    "Choose",
    "Close",
    "Definition",
    "Draw",
    "Edition",
    "Forecast",
    "Mix",
    "NotationError",
    "OnePly",
    "Outcome",
    "Placement",
    "Player",
    "Position",
    "Preset",
    "Refusal",
    "ScoreCache",
    "Setup",
    "TakeBack",
    "Tally",
    "TrialPlacement",
    "View",
    "board_of",
    "board_text",
    "cartographers",
    "forecast_view",
    "heroes",
    "placement_of",
    "read_record",
    "sample",
    "score",
    "scoring_cards",
    "setup_of",
    "space_name",
    "space_names",
    "space_of",
    "spaces",
    "try_placements",
    "whole_board_text",
]

# Modules are imported lazily, on first use of one of their names, so that code that needs only the rules loads
# quickly.
_ROOMS = {
    "board": ("Board",),
    "catalog": ("Edition", "cartographers", "heroes", "scoring_cards"),
    "commands": ("Choose", "Close", "Draw", "TakeBack"),
    "errors": ("SPACES", "Refusal"),
    "events": ("Definition",),
    "forecast": ("Forecast", "forecast_view"),
    "game": ("RULES",),
    "geometry": ("spaces",),
    "mixing.build": ("setup_of",),
    "mixing.mix": ("Mix", "Preset"),
    "mixing.presets": ("PRESETS",),
    "notation": (
        *("NotationError", "Placement", "board_of", "board_text"),
        *("placement_of", "space_name", "space_names", "space_of", "whole_board_text"),
    ),
    "players.one_ply": ("OnePly",),
    "players.player": ("Budget", "Player"),
    "position": ("Outcome", "Position"),
    "records": ("read_record",),
    "rules.setup": ("Setup",),
    "sampling": ("sample",),
    "scoring.tally": ("Tally", "score"),
    "trial_placements": ("TrialPlacement", "ScoreCache", "try_placements"),
    "view": ("View",),
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
