"""Notifications about a game with rounds: no text names turns, stars, maps or drawings that it does not have."""

import re
from collections.abc import Iterator

import pytest
from django.utils import timezone, translation

from games.accounts.models import User
from games.notices.models import Delivery, Notice, NoticeKind
from games.notices.webhooks.models import Event, Format, Webhook
from games.notices.webhooks.payload import awaited_at, build_request
from games.notices.words import build_message
from games.tables.incidents import lost_seat_words
from games.tables.lobby.cards import free_seat_words
from games.tables.models import AwayCause, Ending, Incident, Pace, PaceProposal, Seat, Status, Table
from games.tables.models.players import Vacant
from games.tables.turn_words import turn_label
from tests.games.tables.clients import people_named
from tests.scenarios import CARTOGRAPHERS, GISBORNE

pytestmark = pytest.mark.django_db
OTHER_WORDS = re.compile(
    r"\b(turn (?=\d)|tour (?=\d)|stars?|étoiles?|maps?|cartographers|drawings?|drew|dessins?|dessiné)\b", re.IGNORECASE
)
ROUND = {"en": "Round 2", "fr": "Manche 2"}


def begun(language: str) -> tuple[Table, list[User]]:
    """Return a game in its second round, and its players, who read that language."""
    people = people_named("Ann", "Ben", "Cas")
    User.objects.update(language=language)
    people = list(User.objects.order_by("pk"))
    return GISBORNE.play(GISBORNE.open_table(people), people, answers=4), people


def texts(table: Table, people: list[User], kinds: list[NoticeKind]) -> Iterator[str]:
    """Yield all that notices of some kinds tell each player."""
    fresh = Table.objects.select_related("pace_proposal").get(pk=table.pk)
    for kind in kinds:
        for seat in Seat.objects.at(fresh):
            notice = Notice(kind=kind, user=people[seat.index], table=fresh, by=people[2])
            message = build_message(1, [notice], [seat])
            yield " ".join([message.title, *(" ".join((*line.sentences, line.action)) for line in message.lines)])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_notice_of_a_game_in_progress_counts_rounds(language: str) -> None:
    table, people = begun(language)
    PaceProposal.objects.create(
        table=table,
        number=1,
        seat=2,
        pace=Pace.DAYS,
        turn_seconds=86400,
        reserve_seconds=0,
        nights_free=False,
        at=timezone.now(),
    )
    told = list(texts(table, people, list(NoticeKind)))
    assert len(told) == 3 * len(NoticeKind)
    assert [text for text in told if ROUND[language] not in text] == []
    assert [text for text in told if OTHER_WORDS.search(text)] == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_notices_of_games_that_are_over_name_points(language: str) -> None:
    table, people = begun(language)
    table = GISBORNE.play(table, people)
    for text in texts(table, people, [NoticeKind.OVER]):
        assert "points" in text
        assert not OTHER_WORDS.search(text)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("ending", [ending for ending in Ending if ending])
def test_notices_of_games_that_ended_early_name_the_round(ending: Ending, language: str) -> None:
    table, people = begun(language)
    Table.objects.filter(pk=table.pk).update(status=Status.CLOSED, ending=ending)
    for text in texts(table, people, [NoticeKind.OVER]):
        assert re.search(ROUND[language], text, re.IGNORECASE)
        assert not OTHER_WORDS.search(text)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_requests_to_webhooks_fit_any_game(language: str) -> None:
    table, people = begun(language)
    for form in Format:
        webhook = Webhook(table=table, owner=people[0], url="https://example.org/", format=form)
        for event in Event:
            delivery = Delivery(webhook=webhook, kind=event, turn=table.turn)
            body = build_request(delivery, webhook, awaited_at(table), timezone.now()).body.decode()
            assert not OTHER_WORDS.search(body)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_lists_of_tables_count_rounds(language: str) -> None:
    table, people = begun(language)
    Incident.objects.create(
        table=table, number=1, kind=Incident.Kind.TAKEN, person=people[0], by=people[1], turn=2, at=timezone.now()
    )
    Table.objects.filter(pk=table.pk).update(incidents_count=1)
    fresh, seats = Table.objects.get(pk=table.pk), list(Seat.objects.at(table))
    with translation.override(language):
        assert ROUND[language].lower() in lost_seat_words(fresh, people[0].pk)
        seats[0].play_by(Vacant(people[0].pk, timezone.now(), AwayCause.RESIGNED))
        assert ROUND[language].lower() in free_seat_words(fresh, seats)


def test_other_games_keep_their_turns() -> None:
    people = people_named("Ann", "Ben")
    assert turn_label(CARTOGRAPHERS.open_table(people), 2) == "Turn 2"


def test_game_that_is_no_longer_installed_has_turns() -> None:
    assert turn_label(Table(game="gone"), 2) == "Turn 2"
