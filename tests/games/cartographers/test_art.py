"""Drawings: every symbol that a page uses is in the sprite."""

import re
from xml.etree import ElementTree

from django.conf import settings

from engine.cartographers.catalog import cartographers
from engine.cartographers.terrain import Feature

SVG = "{http://www.w3.org/2000/svg}"
NOT_DRAWN = {Feature.MARKED, Feature.EDGE, Feature.FILLED, Feature.EMPTY}


def sprite() -> list[ElementTree.Element]:
    """The symbols of the sprite."""
    return list(ElementTree.parse(settings.BASE_DIR / "static/img/sprite.svg").getroot())


def test_every_symbol_that_a_template_names_is_drawn() -> None:
    templates = "".join(path.read_text() for path in (settings.BASE_DIR / "templates").rglob("*.html"))
    named = set(re.findall(r"sprite(?:\.svg' %| )}}?#([a-z-]+)", templates))
    assert {"star", "coin"} <= named
    assert named <= {symbol.get("id") for symbol in sprite()}


def test_every_symbol_that_a_presenter_names_is_drawn() -> None:
    named = {feature.word for feature in set(Feature) - NOT_DRAWN} | {season.id for season in cartographers().seasons}
    assert named <= {symbol.get("id") for symbol in sprite()}


def test_symbols_take_their_colours_from_the_page() -> None:
    for symbol in sprite():
        assert symbol.tag == f"{SVG}symbol"
        assert symbol.get("viewBox") == "0 0 24 24"
        colours = {part.get(name) for part in symbol.iter() for name in ("fill", "stroke")}
        assert colours <= {None, "none", "currentColor"}, symbol.get("id")
