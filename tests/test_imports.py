"""Import rules: dependencies point from the outer layers to the rules."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Who may import what of this project; a package may always import itself, and `package.module` allows that alone.
ALLOWED: dict[str, tuple[str, ...]] = {
    "engine.packaging": ("setuptools",),
    "engine.environments": ("engine", "gymnasium", "numpy", "pettingzoo"),
    "engine.__main__": ("engine",),
    "engine.cartographers.command_line": ("engine",),
    "engine.cartographers": ("engine",),
    "engine.gisborne.command_line": ("engine",),
    "engine.gisborne": ("engine",),
    "engine": (),
    "games.clock": (),
    "games.compiled_query": (),
    "games.locks": (),
    "games.outbound_requests": ("games.clock",),
    "games.accounts": ("engine.names", "games.clock", "games.compiled_query", "games.locks"),
    "games.push": ("games.clock", "games.locks", "games.outbound_requests", "games.accounts"),
    "games.staff": ("games.locks", "games.accounts"),
    "games.people": ("games.clock", "games.locks", "games.accounts"),
    "games.catalog": ("engine.names", "games.clock", "games.locks", "games.accounts", "games.people"),
    "games.tables": (
        "engine.contract",
        "engine.forks",
        "engine.handicaps",
        "engine.randomness",
        "engine.runner",
        "games.clock",
        "games.compiled_query",
        "games.locks",
        "games.accounts",
        "games.people",
        "games.push.subscriptions",
    ),
    "games.play": (
        "engine.contract",
        "engine.differences",
        "engine.marks",
        "engine.records",
        "engine.verification",
        "engine.randomness",
        "games.clock",
        "games.tables",
        "games.accounts",
    ),
    "games.deals": ("engine.contract", "games.clock", "games.locks", "games.accounts", "games.tables", "games.play"),
    "games.nights": ("games.clock", "games.locks", "games.accounts", "games.people", "games.tables", "games.play"),
    "games.talk": (
        "games.clock",
        "games.locks",
        "games.accounts",
        "games.people",
        "games.tables",
        "games.play",
    ),
    "games.coach": ("games.clock", "games.locks", "games.accounts", "games.tables", "games.play"),
    "games.cartographers": (
        "engine",
        "games.clock",
        "games.locks",
        "games.people",
        "games.tables",
        "games.play",
        "games.coach",
        "games.catalog",
        "games.accounts",
    ),
    "games.gisborne": (
        "engine",
        "games.locks",
        "games.tables",
        "games.play",
        "games.coach",
        "games.catalog",
        "games.accounts",
    ),
    "games.history": (
        "engine.contract",
        "engine.differences",
        "engine.names",
        "engine.records",
        "games.clock",
        "games.locks",
        "games.accounts",
        "games.tables",
        "games.play",
    ),
    "games.ratings": (
        "games.clock",
        "games.locks",
        "games.accounts",
        "games.tables",
        "games.play",
        "games.history",
    ),
    "games.notices": (
        "games.clock",
        "games.locks",
        "games.outbound_requests",
        "games.accounts",
        "games.catalog",
        "games.nights",
        "games.tables",
        "games.play",
        "games.push",
        "games.studies.models",
    ),
    "games.studies": (
        "engine.contract",
        "engine.names",
        "games.clock",
        "games.locks",
        "games.accounts",
        "games.catalog",
        "games.people",
        "games.tables",
        "games.play",
        "games.talk",
    ),
    "carto_site": ("games",),
}
# The rooms of the largest app, from the ground up: each may enter those before it, and none after it.
ROOMS = (
    *("words", "shelf", "cards", "map", "log", "typed", "goals", "others", "desk", "coach", "analysis", "past"),
    *("reference", "drills", "paper", "lesson", "setting_up", "workshop", "line", "table"),
)
GISBORNE_ROOMS = (
    *("words", "shelf", "way", "log", "desk", "coach", "past", "reference", "lesson", "setting_up", "workshop"),
    *("line", "table"),
)
# The packages of tables, likewise; `GROUND` are the modules beside them that all of them may import.
TABLES_ROOMS = ("clocks", "log", "seats", "lobby", "device", "deals", "forks", "people", "timeouts", "staff", "pages")
GROUND = (
    "bots",
    "errors",
    "names",
    "signals",
    "game",
    "game_urls",
    "introductions",
    "daily",
    "comparison",
    "deal_links",
    "changes",
    "time_control",
    "turn_words",
    "results",
    "hints",
    "incidents",
    "presence",
    "holders",
    "blocks",
)
# Packages that another must not import although it may import what is around them: those that build on it, and other
# games.
BUILDS_ON: dict[str, tuple[str, ...]] = {
    "engine": ("engine.cartographers", "engine.gisborne", "engine.environments"),
    "games.cartographers": ("engine.gisborne", "engine.environments"),
    "games.gisborne": ("engine.cartographers", "engine.environments"),
    "engine.cartographers": ("engine.cartographers.command_line", "engine.gisborne", "engine.environments"),
    "engine.cartographers.command_line": ("engine.gisborne",),
    "engine.gisborne": ("engine.gisborne.command_line", "engine.cartographers", "engine.environments"),
    "engine.gisborne.command_line": ("engine.cartographers",),
}
APPS_WITH_ROOMS = {"games.cartographers": ROOMS, "games.gisborne": GISBORNE_ROOMS, "games.tables": TABLES_ROOMS}
OURS = ("engine", "games", "carto_site", "tests", "benchmarks")


def imported(path: Path, module: str) -> Iterator[str]:
    """Yield the full names that a file imports, those in functions and under TYPE_CHECKING included."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, base] if base else parents)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def fault(module: str, name: str) -> bool:
    """Return whether `module` must not import `name`."""
    package = next(package for package in ALLOWED if within(module, package))
    views = [part for part in name.split(".") if part == "views" or part.endswith("_views")]
    if within(name, "games") and views and module.rpartition(".")[2] != "urls" and "views" not in module.split("."):
        return True
    if any(within(name, above) for above in BUILDS_ON.get(package, ())):
        return True
    if package in APPS_WITH_ROOMS and within(name, package) and _climbs(module, name):
        return True
    if within(name, package):
        return False
    if within(package, "engine"):
        known = name.split(".")[0] in sys.stdlib_module_names
        return not (known or any(within(name, allowed) for allowed in ALLOWED[package]))
    if not any(within(name, ours) for ours in OURS):
        return False
    return not any(within(name, allowed) for allowed in ALLOWED[package])


