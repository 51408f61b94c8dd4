"""Fixtures for ratings of the toy."""

from tests.games.tables.conftest import _only_the_toy as _only_the_toy
from tests.games.tables.conftest import people as people
