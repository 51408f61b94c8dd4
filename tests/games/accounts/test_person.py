"""The public profile page of a user."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games.accounts.access import BACKEND
from games.accounts.models import User
from games.accounts.services import make_guest

pytestmark = pytest.mark.django_db


def test_anybody_may_read_it(client: Client, anne: User) -> None:
    User.objects.update(title="Keeper of Maps")
    page = client.get("/people/Anne/").content.decode()
    assert "Anne of the Marsh" in page
    assert "Keeper of Maps" in page
    assert "Edit profile" not in page


def test_it_tells_nothing_private(client: Client, anne: User) -> None:
    assert "example.org" not in client.get("/people/Anne/").content.decode()


def test_the_person_finds_the_way_to_edit(signed_in: Client) -> None:
    assert "Edit profile" in signed_in.get("/people/Anne/").content.decode()


def test_any_case_leads_to_the_one_address(client: Client, anne: User) -> None:
    assert client.get("/people/aNNE/")["Location"] == "/people/Anne/"


@pytest.mark.parametrize(
    "path", ["/people/nobody/", "/people/" + "x" * 300 + "/", "/people/a%00b/", "/people/%E2%80%AE/"]
)
def test_unknown_people_are_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_closed_are_not_found(client: Client, anne: User) -> None:
    User.objects.update(is_active=False)
    assert client.get("/people/Anne/").status_code == 404


def test_it_takes_no_forms(client: Client, anne: User) -> None:
    assert client.post("/people/Anne/").status_code == 405


def test_an_address_leads_to_a_page_that_its_reader_may_see() -> None:
    anne, ben = (User.objects.create_user(name, "chart and compass") for name in ("anne-b", "ben-b"))
    guest, gone = make_guest(display_name="Heron"), User.objects.create_user("gone", is_active=False)
    for hidden in (False, True):
        anne.hidden = hidden
        anne.save()
        for viewer in (anne, ben, AnonymousUser(), None):
            browser = Client()
            if isinstance(viewer, User):
                browser.force_login(viewer, BACKEND)
            address = anne.profile_url_for(viewer)
            assert bool(address) is (browser.get("/people/anne-b/").status_code == 200)
            assert bool(address) is (not hidden or viewer == anne)
            assert guest.profile_url_for(viewer) == gone.profile_url_for(viewer) == ""
