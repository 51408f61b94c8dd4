"""Introduction to Cartographers for public pages."""

from __future__ import annotations

from typing import Final, Protocol

from django.utils.translation import get_language, gettext_lazy, gettext_noop, pgettext_lazy
from django.utils.translation import gettext as _

from engine.cartographers.cards import Corner, Stack
from engine.cartographers.sheet import Region, Sheet
from engine.cartographers.sheet_generator import sheet_number
from engine.cartographers.terrain import Feature, Terrain
from engine.labels import Labels
from games.tables.game import AsOnPaper
from games.tables.introductions import Introduction

INTRODUCTION: Final = Introduction(
    headline=gettext_lazy("Draw the map of the kingdom"),
    lead=gettext_lazy("The board game, solo or with friends."),
    description=gettext_lazy("Play Cartographers and Cartographers Heroes in your browser, solo or with friends."),
    colophon=gettext_lazy(
        "Carto: draw the Queen’s map together. Fan-made and not affiliated with the game’s publisher."
    ),
)

AS_ON_PAPER: Final = AsOnPaper(
    hint=gettext_lazy("Stars are shown only after each season is scored. There are no previews and no best spots."),
    rule=gettext_lazy("This table is played as on paper: stars are shown only after each season is scored."),
    seat_rule=gettext_lazy("You play as on paper: stars are shown only after each season is scored."),
)


KEY: Final = "cartographers"
"""Key under which tables store the game."""


def as_on_paper_sentence(*, seated: bool) -> str:
    """Return the sentence that the reader, at a seat or a spectator, sees no stars before they are counted."""
    return str(AS_ON_PAPER.seat_rule if seated else AS_ON_PAPER.rule)


class NamedItem(Protocol):
    """Card or other item with a printed name."""

    @property
    def name(self) -> str:
        """Printed name in English, "" if there is none."""

    @property
    def labels(self) -> Labels:
        """Names and additional texts in other languages."""


def terrain_name(terrain: Terrain | Feature) -> str:
    """Return the name of a terrain within a sentence: "forest"."""
    return str(_TERRAINS[Feature(terrain)])


def terrain_label(terrain: Terrain | Feature) -> str:
    """Return the name of a terrain on its own: "Forest"."""
    return str(_TERRAIN_LABELS[Feature(terrain)])


def season_name(season_id: str) -> str:
    """Return the name of a season by its id; an unknown id is returned as is."""
    return str(_SEASONS.get(season_id, season_id))


def card_name(card: NamedItem) -> str:
    """Return a card's name in the page's language: its own, else the published translation, else as written."""
    return card.labels.name(get_language() or "") or (_(card.name) if card.name else "")


def custom_text(card: NamedItem) -> str:
    """Return a card's additional text, in the page's language or else English; "" if there is none."""
    return card.labels.own_words(get_language() or "")


def sheet_name(sheet: Sheet) -> str:
    """Return a sheet's name like a card's; a sheet without a name is called by its id."""
    if number := sheet_number(sheet):
        return _("Random map sheet %(number)s") % {"number": number}
    return card_name(sheet) or sheet.id


def region_name(region: Region) -> str:
    """Return the name of a sheet's region in the page's language, or "" if it has none."""
    return region.labels.name(get_language() or "") or region.name


def sheet_label(sheet: Sheet) -> str:
    """Return the label of a sheet in a list: its name, with its printed letter if it has one."""
    return f"{sheet.id}: {sheet_name(sheet)}" if len(sheet.id) == 1 else sheet_name(sheet)


def stack_name(stack: Stack) -> str:
    """Return the name of a stack of scoring cards."""
    return str(_STACKS[stack])


def corner_name(corner: Corner) -> str:
    """Return the name of a map corner within a sentence: "north-west"."""
    return str(_CORNERS[corner])


def title_name(code: str) -> str:
    """Return the title of a solo rating by its code."""
    return str(_TITLES[code])


