"""Two days of three people: daily maps, a race, solo games with company, a table, one tablet and a game night."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.test import Client

from games.accounts.models import User
from games.cartographers.words.names import card_name
from games.deals.daily import run_deals
from games.history.models import COUNTED, SeatSummary
from games.nights.models import GameNight
from games.nights.opening import run_nights
from games.people.tokens import person_token
from games.ratings.rating import rate_due_tables
from games.studies.models import Case, Decision
from games.tables.models import Deal, DealEntry, DealKind, Seat, Status, Table
from games.talk.models import Message
from tests.games.cartographers.play import draw, gather, play_out, state_of
from tests.games.cartographers.setting_up.test_options import as_it_comes
from tests.games.studies.moderating import act, in_days, make_moderator
from tests.games.tables.clients import HTMX, signed_in, text_of
from tests.games.tables.device.playing import cover, hand_to, open_on_device, take
from tests.games.talk.chatting import chat, post

MONDAY = datetime(2026, 3, 16, 10, tzinfo=UTC)
TUESDAY = MONDAY + timedelta(days=1)
NIGHT = datetime(2026, 3, 17, 19, tzinfo=UTC)  # 20:00 in Berlin


def page(user: User, address: str, **headers: str) -> str:
    """Return a page that a user must be able to open."""
    answer = signed_in(user).get(address, headers=headers)
    assert answer.status_code == 200, (address, answer.status_code)
    return text_of(answer)


def table_at(answer: Any) -> Table:
    """Return the table that a response leads to."""
    assert answer.status_code == 303, text_of(answer)
    return Table.objects.get(code=answer["Location"].split("/")[2])


def twice(client: Client, address: str, form: dict[str, Any]) -> Any:
    """Send a form twice, as from two tabs or with an impatient finger; both must lead to the same place."""
    one, other = (client.post(address, form) for _time in range(2))
    assert one["Location"] == other["Location"]
    return one


def play(user: User, address: str, seed: int, *, up_to: int = 0) -> Table:
    """Start the counted game of a deal with its button, and play it."""
    table = table_at(twice(signed_in(user), f"{address}play/", {}))
    assert DealEntry.objects.filter(user=user, deal=table.deal).count() == 1
    return play_out(table, seed, up_to=up_to)


def as_submitted() -> dict[str, Any]:
    """Return the options of a new table as its form submits them."""
    return {f"options-{name}": value for name, value in as_it_comes().items()}


def cards_of(table: Table) -> set[str]:
    """Return the names of all cards of a game."""
    definition = state_of(table).definition
    return {card_name(card) for card in (*definition.pool, *definition.deck)}


# --- Monday ----------------------------------------------------------------------------------------------------------


def daily_map_on_monday(ann: User, ben: User, cas: User) -> None:
    table = play(ann, "/daily/", 1)
    assert "You’re the first to finish." in page(ann, "/daily/")
    before = page(cas, "/daily/")
    assert "1 player has finished this map." in before
    assert "Ann" not in before, "no result before one's own"
    play(ben, "/daily/", 2)
    result = page(ben, "/daily/")
    assert re.search(r"Rank [12] of 2", result)
    assert "1 day in a row" in result
    shared = result.split("<textarea")[1].split("</textarea>")[0]
    assert "http://testserver/daily/2026-03-16/" in shared
    assert not [name for name in cards_of(table) if name in shared], "no spoilers"
    assert "\n-" not in shared, "losses have a true minus"
    assert " + -" not in shared, "and are no sum"
    assert signed_in(cas).get(f"/tables/{table.code}/")["Location"].startswith("/daily/"), "nor by a link to the game"


def race_begins(ann: User, ben: User, cas: User) -> Deal:
    """Ann opens a race and finishes, Ben is in the middle of it, and Cas has not come yet."""
    form = {"name": "Map club", "set": "cartographers", "days": "7", "command_id": str(uuid4())}
    address = twice(signed_in(ann), "/races/new/", form)["Location"]
    race = Deal.objects.get(kind=DealKind.RACE)
    table = play(ann, address, 3)
    play(ben, address, 4, up_to=5)
    for other in (ben, cas):
        shown = page(other, address)
        assert "Open until March 23, 2026, 10 a.m. (1\xa0week left)." in shown
        assert "1 player has finished this map." in shown
        assert "Ranking" not in shown
        assert signed_in(other).get(f"/tables/{table.code}/board-1.pdf").status_code == 404
        assert signed_in(other).post(f"{address}end/").status_code == 404, "only the host ends it"
    return race


def solo_game_with_company(ben: User, cas: User) -> None:
    mine = play_out(table_at(signed_in(ben).post("/tables/solo/", {"command_id": str(uuid4())})), 5)
    table = table_at(twice(signed_in(cas), "/tables/solo/", {"command_id": str(uuid4())}))
    assert table.deal == mine.deal, "a deck that others have finished"
    assert table.deal
    assert "field/" not in page(cas, f"/tables/{table.code}/")
    play_out(table, 6)
    assert f'hx-get="/deals/{table.deal.code}/field/"' in page(cas, f"/tables/{table.code}/")
    shown = page(cas, f"/deals/{table.deal.code}/field/", **HTMX)
    assert re.search(r"Rank [12] of 2", shown)
    assert "Better than" in shown
    assert "Best maps" in shown
    assert "Field by turn" in shown
    assert table_at(signed_in(cas).post("/tables/solo/", {"command_id": str(uuid4())})).deal != mine.deal, "never twice"


def night_is_planned(ann: User, ben: User, cas: User) -> GameNight:
    form = {"name": "Tuesday club", "settings": "cartographers:default", "weekday": "1", "at": "20:00"}
    form |= {"zone": "Europe/Berlin", "command_id": str(uuid4())}
    twice(signed_in(ann), "/nights/new/", form)
    night = GameNight.objects.get()
    for guest in (ben, cas):
        assert signed_in(guest).get(night.url).status_code == 404, "only with the link"
        twice(signed_in(guest), f"/nights/join/{night.invitation}/", {})
    for person in (ann, ben, cas):
        twice(signed_in(person), f"{night.url}answer/", {"day": "2026-03-17", "comes": "yes"})
    return night


def quarrel_at_a_table(ben: User, cas: User, moderator: User) -> None:
    """Ben insults Cas, who blocks and reports him; a moderator mutes him for a day."""
    table = gather(cas, ben)
    command_id = str(uuid4())
    for _tab in range(2):
        assert post(signed_in(ben), table, "You fool", command_id=command_id).status_code == 303
    assert Message.objects.count() == 1, "stored once"
    assert "You fool" in chat(cas, table)
    assert signed_in(cas).post("/accounts/block/", {"person": person_token(ben)}).status_code == 303
    for reader in (cas, ben):
        post(signed_in(cas), table, "Stop that")
        assert "muted message" in chat(reader, table), "folded both ways"
    reported = f"/tables/{table.code}/talk/players/1/report/"
    form = {"reason": "insult", "words": "Rude."}
    assert [signed_in(cas).post(reported, form).status_code for _time in range(2)] == [303, 422]
    case = Case.objects.get()
    assert act(ben, case, "leave").status_code == 302, "to the sign-in of the staff"
    assert not Decision.objects.exists()
    assert act(moderator, case, "mute", "No insults.", until=in_days(1)).status_code == 302
    assert "No insults." in page(ben, "/accounts/moderation/")
    assert "No insults." in chat(ben, table)
    assert post(signed_in(ben), table, "But").status_code == 422
    assert LogEntry.objects.filter(user=moderator, object_id=str(case.pk)).count() == 1, "who did what is logged"
    assert "Cas" not in page(ben, "/accounts/moderation/"), "who reported him stays unknown"


def three_on_a_tablet(ann: User, ben: User) -> None:
    tablet = signed_in(ann)
    table = open_on_device(tablet, "cartographers", **as_submitted(), pin_2="1234")
    address = f"/tables/{table.code}/"
    assert [seat.shown_name for seat in Seat.objects.at(table)] == ["Ann", "Ben", "Cleo"]
    assert "Hand the device to Ann" in text_of(tablet.get(f"{address}device/"))
    assert tablet.get(address)["Location"] == f"{address}device/", "nothing but the curtain"
    assert signed_in(ben).get(address).status_code == 404
    hand_to(tablet, table, 0)
    assert draw(tablet, table, 0).status_code == 303
    cover(tablet, table)
    assert take(tablet, table, 1, "4321").status_code == 422
    assert take(tablet, table, 1, "1234").status_code == 303
    assert draw(tablet, table, 1).status_code == 303
    play_out(table, 7)
    rate_due_tables()
    assert not table.rating_results.exists()
    assert not SeatSummary.objects.filter(summary__table=table, result__in=COUNTED).exists(), "it counts for nobody"
    links = re.findall(r'href="http://testserver(/tables/\w+/device/claim/[^"]+)"', text_of(tablet.get(address)))
    assert signed_in(ben).post(links[0])["Location"] == address
    assert address in page(ben, "/people/ben/games/"), "in the history of who played"


# --- Tuesday ---------------------------------------------------------------------------------------------------------


def daily_map_on_tuesday(ann: User, ben: User, cas: User) -> None:
    run_deals()
    assert "Ann" in page(cas, "/daily/2026-03-16/"), "the results of yesterday are open to all"
    assert "Play without ranking" in page(cas, "/daily/2026-03-16/")
    for seed, user in enumerate((ann, cas), 11):
        play(user, "/daily/", seed)
    assert "2 days in a row" in page(ann, "/daily/")
    assert "1 day in a row" in page(cas, "/daily/")
    assert "1 day in a row" in page(ben, "/daily/"), "there is time until midnight"
    assert "2 days in a row" in page(ann, "/daily/archive/")


def late_comer_ends_the_race(race: Deal, ben: User, cas: User) -> None:
    address = f"/races/{race.code}/"
    play(cas, address, 13)
    shown = page(cas, address)
    assert re.search(r"Rank [12] of 2", shown)
    assert "Ann" in shown
    assert "Cas" not in page(ben, address), "Ben is still in the middle"
    play(ben, address, 4)
    assert re.search(r"Rank [1-3] of 3", page(ben, address))


def peace_is_made(ben: User, cas: User) -> None:
    twice(signed_in(cas), "/accounts/unblock/", {"person": person_token(ben)})


def night_opens_itself(night: GameNight, clock: Any, *people: User) -> None:
    clock.move_to(NIGHT - timedelta(minutes=16))
    run_nights()
    assert not Table.objects.filter(name="Tuesday club").exists()
    clock.move_to(NIGHT - timedelta(minutes=15))
    while run_nights():
        pass
    table = Table.objects.get(name="Tuesday club")
    assert {seat.user for seat in Seat.objects.at(table)} == {*people}
    for person in people:
        assert f"/tables/{table.code}/" in page(person, night.url)
        assert "The table of “Tuesday club” is open." in page(person, "/")
    assert signed_in(people[1]).post(f"/tables/{table.code}/start/").status_code == 404, "the host starts it"
    started = [signed_in(people[0]).post(f"/tables/{table.code}/start/").status_code for _tab in range(2)]
    assert started == [303, 409], "the second tab is told that the game has begun"
    assert Table.objects.get(pk=table.pk).status == Status.PLAYING


@pytest.mark.usefixtures("_known_decks")
def test_three_people_live_two_days(people: list[User]) -> None:
    ann, ben, cas, dee = people
    moderator = make_moderator(dee)
    with time_machine.travel(MONDAY, tick=False) as clock:
        daily_map_on_monday(ann, ben, cas)
        race = race_begins(ann, ben, cas)
        solo_game_with_company(ben, cas)
        night = night_is_planned(ann, ben, cas)
        quarrel_at_a_table(ben, cas, moderator)
        three_on_a_tablet(ann, ben)
        clock.move_to(TUESDAY)
        daily_map_on_tuesday(ann, ben, cas)
        late_comer_ends_the_race(race, ben, cas)
        peace_is_made(ben, cas)
        night_opens_itself(night, clock, ann, ben, cas)
