"""Staff permissions over other users: no acting on users with more rights, and no granting of rights."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.test import Client, TestCase

from games.accounts.models import User
from games.accounts.staff import may_act_on

pytestmark = pytest.mark.django_db
KEPT = {"username": "Target", "display_name": "Target", "title": "", "email": "", "language": "", "is_active": "on"}
NEW = {"usable_password": "true", "password1": "chart-and-compass-9", "password2": "chart-and-compass-9"}


def person(name: str, *rights: str, **fields: Any) -> User:
    user = User.objects.create_user(name, "correct-horse-9", **fields)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return user


PEOPLE = ("add_user", "change_user", "delete_user", "view_user")
GROUPS = ("add_group", "change_group", "delete_group", "view_group")


@pytest.fixture
def helper() -> User:
    """A staff user who manages users and groups."""
    return person("Helper", *PEOPLE, *GROUPS, is_staff=True)


@pytest.fixture
def staff(helper: User) -> Client:
    client = Client()
    client.force_login(helper)
    return client


def root() -> User:
    return User.objects.create_superuser("Target", "correct-horse-9")


def closed_root() -> User:
    return User.objects.create_superuser("Target", "correct-horse-9", is_active=False)


def with_another_right() -> User:
    return person("Target", "view_table", is_staff=True)


def with_another_right_by_a_group() -> User:
    target = person("Target", is_staff=True)
    group = Group.objects.create(name="Watchers")
    group.permissions.add(Permission.objects.get(codename="view_table"))
    target.groups.add(group)
    return target


def closed_with_another_right() -> User:
    return person("Target", "view_table", is_staff=True, is_active=False)


ABOVE = (root, closed_root, with_another_right, with_another_right_by_a_group, closed_with_another_right)


def player() -> User:
    return person("Target")


def colleague() -> User:
    return person("Target", "view_user", "delete_user", is_staff=True)


WITHIN_REACH = (player, colleague)


def page(target: User, what: str) -> str:
    return f"/admin/accounts/user/{target.pk}/{what}/"


def delete_from_the_list(staff: Client, *targets: User) -> Any:
    chosen = {"action": "delete_selected", "_selected_action": [target.pk for target in targets], "post": "yes"}
    return staff.post("/admin/accounts/user/", chosen)


@pytest.mark.parametrize("make", ABOVE)
def test_nobody_acts_on_who_has_more_rights(make: Any, staff: Client) -> None:
    target = make()
    before = User.objects.filter(pk=target.pk).values().get()
    mine = KEPT | {"email": "helper@example.org"}
    assert staff.post(page(target, "change"), mine).status_code == 403
    assert staff.post(page(target, "change"), {**KEPT, "is_active": ""}).status_code == 403
    assert staff.get(page(target, "password")).status_code == 403
    assert staff.post(page(target, "password"), NEW).status_code == 403
    assert staff.get(page(target, "delete")).status_code == 403
    assert staff.post(page(target, "delete"), {"post": "yes"}).status_code == 403
    assert delete_from_the_list(staff, target).status_code == 403
    assert User.objects.filter(pk=target.pk).values().get() == before
    assert not LogEntry.objects.exists()


def test_one_above_spoils_a_choice_from_the_list(staff: Client) -> None:
    chosen = (person("Bob"), root())
    assert delete_from_the_list(staff, *chosen).status_code == 403
    assert User.objects.filter(pk__in=[user.pk for user in chosen]).count() == 2


@pytest.mark.parametrize("make", ABOVE)
def test_a_person_above_can_be_looked_at(make: Any, staff: Client) -> None:
    target = make()
    shown = staff.get(page(target, "change"))
    assert shown.status_code == 200
    for offered in ("password/", "md5$", 'name="_save"', "deletelink"):
        assert offered not in shown.content.decode()


@pytest.mark.parametrize("make", WITHIN_REACH)
def test_others_are_changed_and_deleted(make: Any, staff: Client) -> None:
    target = make()
    assert staff.post(page(target, "change"), {**KEPT, "display_name": "Bob"}).status_code == 302
    assert staff.post(page(target, "password"), NEW).status_code == 302
    target.refresh_from_db()
    assert target.display_name == "Bob"
    assert target.check_password(NEW["password1"])
    assert delete_from_the_list(staff, target).status_code == 302
    assert not User.objects.filter(pk=target.pk).exists()


def test_who_has_every_right_acts_on_everybody(client: Client) -> None:
    client.force_login(person("Root2", is_staff=True, is_superuser=True))
    target = root()
    assert client.post(page(target, "password"), NEW).status_code == 302
    assert client.post(page(target, "delete"), {"post": "yes"}).status_code == 302
    assert not User.objects.filter(pk=target.pk).exists()


def test_the_staff_are_above_players() -> None:
    assert not may_act_on(person("Player", *PEOPLE), person("Target", is_staff=True))


def test_a_helper_changes_themselves_but_not_their_rights(staff: Client, helper: User) -> None:
    every = [str(right.pk) for right in Permission.objects.all()]
    rights = {"is_superuser": "on", "is_staff": "on", "user_permissions": every}
    mine = KEPT | {"username": "Helper", "display_name": "Lady Helper"} | rights
    assert staff.post(page(helper, "change"), mine).status_code == 302
    helper = User.objects.get(pk=helper.pk)
    assert (helper.display_name, helper.is_superuser) == ("Lady Helper", False)
    assert helper.user_permissions.count() == len(PEOPLE + GROUPS)


def test_a_helper_adds_people_without_rights(staff: Client) -> None:
    every = [str(right.pk) for right in Permission.objects.all()]
    rights = {"is_superuser": "on", "is_staff": "on", "user_permissions": every}
    assert staff.post("/admin/accounts/user/add/", {"username": "Bob", **NEW, **rights}).status_code == 302
    bob = User.objects.named("bob").get()
    assert (bob.is_staff, bob.is_superuser, bob.get_all_permissions()) == (False, False, set())


def test_only_who_has_every_right_changes_groups(staff: Client, helper: User) -> None:
    group = Group.objects.create(name="Helpers")
    helper.groups.add(group)
    every = {"name": "Helpers", "permissions": [str(right.pk) for right in Permission.objects.all()]}
    base = "/admin/auth/group/"
    assert staff.get(f"{base}{group.pk}/change/").status_code == 200
    assert staff.post(f"{base}{group.pk}/change/", every).status_code == 403
    assert staff.post(f"{base}add/", every | {"name": "Others"}).status_code == 403
    assert staff.post(f"{base}{group.pk}/delete/", {"post": "yes"}).status_code == 403
    staff.post(base, {"action": "delete_selected", "_selected_action": [group.pk], "post": "yes"})
    assert Group.objects.get(name="Helpers") == group
    assert not Group.objects.filter(name="Others").exists()
    assert not group.permissions.exists()
    staff.force_login(root())
    assert staff.post(f"{base}{group.pk}/change/", every).status_code == 302
    assert group.permissions.count() == Permission.objects.count()


def test_no_secret_is_noted_in_the_history(staff: Client) -> None:
    target = person("Target", email="target@example.org")
    staff.post(page(target, "change"), KEPT | {"email": "new@example.org"})
    staff.post(page(target, "password"), NEW)
    staff.post(page(target, "delete"), {"post": "yes"})
    noted = " ".join(f"{entry.object_repr} {entry.change_message}" for entry in LogEntry.objects.all())
    assert LogEntry.objects.count() == 3
    for secret in ("example.org", NEW["password1"], "md5$", target.password):
        assert secret not in noted


@pytest.mark.parametrize("how", ["password", "delete", "list"])
def test_who_is_locked_out_stops_watching(how: str, staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    user_ids: list[int] = []
    for module in ("admin", "personal_data"):
        monkeypatch.setattr(f"games.accounts.{module}.end_sockets", lambda user_id: user_ids.append(user_id))
    target = person("Target")
    with TestCase.captureOnCommitCallbacks(execute=True):
        answer = delete_from_the_list(staff, target) if how == "list" else staff.post(page(target, how), NEW)
    assert answer.status_code == 302
    assert user_ids == [target.pk]
