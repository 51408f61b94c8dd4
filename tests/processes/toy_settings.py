"""What a server process runs on whose only game is the toy of the table tests."""

from tests.served_settings import *
from tests.served_settings import BASE_DIR, TEMPLATES

CARTO_GAMES = {"toy": "tests.games.tables.toy.TOY"}
ROOT_URLCONF = "tests.games.tables.toy_urls"
TEMPLATES[0]["DIRS"].append(BASE_DIR / "tests" / "games" / "tables" / "templates")
