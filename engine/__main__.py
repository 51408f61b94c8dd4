"""`python -m engine`: the rules at the command line."""

import sys

from engine.cartographers.command_line.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
