"""Valid requests of every kind that a signed-in user can send."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from datetime import time, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.test import Client
from django.utils import timezone

from engine.cartographers.notation import Placement
from engine.contract import Level, Seat
from games.accounts.models import Sanction, SanctionKind, User, UserSession
from games.accounts.services import make_guest
from games.cartographers.coach.exercises import exercises_of
from games.cartographers.coach.steps import VERSION, run_step, seat_review
from games.cartographers.desk.placement_state import step_of
from games.cartographers.models import OwnSet
from games.cartographers.setting_up import set_ratings
from games.cartographers.setting_up.options import defaults
from games.cartographers.setting_up.options_form import CartographersOptionsForm
from games.cartographers.setting_up.set_comments import set_reference
from games.cartographers.workshop import own_sets
from games.cartographers.workshop.own_pages import OwnSetForm
from games.catalog.comments import write_comment
from games.catalog.drafts import DraftContent, create_draft, make_link
from games.catalog.models import AuthorComment, CatalogEntry, EntryState
from games.catalog.suggestions import suggest
from games.coach.models import Puzzle, Review
from games.deals.races import open_race
from games.nights import services as nights
from games.nights.night_settings import read_choice
from games.nights.schedule import Schedule
from games.notices import preferences
from games.notices.webhooks import services as webhooks
from games.notices.webhooks.models import Webhook
from games.people import services as people
from games.people.tokens import person_token
from games.push.models import PushSubscription
from games.studies.models import Collection, Entry, Note, ReportReason
from games.tables.deals.shared import create_table as start_shared
from games.tables.game import game_named
from games.tables.lobby.hosting import invite, seat_bot
from games.tables.lobby.practice import start_practice
from games.tables.lobby.services import NewTable
from games.tables.log.state import log
from games.tables.models import Access, KeptChoices, Origin, Status, Table
from games.talk.models import Message
from tests.games.cartographers.play import fields, first_placement, gather, state_of
from tests.games.history.bringing import golden
from tests.games.history.playing import played
from tests.games.push.service import Device
from tests.games.studies import writing
from tests.games.tables.clients import signed_in
from tests.games.talk.chatting import say

PASSWORD = "chart and compass"
NOTICES = {
    "quiet_hours": "on",
    "quiet_from": "21",
    "quiet_until": "7",
    "digest_hour": "18",
    "time_zone": "Europe/Paris",
}
"""The form of what somebody wants to hear, quiet hours and the hour of the digest included."""


@dataclass
class Owner:
    """A user who has one of everything a user can have, with nobody waiting for them in a game."""

    user: User
    other: User
    over: Table
    gathering: Table
    with_bot: Table
    alone: Table
    practice: Table
    elsewhere: Table
    inviting: Table
    muted: Table
    uploaded: Table
    notes: tuple[Note, Note]
    messages: tuple[Message, Message]
    collections: tuple[Collection, Collection]
    entries: tuple[Entry, Entry]
    choices: KeptChoices
    device: PushSubscription
    webhook: Webhook
    session: UserSession
    blocked: User
    own_set: OwnSet
    sanction: Sanction


@dataclass(frozen=True)
class Sending:
    """A POST request: its URL and body; a text body is sent as JSON."""

    address: str
    body: dict[str, Any] | str = field(default_factory=dict)

    def send(self, client: Client) -> Any:
        """Send the request."""
        if isinstance(self.body, str):
            return client.post(self.address, self.body, content_type="application/json")
        return client.post(self.address, self.body)


def owner_of_everything(user: User, other: User) -> Owner:
    """Give a user with an account one of everything; the other user creates what must be someone else's."""
    emails = {"email": "ann@example.org", "pending_email": "new@example.org"}
    User.objects.filter(pk=user.pk).update(**emails, email_refused_at=timezone.now())
    user.refresh_from_db()
    over, gathering = played(user, other), gather(user, other, capacity=4, sheet_vote=True)
    with_bot = seat_bot(table=gather(user, capacity=4).code, host=user, level=Level.ROYAL)
    inviting, muted = gather(other, capacity=2, access=Access.INVITATION), gather(other, capacity=4)
    invite(table=inviting.code, by=other, username=user.username)
    preferences.mute(user=user, table=muted, muted=True)
    collections = writing.collection(user), writing.collection(other)
    given = Device("https://updates.push.services.mozilla.com/wpush/v2/one").handed_over
    signed_in(user).post("/push/subscribe/", json.dumps(given), content_type="application/json")
    signed_in(user).post("/records/", {"pasted": json.dumps(golden("solo_coins"))})
    return Owner(
        user,
        other,
        over=over,
        gathering=gathering,
        with_bot=with_bot,
        alone=gather(user, practice=True),
        practice=start_practice(user=user, game=game_named("gisborne"), bots=2, level=Level.SURVEYOR),
        elsewhere=gather(other, capacity=4),
        inviting=inviting,
        muted=muted,
        uploaded=Table.objects.get(origin=Origin.UPLOADED),
        notes=(writing.note(over, user), writing.note(over, other)),
        messages=(say(over, user), say(over, other)),
        collections=collections,
        entries=(writing.entry(collections[0], over), writing.entry(collections[1], over)),
        choices=_kept_choices(user),
        device=PushSubscription.objects.get(),
        webhook=webhooks.add(table=gathering.code, host=user, url="https://example.org/carto"),
        session=UserSession.objects.filter(user=user).earliest("pk"),
        blocked=_blocked(user),
        own_set=_own_set(user),
        sanction=_sanction(user),
    )


