"""What strangers are told of Cartographers."""

from typing import Final

from django.utils.translation import gettext_lazy

from games.tables.game import Introduction

INTRODUCTION: Final = Introduction(
    headline=gettext_lazy("Draw your map of the kingdom"),
    lead=gettext_lazy(
        "The board game Cartographers, alone or with friends: all draw the same discoveries, and the map that serves "
        "the Queen’s edicts best wins."
    ),
    description=gettext_lazy("Play Cartographers and Cartographers Heroes in the browser, alone or with friends."),
    colophon=gettext_lazy(
        "Carto: draw the Queen’s map together. A fan-made table, not connected with the game’s publisher."
    ),
)
