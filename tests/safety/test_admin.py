"""The admin as a whole: every list accepts the queries its page offers, and no others."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.http import HttpRequest
from django.test import Client

from games.accounts.models import User
from games.accounts.staff import StaffAdmin
from games.tables.models import Access, Seat, Table
from tests.games.tables.clients import signed_in
from tests.scenarios import CARTOGRAPHERS

GUARDS = ("lookup_allowed", "to_field_allowed", "get_object", "get_changelist")


def unguarded(site: admin.AdminSite) -> list[type[Model]]:
    """Return the models whose admin does not use the guarded base class."""
    return [model for model, page in site._registry.items() if not guarded(type(page))]


def guarded(page: Any) -> bool:
    return issubclass(page, StaffAdmin) and all(getattr(page, name) is getattr(StaffAdmin, name) for name in GUARDS)


def test_every_page_keeps_to_the_one_base() -> None:
    assert unguarded(admin.site) == []


def test_a_page_that_does_not_is_found() -> None:
    class Lenient(StaffAdmin):
        def lookup_allowed(self, *_args: Any, **_kwargs: Any) -> bool:
            return True

    class Strict(StaffAdmin):
        pass

    site = admin.AdminSite()
    site.register(Table, Lenient)
    site.register(Seat, admin.ModelAdmin)
    site.register(User, Strict)
    assert unguarded(site) == [Table, Seat]


@pytest.fixture
def root(people: list[User]) -> Client:
    """Return a superuser's client; an invite-only game is in progress."""
    CARTOGRAPHERS.open_table(people[:2], access=Access.INVITATION)
    Group.objects.create(name="Helpers")
    User.objects.filter(pk=people[4].pk).update(is_staff=True, is_superuser=True)
    return signed_in(User.objects.get(pk=people[4].pk))


def test_lists_offer_no_filter_by_what_is_secret() -> None:
    offered = {name for page in admin.site._registry.values() for name in page.list_filter if isinstance(name, str)}
    of_people, of_tables = {"guest", "is_active", "is_staff", "language"}, {"status", "access", "pace", "origin"}
    assert offered == of_people | of_tables | {"box", "kind", "is_off"}


@pytest.mark.parametrize("how", ["", "__startswith", "__contains", "__regex", "__gt", "__isnull", "__in", "__pk"])
def test_lists_are_not_filtered_by_what_they_do_not_offer(how: str) -> None:
    refused = 0
    for model, page in admin.site._registry.items():
        for name in {field.name for field in model._meta.get_fields()} - set(page.list_filter):
            assert not page.lookup_allowed(f"{name}{how}", "x")
            assert not page.lookup_allowed(f"{name}__{name}{how}", "x")
            assert name == "id" or not page.to_field_allowed(HttpRequest(), name)
            refused += 1
    assert refused > 30


def test_refused_filters_are_answered_in_plain_words(root: Client) -> None:
    for query in ("seed__startswith=x", "invitation=x", "status__regex=x", "status__exact=%00", "_to_field=seed"):
        answer = root.get(f"/admin/tables/table/?{query}")
        assert answer.status_code == 400
        assert "Bad request" in answer.content.decode()
    for path in ("table/1/change/", "table/1/delete/"):
        assert root.get(f"/admin/tables/{path}?_to_field=invitation").status_code in (400, 403)


@pytest.mark.parametrize("model", list(admin.site._registry), ids=lambda model: model._meta.model_name)
def test_everything_that_a_list_offers_answers(model: type[Model], root: Client) -> None:
    """Check filters with counts, sorted columns and search."""
    page = root.get(address(model), {"_facets": "True", "q": "ann"})
    assert page.status_code == 200
    for link in links(page.content.decode()):
        assert root.get(address(model) + link).status_code == 200, link


def address(model: type[Model]) -> str:
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/"


def links(page: str) -> set[str]:
    """Return a list's links to itself."""
    addresses: set[str] = set()

    class Links(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            link = dict(attrs).get("href") or ""
            if tag == "a" and link.startswith("?"):
                addresses.add(link)

    Links().feed(page)
    return addresses