def _sanction(user: User) -> Sanction:
    """Return the sanction of a user whose username a moderator has replaced."""
    User.objects.filter(pk=user.pk).update(has_unread_sanction=True)
    kind = SanctionKind.NAME
    return Sanction.objects.create(person=user, kind=kind, reason="It was offensive.", former_username="rude-name")


def _blocked(user: User) -> User:
    """Return a guest whom the user has blocked."""
    guest = make_guest(display_name="Rude Gull")
    people.block(blocker=user, blocked=guest)
    return guest


def _kept_choices(user: User) -> KeptChoices:
    fields = {"table": {}, "options": {}}
    return KeptChoices.objects.create(
        user=user, game="cartographers", name="Usual", fields=fields, changed_at=timezone.now()
    )


def _own_set(user: User) -> OwnSet:
    """Return a shared set that a curator asks to publish."""
    own_set = own_sets.create_own_set(owner=user, name="Lakes")
    make_link(entry=own_set, by=user)
    own_sets.ask_to_publish(own_set=own_set)
    own_set.refresh_from_db()
    return own_set


def of_person(owner: Owner) -> dict[str, Sending]:
    """Return the owner's requests except commands at tables, by route."""
    other = "compass and chart"
    new_password = {"current_password": PASSWORD, "new_password": other, "repeated": other}
    profile = {"display_name": "Annie", "title": "Keeper", "language": "fr", "theme": "dark", "sounds": "True"}
    push = Device("https://updates.push.services.mozilla.com/wpush/v2/two").handed_over
    later = timezone.localdate() + timedelta(days=7)
    bodies: dict[str, Any] = {
        "accounts/sign-out/": {},
        "accounts/profile/": profile,
        "accounts/sessions/end/": {"session": str(owner.session.pk)},
        "accounts/moderation/": {"read": str(owner.sanction.pk)},
        "accounts/username/": {"username": "annie"},
        "accounts/follow/": {"person": person_token(owner.other)},
        "accounts/unfollow/": {"person": person_token(owner.other)},
        "accounts/block/": {"person": person_token(owner.other)},
        "accounts/unblock/": {"person": person_token(owner.blocked)},
        "accounts/crest/": {
            "shield": "oval",
            "division": "pale",
            "field": "teal",
            "other": "navy",
            "color": "gold",
            "charge": "owl",
            "save": "1",
        },
        "accounts/theme/": {"theme": "dark"},
        "accounts/table-settings/": {"sounds": "on"},
        "accounts/language/": {"language": "fr"},
        "accounts/time-zone/": {"time_zone": "Europe/Paris"},
        "accounts/email/works/": {},
        "accounts/vacation/": {"do": "announce", "begins": str(later), "ends": str(later)},
        "accounts/email/": {"email": "annie@example.org", "current_password": PASSWORD},
        "accounts/email/resend/": {},
        "accounts/password/change/": new_password,
        "notices/settings/": NOTICES,
        "push/subscribe/": json.dumps(push),
        "push/<int:pk>/remove/": {},
        "push/<int:pk>/try/": {},
        "cartographers/learn/": {"command_id": str(uuid4())},
        "cartographers/learn/heroes/": {"command_id": str(uuid4())},
        "gisborne/learn/": {"command_id": str(uuid4())},
        "cartographers/sets/own/all/": {"name": "Rivers"},
        **_of_own_set(owner.own_set),
        "collections/new/": {"title": "Rivers", "visibility": "public"},
        "tables/new/": new_table(keep_as="Rivers"),
        "tables/new/choices/<int:pk>/rename/": {"rename-name": "Rivers"},
        "tables/new/choices/<int:pk>/delete/": {},
        "tables/code/": {"code": owner.elsewhere.code},
        "tables/pair/": {"setup": "cartographers", "command_id": str(uuid4())},
        "tables/solo/": {"command_id": str(uuid4())},
        "tables/practice/": {"game": "cartographers", "command_id": str(uuid4())},
        "records/": {"pasted": json.dumps(golden("solo_inept"))},
    }
    keys = {"push": owner.device.pk, "cartographers": owner.own_set.key, "tables": owner.choices.pk}
    return {
        route: Sending("/" + _filled(route, str(keys.get(route.partition("/")[0]))), body)
        for route, body in bodies.items()
    }


