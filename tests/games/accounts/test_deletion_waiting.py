"""Two connections on PostgreSQL: requests from another tab wait for the account's deletion."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from games.accounts.models import User
from games.tables.models import Table
from games.tables.people import personal_data
from tests.concurrency.waiting import amid, where_writers_meet
from tests.games.history.finished import ended
from tests.games.tables.clients import people_named, signed_in

pytestmark = pytest.mark.django_db(transaction=True)
NEW_WORD = {"current_password": "chart and compass", "new_password": "another-horse-9", "repeated": "another-horse-9"}
SENT: dict[str, tuple[str, dict[str, str]]] = {
    "signs in": ("/accounts/sign-in/", {"username": "ben", "password": "chart and compass"}),
    "changes the profile": ("/accounts/profile/", {"display_name": "Benny", "title": "Keeper"}),
    "chooses a look": ("/accounts/theme/", {"theme": "dark"}),
    "chooses a language": ("/accounts/language/", {"language": "fr"}),
    "changes the password": ("/accounts/password/change/", NEW_WORD),
    "changes the address": ("/accounts/email/", {"email": "b@example.org", "current_password": "chart and compass"}),
    "chooses notices": ("/notices/settings/", {"quiet_hours": "on", "time_zone": "Europe/Paris"}),
    "makes a set": ("/cartographers/sets/own/all/", {"name": "Lakes"}),
    "plays solo": ("/tables/solo/", {"command_id": str(uuid4())}),
}
"""Requests that Ben sends in another tab."""


def assert_nameless(former: User) -> None:
    """Assert that a row only says that the user was deleted."""
    known = {"username": former.username, "password": former.password, "date_joined": former.date_joined}
    fresh = User(pk=former.pk, is_active=False, erased_at=former.erased_at, **known)
    columns = [column.attname for column in User._meta.concrete_fields]
    assert [getattr(former, name) for name in columns] == [getattr(fresh, name) for name in columns]
    assert former.erased_at
    assert not former.has_usable_password()


@where_writers_meet
@pytest.mark.parametrize("what", SENT)
def test_what_waits_for_a_deletion_is_answered_politely(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The row of a user who has played with others stays, without any personal data."""
    ann, ben = people_named("Ann", "Ben")
    ended((ann, 40), (ben, 30))
    browser, look, answers = Client() if what == "signs in" else signed_in(ben), personal_data.running_with_others, []
    browser.get("/healthz")

    def erase(pause: Callable[[], object]) -> None:
        monkeypatch.setattr(personal_data, "running_with_others", lambda user: (pause(), look(user))[1])
        personal_data.erase(user=ben)

    with amid(erase, lambda: answers.append(browser.post(*SENT[what]))) as (gone, other):
        pass
    gone.result()
    other.result()
    assert (answers[0].status_code, answers[0]["Location"]) == (303, "/")
    assert "This account has been deleted." in browser.get("/").content.decode()
    assert_nameless(User.objects.get(pk=ben.pk))
    assert not Table.objects.filter(host=ben).exists()
    assert "/accounts/sign-in/" in browser.get("/accounts/profile/")["Location"]
