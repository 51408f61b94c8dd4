"""Random broken files: refused with reasons, and nothing of them stored."""

import json
from copy import deepcopy
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.catalog.files import (
    MOST_FAULTS,
    FileFaults,
    dump_entries,
    import_entries,
    parse_entries,
)
from games.catalog.models import CatalogEntry, Change, Trial
from games.catalog.site_cards import load_published
from tests.games.catalog.making import curator
from tests.games.catalog.test_files import _CARD, DRAFTS, PAGE, validator

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _published(db: None) -> None:
    load_published()


# What may stand where something else stood.
_ODD = st.one_of(
    *(st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.floats(allow_nan=False, allow_infinity=False)),
    st.text(max_size=8),
    st.lists(st.one_of(st.integers(0, 3), st.text(max_size=2)), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(0, 3), max_size=2),
)


@st.composite
def broken(draw: st.DrawFn) -> Any:
    """Draw a valid file with one to three values changed, removed or duplicated."""
    entries = draw(st.lists(st.sampled_from(_GOOD), min_size=1, max_size=2))
    data = {"format": "carto-catalog", "version": 1, "entries": deepcopy(entries)}
    for _ in range(draw(st.integers(1, 3))):
        spoil(draw, data)
    return data


def spoil(draw: st.DrawFn, data: Any) -> None:
    """Change, remove or duplicate one value in JSON data."""
    at: Any = data
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            return
        key = draw(st.sampled_from(keys))
        if isinstance(at[key], dict | list) and at[key] and draw(st.integers(0, 3)):
            at = at[key]
        else:
            break
    if draw(st.integers(0, 3)):
        at[key] = draw(_ODD)
    elif isinstance(at, dict):
        del at[key]
    else:
        at.append(deepcopy(at[key]))


_GOOD: list[Any] = [_CARD]


@pytest.fixture
def good() -> None:
    """Collect a valid entry of every kind."""
    kinds: dict[str, Any] = {entry["kind"]: entry for entry in dump_entries(CatalogEntry.objects.in_play())["entries"]}
    _GOOD[:] = [_CARD, *kinds.values()]


_MANY = settings(
    max_examples=1500,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)


def stored() -> tuple[int, ...]:
    """Return the row counts of all models that an import can write."""
    return tuple(model.objects.count() for model in (CatalogEntry, Change, Trial))


@pytest.mark.usefixtures("good")
def test_broken_files_are_refused_in_words_and_nothing_of_them_is_written() -> None:
    by, before, refused = curator(), stored(), []

    @_MANY
    @given(broken())
    def each(data: Any) -> None:
        with transaction.atomic():
            try:
                made = import_entries(parse_entries(json.dumps(data)), by=by)
            except FileFaults as found:
                refused.append(found.sentences)
                return
            # What is good after all makes drafts; what is refused must leave nothing to be taken back.
            transaction.set_rollback(True)
        assert not made or validator().is_valid(data)

    each()
    assert len(refused) > 500
    assert all(refused)
    assert all(map(all, refused))
    assert stored() == before


@pytest.mark.usefixtures("good")
def test_broken_files_are_answered_with_a_page(author: Client) -> None:
    before, statuses = stored(), set()

    @settings(_MANY, max_examples=50)
    @given(broken(), st.sampled_from([PAGE, DRAFTS]))
    def each(data: Any, at: str) -> None:
        with transaction.atomic():
            answer = author.post(reverse(at), {"text": json.dumps(data)})
            transaction.set_rollback(answer.status_code == 302)
        assert answer.status_code in (200, 302, 422)
        statuses.add(answer.status_code)

    each()
    assert 422 in statuses
    assert stored() == before


def test_a_file_full_of_faults_is_not_read_to_its_end() -> None:
    document = dump_entries(CatalogEntry.objects.in_play()[:1])
    (entry,) = document["entries"]
    document["entries"] = [{**entry, "name": ""}] * 100
    with pytest.raises(FileFaults) as found:
        parse_entries(json.dumps(document))
    assert len(found.value.sentences) == MOST_FAULTS
