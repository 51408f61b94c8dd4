"""Cartographers games that end early, and seats whose players resigned."""

from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.history.models import Result, SeatSummary, Summary
from games.notices.models import Notice, NoticeKind
from games.notices.words import notice_sentences, notice_title
from games.play.people import people as people_of
from games.tables.game import Seated
from games.tables.lobby import rematches
from games.tables.log.state import load
from games.tables.models import Seat, Status, Table, Vote
from games.tables.seats import absences
from games.tables.seats.absences import abandon
from games.tables.staff.interventions import AdminIntervention, InterventionAction, intervene
from tests.games.cartographers.monsters import play_on
from tests.games.cartographers.play import draw, gather, type_line, url
from tests.games.tables.clients import HTMX, signed_in, text_of

REASON = "The table was abandoned."


@pytest.fixture
def together(people: list[User]) -> Table:
    """Return a game of Ann, Ben and Cas at its third turn."""
    table = gather(*people[:3])
    play_on(table, people, lambda state: state.turn == 3)
    return Table.objects.get(pk=table.pk)


def end_by_staff(table: Table) -> None:
    intervene(table=table.code, intervention=AdminIntervention(InterventionAction.END, REASON))


def page(table: Table, user: User | None = None) -> str:
    return text_of((signed_in(user) if user else Client()).get(url(table)))


def end_by(how: str, table: Table, people: list[User]) -> None:
    match how:
        case "staff":
            end_by_staff(table)
        case "vote":
            absences.resign(table=table.code, user=people[2])
            for person in people[:2]:
                absences.vote(table=table.code, user=person, choice=Vote.END)
        case "resigned":
            for person in people[:3]:
                absences.resign(table=table.code, user=person)


@pytest.mark.parametrize("how", ["staff", "vote", "resigned"])
def test_page_of_ended_game_keeps_maps_stars_log_and_replay(how: str, people: list[User], together: Table) -> None:
    end_by(how, together, people)
    table = Table.objects.get(pk=together.pk)
    assert table.ended_early
    for person in (people[0], people[2], people[3], None):
        text = page(together, person)
        assert all(part in text for part in ("Unfinished game", "Stars so far", 'id="boards"', 'id="log"'))
        assert text.count("no result") == 1
        assert f"{url(together)}turns/1/" in text
        assert ("Reason: " + REASON in text) is (how == "staff")
        assert all(part not in text for part in ("/placement", "/resign/", "/vote/", bytes(table.seed or b"").hex()))
        browser = signed_in(person) if person else Client()
        for address in ("turns/1/", "turns/2/", "stars/", "why/now/1/A", "turns/2/board-1.svg"):
            assert browser.get(url(together) + address).status_code == 200
        assert browser.get(url(together) + "record.json").status_code == 404
        assert browser.get(url(together) + "turns/3/").status_code == 303


@pytest.mark.parametrize("removed", [False, True])
def test_page_mail_and_lists_name_the_winner_by_resignation(people: list[User], removed: bool) -> None:
    table = gather(*people[:2])
    play_on(table, people, lambda state: state.turn == 3)
    if removed:
        intervene(table=table.code, intervention=AdminIntervention(InterventionAction.REMOVE, REASON, seat=1))
    else:
        absences.resign(table=table.code, user=people[1])
    ann = signed_in(people[0])
    assert ann.get(url(table) + "resign/")["Location"] == f"{url(table)}end/"
    assert "You win, because the other player left." in text_of(ann.get(url(table) + "end/"))
    ann.post(url(table) + "end/")
    how = "was removed" if removed else "resigned"
    sentence = f"Ben {how}, so Ann won. The game ended on turn 3."
    for person, headline in ((people[0], "You won."), (people[1], "Ann won."), (people[2], "Ann won.")):
        text = page(table, person)
        assert headline in text
        assert sentence in text
        assert "no result" not in text
    notice = Notice.objects.select_related("table", "user").get(kind=NoticeKind.OVER)
    assert notice.user == people[0]
    assert notice_title(notice) == f"You won at {table.name}"
    assert notice_sentences(notice, None)[0] == sentence
    assert set(SeatSummary.objects.values_list("result", flat=True)) == {Result.UNFINISHED}
    assert sentence in text_of(ann.get("/tables/mine/"))


