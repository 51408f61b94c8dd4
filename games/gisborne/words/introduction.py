"""Introduction of the game to newcomers."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.tables.introductions import Introduction

INTRODUCTION: Final = Introduction(
    headline=_("Map the way to the far shore"),
    lead=_("A race across land that nobody has mapped yet."),
    description=_("Play Gisborne: The First Cartographers in your browser, with 3 to 5 players."),
    colophon=_("Carto: map the way to the far shore. Fan-made and not affiliated with the game’s publisher."),
)
