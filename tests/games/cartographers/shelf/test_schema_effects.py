"""JSON schema of ambush effects: it accepts what the rules accept."""

from itertools import product

from jsonschema import Draft202012Validator

from engine.cartographers.effects import (
    Effect,
    EffectAction,
    EffectArea,
    EffectChooser,
    EffectTiming,
    find_effect_problem,
)
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.schema import schema_of
from games.cartographers.workshop import EDITORS


def test_the_schema_accepts_the_effects_on_spaces_whose_blocks_fit() -> None:
    validator = Draft202012Validator(schema_of(EntryKind.AMBUSH))
    card = {**EDITORS[EntryKind.AMBUSH].blank(), "id": "bog", "name": "Bog", "initial": "B"}
    for action, area, count, chooser in product(EffectAction, EffectArea, (None, 1, 2), EffectChooser):
        effect = Effect(EffectTiming.SEASON_END, action, area, count, chooser)
        if effect.on_coins:
            continue
        blocks = {"when": "season_end", "what": action, "where": area, "count": count, "chooser": chooser}
        fits = validator.is_valid({**card, "effect": blocks})
        assert fits == (not find_effect_problem(effect)), effect
