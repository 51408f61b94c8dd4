"""Users in the admin."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client, TestCase
from django.utils import timezone

from games.accounts import sanctions, services
from games.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("boss", "a-long-password-1"))
    return client


def test_staff_see_and_close_accounts(staff: Client, anne: User) -> None:
    assert "Anne of the Marsh" in staff.get("/admin/accounts/user/").content.decode()
    page = staff.get(f"/admin/accounts/user/{anne.pk}/change/")
    assert page.status_code == 200
    kept = {"username": "Anne", "display_name": "Anne", "title": "", "email": "", "language": ""}
    answer = staff.post(f"/admin/accounts/user/{anne.pk}/change/", kept)
    anne.refresh_from_db()
    assert answer.status_code == 302
    assert not anne.is_active


def test_guests_are_told_apart(staff: Client, anne: User) -> None:
    heron = services.make_guest(display_name="Wandering Heron")
    listed = staff.get("/admin/accounts/user/?guest__exact=1").content.decode()
    assert "Wandering Heron" in listed
    assert "Anne of the Marsh" not in listed
    assert staff.get(f"/admin/accounts/user/{heron.pk}/change/").status_code == 200


def test_staff_cannot_store_what_is_not_clean(staff: Client, anne: User) -> None:
    bad = {"username": "Anne", "display_name": "A\u202enne", "title": "", "email": "", "language": ""}
    assert staff.post(f"/admin/accounts/user/{anne.pk}/change/", bad).status_code == 200
    anne.refresh_from_db()
    assert anne.display_name == "Anne of the Marsh"


def test_staff_can_add_people(staff: Client) -> None:
    new = {"username": "Bob", "usable_password": "true", "password1": "correct-horse-9", "password2": "correct-horse-9"}
    answer = staff.post("/admin/accounts/user/add/", new)
    assert answer.status_code == 302
    assert User.objects.named("bob").get().display_name == "Bob"


def test_players_are_kept_out(signed_in: Client, anne: User) -> None:
    assert signed_in.get("/admin/accounts/user/").status_code == 302


def test_a_closed_account_stops_watching(staff: Client, anne: User, monkeypatch: pytest.MonkeyPatch) -> None:
    user_ids: list[int] = []
    monkeypatch.setattr("games.accounts.admin.end_sockets", lambda user_id: user_ids.append(user_id))
    kept = {"username": "Anne", "display_name": "Anne", "title": "", "email": "", "language": ""}
    with TestCase.captureOnCommitCallbacks(execute=True):
        staff.post(f"/admin/accounts/user/{anne.pk}/change/", kept | {"is_active": "on"})
        staff.post(f"/admin/accounts/user/{anne.pk}/change/", kept)
    assert user_ids == [anne.pk]


def test_an_account_closed_in_the_admin_does_not_reopen_by_itself(staff: Client, anne: User) -> None:
    kept = {"username": "Anne", "display_name": "Anne", "title": "", "email": "", "language": ""}
    sanctions.close_account(person=User.objects.get(pk=anne.pk), reason="Insults", until=timezone.now())
    for active in ({"is_active": "on"}, {}):
        assert staff.post(f"/admin/accounts/user/{anne.pk}/change/", kept | active).status_code == 302
    anne.refresh_from_db()
    assert sanctions.current_closure(anne) is None
    assert not sanctions.reopen_if_due(anne)


def test_a_helper_gives_no_rights_and_leaves_those_with_all_alone(client: Client, anne: User) -> None:
    helper = User.objects.create_user("Helper", "correct-horse-9", is_staff=True)
    helper.user_permissions.add(*Permission.objects.filter(content_type__app_label="accounts"))
    root = User.objects.create_superuser("Root2", "correct-horse-9")
    client.force_login(helper)
    kept = {"username": "Anne", "display_name": "Anne B", "title": "", "email": "", "language": "", "is_active": "on"}
    rights = {"is_superuser": "on", "is_staff": "on"}
    assert client.post(f"/admin/accounts/user/{anne.pk}/change/", kept | rights).status_code == 302
    anne.refresh_from_db()
    assert (anne.display_name, anne.is_superuser, anne.is_staff) == ("Anne B", False, False)
    assert client.post(f"/admin/accounts/user/{root.pk}/change/", kept).status_code == 403
    assert client.post(f"/admin/accounts/user/{root.pk}/password/", {}).status_code == 403


def test_the_counts_of_tries_are_out_of_reach() -> None:
    assert not [model for model in admin.site._registry if model._meta.app_label == "axes"]
