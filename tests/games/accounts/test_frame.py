"""The layout of every page, its forms, and the error pages."""

import re

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client

from games.accounts.models import User

ERRORS = ["400", "403", "403_csrf", "404", "413", "429", "500", "503"]


@pytest.mark.parametrize("name", ERRORS)
def test_error_pages_need_neither_request_nor_database(name: str) -> None:
    page = render_to_string(f"{name}.html")
    assert f">{name[:3]}</p>" in page
    assert re.search(r"<title>\s*\S.+ · Carto</title>", page)
    assert 'rel="preload" href="/static/fonts/alegreya.woff2"' in page


@pytest.mark.django_db
def test_a_missing_page_is_told_in_our_own_words(client: Client) -> None:
    page = client.get("/nowhere/")
    assert page.status_code == 404
    assert "Page not found" in page.content.decode()
    assert 'href="/tables/">Find a table</a>' in page.content.decode()


@pytest.mark.django_db
def test_a_form_without_its_token_is_answered_in_our_own_words() -> None:
    page = Client(enforce_csrf_checks=True).post("/accounts/sign-in/", {})
    assert page.status_code == 403
    assert "This page has expired" in page.content.decode()


@pytest.mark.django_db
def test_live_regions_stand_outside_main(client: Client) -> None:
    page = client.get("/accounts/sign-in/").content.decode()
    before_main = page.split("<main")[0]
    assert '<div id="messages" role="status"' in before_main
    assert '<div id="alert" role="alert"' in before_main
    assert '"allowEval":false' in page
    assert re.search(r"hx-headers='{\"X-CSRFToken\": \"\w{64}\", \"X-Viewer\": \"\"}'", page)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/accounts/sign-in/", "/accounts/sign-up/", "/accounts/password/reset/", "/people/Anne/"]
)
def test_nothing_inline_for_the_content_policy_to_refuse(client: Client, anne: User, path: str) -> None:
    page = client.get(path).content.decode()
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|hx-on|javascript:", page)


@pytest.mark.django_db
def test_errors_are_tied_to_their_field_and_the_first_one_has_the_caret(client: Client) -> None:
    page = client.post("/accounts/sign-up/", {"username": "Bob", "email": "x", "password": "12", "repeated": "12"})
    text = page.content.decode()
    field = re.search(r'<input[^>]*name="email"[^>]*>', text)
    assert field
    assert 'aria-invalid="true"' in field[0]
    assert 'aria-describedby="id_email_helptext id_email_error"' in field[0]
    assert "autofocus" in field[0]
    assert text.count("autofocus") == 1
    assert 'id="id_email_helptext"' in text
    assert 'id="id_email_error"' in text
    assert 'href="#id_email"' in text


@pytest.mark.django_db
def test_the_header_follows_the_person(client: Client, signed_in: Client) -> None:
    stranger = client.get("/people/Anne/").content.decode()
    owner = signed_in.get("/people/Anne/").content.decode()
    assert 'href="/tables/"' in stranger
    assert 'href="/tables/new/"' in owner
    assert 'aria-current="page"' in signed_in.get("/accounts/profile/").content.decode()
    assert "Sign in" in stranger
    assert "Sign out" not in stranger
    assert "Sign out" in owner
    assert "Sign in" not in owner


def test_the_styles_of_the_frame_stay_small() -> None:
    sizes = [(settings.BASE_DIR / f"static/css/{name}.css").stat().st_size for name in ("tokens", "base", "forms")]
    assert sum(sizes) < 20_000