def _filled(route: str, key: str) -> str:
    return re.sub("<(int:pk|slug:key)>", key, route).replace("<slug:name>", "select-all")


def _of_own_set(own_set: OwnSet) -> dict[str, Any]:
    """Return the bodies of the actions on a set, by route."""
    form = OwnSetForm(entry=own_set)
    initial = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    values = {name: value for name, value in initial.items() if value not in (None, "")}
    changed = {**values, "saves": str(own_set.saves), "name": "Rivers"}
    actions = {"save": changed, "preview": changed, "tools/<slug:name>": {**changed, "at": "explore"}}
    actions |= {action: {} for action in ("play", "share", "unshare", "publish", "decline", "delete")}
    actions |= {"followers/share": {}, "followers/unshare": {}, "balance/run": {}}
    return {f"cartographers/sets/own/<slug:key>/{action}/": body for action, body in actions.items()}


def of_suggestions(owner: Owner) -> dict[str, Sending]:
    """Return the owner's requests about the publication of sets, by route."""
    sets = {action: own_sets.create_own_set(owner=owner.user, name="Lakes") for action in ("suggest", "withdraw")}
    suggest(entry=sets["withdraw"], owner=owner.user, note="Try them.")
    body = {"suggestion-note": "Try them."}
    content = DraftContent("Lakes", sets["withdraw"].definition)
    entry = create_draft(box="workshop", kind="set", content=content, by=owner.user)
    CatalogEntry.objects.filter(pk=entry.pk).update(state=EntryState.PUBLISHED)
    credit = Sending(f"/credits/workshop/set/{entry.key}/", {"shown": "on"})
    routes = {
        f"cartographers/sets/own/<slug:key>/{action}/": Sending(f"{own_set.url}{action}/", body)
        for action, own_set in sets.items()
    }
    finished = gather(owner.user)
    ref = "heroes/heroes"
    Table.objects.filter(pk=finished.pk).update(status=Status.FINISHED, options={**finished.options, "set": ref})
    set_ratings.rate(user=owner.user, ref=ref, stars=3)
    rate, at = "cartographers/sets/rate/<slug:box>/<slug:key>/", f"/cartographers/sets/rate/{ref}/"
    routes |= {rate: Sending(at, {"stars": "4"}), f"{rate}withdraw/": Sending(f"{at}withdraw/")}
    return {**routes, **_of_comments(owner), "credits/<slug:box>/<slug:kind>/<slug:key>/": credit}


def _of_comments(owner: Owner) -> dict[str, Sending]:
    """Return the owner's requests about comments on sets, by route: on the other's set, and on their own."""
    theirs, own = own_sets.create_own_set(owner=owner.other, name="Hills"), owner.own_set
    make_link(entry=theirs, by=owner.other)
    finished, ref = gather(owner.user), f"own/{theirs.key}"
    Table.objects.filter(pk=finished.pk).update(status=Status.FINISHED, options={**finished.options, "set": ref})
    own_ref = set_reference(f"own/{own.key}")
    write_comment(reference=own_ref, writer=owner.other, recipient=owner.user, words="More rivers.")
    received = AuthorComment.objects.get()
    write, at = "cartographers/sets/comment/<slug:box>/<slug:key>/", f"/cartographers/sets/comment/{ref}/"
    return {
        write: Sending(at, {"comment-words": "More hills."}),
        f"{write}withdraw/": Sending(f"{at}withdraw/"),
        "comments/<int:pk>/delete/": Sending(f"/comments/{received.pk}/delete/"),
        "comments/<int:pk>/report/": Sending(f"/comments/{received.pk}/report/", {"reason": ReportReason.SPAM}),
    }


