"""The check of the record of a game with skills."""

from dataclasses import replace

from engine.cartographers.catalog import cartographers
from engine.cartographers.game import RULES
from engine.cartographers.rules.setup import Setup
from engine.contract import Level
from engine.randomness import Shuffler, commitment
from engine.records import Record
from engine.runner import play_game
from games.cartographers.past.record_check import findings
from tests.engine.tools import seed_of
from tests.games.cartographers.monsters import mixed


def test_record_with_skills_is_checked_with_their_draw() -> None:
    definition = replace(mixed(), skills=tuple(cartographers().skills.values()))
    seed = seed_of(7)
    players = [lambda view, ask: RULES.plan_command(view, ask, Level.APPRENTICE, None)]
    run = play_game(RULES, Setup(definition), players, Shuffler(seed))
    found = findings(Record("cartographers", commitment(seed), seed, ("Ann",), tuple(run.events)))
    texts = [finding.words for finding in found]
    assert all(finding.good for finding in found), texts
    assert "This game uses skills, which aren’t part of either box." in texts
    assert any(text.startswith("Skills") for text in texts)
