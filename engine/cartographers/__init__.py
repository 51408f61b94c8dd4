"""Cartographers: map, cards, rules and scoring. See docs/engine.md for usage."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.cartographers.board import Board
    from engine.cartographers.cards import (
        AmbushCard,
        CardShape,
        Corner,
        DeckCard,
        Edict,
        ExploreCard,
        HeroCard,
        Option,
        RotationDirection,
        RuinsCard,
        ScoringCard,
        Season,
        Stack,
        ambush_from_json,
        ambush_to_json,
        explore_from_json,
        explore_to_json,
        hero_from_json,
        hero_to_json,
        ruins_from_json,
        ruins_to_json,
        scoring_from_json,
        scoring_to_json,
        season_from_json,
        season_to_json,
        sheet_from_json,
        sheet_to_json,
    )
    from engine.cartographers.catalog import Catalog, Edition, cartographers, heroes, scoring_cards
    from engine.cartographers.commands import Choose, Close, Command, Draw, TakeBack, UseSkill
    from engine.cartographers.effects import Effect, EffectAction, EffectArea, EffectChooser, EffectTiming
    from engine.cartographers.errors import SPACES, Refusal
    from engine.cartographers.events import Definition, Event, SeasonScore
    from engine.cartographers.forecast import Forecast, forecast_view
    from engine.cartographers.game import RULES
    from engine.cartographers.geometry import SIZE, Mask, Space, column_of, mask_of, row_of, space, spaces
    from engine.cartographers.mixing.build import setup_of
    from engine.cartographers.mixing.library import Library, published_library
    from engine.cartographers.mixing.mix import Box, Boxes, Mix, Preset, RuinsCards
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
    from engine.cartographers.placement import Forced, HeroPattern, Offer, SingleTerrain
    from engine.cartographers.players.luck import Estimate, Luck
    from engine.cartographers.players.one_ply import OnePly
    from engine.cartographers.players.player import Budget, Player
    from engine.cartographers.players.raters import OnePlyRater, Rater, SearchRater
    from engine.cartographers.players.review import (
        AnswerReview,
        Rating,
        SeatReview,
        review_answers,
        review_game,
        review_seat,
    )
    from engine.cartographers.players.review_codec import review_from_json, review_to_json
    from engine.cartographers.players.search import Doubt, Expectation, Search
    from engine.cartographers.position import Outcome, Position
    from engine.cartographers.records import read_record
    from engine.cartographers.rules.setup import Setup
    from engine.cartographers.sampling import sample
    from engine.cartographers.scoring.tally import Tally, score
    from engine.cartographers.shapes import TURNS, Fit, Shape, ShapeTurn
    from engine.cartographers.sheet import Sheet
    from engine.cartographers.sheet_generator import InfeasibleCounts, SheetCounts, generate_sheet, is_fair
    from engine.cartographers.skills import Skill, SkillPower, skill_from_json, skill_to_json
    from engine.cartographers.state import State
    from engine.cartographers.terrain import Feature, Terrain
    from engine.cartographers.trial_placements import ScoreCache, TrialPlacement, try_placements
    from engine.cartographers.view import Desk, SpaceChoice, Task, View
    from engine.marks import Mark

__all__ = [
    "PRESETS",
    "RULES",
    "SIZE",
    "SPACES",
    "TURNS",
    "AmbushCard",
    "AnswerReview",
    "Board",
    "Box",
    "Boxes",
    "Budget",
    "CardShape",
    "Catalog",
    "Choose",
    "Close",
    "Command",
    "Corner",
    "DeckCard",
    "Definition",
    "Desk",
    "Doubt",
    "Draw",
    "Edict",
    "Edition",
    "Effect",
    "EffectAction",
    "EffectArea",
    "EffectChooser",
    "EffectTiming",
    "Estimate",
    "Event",
    "Expectation",
    "ExploreCard",
    "Feature",
    "Fit",
    "Forced",
    "Forecast",
    "HeroCard",
    "HeroPattern",
    "InfeasibleCounts",
    "Library",
    "Luck",
    "Mark",
    "Mask",
    "Mix",
    "NotationError",
    "Offer",
    "OnePly",
    "OnePlyRater",
    "Option",
    "Outcome",
    "Placement",
    "Player",
    "Position",
    "Preset",
    "Rater",
    "Rating",
    "Refusal",
    "RotationDirection",
    "RuinsCard",
    "RuinsCards",
    "ScoreCache",
    "ScoringCard",
    "Search",
    "SearchRater",
    "Season",
    "SeasonScore",
    "SeatReview",
    "Setup",
    "Shape",
    "ShapeTurn",
    "Sheet",
    "SheetCounts",
    "SingleTerrain",
    "Skill",
    "SkillPower",
    "Space",
    "SpaceChoice",
    "Stack",
    "State",
    "TakeBack",
    "Tally",
    "Task",
    "Terrain",
    "TrialPlacement",
    "UseSkill",
    "View",
    "ambush_from_json",
    "ambush_to_json",
    "board_of",
    "board_text",
    "cartographers",
    "column_of",
    "explore_from_json",
    "explore_to_json",
    "forecast_view",
    "generate_sheet",
    "hero_from_json",
    "hero_to_json",
    "heroes",
    "is_fair",
    "mask_of",
    "placement_of",
    "published_library",
    "read_record",
    "review_answers",
    "review_from_json",
    "review_game",
    "review_seat",
    "review_to_json",
    "row_of",
    "ruins_from_json",
    "ruins_to_json",
    "sample",
    "score",
    "scoring_cards",
    "scoring_from_json",
    "scoring_to_json",
    "season_from_json",
    "season_to_json",
    "setup_of",
    "sheet_from_json",
    "sheet_to_json",
    "skill_from_json",
    "skill_to_json",
    "space",
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
    "cards": (
        "AmbushCard",
        "CardShape",
        "Corner",
        "DeckCard",
        "Edict",
        "ExploreCard",
        "HeroCard",
        "Option",
        "RotationDirection",
        "RuinsCard",
        "ScoringCard",
        "Season",
        "Stack",
        "ambush_from_json",
        "ambush_to_json",
        "explore_from_json",
        "explore_to_json",
        "hero_from_json",
        "hero_to_json",
        "ruins_from_json",
        "ruins_to_json",
        "scoring_from_json",
        "scoring_to_json",
        "season_from_json",
        "season_to_json",
        "sheet_from_json",
        "sheet_to_json",
    ),
    "catalog": ("Catalog", "Edition", "cartographers", "heroes", "scoring_cards"),
    "commands": ("Choose", "Close", "Command", "Draw", "TakeBack", "UseSkill"),
    "effects": ("Effect", "EffectAction", "EffectArea", "EffectChooser", "EffectTiming"),
    "errors": ("SPACES", "Refusal"),
    "events": ("Definition", "Event", "SeasonScore"),
    "forecast": ("Forecast", "forecast_view"),
    "game": ("RULES",),
    "geometry": ("SIZE", "Mask", "Space", "column_of", "mask_of", "row_of", "space", "spaces"),
    "mixing.build": ("setup_of",),
    "mixing.library": ("Library", "published_library"),
    "mixing.mix": ("Box", "Boxes", "Mix", "Preset", "RuinsCards"),
    "mixing.presets": ("PRESETS",),
    "notation": (
        "NotationError",
        "Placement",
        "board_of",
        "board_text",
        "placement_of",
        "space_name",
        "space_names",
        "space_of",
        "whole_board_text",
    ),
    "placement": ("Forced", "HeroPattern", "Offer", "SingleTerrain"),
    "players.luck": ("Estimate", "Luck"),
    "players.one_ply": ("OnePly",),
    "players.player": ("Budget", "Player"),
    "players.raters": ("OnePlyRater", "Rater", "SearchRater"),
    "players.review": ("AnswerReview", "Mark", "Rating", "SeatReview", "review_answers", "review_game", "review_seat"),
    "players.review_codec": ("review_from_json", "review_to_json"),
    "players.search": ("Doubt", "Expectation", "Search"),
    "position": ("Outcome", "Position"),
    "records": ("read_record",),
    "rules.setup": ("Setup",),
    "sampling": ("sample",),
    "scoring.tally": ("Tally", "score"),
    "shapes": ("TURNS", "Fit", "Shape", "ShapeTurn"),
    "sheet": ("Sheet",),
    "sheet_generator": ("InfeasibleCounts", "SheetCounts", "generate_sheet", "is_fair"),
    "skills": ("Skill", "SkillPower", "skill_from_json", "skill_to_json"),
    "state": ("State",),
    "terrain": ("Feature", "Terrain"),
    "trial_placements": ("ScoreCache", "TrialPlacement", "try_placements"),
    "view": ("Desk", "SpaceChoice", "Task", "View"),
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