def new_table(**more: str) -> dict[str, Any]:
    """Return the new-table form's default data, with additions."""
    options = CartographersOptionsForm(prefix="options")
    usual = {
        options.add_prefix(name): options.get_initial_for_field(options.fields[name], name) or ""
        for name in options.fields
    }
    return usual | {"game": "cartographers", "name": "Annie's", "capacity": "3", "access": "open", **more}


def of_review(owner: Owner) -> dict[str, Sending]:
    """Return the owner's requests about the review of a game, which has been made without luck and skill."""
    table, events = owner.over, [entry.event for entry in log(owner.over, up_to=owner.over.number)]
    steps = 2 * 4
    results = [run_step(events, number, ()) for number in range(steps)]
    done = {"version": VERSION, "steps": steps, "done": steps, "results": results, "ended_at": timezone.now()}
    Review.objects.update_or_create(table=table, defaults=done)
    worst = exercises_of(seat_review(results, Seat(0)))[0]
    assert isinstance(worst.best[0].answer, Placement)
    at, route = f"/tables/{table.code}/review/", "tables/<slug:code>/review/"
    return {
        f"{route}exercises/<int:seat>/<int:turn>/": Sending(
            f"{at}exercises/1/{worst.turn}/", step_of(worst.best[0].answer).dict()
        ),
    }


def of_deals(owner: Owner) -> dict[str, Sending]:
    """Return the owner's requests about daily maps, races and shared decks, by route."""
    game = game_named("cartographers")
    race, others = (
        open_race(user=user, game=game, name="Club", set_key="cartographers", open_for=timedelta(days=7))
        for user in (owner.user, owner.other)
    )
    deck = start_shared(host=owner.other, new=NewTable("cartographers", "", defaults(), capacity=1)).deal
    assert deck is not None
    form = {"name": "Class", "set": "heroes", "days": "7", "command_id": str(uuid4())}
    return {
        "daily/play/": Sending("/daily/play/"),
        "races/new/": Sending("/races/new/", form),
        "decks/<slug:code>/play/": Sending(f"/decks/{deck.code}/play/"),
        "races/<slug:code>/play/": Sending(f"/races/{others.code}/play/"),
        "races/<slug:code>/report/": Sending(f"/races/{others.code}/report/", {"reason": ReportReason.SPAM}),
        "races/<slug:code>/end/": Sending(f"/races/{race.code}/end/"),
    }


def of_nights(owner: Owner) -> dict[str, Sending]:
    """Return the owner's requests about game nights, by route."""
    settings = read_choice(owner.user, "cartographers:default")
    schedule = Schedule(4, time(20), "Europe/Berlin")
    create = partial(nights.create_night, name="Friday", settings=settings, schedule=schedule)
    own, linked = create(user=owner.user), create(user=owner.other)
    others = create(user=owner.other, people=[owner.user])
    nights.join_night(night=own, user=owner.other)
    member, day = own.members.get(user=owner.other), {"day": str(own.dates.get().day)}
    form = {"name": "Club", "weekday": "2", "at": "19:30", "zone": "Europe/Paris", "settings": "cartographers:default"}
    night, at = "nights/<slug:code>", f"/nights/{own.code}"
    return {
        "nights/new/": Sending("/nights/new/", {**form, "command_id": str(uuid4())}),
        "nights/join/<slug:token>/": Sending(f"/nights/join/{linked.invitation}/"),
        f"{night}/edit/": Sending(f"{at}/edit/", form),
        f"{night}/answer/": Sending(f"{at}/answer/", {**day, "comes": "yes"}),
        f"{night}/skip/": Sending(f"{at}/skip/", day),
        f"{night}/restore/": Sending(f"{at}/restore/", day),
        f"{night}/invite/": Sending(f"{at}/invite/", {}),
        f"{night}/remove/": Sending(f"{at}/remove/", {"member": str(member.pk)}),
        f"{night}/join/": Sending(f"/nights/{others.code}/join/"),
        f"{night}/leave/": Sending(f"/nights/{others.code}/leave/"),
        f"{night}/end/": Sending(f"{at}/end/"),
    }


