"""`legal`: list every legal placement of a card on a map."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from engine.cartographers import cartographers, heroes
from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard
from engine.cartographers.command_line import arguments, words
from engine.cartographers.placement import HeroPattern, Offer, SingleTerrain, ambush_offer, explore_offer, hero_offer
from engine.cartographers.terrain import DRAWABLE, Terrain
from engine.command_line.console import Console, UsageError

Drawable = ExploreCard | AmbushCard | HeroCard


def declare(parser: ArgumentParser) -> None:
    """Add the command's arguments to the parser."""
    parser.add_argument("card", metavar="CARD", help="the id of an explore, ambush or hero card, such as great_river")
    parser.add_argument("--ruins", action="store_true", help="the placement must cover ruins")
    parser.add_argument("--count", action="store_true", help="print only the number of placements")
    parser.add_argument(
        "--single-terrain",
        choices=arguments.list_codes(SingleTerrain),
        default=SingleTerrain.ANY,
        help="terrains allowed for a forced single space: any, or those of the card",
    )
    parser.add_argument(
        "--with-heroes", action="store_true", help="hero cards are in the game, so a single space may be a hero"
    )
    parser.add_argument(
        "--hero-pattern",
        choices=arguments.list_codes(HeroPattern),
        default=HeroPattern.TURNABLE,
        help="orientations allowed for a hero's attack",
    )
    arguments.add_map_arguments(parser)


def run(args: Namespace, console: Console) -> int:
    """List the placements. Returns 1 if there are none. Raises UsageError."""
    card = arguments.find_card(args.card, _drawable(), "card to draw")
    if args.ruins and not isinstance(card, ExploreCard):
        raise UsageError(f"--ruins: binds explore cards only, and {card.id} is none")
    offer = _offer(card, arguments.parse_board(args, console), args)
    placements = list(offer.placements()) if offer else []
    if offer and offer.forced:
        console.note(words.FORCED[offer.forced])
    if args.count:
        console.say(str(len(placements)))
    else:
        console.say(*map(str, placements))
    return 0 if placements else 1


def _drawable() -> Mapping[str, Drawable]:
    cards: dict[str, Drawable] = {}
    for box in (cartographers(), heroes()):
        cards |= {**box.explore, **box.ambushes, **box.heroes}
    return cards


def _offer(card: Drawable, board: Board, args: Namespace) -> Offer | None:
    """Return the offer for a card on a board, or None if the map is full."""
    match card:
        case ExploreCard():
            singles = (*DRAWABLE, Terrain.HERO) if args.with_heroes else DRAWABLE
            single_terrain = SingleTerrain(args.single_terrain)
            return explore_offer(card, board, ruins=args.ruins, singles=singles, single_terrain=single_terrain)
        case AmbushCard():
            return ambush_offer(card, board)
        case HeroCard():
            return hero_offer(card, board, HeroPattern(args.hero_pattern))