def test_ended_game_stays_among_past_games_and_counts_for_nobody(people: list[User], together: Table) -> None:
    end_by_staff(together)
    for address in ("/", "/tables/mine/", "/games/", "/games/?result=unfinished", "/games/?status=over"):
        text = text_of(signed_in(people[0]).get(address))
        assert f'href="{url(together)}"' in text, address
        assert "Unfinished" in text
    assert url(together) not in text_of(signed_in(people[0]).get("/games/?least=0"))
    assert Summary.objects.get().unfinished
    assert set(SeatSummary.objects.values_list("result", flat=True)) == {Result.UNFINISHED}
    assert not Seat.objects.filter(table=together).exclude(rank=None).exists()


def test_deck_of_ended_game_can_be_played_again(people: list[User], together: Table) -> None:
    end_by_staff(together)
    fresh = rematches.rematch(table=together.code, user=people[0], same_deck=True)
    assert fresh.deck_of == together
    alone = rematches.play_deck(table=together.code, user=people[3], name="Again")
    assert alone.status == Status.PLAYING


def test_solo_game_that_was_given_up_keeps_its_page(people: list[User]) -> None:
    table = gather(people[0])
    play_on(table, people, lambda state: state.turn == 3)
    abandon(table=table.code, user=people[0])
    assert "This game was abandoned on turn 3." in page(table, people[0])
    assert not Notice.objects.exists()
    answer = type_line(signed_in(people[0]), table, "1 farm c5")
    assert answer.status_code == 422
    assert "This game was abandoned on turn 3." in text_of(answer)


def test_everybody_hears_why_a_game_was_ended(people: list[User], together: Table) -> None:
    end_by_staff(together)
    notices = Notice.objects.filter(kind=NoticeKind.OVER).select_related("table")
    assert {notice.user_id for notice in notices} == {person.pk for person in people[:3]}
    assert all(REASON in " ".join(notice_sentences(notice, None)) for notice in notices)


@pytest.mark.parametrize(
    ("act", "kind", "words"),
    [
        (InterventionAction.REMOVE, NoticeKind.REMOVED, "moderator removed you"),
        (InterventionAction.STAND_IN, NoticeKind.KEPT, "moderator let a stand-in play"),
    ],
)
def test_what_a_moderator_did_is_told_with_the_reason(
    act: InterventionAction, kind: NoticeKind, words: str, people: list[User], together: Table
) -> None:
    intervene(table=together.code, intervention=AdminIntervention(act, REASON, seat=1))
    text = page(together, people[1])
    assert words in text
    assert REASON in text
    assert "You resigned" not in text
    assert "resigned" not in page(together, people[0])
    notice = Notice.objects.select_related("table").get(kind=kind)
    text = " ".join(notice_sentences(notice, Seat.objects.get(table=together, index=1)))
    assert words in text
    assert REASON in text
    assert "Your time ran out" not in text


def test_after_leaving_nothing_is_offered_that_is_refused(people: list[User], together: Table) -> None:
    absences.resign(table=together.code, user=people[1])
    text = page(together, people[1])
    assert all(part not in text for part in ("/placement", 'id="resign"', 'id="back"', "data-mine", "2 forest r1 f C5"))
    assert "Your turn" not in text_of(signed_in(people[1]).get("/"))
    answer = type_line(signed_in(people[1]), together, "1 farm c5")
    assert answer.status_code == 422
    assert "You resigned." in text_of(answer)
    helped = text_of(type_line(signed_in(people[1]), together, "help")).split('id="line-said"')[1].split("</div>")[0]
    assert "score" in helped
    assert "confirm" not in helped