def of_puzzle(owner: Owner) -> dict[str, Sending]:
    """Return the owner's request for the solution of a puzzle from another user's game."""
    puzzle = Puzzle.objects.create(table=played(owner.other), seat=0, turn=1, version=VERSION)
    return {"cartographers/puzzles/<int:number>/": Sending(f"/cartographers/puzzles/{puzzle.pk}/", {"solution": "1"})}


def of_collections(owner: Owner) -> dict[str, Sending]:
    """Return the owner's requests about collections and notes, by route."""
    report = {"reason": ReportReason.INSULT, "words": "It is rude."}
    turn = f"http://testserver/tables/{owner.over.code}/turns/1/"
    (own, others), (entry, other_entry), (note, other_note) = owner.collections, owner.entries, owner.notes
    collection, table = "collections/<slug:code>", "tables/<slug:code>"
    at, over = f"/collections/{own.code}", f"/tables/{owner.over.code}"
    return {
        f"{collection}/edit/": Sending(f"{at}/edit/", {"title": "Rivers", "visibility": "public"}),
        f"{collection}/delete/": Sending(f"{at}/delete/"),
        f"{collection}/add/": Sending(f"{at}/add/", {"add-address": turn, "add-words": "Look."}),
        f"{collection}/turns/<int:pk>/edit/": Sending(f"{at}/turns/{entry.pk}/edit/", {"words": "Look."}),
        f"{collection}/turns/<int:pk>/move/": Sending(f"{at}/turns/{entry.pk}/move/", {"to": "1"}),
        f"{collection}/turns/<int:pk>/remove/": Sending(f"{at}/turns/{entry.pk}/remove/"),
        f"{collection}/report/": Sending(f"/collections/{others.code}/report/", report),
        "people/<slug:username>/report/": Sending(
            f"/people/{owner.other.username}/report/", {"reason": ReportReason.NAME}
        ),
        "accounts/report/": Sending(
            f"/accounts/report/?{urlencode({'person': person_token(owner.other)})}", {"reason": ReportReason.NAME}
        ),
        f"{table}/report/": Sending(f"/tables/{owner.elsewhere.code}/report/", report),
        f"{collection}/turns/<int:pk>/report/": Sending(
            f"/collections/{others.code}/turns/{other_entry.pk}/report/", report
        ),
        f"{table}/turns/<int:turn>/notes/": Sending(f"{over}/turns/1/notes/", {"words": "I was Annie."}),
        f"{table}/turns/<int:turn>/keep/": Sending(
            f"{over}/turns/1/keep/", {"collection": own.code, "seat": "0", "words": "Look."}
        ),
        f"{table}/notes/<int:pk>/edit/": Sending(f"{over}/notes/{note.pk}/edit/", {"words": "I was Annie."}),
        f"{table}/notes/<int:pk>/delete/": Sending(f"{over}/notes/{note.pk}/delete/"),
        f"{table}/notes/<int:pk>/report/": Sending(f"{over}/notes/{other_note.pk}/report/", report),
    }


def of_talk(owner: Owner) -> dict[str, Sending]:
    """Return the owner's requests about the chat of a table, by route."""
    own, others = owner.messages
    talk, at = "tables/<slug:code>/talk/", f"/tables/{owner.over.code}/talk/"
    message = f"{talk}<slug:room>/<int:number>"
    report = {"reason": ReportReason.INSULT, "words": "It is rude."}
    return {
        talk: Sending(at, {"text": "Hello from Annie", "command_id": str(uuid4())}),
        f"{talk}mute/": Sending(f"{at}mute/", {"mute": "on"}),
        f"{message}/delete/": Sending(f"{at}players/{own.number}/delete/"),
        f"{message}/mute/": Sending(f"{at}players/{others.number}/mute/", {"mute": "on"}),
        f"{message}/report/": Sending(f"{at}players/{others.number}/report/", report),
    }


