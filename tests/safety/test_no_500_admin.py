"""Junk sent to every page of the admin."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.db.models import Model

from games.accounts.models import User
from games.tables.models import Status
from tests.safety.site import site
from tests.safety.test_no_500 import JUNK, failure

KEYS = ("9" * 30, "9" * 5000, "x", "%00")


ADMIN_PAGES = ("change", "delete", "history", "password", "rescue")


LISTED = (
    *("id=" + "9" * 30, "id__in=" + "9" * 30, "p=" + "9" * 30, "o=" + "9" * 5000, "q=" + "a+" * 1500, "q=%00", "p=-1"),
    *(
        "seed=x",
        "_to_field=seed",
        "guest=x",
        "status__exact=%00",
        "groups__id__exact=" + "9" * 30,
        "created_at__year=9999",
    ),
)


SEARCHED = ("term=%00", "term=" + "a+" * 1500, "page=x", "page=" + "9" * 30, "")


ELSEWHERE = (
    *(f"r/{kind}/{row}/" for kind in ("1", "9" * 30, "x") for row in KEYS),
    *(f"autocomplete/?app_label=tables&model_name=seat&field_name=user&{query}" for query in SEARCHED),
    *("autocomplete/?app_label=x", "autocomplete/", "x/", "accounts/", "login/?next=%FF", "jsi18n/?x=%00"),
)


def named(model: type[Model] | None) -> str:
    return model._meta.model_name or "" if model else "elsewhere"


def admin_addresses(model: type[Model], row: int) -> Iterator[str]:
    base = f"{model._meta.app_label}/{model._meta.model_name}/"
    yield from (f"{base}{key}/{what}/" for key in KEYS for what in ADMIN_PAGES)
    yield from (f"{base}?{query}" for query in LISTED)
    yield from (f"{base}{page}/?groups={'9' * 30}&_to_field=x" for page in ("add", f"{row}/change"))


@pytest.mark.parametrize("model", [None, *admin.site._registry], ids=named)
def test_junk_in_addresses_of_the_admin(model: type[Model] | None, people: list[User]) -> None:
    client, failures = site(people, Status.PLAYING).client("staff"), []
    row = model._default_manager.values_list("pk", flat=True).first() if model else 0
    for address in admin_addresses(model, row or 1) if model else ELSEWHERE:
        if wrong := failure(client.get, f"/admin/{address}"):
            failures.append(f"{address[:80]}: {wrong}")
    assert failures == []


@pytest.mark.parametrize("model", list(admin.site._registry), ids=named)
def test_junk_in_forms_of_the_admin(model: type[Model], people: list[User], full: bool) -> None:
    client, failures = site(people, Status.PLAYING).client("staff"), []
    base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
    row = model._default_manager.values_list("pk", flat=True).first() or 1
    for junk in (*KEYS, *JUNK[:: 9 if full else 27]):
        body = dict.fromkeys((field.name for field in model._meta.get_fields()), junk)
        chosen = {"action": "delete_selected", "_selected_action": junk, "index": junk, "_save": junk}
        ways = {f"{base}add/": body, f"{base}{row}/change/": body, f"{base}{row}/password/": {"password1": junk}}
        for address, sent in (*ways.items(), (base, chosen), (base, {**chosen, "_save": "", "select_across": junk})):
            if wrong := failure(client.post, address, sent):
                failures.append(f"{address} {junk[:40]!r}: {wrong}")
    assert failures == []
