"""Emails at the end of a game: the winner, the margin, a picture, and local deadlines in subjects."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from games.accounts.models import User
from games.cartographers.game import Cartographers
from games.notices.channels import mail as mail_channel
from games.tables import signals
from games.tables.game import Sharing
from games.tables.models import Seat, Status, Table
from tests.games.cartographers.test_again import finished as played_to_the_end
from tests.games.notices.telling import all_out, await_seats, seat_of, seats_of, table_of


def finished(people: list[User], *results: tuple[int, int]) -> Table:
    """Create a finished table with each seat's rank and score; its events are those of a game in progress."""
    table = table_of(people[: len(results)])
    Table.objects.filter(pk=table.pk).update(status=Status.FINISHED, name="Slow Friday")
    for index, (rank, score) in enumerate(results):
        Seat.objects.filter(table=table, index=index).update(rank=rank, score=score)
    return Table.objects.get(pk=table.pk)


def mails_of(table: Table, clock: Any) -> dict[str, EmailMultiAlternatives]:
    signals.game_over.send(sender=Table, table=table, seats=seats_of(table))
    return {letter.to[0].partition("@")[0]: letter for letter in all_out(clock)}


CASES = [
    (
        [(1, 112), (2, 103)],
        ["You won at Slow Friday", "Ann won at Slow Friday"],
        ["You won with 112 stars, 9 ahead of Ben.", "Ann won with 112 stars, 9 ahead of you."],
    ),
    (
        [(1, 90), (1, 90)],
        ["You share the win at Slow Friday"] * 2,
        ["You and Ben share the win with 90 stars.", "You and Ann share the win with 90 stars."],
    ),
    (
        [(2, 90), (1, 90)],
        ["Ben won at Slow Friday", "You won at Slow Friday"],
        [
            "Ben won with 90 stars, ahead of you on the tiebreaker.",
            "You won with 90 stars, ahead of Ann on the tiebreaker.",
        ],
    ),
    # A seat that left may have more stars than the winner: its stars are no margin.
    (
        [(2, 139), (1, 80)],
        ["Ben won at Slow Friday", "You won at Slow Friday"],
        ["Ben won with 80 stars.", "You won with 80 stars."],
    ),
]


@pytest.mark.parametrize(("results", "subjects", "sentences"), CASES)
def test_mail_of_finished_game_names_winner_and_margin(
    results: list[tuple[int, int]], subjects: list[str], sentences: list[str], people: list[User], clock: Any
) -> None:
    letters = mails_of(finished(people, *results), clock)
    for name, subject, sentence in zip(["ann", "ben"], subjects, sentences, strict=True):
        assert letters[name].subject == subject
        assert sentence in str(letters[name].body)


def test_mail_shows_the_picture_inline(people: list[User], clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cartographers, "sharing", Sharing(lambda *_: SVG, lambda *_: SVG))
    letter = mails_of(finished(people, (1, 112), (2, 103)), clock)["ben"]
    message = letter.message()
    assert message.get_content_type() == "multipart/related"
    (image,) = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert image.get_payload(decode=True)[:8] == b"\x89PNG\r\n\x1a\n"
    assert f'src="cid:{image["Content-ID"][1:-1]}"' in str(letter.alternatives[0][0])
    assert image["Content-Disposition"].startswith("inline")


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="6"><rect width="12" height="6"/></svg>'


def test_mail_goes_out_when_drawing_fails(people: list[User], clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> bytes:
        raise RuntimeError("no pixels")

    monkeypatch.setattr(mail_channel, "load", fail)
    letter = mails_of(finished(people, (1, 112), (2, 103)), clock)["ben"]
    assert "9 ahead of you" in str(letter.body)
    assert "<img" not in str(letter.alternatives[0][0])


def test_game_under_way_is_never_drawn(people: list[User]) -> None:
    table = table_of(people[:2])
    assert mail_channel.result_picture(table) is None
    Table.objects.filter(pk=table.pk).update(status=Status.FINISHED)
    assert mail_channel.result_picture(Table.objects.get(pk=table.pk)) is None


def test_deadline_is_local_and_relative(people: list[User], clock: Any) -> None:
    User.objects.filter(pk=people[0].pk).update(time_zone="Europe/Paris")
    table = table_of(people[:2])
    Table.objects.filter(pk=table.pk).update(name="Slow Friday")
    seat_of(table, due_at=timezone.now() + timedelta(hours=14, minutes=30))
    await_seats(table, 0)
    (letter,) = all_out(clock)
    assert letter.subject == "Your turn at Slow Friday (due Wed 03:30)"
    assert "Due Wed 03:30, in 14 h." in str(letter.body)
    assert "Europe/Paris" in str(letter.body)


def test_mail_of_a_game_played_to_its_end_has_its_own_picture(
    people: list[User], clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played_to_the_end(people[:2], monkeypatch)
    letters = mails_of(Table.objects.get(pk=table.pk), clock)
    assert set(letters) == {"ann", "ben"}
    for letter in letters.values():
        (image,) = letter.attachments
        size = len(image.get_payload(decode=True))
        assert 10_000 < size < 400_000, size


@pytest.mark.parametrize(
    ("own", "sentences"),
    [
        ((3, 80), "Ann and Ben share the win with 90 stars, 10 ahead of you. You ranked 3 of 3 with 80 stars."),
        (
            (3, 90),
            "Ann and Ben share the win with 90 stars, ahead of you on the tiebreaker. You ranked 3 of 3 with 90 stars.",
        ),
    ],
)
def test_mail_names_all_who_share_the_win_to_who_lost(
    own: tuple[int, int], sentences: str, people: list[User], clock: Any
) -> None:
    letter = mails_of(finished(people, (1, 90), (1, 90), own), clock)["cas"]
    assert letter.subject == "Ann and Ben share the win at Slow Friday"
    assert sentences in " ".join(str(letter.body).split())
