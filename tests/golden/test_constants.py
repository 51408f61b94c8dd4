"""Independence of stored games from the engine's current constants."""

import json
from collections.abc import Iterator
from functools import reduce
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest

import engine
from engine.cartographers import cards, catalog
from engine.cartographers.events import Definition
from engine.cartographers.game import RULES
from tests.golden.make import outcome
from tests.golden.test_golden import NAMES, golden

KEPT = {
    "engine.cartographers.geometry": "the map of 11 by 11 spaces, by whose names records are written",
    "engine.cartographers.notation": "how spaces and placements are written",
    "engine.cartographers.codec": "the version of the stored form itself",
    "engine.cartographers.cards": "what records of version 1 leave unsaid",
    "engine.cartographers.effects": "the words of effects, and those of their blocks",
    "engine.cartographers.terrain": "the words of the terrains, and their order on a board",
    "engine.cartographers.shapes": "how a shape may be turned, by whose codes records are written",
}
"""The modules whose constants are the stored form: all others are changed."""
READ_TODAY = ("title",)
"""What is no part of a game, but how its stars are read."""


def changeable() -> Iterator[tuple[str, str, Any]]:
    """Yield each numeric, text or tuple constant of the engine as (module, name, value)."""
    for module in walk_packages(engine.__path__, "engine."):
        if module.name in KEPT or module.name.endswith("__main__"):
            continue
        for name, value in vars(import_module(module.name)).items():
            imported = any(vars(import_module(kept)).get(name) is value for kept in KEPT)
            if name.isupper() and other(value) != value and not imported:
                yield module.name, name, value


def other(value: Any) -> Any:
    """Return a different value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1 if type(value) is int else value
        case str():
            return f"{value} otherwise"
        case tuple():
            return tuple(other(part) for part in value)
        case _:
            return value


def ends(name: str) -> dict[str, Any]:
    """Return a game's outcome as read now, without the parts that depend on the reader."""
    events = [RULES.decode(entry["kind"], entry["data"]) for entry in golden(name)["events"]]
    end: dict[str, Any] = json.loads(json.dumps(outcome(reduce(RULES.evolve, events, RULES.initial))))
    return {key: value for key, value in end.items() if key not in READ_TODAY}


def expected(name: str) -> dict[str, Any]:
    return {key: value for key, value in golden(name)["expected"].items() if key not in READ_TODAY}


def test_no_changed_constant_changes_a_stored_game(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = list(changeable())
    for module, name, value in changed:
        monkeypatch.setattr(import_module(module), name, other(value))
    assert {"MOST_SEATS", "TITLES", "SEED_BYTES", "FIRST_GAME_EDICTS"} <= {name for _, name, _ in changed}
    for entry in ("cartographers", "heroes", "scoring_cards"):
        monkeypatch.setattr(catalog, entry, None)
    init = Definition.__init__
    assert init.__defaults__, "a definition has defaults"
    monkeypatch.setattr(init, "__defaults__", tuple(other(value) for value in init.__defaults__))
    assert init.__defaults__[1] == 15, "the coin track's length among them"
    assert {name: ends(name) for name in NAMES} == {name: expected(name) for name in NAMES}


def test_a_number_that_is_a_fact_of_old_records_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "REWARD_IN_VERSION_1", 4)
    assert [name for name in NAMES if ends(name) != expected(name)]
