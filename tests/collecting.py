"""Collected static files as the site serves them, for tests of the files or of pages linking to them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import call_command
from django.test import override_settings

from carto_site.settings import STORAGES


@contextmanager
def collected_in(folder: Path) -> Iterator[Path]:
    """Collect static files into a folder; inside the context, pages link to them like the live site."""
    with override_settings(STORAGES=STORAGES, STATIC_ROOT=folder):
        call_command("collectstatic", interactive=False, verbosity=0)
        yield folder
