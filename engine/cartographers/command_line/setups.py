"""Choice of the game to play: a mix by name, and options that change it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace

from engine.cartographers import PRESETS, Edition, Preset, Setup, setup_of
from engine.cartographers.command_line import arguments
from engine.cartographers.mixing.library import published_library
from engine.cartographers.mixing.presets import first_game


def declare(parser: ArgumentParser) -> None:
    """Add the options that `parse_setup` reads."""
    parser.add_argument(
        "--game",
        choices=arguments.list_codes(PRESETS),
        help="boxes to play with (default: cartographers)",
    )
    parser.add_argument("--sheet", metavar="SHEET", help="map sheet, A to D (default: the game's own)")
    parser.add_argument(
        "--edition",
        choices=arguments.list_codes(Edition),
        default=Edition.RETAIL,
        help="edition of the Heroes scoring cards",
    )
    parser.add_argument(
        "--destroy-wasteland", action="store_true", help="monsters that destroy drawn spaces may destroy wasteland"
    )
    parser.add_argument(
        "--edicts", metavar="IDS", help="four comma-separated scoring cards for edicts A to D (default: random)"
    )


def parse_setup(args: Namespace) -> Setup:
    """Parse the chosen published game, without checking that it can be played. Raises UsageError."""
    preset, edition = Preset(args.game or Preset.CARTOGRAPHERS), Edition(args.edition)
    mix = first_game(edition) if preset is Preset.FIRST_GAME else replace(PRESETS[preset], edition=edition)
    mix = replace(mix, destroys_wasteland=args.destroy_wasteland)
    if args.sheet is not None:
        mix = replace(mix, sheet=arguments.find_card(args.sheet, published_library().sheets, "sheet").id)
    if args.edicts is not None:
        mix = replace(mix, edicts=tuple(args.edicts.split(",")))
    return setup_of(mix)
