"""Game results for every ending: winners, ranks, and which players' statistics count them."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from engine.contract import Seat as Index
from engine.contract import Standing, Standings
from games.accounts.models import User
from games.notices.models import Notice, NoticeKind
from games.notices.words import notice_sentences
from games.play.people import away_words, uncounted_words
from games.tables.incidents import incident_lines
from games.tables.lobby.previews import ending_sentences, final_score_words, result_words
from games.tables.log.turns_drawn import turns_drawn_by_person_per_seat
from games.tables.models import Access, Pace, Person, Seat, Status, Table, Vote
from games.tables.results import ending_meaning, final_standings, winners
from games.tables.seats import absences
from games.tables.staff.interventions import AdminIntervention, InterventionAction, intervene
from games.tables.time_control import TimeControl
from games.tables.timeouts import worker
from tests.games.tables.conftest import gather, pick, take_back
from tests.games.tables.players import away, resigned

LIVE = TimeControl(Pace.LIVE, turn_seconds=60, reserve_seconds=0)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime(2026, 6, 1, 12, tzinfo=UTC), tick=False) as traveller:
        yield traveller


def sweep() -> None:
    while worker.act_on_due_clocks():
        pass


def finished(table: Table) -> tuple[Table, list[Seat]]:
    over = Table.objects.get(pk=table.pk)
    assert over.status == Status.FINISHED
    return over, list(Seat.objects.at(over))


def ended(table: Table) -> tuple[Table, list[Seat]]:
    over = Table.objects.get(pk=table.pk)
    assert over.ended_early
    return over, list(Seat.objects.at(over))


def leave_seat(table: Table, user: User, *, removed: bool) -> None:
    if removed:
        seat = Seat.objects.get(table=table, user=user)
        intervene(
            table=table.code,
            intervention=AdminIntervention(InterventionAction.REMOVE, "Ben was rude.", seat=seat.index),
        )
    else:
        absences.resign(table=table.code, user=user)


def ranks(seats: list[Seat]) -> list[int | None]:
    return [seat.rank for seat in seats]


def absentees(seats: list[Seat]) -> list[int]:
    return [seat.index for seat in seats if seat.drew_less_than_half]


def test_all_stayed_keeps_the_order_of_the_rules(people: list[User]) -> None:
    table = gather(people[0], people[1], turns=1)
    pick(table, people[0], 1, 3)
    pick(table, people[1], 1, 7)
    over, seats = finished(table)
    assert (ranks(seats), absentees(seats)) == ([2, 1], [])
    assert result_words(over, seats) == f"Ben won with {final_score_words(over, seats[1])}"


@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_resigned_seat_with_most_points_ranks_last(people: list[User], turn: int, count: int) -> None:
    table = gather(*people[:count], turns=3)
    for now in (1, 2, 3):
        if now < turn:
            pick(table, people[0], now, 9)
        elif now == turn:
            if turn > 1 or count > 2:
                pick(table, people[0], now, 9)
            absences.resign(table=table.code, user=people[0])
        for other in people[1:count]:
            pick(table, other, now, 1 if other is people[1] else 0)
        sweep()
    over, seats = finished(table)
    assert seats[0].rank == count
    assert winners(seats) == [seats[1]]
    if turn > 1:
        assert (seats[0].score or 0) > (seats[1].score or 0)
    assert final_score_words(over, seats[0]).endswith(", stand-in")
    assert ending_sentences(over, seats, seats[1])[1] == "You won."
    assert ending_sentences(over, seats, seats[0])[1].startswith(f"Rank {count}: you, with ")
    assert "Ben" in result_words(over, seats)
    assert "Ann" not in result_words(over, seats)


def test_kept_at_the_end_never_shares_a_win(people: list[User]) -> None:
    table = gather(people[0], people[1], people[2], turns=2)
    for user in people[:3]:
        pick(table, user, 1, 0)
    Seat.objects.filter(table=table, index=0).update(**away(datetime(2026, 6, 1, tzinfo=UTC)))
    Seat.objects.filter(table=table, index=0).update(alarm_at=datetime(2026, 6, 1, tzinfo=UTC))
    pick(table, people[1], 2, 0)
    pick(table, people[2], 2, 0)
    sweep()
    over, seats = finished(table)
    assert ranks(seats) == [3, 1, 1]
    assert ending_sentences(over, seats, seats[1])[1] == "You share the victory with Cas."


def test_returned_player_wins_but_does_not_count(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], turns=4, tempo=LIVE)
    for turn in (1, 2):
        pick(table, people[1], turn, 1)
        clock.shift(61)
        sweep()
    absences.come_back(table=table.code, user=people[0])
    pick(table, people[1], 3, 1)
    pick(table, people[0], 4, 9)
    pick(table, people[1], 4, 1)
    _over, seats = finished(table)
    assert ranks(seats) == [1, 2]
    assert absentees(seats) == [0]


def test_half_of_the_turns_is_enough(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], turns=2, tempo=LIVE)
    pick(table, people[1], 1, 1)
    clock.shift(61)
    sweep()
    pick(table, people[0], 2, 9)
    pick(table, people[1], 2, 1)
    _over, seats = finished(table)
    assert (ranks(seats), absentees(seats)) == ([1, 2], [])


def test_answer_taken_back_and_given_by_the_stand_in_is_not_the_players(
    people: list[User], clock: time_machine.Traveller
) -> None:
    table = gather(people[0], people[1], turns=1, tempo=LIVE)
    pick(table, people[0], 1, 9)
    take_back(table, people[0], 1)
    pick(table, people[1], 1, 1)
    clock.shift(61)
    sweep()
    over, seats = finished(table)
    (turn,) = turns_drawn_by_person_per_seat(over, seats)[0]
    assert (turn.stand_in, turn.user_id) == (True, None)
    assert absentees(seats) == [0]


@pytest.mark.parametrize(("before", "absent_seats"), [(1, []), (2, [1])])
def test_newcomer_counts_for_the_turns_since(people: list[User], before: int, absent_seats: list[int]) -> None:
    table = gather(people[0], people[1], turns=before + 1, access=Access.OPEN)
    for turn in range(1, before + 1):
        pick(table, people[0], turn, 1)
        pick(table, people[1], turn, 9)
    absences.resign(table=table.code, user=people[1])
    absences.vote(table=table.code, user=people[0], choice=Vote.INVITE)
    absences.take_seat(table=table.code, user=people[2], index=1)
    pick(table, people[0], before + 1, 1)
    pick(table, people[2], before + 1, 9)
    over, seats = finished(table)
    drawn = turns_drawn_by_person_per_seat(over, seats)[1]
    assert [turn.user_id for turn in drawn] == [people[1].pk] * before + [people[2].pk]
    assert (ranks(seats), absentees(seats)) == ([2, 1], absent_seats)


def test_solo_game_always_counts(people: list[User]) -> None:
    table = gather(people[0], turns=1)
    pick(table, people[0], 1)
    over, seats = finished(table)
    assert (ranks(seats), absentees(seats)) == ([1], [])
    assert result_words(over, seats) == final_score_words(over, seats[0])


def test_nobody_wins_where_every_seat_was_left() -> None:
    places = tuple(Standing(Index(seat), seat + 1, 9 - seat) for seat in range(3))
    gone = [Seat(index=seat, user_id=seat, **away(datetime(2026, 6, 1, tzinfo=UTC))) for seat in range(3)]
    final = final_standings(Standings(places), gone)
    assert final.winners == ()
    assert [place.rank for place in final.places] == [2, 3, 4]


def test_tie_with_a_seat_that_was_left_is_no_tie() -> None:
    places = (Standing(Index(0), 1, 9, "shared"), Standing(Index(1), 1, 9, "shared"))
    seats = [Seat(index=0, user_id=1, **resigned(datetime(2026, 6, 1, tzinfo=UTC))), Seat(index=1, user_id=2)]
    final = final_standings(Standings(places), seats)
    assert [(place.seat, place.rank, place.tie_break, place.left) for place in final.places] == [
        (1, 1, "", False),
        (0, 2, "", True),
    ]


@pytest.mark.parametrize("leaves", [False, True])
@pytest.mark.parametrize("removed", [False, True])
def test_player_who_stays_of_two_wins_a_game_that_they_end(people: list[User], leaves: bool, removed: bool) -> None:
    table = gather(people[0], people[1], turns=3)
    pick(table, people[0], 1, 1)
    pick(table, people[1], 1, 9)
    leave_seat(table, people[1], removed=removed)
    if leaves:
        absences.resign(table=table.code, user=people[0])
    else:
        absences.vote(table=table.code, user=people[0], choice=Vote.END)
    over, seats = ended(table)
    assert ranks(seats) == [1, 2]
    assert winners(seats) == [seats[0]]
    assert isinstance(seats[0].player, Person)
    how = "was removed" if removed else "resigned"
    assert result_words(over, seats) == f"Ben {how}, so Ann won. The game ended on turn 2."
    assert ending_meaning(seats).startswith("It wasn’t played to the end")


def test_newcomer_takes_back_the_win_by_resignation(people: list[User]) -> None:
    table = gather(people[0], people[1], access=Access.OPEN)
    absences.resign(table=table.code, user=people[1])
    absences.vote(table=table.code, user=people[0], choice=Vote.INVITE)
    absences.take_seat(table=table.code, user=people[2], index=1)
    absences.resign(table=table.code, user=people[0])
    absences.resign(table=table.code, user=people[2])
    _over, seats = ended(table)
    assert ranks(seats) == [2, 1]


@pytest.mark.parametrize("act", ["staff", "stand_in", "three"])
def test_ended_game_that_no_resignation_decides_has_no_winner(people: list[User], act: str) -> None:
    table = gather(*people[: 3 if act == "three" else 2])
    if act == "stand_in":
        Seat.objects.filter(table=table, index=1).update(**away(datetime(2026, 6, 1, tzinfo=UTC)))
    else:
        absences.resign(table=table.code, user=people[1])
    if act == "staff":
        intervene(table=table.code, intervention=AdminIntervention(InterventionAction.END, "Abandoned."))
    elif act == "stand_in":
        absences.resign(table=table.code, user=people[0])
    else:
        absences.resign(table=table.code, user=people[2])
        absences.resign(table=table.code, user=people[0])
    over, seats = ended(table)
    assert ranks(seats) == [None] * len(seats)
    assert "won" not in result_words(over, seats)
    assert ending_meaning(seats).startswith("It has no result")


LEFT = {
    "resigned": ("resigned", "Ben resigned."),
    "removed": ("was removed", "A moderator removed Ben from the game. Reason: Ben was rude."),
    "voted": ("stand-in playing", "Ben was away too long. The other players let a stand-in take the seat."),
}


@pytest.mark.parametrize("how", LEFT)
@pytest.mark.parametrize("count", [2, 3, 5])
def test_left_seat_ranks_last_and_is_named_for_how_it_was_left(
    people: list[User], how: str, count: int, clock: time_machine.Traveller
) -> None:
    players = [*people, User.objects.create_user("eve", "chart and compass", display_name="Eve")][:count]
    table = gather(*players, turns=2)
    for number, user in enumerate(players):
        pick(table, user, 1, 9 if user == players[1] else number)
    others = [user for user in players if user != players[1]]
    for user in others:
        pick(table, user, 2, 0)
    if how == "voted":
        clock.shift(timedelta(days=1, seconds=1))
        for user in others[: count // 2 + 1]:
            if not Seat.objects.get(table=table, index=1).away_since:
                absences.vote(table=table.code, user=user, choice=Vote.STAND_IN)
    else:
        leave_seat(table, players[1], removed=how == "removed")
    sweep()
    over, seats = finished(table)
    best = max((seat for seat in seats if seat.index != 1), key=lambda seat: seat.score or 0)
    assert (seats[1].rank, winners(seats)) == (count, [best])
    assert uncounted_words(seats[1]) == "Not counted for this player: a stand-in finished the game."
    assert final_score_words(over, seats[1]).endswith(", stand-in")
    assert ending_sentences(over, seats, best)[1] == "You won."
    words, line = LEFT[how]
    assert away_words(seats[1]) == words
    assert [lines.text for lines in incident_lines(over)] == [line]


def test_removed_player_of_five_is_emailed_the_reason_and_no_result(people: list[User]) -> None:
    table = gather(*people, User.objects.create_user("eve", "chart and compass"), turns=1)
    leave_seat(table, people[1], removed=True)
    (notice,) = Notice.objects.filter(user=people[1]).exclude(kind=NoticeKind.TURN)
    seat = Seat.objects.get(table=table, user=people[1])
    text = " ".join(notice_sentences(notice, seat))
    assert notice.kind == NoticeKind.REMOVED
    assert "A moderator removed you from this game." in text
    assert "Ben was rude." in text
    assert "resigned" not in text
    assert not Notice.objects.filter(kind=NoticeKind.REMOVED).exclude(user=people[1]).exists()
