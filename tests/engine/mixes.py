"""Mixes of both boxes' components, and games with them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from engine.cartographers.cards import AmbushCard, ExploreCard, Overlap, Place
from engine.cartographers.catalog import Catalog, Edition, cartographers, heroes
from engine.cartographers.effects import (
    COIN_ACTIONS,
    DIRECTIONS,
    REGION_AREAS,
    Effect,
    EffectAction,
    EffectArea,
    EffectChooser,
    EffectTiming,
)
from engine.cartographers.events import Definition
from engine.cartographers.geometry import Mask, mask_of, space
from engine.cartographers.placement import HeroPattern, SingleTerrain
from engine.cartographers.rules.setup import Setup
from engine.cartographers.sheet import Region, Sheet
from engine.cartographers.terrain import DRAWABLE, Terrain
from engine.randomness import Shuffler
from tests.engine.oracle.board import Space, format_map
from tests.engine.oracle.random_maps import living_sheet, printed_sheet
from tests.engine.tools import BLANK, EDICTS, Game, Stacked, seed_of

Box = Literal["cartographers", "heroes"]
Boxes = Literal["cartographers", "heroes", "both"]
Ruins = Literal["by_the_book", "in", "out"]
SEASONS = ("spring", "summer", "fall", "winter")


@dataclass(frozen=True)
class Mix:
    """The box that each part comes from, independent of the engine's own class.

    tests/engine/test_mix.py checks that both agree. A test's own sheet counts as one of the Heroes box.
    """

    sheet: str | Sheet = "C"
    deck: Box = "heroes"
    seasons: Box = "heroes"
    ambushes: Boxes = "heroes"
    heroes: bool = True
    pool: Boxes = "heroes"
    edition: Edition = Edition.RETAIL
    single_terrain: SingleTerrain = SingleTerrain.ANY
    hero_pattern: HeroPattern = HeroPattern.TURNABLE
    edicts: tuple[str, ...] = ()
    ruins: Ruins = "by_the_book"
    monsters_walk: bool = False
    destroys_wasteland: bool = False
    wild: int = 0
    """Number of the random effects of monsters with an initial and of places of explore cards; 0 for published ones."""
    overlaps: bool = False
    """True if random explore cards may be drawn over what is drawn."""

    def setup(self) -> Setup:
        """The engine set-up of a game with this mix."""
        return Setup(self.definition(), self.edicts)

    def definition(self) -> Definition:
        """The definition of a game with this mix."""
        base, box = cartographers(), heroes(self.edition)
        boxes: Mapping[str, Sequence[Catalog]] = {"cartographers": [base], "heroes": [box], "both": [base, box]}
        (deck,), (seasons,) = boxes[self.deck], boxes[self.seasons]
        sheet = self.sheet if isinstance(self.sheet, Sheet) else {**base.sheets, **box.sheets}[self.sheet]
        return Definition(
            sheet=sheet,
            seasons=seasons.seasons,
            explore=self._explore(tuple(deck.explore.values())),
            ruins=tuple(base.ruins.values()) if self._with_ruins() else (),
            ambushes=self._ambushes(boxes[self.ambushes]),
            pool=tuple(card for each in boxes[self.pool] for card in each.scoring.values()),
            singles=(*DRAWABLE, Terrain.HERO) if self.heroes else DRAWABLE,
            single_terrain=self.single_terrain,
            heroes=tuple(box.heroes.values()) if self.heroes else (),
            hero_pattern=self.hero_pattern if self.heroes else HeroPattern.TURNABLE,
            monsters_walk=self.monsters_walk,
            destroys_wasteland=self.destroys_wasteland,
        )

    def _explore(self, cards: tuple[ExploreCard, ...]) -> tuple[ExploreCard, ...]:
        if self.overlaps:
            return wild_overlaps(cards, self.wild)
        return wild_places(cards, self.wild) if self.wild else cards

    def _ambushes(self, boxes: Sequence[Catalog]) -> tuple[AmbushCard, ...]:
        cards = tuple(card for each in boxes for card in each.ambushes.values())
        return wild_monsters(cards, self.wild) if self.wild else cards

    def _with_ruins(self) -> bool:
        """True if ruins cards are in: by the book, as soon as any part is not from the Heroes box."""
        mixed = self.sheet in ("A", "B") or {self.deck, self.seasons, self.ambushes, self.pool} != {"heroes"}
        return {"by_the_book": mixed, "in": True, "out": False}[self.ruins]


def wild_monsters(cards: Sequence[AmbushCard], number: int) -> tuple[AmbushCard, ...]:
    """Monsters of which those with an initial have the random effects with a number."""
    rng = Random(number)
    return tuple(
        replace(card, effect=random_effect(rng), coins=rng.randint(1, 4)) if card.initial else card for card in cards
    )


def wild_places(cards: Sequence[ExploreCard], number: int) -> tuple[ExploreCard, ...]:
    """Explore cards of which a random half is tied to a place."""
    rng = Random(-number)
    return tuple(replace(card, place=rng.choice((None, None, *Place))) for card in cards)


def wild_overlaps(cards: Sequence[ExploreCard], number: int) -> tuple[ExploreCard, ...]:
    """Explore cards of which most are drawn over terrain, in one way or both, and a random half is tied to a place."""
    rng, ways = Random(number), ((Overlap.DESTROY,), (Overlap.REPLACE,), tuple(Overlap))[number % 3]
    places = (None, None, Place.EDGE, Place.MOUNTAIN)
    return tuple(replace(card, place=rng.choice(places), overlap=rng.choice(ways)) for card in cards)


def random_effect(rng: Random) -> Effect:
    """A random effect made of blocks, sometimes a published one."""
    timings = [timing for timing in EffectTiming if timing is not EffectTiming.SURROUNDED]
    timing, action = rng.choice(timings), rng.choice(tuple(EffectAction))
    if action in COIN_ACTIONS:
        return Effect(timing, action)
    chooser = rng.choice(tuple(EffectChooser))
    if action is EffectAction.MOVE:
        direction = rng.choice(DIRECTIONS) if chooser is EffectChooser.NOBODY else EffectArea.BESIDE
        return Effect(timing, action, direction, 1, chooser)
    counts = (1, 2, 3) if chooser is not EffectChooser.NOBODY else (None, None, 1, 2, 3)
    areas = [area for area in EffectArea if area not in (*DIRECTIONS, *REGION_AREAS)]
    area = rng.choice(REGION_AREAS if rng.random() < 0.1 else areas)
    return Effect(timing, action, area, rng.choice(counts), chooser)


FIRST_GAME = ("faunlost_thicket", "gnomish_colony", "ulems_wallow", "dwarvenholds")
CARTOGRAPHERS = Mix("A", "cartographers", "cartographers", "cartographers", False, "cartographers")
HEROES = Mix()
BOTH = Mix("C", "cartographers", "heroes", "both", True, "both")
BOTH_ON_HEROES_DECK = Mix("D", "heroes", "heroes", "both", True, "both")
PRESETS = {
    "cartographers": CARTOGRAPHERS,
    "heroes": HEROES,
    "both": BOTH,
    "first_game": replace(HEROES, edicts=FIRST_GAME),
}
"""What hosts are offered by name."""


def random_mix(rng: Random) -> Mix:
    """A random mix of both boxes."""
    return Mix(
        sheet=rng.choice("ABCD"),
        deck=rng.choice(("cartographers", "heroes")),
        seasons=rng.choice(("cartographers", "heroes")),
        ambushes=rng.choice(("cartographers", "heroes", "heroes", "both")),
        heroes=rng.random() < 0.8,
        pool=rng.choice(("cartographers", "heroes", "both")),
        edition=rng.choice(tuple(Edition)),
        single_terrain=rng.choice(tuple(SingleTerrain)),
        hero_pattern=rng.choice(tuple(HeroPattern)),
        ruins=rng.choice(("by_the_book", "by_the_book", "in", "out")),
    )


def numbered_mix(number: int) -> Mix:
    """The mix with a number: of every twelve, six are a preset with 1 to 6 seats, and six are random."""
    if number // 6 % 2:
        return random_mix(Random(number))
    return tuple(PRESETS.values())[number // 12 % len(PRESETS)]


def wild_random(number: int, *, overlaps: bool = False) -> Game:
    """A new game with random effects of its monsters and 1 to 6 seats.

    Of four, one is on printed terrain, and one on a sheet with landmarks, coin spaces and regions. With `overlaps`,
    explore cards may be drawn over terrain.
    """
    rng = Random(number)
    mix = random_mix(rng)
    if number // 6 % 2:
        mix = replace(mix, sheet=living_sheet_of(number) if number // 12 % 2 else sheet_with_terrain(number))
    mix = replace(
        mix,
        ambushes=rng.choice(("heroes", "heroes", "both")),
        monsters_walk=rng.random() < 0.2,
        destroys_wasteland=rng.random() < 0.3,
        wild=number + 1,
        overlaps=overlaps,
    )
    return Game(mix.setup(), 1 + number % 6, Shuffler(seed_of(number)))


def sheet_with_terrain(number: int) -> Sheet:
    """The random sheet with printed terrain that has a number."""
    rows = format_map(printed_sheet(Random(number))).split("\n")
    return Sheet.from_rows(f"printed_{number}", f"Printed {number}", rows)


def living_sheet_of(number: int) -> Sheet:
    """The random sheet with landmarks, coin spaces and regions that has a number."""
    drawn = living_sheet(Random(number))
    sheet = Sheet.from_rows(f"living_{number}", f"Living {number}", format_map(drawn).split("\n"))
    names = [name for name in sorted(drawn.marked) if name != "toll"]
    regions = tuple(Region(f"Part {name}", _mask(drawn.marked[name])) for name in names)
    coins = 1 + number % 3 if sheet.landmarks else 0
    return replace(sheet, landmark_coins=coins, tolls=_mask(drawn.marked.get("toll", set())), regions=regions)


def _mask(cells: set[Space]) -> Mask:
    return mask_of(space(*cell) for cell in cells)


def mixed_random(number: int) -> Game:
    """A new game with the numbered mix and 1 to 6 seats."""
    return Game(numbered_mix(number).setup(), 1 + number % 6, Shuffler(seed_of(number)))


def with_cards(game: Definition, seasons: Sequence[Sequence[str]], **changes: Any) -> Definition:
    """A definition whose seasons end with the last of the cards given for each."""
    times = {card.id: card.time for card in game.explore}
    thresholds = [max(1, sum(times.get(card, 0) for card in cards)) for cards in seasons]
    thresholds += [1] * (len(game.seasons) - len(thresholds))
    short = [replace(season, threshold=least) for season, least in zip(game.seasons, thresholds, strict=True)]
    return replace(game, seasons=tuple(short), **changes)


def staged(seats: int, *seasons: Sequence[str], mix: Mix | None = None, seed: int = 0, **changes: Any) -> Game:
    """A game whose seasons reveal the given cards in order and then end, on a blank sheet by default.

    Ambushes and heroes are added to the decks in the order in which they are named.
    """
    mix = mix or Mix(sheet=BLANK, pool="both")
    definition = with_cards(mix.definition(), seasons, **changes)
    named = [card for cards in seasons for card in cards]
    tops: dict[str, Sequence[str]] = {f"deck/{name}": cards for name, cards in zip(SEASONS, seasons, strict=False)}
    for label, cards in (("ambushes", definition.ambushes), ("heroes", definition.heroes)):
        tops[label] = [card for card in named if card in {each.id for each in cards}]
    edicts = EDICTS if {card.id for card in definition.pool} >= set(EDICTS) else ()
    return Game(Setup(definition, edicts), seats, Stacked(seed_of(seed), tops))
