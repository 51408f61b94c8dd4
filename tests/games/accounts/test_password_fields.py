"""Password fields, and that passwords are used exactly as typed."""

import re

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.test import Client

from games.accounts.models import User
from tests.processes.programs import ROOT

pytestmark = pytest.mark.django_db
TYPED = "  Ängste, Berge UND ein Fluß "


@pytest.mark.parametrize(
    ("typed", "status"),
    [(TYPED, 303), (TYPED.strip(), 422), (TYPED.lower(), 422), (TYPED[:20], 422), (TYPED.replace("ß", "ss"), 422)],
)
def test_a_password_counts_as_it_was_typed(typed: str, status: int, client: Client) -> None:
    newcomer = {"username": "Zoe", "password": TYPED, "repeated": TYPED}
    assert client.post("/accounts/sign-up/", newcomer).status_code == 303
    answer = Client().post("/accounts/sign-in/", {"username": "Zoe", "password": typed})
    assert answer.status_code == status


@pytest.mark.parametrize("path", ["sign-in", "sign-up", "password/change", "email"])
def test_it_is_hidden_and_left_to_password_managers(path: str, anne: User) -> None:
    client = Client()
    if not path.startswith("sign"):
        client.force_login(anne)
    page = client.get(f"/accounts/{path}/").content.decode()
    inputs = re.findall(r'<input[^>]*name="(?:\w*password|repeated)"[^>]*>', page)
    assert inputs
    for field in inputs:
        assert 'type="password"' in field
        assert re.search(r'autocomplete="(current|new)-password"', field)


def test_scripts_let_people_paste() -> None:
    scripts = list((ROOT / "static" / "js").rglob("*.js"))
    assert scripts
    assert [script.name for script in scripts if "paste" in script.read_text()] == []


def test_a_new_site_has_no_accounts() -> None:
    call_command("load_cards", verbosity=0)
    assert not User.objects.exists()
    assert not any(group.user_set.exists() for group in Group.objects.all()), (
        "which come with the site, but nobody in it"
    )
