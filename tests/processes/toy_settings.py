"""What a server process runs on whose only game is the toy of the table tests."""

from tests.served_settings import *

CARTO_GAMES = {"toy": "tests.games.tables.toy.TOY"}
