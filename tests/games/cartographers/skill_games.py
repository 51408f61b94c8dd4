"""Games with skills, for tests: Ann has a coin when the second card is open."""

from dataclasses import replace

import pytest

from engine.cartographers.rules.setup import Setup
from engine.cartographers.skills import Skill, SkillPower
from games.accounts.models import User
from games.cartographers.game import Cartographers
from games.tables.models import Table
from tests.games.cartographers import monsters
from tests.games.cartographers.monsters import EDICTS, mixed
from tests.games.cartographers.play import draw, gather, offer_to, state_of
from tests.games.tables.clients import signed_in

SMALL = Skill("small_step", "Small Step", SkillPower.SINGLE, 1)
BROAD = Skill("broad_brush", "Broad Brush", SkillPower.GROW, 1)
RICH = Skill("rich_colors", "Rich Colors", SkillPower.ANY_TERRAIN, 3)
SPYGLASS = Skill("spyglass", "Spyglass", SkillPower.PEEK, 1)
SKILLS = (SMALL, BROAD, RICH)


def costly(skill: Skill, cost: int) -> Skill:
    """Return a skill with another cost."""
    return replace(skill, cost=cost)


def stack(monkeypatch: pytest.MonkeyPatch, *spring: str, skills: tuple[Skill, ...] = SKILLS) -> None:
    """Stack new games with these skills: spring starts with these cards."""
    monsters.stack(monkeypatch, *(spring or ("great_river", "farmland")))
    setup = Setup(replace(mixed(), skills=skills), EDICTS)
    monkeypatch.setattr(Cartographers, "setup", lambda self, chosen, seats: setup)


def begin(*players: User) -> Table:
    """Return a game in which everybody has earned a coin with the first card."""
    table = gather(*players)
    offer = offer_to(state_of(table), 0)
    number = next(number for number, option in enumerate(offer.options) if option.coin)
    placement = next(each for each in offer.placements() if each.option == number)
    for player in players:
        sent = {"option": str(number + 1), "terrain": placement.terrain.word, "held": placement.turn.code}
        assert draw(signed_in(player), table, 0, anchor="B2", **sent).status_code == 303
    return table
