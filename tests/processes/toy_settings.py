"""Settings of a server process whose only game is the toy of the table tests."""

from tests.served_settings import *
from tests.served_settings import BASE_DIR, TEMPLATES

CARTO_GAMES = {"toy": "tests.games.tables.toy_features.TOY"}
TEMPLATES[0]["DIRS"].append(BASE_DIR / "tests" / "games" / "tables" / "templates")