_TERRAINS = {
    Feature.FOREST: pgettext_lazy("terrain in a sentence", "forest"),
    Feature.VILLAGE: pgettext_lazy("terrain in a sentence", "village"),
    Feature.FARM: pgettext_lazy("terrain in a sentence", "farm"),
    Feature.WATER: pgettext_lazy("terrain in a sentence", "water"),
    Feature.MONSTER: pgettext_lazy("terrain in a sentence", "monster"),
    Feature.HERO: pgettext_lazy("terrain in a sentence", "hero"),
    Feature.MOUNTAIN: pgettext_lazy("terrain in a sentence", "mountain"),
    Feature.WASTELAND: pgettext_lazy("terrain in a sentence", "wasteland"),
    Feature.DESTROYED: pgettext_lazy("terrain in a sentence", "destroyed"),
    Feature.RUINS: pgettext_lazy("terrain in a sentence", "ruins"),
    Feature.MARKED: pgettext_lazy("terrain in a sentence", "marked"),
    Feature.EDGE: pgettext_lazy("terrain in a sentence", "edge"),
    Feature.FILLED: pgettext_lazy("terrain in a sentence", "filled"),
    Feature.EMPTY: pgettext_lazy("terrain in a sentence", "empty"),
    Feature.LANDMARK: pgettext_lazy("terrain in a sentence", "landmark"),
    Feature.TOLL: pgettext_lazy("terrain in a sentence", "coin space"),
    Feature.REGION_1: pgettext_lazy("terrain in a sentence", "region 1"),
    Feature.REGION_2: pgettext_lazy("terrain in a sentence", "region 2"),
    Feature.REGION_3: pgettext_lazy("terrain in a sentence", "region 3"),
    Feature.REGION_4: pgettext_lazy("terrain in a sentence", "region 4"),
}

_TERRAIN_LABELS = {
    Feature.FOREST: pgettext_lazy("terrain as a label", "Forest"),
    Feature.VILLAGE: pgettext_lazy("terrain as a label", "Village"),
    Feature.FARM: pgettext_lazy("terrain as a label", "Farm"),
    Feature.WATER: pgettext_lazy("terrain as a label", "Water"),
    Feature.MONSTER: pgettext_lazy("terrain as a label", "Monster"),
    Feature.HERO: pgettext_lazy("terrain as a label", "Hero"),
    Feature.MOUNTAIN: pgettext_lazy("terrain as a label", "Mountain"),
    Feature.WASTELAND: pgettext_lazy("terrain as a label", "Wasteland"),
    Feature.DESTROYED: pgettext_lazy("terrain as a label", "Destroyed"),
    Feature.RUINS: pgettext_lazy("terrain as a label", "Ruins"),
    Feature.MARKED: pgettext_lazy("terrain as a label", "Marked"),
    Feature.EDGE: pgettext_lazy("terrain as a label", "Edge of the map"),
    Feature.FILLED: pgettext_lazy("terrain as a label", "Filled"),
    Feature.EMPTY: pgettext_lazy("terrain as a label", "Empty"),
    Feature.LANDMARK: pgettext_lazy("terrain as a label", "Landmark"),
    Feature.TOLL: pgettext_lazy("terrain as a label", "Coin space"),
    Feature.REGION_1: pgettext_lazy("terrain as a label", "Region 1"),
    Feature.REGION_2: pgettext_lazy("terrain as a label", "Region 2"),
    Feature.REGION_3: pgettext_lazy("terrain as a label", "Region 3"),
    Feature.REGION_4: pgettext_lazy("terrain as a label", "Region 4"),
}

_SEASONS = {
    "spring": gettext_lazy("Spring"),
    "summer": gettext_lazy("Summer"),
    "fall": gettext_lazy("Fall"),
    "winter": gettext_lazy("Winter"),
}

_STACKS = {
    Stack.FOREST: pgettext_lazy("stack of scoring cards", "forest"),
    Stack.VILLAGE: pgettext_lazy("stack of scoring cards", "village"),
    Stack.FARM_WATER: pgettext_lazy("stack of scoring cards", "farm and water"),
    Stack.SPATIAL: pgettext_lazy("stack of scoring cards", "mixed terrain"),
}

_CORNERS = {
    Corner.TOP_LEFT: pgettext_lazy("a corner of the map", "northwest"),
    Corner.TOP_RIGHT: pgettext_lazy("a corner of the map", "northeast"),
    Corner.BOTTOM_LEFT: pgettext_lazy("a corner of the map", "southwest"),
    Corner.BOTTOM_RIGHT: pgettext_lazy("a corner of the map", "southeast"),
}

