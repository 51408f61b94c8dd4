"""Command line entry point (`python -m engine`): commands of Cartographers, or `gisborne` and one of its own."""

import sys

from engine.cartographers.command_line.main import main as cartographers
from engine.gisborne.command_line.main import main as gisborne


def main(arguments: list[str]) -> int:
    """Run a command line of the game it names. Returns the exit status."""
    return gisborne(arguments[1:]) if arguments[:1] == ["gisborne"] else cartographers(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
