"""The static files as the site serves them, for tests that look at files or at pages that name them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import call_command
from django.test import override_settings

from carto_site.settings import STORAGES


@contextmanager
def collected_in(folder: Path) -> Iterator[Path]:
    """Collect the static files in a folder; inside, pages name them as the served site does."""
    with override_settings(STORAGES=STORAGES, STATIC_ROOT=folder):
        call_command("collectstatic", interactive=False, verbosity=0)
        yield folder