_TITLES = {
    "legendary_cartographer": gettext_lazy("Legendary Cartographer"),
    "master_mapsmith": gettext_lazy("Master Mapsmith"),
    "journeyman_topographer": gettext_lazy("Journeyman Topographer"),
    "apprentice_surveyor": gettext_lazy("Apprentice Surveyor"),
    "amateur_assessor": gettext_lazy("Amateur Assessor"),
    "inept_assistant": gettext_lazy("Inept Assistant"),
    "dimwitted_doodler": gettext_lazy("Dimwitted Doodler"),
    "oblivious_inkdrinker": gettext_lazy("Oblivious Inkdrinker"),
}

PRINTED_NAMES = (
    gettext_noop("Great River"),
    gettext_noop("Farmland"),
    gettext_noop("Hamlet"),
    gettext_noop("Forgotten Forest"),
    gettext_noop("Hinterland Stream"),
    gettext_noop("Homestead"),
    gettext_noop("Orchard"),
    gettext_noop("Treetop Village"),
    gettext_noop("Marshlands"),
    gettext_noop("Fishing Village"),
    gettext_noop("Rift Lands"),
    gettext_noop("Temple Ruins"),
    gettext_noop("Outpost Ruins"),
    gettext_noop("Goblin Attack"),
    gettext_noop("Bugbear Assault"),
    gettext_noop("Kobold Onslaught"),
    gettext_noop("Gnoll Raid"),
    gettext_noop("Sentinel Wood"),
    gettext_noop("Greenbough"),
    gettext_noop("Treetower"),
    gettext_noop("Stoneside Forest"),
    gettext_noop("Canal Lake"),
    gettext_noop("Mages Valley"),
    gettext_noop("The Golden Granary"),
    gettext_noop("Shoreside Expanse"),
    gettext_noop("Wildholds"),
    gettext_noop("Great City"),
    gettext_noop("Greengold Plains"),
    gettext_noop("Shieldgate"),
    gettext_noop("Borderlands"),
    gettext_noop("Lost Barony"),
    gettext_noop("The Broken Road"),
    gettext_noop("The Cauldrons"),
    gettext_noop("Faunlost Thicket"),
    gettext_noop("Deepwood"),
    gettext_noop("Heart of the Forest"),
    gettext_noop("Sleepy Valley"),
    gettext_noop("Traylo Monastery"),
    gettext_noop("Outer Enclave"),
    gettext_noop("Gnomish Colony"),
    gettext_noop("Caravansary"),
    gettext_noop("Craylund"),
    gettext_noop("Ulem's Wallow"),
    gettext_noop("Clawsgrave Peaks"),
    gettext_noop("Jorekburg"),
    gettext_noop("Dwarvenholds"),
    gettext_noop("Silos"),
    gettext_noop("Banded Hills"),
    gettext_noop("Starlit Sigil"),
    gettext_noop("Lagoon"),
    gettext_noop("Pasture"),
    gettext_noop("Settlement"),
    gettext_noop("Timber Grove"),
    gettext_noop("Hillside Terrace"),
    gettext_noop("Frontier Dwelling"),
    gettext_noop("Wildwood Garden"),
    gettext_noop("Woodland Crossroads"),
    gettext_noop("Coastal Encampment"),
    gettext_noop("Mangrove Swamp"),
    gettext_noop("Kethra's Gates"),
    gettext_noop("Dragon Inferno"),
    gettext_noop("Zombie Plague"),
    gettext_noop("Giant Troll Ravage"),
    gettext_noop("Gorgon Gaze"),
    gettext_noop("Dobrik of Lorkheim"),
    gettext_noop("Wren the Lioness"),
    gettext_noop("Freyla the True"),
    gettext_noop("Dal of Jolev"),
    gettext_noop("Wilderness"),
    gettext_noop("Wilderness of the Western Lands"),
    gettext_noop("Wastelands of the Western Lands"),
    gettext_noop("Wastelands"),
    gettext_noop("Change of Plan"),
    gettext_noop("Small Plot"),
    gettext_noop("Broad Brush"),
    gettext_noop("Fine Nib"),
    gettext_noop("Free Hand"),
    gettext_noop("Old Sketch"),
    gettext_noop("Second Draft"),
    gettext_noop("Monster Hunt"),
)
"""Published names, listed here so that they are extracted for translation. They are looked up by the name itself."""
