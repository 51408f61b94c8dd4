"""Startup of a command's worker processes; nothing here may need Django before that."""

import django


def begin() -> None:
    """Let this process use the site's models, by the settings of the one that started it."""
    django.setup()