def _climbs(module: str, name: str) -> bool:
    """Return True if a package of an app with rooms imports one above it."""
    return _height(name.split(".")) > _height(module.split("."))


def _height(names: list[str]) -> int:
    """Return a module's level in its app: models below all packages, modules that join packages above."""
    app, room = names[1], names[2] if len(names) > 2 else ""
    if room == "models" or (app == "tables" and room in GROUND):
        return -1
    rooms = APPS_WITH_ROOMS[f"games.{app}"]
    return rooms.index(room) if room in rooms else len(rooms)


INCLUDED = re.compile(r'{% (?:include|extends) "(?:cartographers|gisborne)/(\w+)/')


def climbing(root: Path, rooms: tuple[str, ...]) -> list[str]:
    """Return `template: package` for each template of a game that includes one from a package above."""
    return [
        f"{path.relative_to(root)}: {room}"
        for path in sorted(root.glob("*/*.html"))
        for room in INCLUDED.findall(path.read_text(encoding="utf-8"))
        if path.parent.name in rooms and rooms.index(room) > rooms.index(path.parent.name)
    ]


def faults(root: Path) -> list[str]:
    """Return `module imports name` for every import that breaks the rules in a tree."""
    offences = []
    for path in sorted(root.glob("**/*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        if any(within(module, package) for package in ALLOWED):
            offences += [f"{module} imports {name}" for name in imported(path, module) if fault(module, name)]
    return offences


@pytest.mark.parametrize(
    ("app", "rooms"),
    [("cartographers", ROOMS), ("gisborne", GISBORNE_ROOMS), ("tables", ("models", *TABLES_ROOMS))],
)
def test_every_room_has_its_place(app: str, rooms: tuple[str, ...]) -> None:
    ignored = {"management", "migrations", "templatetags", "__pycache__"}
    folders = {path.name for path in (ROOT / "games" / app).iterdir() if path.is_dir()}
    assert folders - ignored <= set(rooms)


@pytest.mark.parametrize(("game", "rooms"), [("cartographers", ROOMS), ("gisborne", GISBORNE_ROOMS)])
def test_templates_take_in_none_of_a_room_above(game: str, rooms: tuple[str, ...]) -> None:
    templates = ROOT / "templates" / game
    folders = {path.parent.name for path in templates.glob("*/*.html")}
    assert folders <= set(rooms)
    assert climbing(templates, rooms) == []


def test_a_planted_template_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "goals" / "_edict.html"
    planted.parent.mkdir()
    planted.write_text(
        '{% include "cartographers/map/_map.html" %}{% include "cartographers/desk/_desk.html" with a=b %}'
    )
    assert climbing(tmp_path, ROOMS) == ["goals/_edict.html: desk"]


def test_every_import_follows_the_direction() -> None:
    trees = [path for package in ("engine", "games", "carto_site") for path in (ROOT / package).glob("**/*.py")]
    assert len(trees) > 20
    assert faults(ROOT) == []


@pytest.mark.parametrize(
    ("path", "line", "name"),
    [
        ("engine/board.py", "import django", "django"),
        ("engine/board.py", "from games.tables import models", "games.tables.models"),
        ("engine/gisborne/way.py", "import engine.cartographers.board", "engine.cartographers.board"),
        ("engine/cartographers/board.py", "from engine.gisborne import Way", "engine.gisborne.Way"),
        ("engine/cartographers/board.py", "def late():\n    import numpy.linalg", "numpy.linalg"),
        ("engine/runner.py", "import engine.environments", "engine.environments"),
        ("games/gisborne/game.py", "from engine.environments import GisborneEnv", "engine.environments.GisborneEnv"),
        ("engine/runner.py", "from engine.cartographers.game import RULES", "engine.cartographers.game.RULES"),
        (
            "engine/cartographers/game.py",
            "from engine.cartographers.command_line.main import main",
            "engine.cartographers.command_line.main.main",
        ),
        (
            "games/tables/services.py",
            "from engine.cartographers.game import next_event",
            "engine.cartographers.game.next_event",
        ),
        ("games/tables/services.py", "from ..cartographers import forms", "games.cartographers.forms"),
        ("games/accounts/models.py", "from games.tables.models import Table", "games.tables.models.Table"),
        ("games/catalog/models.py", "import games.cartographers", "games.cartographers"),
        ("games/catalog/services.py", "import engine.contract", "engine.contract"),
        ("games/tables/services.py", "from games.tables import views", "games.tables.views"),
        ("games/tables/services.py", "from .views import home", "games.tables.views.home"),
        (
            "games/tables/clocks/clocks.py",
            "from games.tables.log.submit import submit",
            "games.tables.log.submit.submit",
        ),
        (
            "games/cartographers/goals/panels.py",
            "from games.cartographers.desk.placement_state import Ghost",
            "games.cartographers.desk.placement_state.Ghost",
        ),
        (
            "games/cartographers/words/names.py",
            "from games.cartographers.game import CARTOGRAPHERS",
            "games.cartographers.game.CARTOGRAPHERS",
        ),
        (
            "games/cartographers/models.py",
            "from games.cartographers.words.names import card_name",
            "games.cartographers.words.names.card_name",
        ),
        ("games/play/log.py", "from games.cartographers.log import words", "games.cartographers.log.words"),
        ("games/history/replay.py", "from games.notices.models import Notice", "games.notices.models.Notice"),
        ("games/history/record.py", "from engine.cartographers import RULES", "engine.cartographers.RULES"),
        ("games/history/views.py", "import games.cartographers.past", "games.cartographers.past"),
        ("games/play/replay.py", "from games.studies.models import Note", "games.studies.models.Note"),
        (
            "games/cartographers/game.py",
            "from games.history.record import read_record",
            "games.history.record.read_record",
        ),
        ("games/tables/live.py", "from tests.settings import DEBUG", "tests.settings.DEBUG"),
    ],
)
def test_a_planted_fault_is_found(tmp_path: Path, path: str, line: str, name: str) -> None:
    planted = tmp_path / path
    planted.parent.mkdir(parents=True)
    planted.write_text(line)
    module = path.removesuffix(".py").replace("/", ".")
    assert faults(tmp_path) == [f"{module} imports {name}"]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("engine/cartographers/game.py", "from engine.contract import Rules\nimport dataclasses"),
        ("engine/__main__.py", "from engine.cartographers.command_line.main import main"),
        ("engine/cartographers/command_line/main.py", "from engine import Shuffler"),
        ("games/tables/urls.py", "from games.tables import views"),
        ("games/tables/services.py", "from engine.randomness import Shuffler\nfrom django.db import transaction"),
        ("games/history/replay.py", "from games.play.log import log_view"),
        ("games/cartographers/desk/desk.py", "from games.cartographers.goals.panels import edicts"),
        ("games/cartographers/past/record_check.py", "from games.play.record_check import Finding"),
    ],
)
def test_a_good_import_is_left_alone(tmp_path: Path, path: str, line: str) -> None:
    good = tmp_path / path
    good.parent.mkdir(parents=True)
    good.write_text(line)
    assert faults(tmp_path) == []