def of_tables(owner: Owner) -> dict[str, Sending]:
    """Return the owner's commands at tables, by route."""
    state = state_of(owner.alone)
    placement = first_placement(state, Seat(0))
    drawn = fields(placement, line=str(placement), turn=state.turn)
    key = {"command_id": str(uuid4())}
    sent: list[tuple[str, Table, Any]] = [
        ("join/", owner.elsewhere, {}),
        ("setup/", owner.gathering, {"sheet": "B"}),
        ("leave/", owner.gathering, {}),
        ("kick/", owner.gathering, {"person": str(owner.other.pk)}),
        ("bots/", owner.gathering, {"bot_level": "royal"}),
        ("bots/later/", owner.gathering, {"fill_after": "600", "bot_level": "royal"}),
        ("bots/remove/", owner.with_bot, {"bot": "1"}),
        ("handicap/", owner.gathering, {"seat": str(owner.gathering.seats.get(index=0).pk), "handicap": "5"}),
        ("help/", owner.gathering, {"help": "paper"}),
        ("close/", owner.gathering, {}),
        ("start/", owner.gathering, {}),
        ("invite/", owner.gathering, {"invite-username": "cas"}),
        ("decline/", owner.inviting, {}),
        ("give-up/", owner.alone, {}),
        ("rematch/", owner.over, {}),
        ("deck/", owner.over, key),
        ("turns/<int:turn>/fork/", owner.over, {"seat": "0", **key}),
        ("keep/", owner.uploaded, {}),
        ("throw-away/", owner.uploaded, {}),
        ("line", owner.alone, drawn),
        ("turns/<int:turn>/placement", owner.alone, drawn),
        ("turns/<int:turn>/hints", owner.alone, {}),
        ("turns/<int:turn>/lay", owner.practice, {state_of(owner.practice).hands[0][0].value: "1", **key}),
    ]
    routes = {
        f"tables/<slug:code>/{what}": Sending(f"/tables/{table.code}/{what.replace('<int:turn>', '1')}", body)
        for what, table, body in sent
    }
    notices, at = "notices/tables/<slug:code>", f"/notices/tables/{owner.gathering.code}"
    return routes | {
        f"{notices}/mute/": Sending(f"/notices/tables/{owner.muted.code}/mute/", {"again": "on"}),
        f"{notices}/webhooks/": Sending(f"{at}/webhooks/", {"url": "https://example.org/other"}),
        f"{notices}/webhooks/<int:pk>/remove/": Sending(f"{at}/webhooks/{owner.webhook.pk}/remove/"),
        f"{notices}/webhooks/<int:pk>/try/": Sending(f"{at}/webhooks/{owner.webhook.pk}/try/"),
    }


def requests_of(owner: Owner) -> dict[str, Sending]:
    """Return all the owner's requests, by route."""
    games = of_review(owner) | of_puzzle(owner) | of_deals(owner) | of_nights(owner) | of_tables(owner)
    return of_person(owner) | of_suggestions(owner) | of_collections(owner) | of_talk(owner) | games


def requests_of_guest(guest: User, other: User) -> dict[str, Sending]:
    """Return the requests of a guest who is at no table with others yet, by route."""
    elsewhere, alone = gather(other, capacity=4), gather(guest)
    names = {
        "username": "annie",
        "display_name": "Annie",
        "email": "annie@example.org",
        "password": "compass and chart",
    }
    key = {"command_id": str(uuid4())}
    push = Device("https://updates.push.services.mozilla.com/wpush/v2/two").handed_over
    return {
        "accounts/keep/": Sending("/accounts/keep/", names),
        "accounts/profile/": Sending("/accounts/profile/", {"display_name": "Annie", "theme": "dark"}),
        "accounts/theme/": Sending("/accounts/theme/", {"theme": "dark"}),
        "accounts/language/": Sending("/accounts/language/", {"language": "fr"}),
        "notices/settings/": Sending("/notices/settings/", NOTICES),
        "push/subscribe/": Sending("/push/subscribe/", json.dumps(push)),
        "cartographers/learn/": Sending("/cartographers/learn/", key),
        "cartographers/learn/heroes/": Sending("/cartographers/learn/heroes/", key),
        "gisborne/learn/": Sending("/gisborne/learn/", key),
        "tables/new/": Sending("/tables/new/", new_table()),
        "tables/pair/": Sending("/tables/pair/", {"setup": "cartographers", **key}),
        "tables/solo/": Sending("/tables/solo/", key),
        "tables/practice/": Sending("/tables/practice/", {"game": "cartographers", **key}),
        "records/": Sending("/records/", {"pasted": json.dumps(golden("solo_inept"))}),
        "tables/<slug:code>/join/": Sending(f"/tables/{elsewhere.code}/join/"),
        "tables/<slug:code>/give-up/": Sending(f"/tables/{alone.code}/give-up/"),
        "notices/tables/<slug:code>/mute/": Sending(f"/notices/tables/{elsewhere.code}/mute/"),
    }
