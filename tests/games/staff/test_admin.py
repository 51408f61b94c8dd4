"""Authenticators in the admin, and the command for users who are locked out."""

from io import StringIO
from types import SimpleNamespace

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.test import Client
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from time_machine import Traveller

from games.accounts.models import User
from games.staff.models import Authenticator
from tests.games.staff.conftest import PASSWORD, by_password, equip, is_in, let_in, words_of

pytestmark = pytest.mark.django_db
LIST = "/admin/staff/authenticator/"


@pytest.fixture
def lost(db: None) -> SimpleNamespace:
    """Return another superuser, who has lost their phone."""
    return equip(User.objects.create_superuser("Lost", PASSWORD))


def test_who_has_every_right_takes_a_lost_one_away(
    holder: SimpleNamespace, lost: SimpleNamespace, clock: Traveller
) -> None:
    client, elsewhere = let_in(holder, clock), let_in(lost, clock)
    page = f"{LIST}{lost.authenticator.pk}/"
    assert client.post(f"{page}delete/", {"post": "yes"}).status_code == 302
    assert [authenticator.user for authenticator in Authenticator.objects.all()] == [holder.user]
    assert not StaticDevice.objects.filter(user=lost.user).exists()
    assert elsewhere.session.get("otp_device_id")
    assert is_in(elsewhere), "on a site of one's own the password is enough now"
    assert not elsewhere.session.get("otp_device_id")


def test_several_at_once(holder: SimpleNamespace, lost: SimpleNamespace, clock: Traveller) -> None:
    chosen = {"action": "delete_selected", "_selected_action": [lost.authenticator.pk], "post": "yes"}
    assert let_in(holder, clock).post(LIST, chosen).status_code == 302
    assert [device.user for device in (*Authenticator.objects.all(), *StaticDevice.objects.all())] == [holder.user] * 2


def test_nothing_secret_is_shown_and_nothing_can_be_changed(
    holder: SimpleNamespace, lost: SimpleNamespace, clock: Traveller
) -> None:
    client = let_in(holder, clock)
    page = f"{LIST}{lost.authenticator.pk}/"
    for url in (LIST, f"{page}change/", f"{page}delete/", f"/admin/accounts/user/{lost.user.pk}/delete/"):
        shown = words_of(client.get(url))
        assert "Lost" in shown
        assert not [secret for secret in (lost.authenticator.key, *lost.codes) if secret in shown]
    assert client.post(f"{page}change/", {"user": holder.user.pk}).status_code == 403
    assert client.post(f"{LIST}add/", {"user": holder.user.pk}).status_code == 403


def test_the_pages_of_an_authenticator_speak_french(
    holder: SimpleNamespace, lost: SimpleNamespace, clock: Traveller
) -> None:
    client = let_in(holder, clock)
    for url in (LIST, f"{LIST}{lost.authenticator.pk}/change/"):
        shown = words_of(client.get(url, headers={"Accept-Language": "fr"})).lower()
        assert not [words for words in ("created at", "last used", "belongs to", "user:") if words in shown]
        assert "dernière utilisation" in shown


def test_who_has_given_no_second_factor_takes_none_away(root: User, lost: SimpleNamespace) -> None:
    client = by_password(root)
    assert client.get(LIST).status_code == 200
    assert client.post(f"{LIST}{lost.authenticator.pk}/delete/", {"post": "yes"}).status_code == 403
    client.post(LIST, {"action": "delete_selected", "_selected_action": [lost.authenticator.pk], "post": "yes"})
    assert Authenticator.objects.get() == lost.authenticator


def test_who_has_fewer_rights_sees_none(lost: SimpleNamespace, clock: Traveller) -> None:
    helper = User.objects.create_user("Helper", PASSWORD, is_staff=True)
    helper.user_permissions.add(*Permission.objects.filter(content_type__app_label__in=["staff", "otp_totp"]))
    client = let_in(equip(helper), clock)
    page = f"{LIST}{lost.authenticator.pk}/"
    for url in (LIST, f"{page}change/", f"{page}delete/"):
        assert client.get(url).status_code == 403
    assert client.post(f"{page}delete/", {"post": "yes"}).status_code == 403
    assert Authenticator.objects.count() == 2


def test_the_librarys_own_pages_are_not_there() -> None:
    assert not [model for model in (TOTPDevice, StaticDevice, StaticToken) if admin.site.is_registered(model)]


def test_the_command_takes_it_away(lost: SimpleNamespace) -> None:
    out = StringIO()
    call_command("remove_second_factor", "lost", stdout=out)
    assert "Lost no longer has a second factor." in out.getvalue()
    assert not Authenticator.objects.exists()
    assert not StaticToken.objects.exists()


@pytest.mark.parametrize(("name", "words"), [("Nobody", "There is no user"), ("Root", "has no second factor")])
def test_the_command_says_where_there_is_nothing_to_do(root: User, name: str, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        call_command("remove_second_factor", name)


def test_the_command_leaves_the_person_able_to_start_again(lost: SimpleNamespace, public: None) -> None:
    call_command("remove_second_factor", "Lost", stdout=StringIO())
    client: Client = by_password(lost.user)
    assert client.get("/admin/", follow=True).redirect_chain[-1][0].startswith("/staff/second-factor/add/")
