"""Introduction to Cartographers for public pages."""

from typing import Final

from django.utils.translation import gettext_lazy

from games.tables.game import Introduction

INTRODUCTION: Final = Introduction(
    headline=gettext_lazy("Map the Queen’s lands"),
    lead=gettext_lazy(
        "Play the board game Cartographers, solo or with friends. All players draw the same "
        "discoveries. The map that best fulfills the Queen’s edicts wins."
    ),
    description=gettext_lazy("Play Cartographers and Cartographers Heroes in your browser, solo or with friends."),
    colophon=gettext_lazy(
        "Carto: draw the Queen’s map together. Fan-made and not affiliated with the game’s publisher."
    ),
)
