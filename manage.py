#!/usr/bin/env python
"""The command line of the site: `python manage.py serve`, `prepare`, `check` and Django's own commands."""

import os
import sys


def main() -> None:
    """Run a command of the site."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carto_site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