def test_ending_the_game_asks_for_confirmation(people: list[User], together: Table) -> None:
    ann = signed_in(people[0])
    assert ann.get(url(together) + "end/").status_code == 303
    absences.resign(table=together.code, user=people[2])
    assert f'href="{url(together)}end/"' in page(together, people[0])
    html = text_of(ann.get(url(together) + "end/"))
    assert "End this game for everyone?" in html
    assert "2 players must agree" in html
    assert ann.post(url(together) + "end/").status_code == 303
    assert "ends immediately for all players." in text_of(signed_in(people[1]).get(url(together) + "end/"))
    assert Table.objects.get(pk=together.pk).status == Status.PLAYING
    signed_in(people[1]).post(url(together) + "end/")
    assert Table.objects.get(pk=together.pk).ended_early


def test_seat_that_changes_hands_is_listed_and_told_and_the_log_keeps_names(
    people: list[User], together: Table
) -> None:
    absences.resign(table=together.code, user=people[1])
    for person in (people[0], people[2]):
        absences.vote(table=together.code, user=person, choice=Vote.INVITE)
    lobby = text_of(signed_in(people[3]).get("/tables/"))
    assert "Free seats in games in progress" in lobby
    assert "<strong>Free seat: Spring, turn 3</strong>" in lobby
    absences.take_seat(table=together.code, user=people[3], index=1)
    notice = Notice.objects.select_related("table", "by").get(kind=NoticeKind.TAKEN)
    assert (notice.user, notice.by) == (people[1], people[3])
    assert f"{people[3]} took over your seat on turn 3" in page(together, people[1])
    table = Table.objects.get(pk=together.pk)
    state = load(table)
    seated = Seated(table, None, state.state, state.number, tuple(Seat.objects.at(table)))
    taken = people_of(seated)[1]
    assert (taken.name, taken.name_at(1), taken.name_at(table.number + 1)) == ("Dee", "Ben", "Dee")
    turn = text_of(signed_in(people[0]).get(url(together) + "turns/1/"))
    assert "Ben drew" in turn
    assert "Dee drew" not in turn


def test_player_who_deletes_their_account_stays_as_former_player(people: list[User], together: Table) -> None:
    from games.tables.people.personal_data import erase

    end_by_staff(together)
    erase(user=people[1])
    assert Seat.objects.filter(table=together).count() == 3
    assert "Unfinished game" in page(together, people[0])


def test_page_of_old_ended_game_with_missing_seats_still_answers(people: list[User], together: Table) -> None:
    end_by_staff(together)
    Seat.objects.filter(table=together, index=2).delete()
    assert "A moderator ended this game on turn 3." in page(together, people[0])
    assert signed_in(people[0]).get(url(together) + "turns/1/").status_code == 404


def test_data_of_a_person_tell_why_a_game_ended(people: list[User], together: Table) -> None:
    from games.tables.people.personal_data import export_user_data

    end_by_staff(together)
    table_data: Any = export_user_data(people[0])["tables"][0]
    assert (table_data["ending"], table_data["ending_reason"], table_data["rank"]) == ("staff", REASON, None)


def test_film_of_ended_game_shows_its_closed_turns(people: list[User], together: Table) -> None:
    state = load(together).state
    draw(signed_in(people[0]), together, 0)
    end_by_staff(together)
    for person in (people[0], people[3]):
        browser = signed_in(person)
        assert f'href="{url(together)}year?look=' in page(together, person)
        film = text_of(browser.get(f"{url(together)}year?look=1", headers=HTMX))
        assert ", turn 1: " in film
        assert ", turn 2: " in film
        assert film.count('class="frame"') == 2
        assert f", turn {state.turn}: " not in film
        assert browser.get(f"{url(together)}year?look=1")["Location"] == f"{url(together)}turns/1/?look=1"


def test_game_that_ended_before_a_turn_had_closed_has_no_film(people: list[User]) -> None:
    table = gather(*people[:2])
    end_by_staff(table)
    assert 'id="watch"' not in page(table, people[0])
    assert signed_in(people[0]).get(f"{url(table)}year", headers=HTMX).status_code == 404
