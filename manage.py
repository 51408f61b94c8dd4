#!/usr/bin/env python
"""The command line of the site: `python manage.py serve`, `prepare`, `check` and Django's own commands."""

import os
import sys


def main() -> None:
    """Run a command of the site."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carto_site.settings")
    # All processes of a site go by one clock (games/clock.py).
    os.environ.setdefault("CARTO_CLOCK", "database")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
