"""Signing out."""

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.test import Client

from games.accounts import services, sockets
from games.accounts.models import User

pytestmark = pytest.mark.django_db
URL = "/accounts/sign-out/"


def test_the_session_ends(signed_in: Client) -> None:
    answer = signed_in.post(URL)
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert "_auth_user_id" not in signed_in.session


def test_a_link_cannot_do_it(signed_in: Client) -> None:
    answer = signed_in.get(URL)
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert "_auth_user_id" in signed_in.session


def test_a_stranger_is_sent_home(client: Client) -> None:
    assert client.post(URL)["Location"] == "/"


def test_another_site_cannot_do_it(anne: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(anne)
    assert client.post(URL).status_code == 403
    assert "_auth_user_id" in client.session


def socket_of(user: User) -> str:
    layer = get_channel_layer()
    channel: str = async_to_sync(layer.new_channel)()
    async_to_sync(layer.group_add)(f"user.{user.pk}", channel)
    return channel


def message_on(channel: str) -> dict[str, str]:
    message: dict[str, str] = async_to_sync(get_channel_layer().receive)(channel)
    return message


def test_sockets_are_told(signed_in: Client, anne: User) -> None:
    channel = socket_of(anne)
    signed_in.post(URL)
    assert message_on(channel) == {"type": "session.ended"}


@pytest.mark.django_db(transaction=True)
def test_a_new_password_tells_them_too(anne: User) -> None:
    channel = socket_of(anne)
    services.change_password(user=anne, password="another-horse-9")
    assert message_on(channel) == {"type": "session.ended"}


def test_a_broken_channel_layer_does_not_keep_anybody_in(signed_in: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "get_channel_layer", lambda: None)
    assert signed_in.post(URL).status_code == 303
    assert "_auth_user_id" not in signed_in.session


def test_the_browser_is_told_to_let_go_of_all_but_look_and_language(signed_in: Client) -> None:
    signed_in.cookies["carto-theme"] = "dark"
    answer = signed_in.post(URL)
    assert answer["Clear-Site-Data"] == '"cache", "storage"'
    assert not {"carto-theme", "django_language"} & {name for name, morsel in answer.cookies.items()}
