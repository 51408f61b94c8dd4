"""The static files as they are collected for serving."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from carto_site.settings import STORAGES
from tests.processes.programs import ROOT

HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


@pytest.fixture
def collected(tmp_path: Path, settings: Any) -> Path:
    """A folder with the files as the site serves them."""
    settings.STORAGES = STORAGES
    settings.STATIC_ROOT = tmp_path
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def test_modules_import_each_other_by_names_that_change_with_them(collected: Path) -> None:
    modules = {path.name: path.read_text() for path in collected.glob("js/map/*.js") if HASHED.search(path.name)}
    imported = [name for text in modules.values() for name in re.findall(r'^import.*"\./(.+)";$', text, re.M)]
    assert imported
    assert set(imported) <= set(modules)


def test_the_page_of_a_table_loads_every_module_at_once() -> None:
    page = (ROOT / "templates/cartographers/table/table.html").read_text(encoding="utf-8")
    named = set(re.findall(r"'js/map/(\w+\.js)'", page))
    assert named == {path.name for path in (ROOT / "static/js/map").glob("*.js")}


HIDDEN = "/.git/config", "/manage.py", "/carto_site/settings.py", "/var/secret-key", "/static/../manage.py"
FOLDERS = "/static/", "/static/js/"


@pytest.mark.django_db
@pytest.mark.parametrize("path", [*HIDDEN, *FOLDERS])
def test_nothing_else_is_served_and_no_folder_is_listed(path: str, client: Client) -> None:
    assert client.get(path).status_code == 404
