"""Command line entry point (`python -m engine`)."""

import sys

from engine.cartographers.command_line.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
