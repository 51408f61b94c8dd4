"""Access control: every URL by method and role. A URL missing from the tables below fails."""

from typing import Any

import pytest
from django.db import transaction
from django.test import override_settings
from django.urls import path

from carto_site.urls import urlpatterns as site_urls
from carto_site.views import healthz
from games.accounts.models import User
from games.tables.models import Status
from games.tables.pages.consumers import websocket_urlpatterns
from tests.safety.site import ROLES, Site, patterns, site

Answers = tuple[int, ...]
ALL_200 = (200,) * 7
ALL_303 = (303,) * 7
ALL_404 = (404,) * 7
NEVER = (405,) * 7
SIGNED_IN = (303, 303, 200, 200, 200, 200, 200)  # the others are sent to the sign-in page
SIGNED_IN_FORM = (303, 303, 422, 422, 422, 422, 422)
SIGNED_OUT = (200, 200, 303, 303, 303, 303, 303)
SIGNED_OUT_FORM = (422, 422, 303, 303, 303, 303, 303)
VISIBLE = (404, 200, 404, 200, 200, 200, 404)
WATCHED = (303, 303, 404, 303, 303, 303, 404)
SEATED = (303, 303, 404, 404, 303, 303, 404)
SEATED_ASKED = (303, 303, 404, 404, 200, 200, 404)
SEATED_BEHIND = (303, 303, 404, 404, 409, 409, 404)
NOT_ASKED = (303, 303, 404, 404, 422, 422, 404)
NO_HINTS = (303, 303, 404, 404, 422, 422, 404)  # as others play there too
NOT_INVITED = (303, 303, 404, 404, 404, 404, 404)
NO_LESSON = (303, 303, 404, 404, 404, 404, 404)
TO_TABLE = (404, 303, 404, 303, 303, 303, 404)
STAFF = (303, 303, 404, 404, 404, 404, 200)
STAFF_FORM = (303, 303, 404, 404, 404, 404, 422)
STAFF_AHEAD = (303, 303, 404, 404, 404, 404, 303)  # as they have no second factor yet
STAFF_LOST = (303, 303, 404, 404, 404, 404, 404)
TYPED = (404, 303, 404, 422, 303, 303, 404)
HOST = (303, 303, 404, 404, 404, 303, 404)
HOST_ASKED = (303, 303, 404, 404, 404, 200, 404)
HOST_FORM = (303, 303, 404, 404, 404, 422, 404)
NO_PERSON = (303, 303, 400, 400, 400, 400, 400)
NOT_SET = (303, 303, 404, 404, 404, 404, 404)
HOST_BEHIND = (303, 303, 404, 404, 404, 409, 404)

MOVED = (
    *("learn/", "rules/", "rules/full/", "cards/", "cards/<slug:key>/", "sheets/", "sheets/<slug:key>/"),
    *("analysis/", "sets/", "sets/<slug:key>/", "sets/boxes/<slug:key>/", "sets/try/<slug:link>/"),
    *("sets/own/all/", "sets/own/<slug:key>/"),
)
_OWN_SET = (
    *("", "preview/", "tools/<slug:name>/", "save/", "play/", "share/", "unshare/", "publish/", "decline/", "delete/"),
    *("suggest/", "withdraw/", "followers/share/", "followers/unshare/", "balance/run/"),
)
_OF_A_NIGHT = ("edit", "answer", "skip", "restore", "invite", "remove", "join", "leave", "end")
# The site's tables are of another game.
_OF_GISBORNE = ("lay", "discard", "give", "chest", "undo")
_COVER = "cover/<slug:version>/<slug:tone>.svg"
# Route: what GET and POST answer nobody, a passer-by, a stranger, a spectator, a seat, the host, the staff; `site` says
# who is who. Other methods are refused everywhere.
SITE: dict[str, tuple[Answers, Answers]] = {
    "": (ALL_200, NEVER),
    "healthz": (ALL_200, NEVER),
    "robots.txt": (ALL_200, NEVER),
    "sitemap.xml": (ALL_200, NEVER),
    "sitemap-<slug:section>.xml": (ALL_200, NEVER),
    "picture.png": (ALL_200, NEVER),
    "cartographers/drills/stars/": (ALL_303, NEVER),  # to a random question
    "cartographers/analysis/": (ALL_200, NEVER),
    "cartographers/drills/places/": (ALL_200, NEVER),
    "cartographers/drills/places/<str:token>/": (ALL_303, ALL_303),  # to the introduction, as the token is none
    "cartographers/puzzles/": (ALL_200, NEVER),  # as there are none
    "cartographers/puzzles/<int:number>/": (ALL_404, ALL_404),
    "cartographers/paper/": (ALL_200, NEVER),
    "cartographers/paper/sheet.pdf": (ALL_303, NEVER),  # to where one is chosen
    # There is none of that id; `tests/games/cartographers/paper/` has those that there are.
    "cartographers/paper/sets/own/<slug:key>/": (NOT_SET, NEVER),
    **{f"cartographers/paper/sets/{key}/": (ALL_404, NEVER) for key in ("<slug:key>", "boxes/<slug:key>")},
    "cartographers/paper/sets/try/<slug:link>/": (ALL_404, NEVER),
    "cartographers/paper/sets/followed/<slug:key>/": (NOT_SET, NEVER),
    "accounts/sign-up/": (SIGNED_OUT, SIGNED_OUT_FORM),
    "accounts/sign-in/": (SIGNED_OUT, SIGNED_OUT_FORM),
    "accounts/sign-in/link/": (ALL_200, (422,) * 7),
    "accounts/sign-in/link/sent/": (ALL_200, NEVER),
    "accounts/sign-in/link/<slug:uidb64>/<slug:token>/": (ALL_404, ALL_404),
    "accounts/guest/email/": (ALL_303, ALL_303),
    "accounts/guest/email/<str:token>/": (ALL_404, ALL_404),
    "accounts/sign-out/": (ALL_303, ALL_303),
    "accounts/keep/": (ALL_303, ALL_303),
    "accounts/profile/": (SIGNED_IN, ALL_303),
    "accounts/crest/": (SIGNED_IN, SIGNED_IN_FORM),
    "accounts/sessions/": (SIGNED_IN, NEVER),
    "accounts/moderation/": (SIGNED_IN, ALL_303),
    "accounts/username/": (ALL_303, SIGNED_IN_FORM),
    "accounts/closed/": (ALL_303, ALL_303),
    "accounts/closed/data.json": (ALL_303, NEVER),
    "accounts/closed/delete/": (ALL_303, ALL_303),
    "accounts/vacation/": (SIGNED_IN, (303, 303, 400, 400, 400, 400, 400)),  # as nothing is done
    "accounts/sessions/end/": (ALL_303, ALL_303),
    "accounts/data.json": (SIGNED_IN, NEVER),
    "accounts/delete/": (SIGNED_IN, (303, 303, 422, 422, 409, 409, 422)),
    "accounts/theme/": (ALL_303, ALL_303),
    "accounts/table-settings/": (ALL_303, ALL_303),
    "accounts/time-zone/": (ALL_303, ALL_303),
    "accounts/email/": (SIGNED_IN, SIGNED_IN_FORM),
    "accounts/email/resend/": (ALL_303, ALL_303),
    "accounts/email/works/": (ALL_303, ALL_303),
    "accounts/email/confirm/<str:token>/": (ALL_404, ALL_404),
    "accounts/password/change/": (SIGNED_IN, SIGNED_IN_FORM),
    "accounts/password/reset/": (ALL_200, (422,) * 7),
    "accounts/password/reset/sent/": (ALL_200, NEVER),
    "accounts/password/reset/<slug:uidb64>/<slug:token>/": (ALL_404, ALL_404),
    "accounts/language/": (ALL_303, ALL_303),
    **dict.fromkeys((f"accounts/{do}/" for do in ("follow", "unfollow", "block", "unblock")), (ALL_303, NO_PERSON)),
    "accounts/report/": (NOT_SET, NOT_SET),  # without a person
    "people/": (SIGNED_IN, NEVER),
    "people/<slug:username>/": (ALL_200, NEVER),
    # Of the host.
    "people/<slug:username>/report/": ((303, 303, 200, 200, 200, 404, 200), (303, 303, 422, 422, 422, 404, 422)),
    "people/<slug:username>/with/<slug:other>/": (ALL_200, NEVER),
    "people/<slug:username>/insights/": (ALL_200, (404, 404, 404, 404, 404, 303, 404)),  # the host's own
    "notices/": (SIGNED_IN, NEVER),
    "notices/waiting/": (SIGNED_IN, NEVER),
    "notices/settings/": (SIGNED_IN, ALL_303),
    "notices/stop/<str:token>/": (ALL_404, ALL_404),
    "staff/second-factor/": (STAFF, NEVER),
    "staff/second-factor/add/": (STAFF, STAFF_FORM),
    "staff/second-factor/confirm/": (STAFF_AHEAD, STAFF_AHEAD),
    "staff/second-factor/qr.svg": (STAFF_LOST, NEVER),
    "staff/second-factor/recovery-codes/": (STAFF_AHEAD, STAFF_AHEAD),
    "staff/second-factor/remove/": (STAFF_AHEAD, STAFF_AHEAD),
    "staff/second-factor/code/": (STAFF_AHEAD, STAFF_AHEAD),
    "staff/second-factor/recovery/": (STAFF_AHEAD, STAFF_AHEAD),
    "push/": (SIGNED_IN, NEVER),
    "push/subscribe/": (SIGNED_IN, (303, 303, 400, 400, 400, 400, 400)),
    "push/<int:pk>/remove/": (ALL_303, (303, 303, 404, 404, 404, 404, 404)),
    "push/<int:pk>/try/": (ALL_303, (303, 303, 404, 404, 404, 404, 404)),
    "service-worker.js": (ALL_200, NEVER),
    "offline.html": (ALL_200, NEVER),
    "cartographers/learn/": (ALL_200, ALL_303),
    "cartographers/learn/heroes/": (ALL_200, ALL_303),
    "cartographers/rules/": (ALL_200, NEVER),
    "cartographers/rules/full/": (ALL_200, NEVER),
    "cartographers/rules/side-by-side/": (ALL_200, NEVER),
    "cartographers/cards/": (ALL_200, NEVER),
    "cartographers/cards/<slug:key>/": (ALL_200, NEVER),
    "cartographers/sheets/": (ALL_200, NEVER),
    "cartographers/sheets/<slug:key>/": (ALL_404, NEVER),
    "cartographers/sets/": (ALL_200, NEVER),
    # There is none of that id; `tests/games/cartographers/setting_up/` has those that there are.
    "cartographers/sets/try/<slug:link>/": (ALL_404, (303, 303, 404, 404, 404, 404, 404)),
    "cartographers/sets/followed/<slug:key>/": (NOT_SET, NOT_SET),
    f"cartographers/sets/followed/<slug:key>/{_COVER}": (NOT_SET, NEVER),
    # GET leads to the page that it came from.
    "cartographers/sets/rate/<slug:box>/<slug:key>/": (ALL_303, NOT_SET),
    "cartographers/sets/rate/<slug:box>/<slug:key>/withdraw/": (ALL_303, ALL_303),
    "cartographers/sets/comment/<slug:box>/<slug:key>/": (ALL_303, NOT_SET),
    "cartographers/sets/comment/<slug:box>/<slug:key>/withdraw/": (ALL_303, ALL_303),
    "comments/<int:pk>/delete/": (ALL_303, NOT_SET),
    "comments/<int:pk>/report/": (NOT_SET, NOT_SET),
    "cartographers/sets/own/all/": (SIGNED_IN, SIGNED_IN_FORM),
    **{f"cartographers/sets/own/<slug:key>/{page}": (NOT_SET, NOT_SET) for page in _OWN_SET},
    "cartographers/sets/boxes/<slug:key>/": (ALL_404, ALL_404),
    "cartographers/sets/<slug:key>/": (ALL_404, ALL_404),
    **{f"cartographers/sets/{place}/{_COVER}": (ALL_404, NEVER) for place in ("<slug:key>", "boxes/<slug:key>")},
    f"cartographers/sets/try/<slug:link>/{_COVER}": (ALL_404, NEVER),
    f"cartographers/sets/own/<slug:key>/{_COVER}": (NOT_SET, NEVER),
    "cartographers/sets/own/<slug:key>/balance/": (NOT_SET, NEVER),
    "gisborne/learn/": (ALL_200, ALL_303),
    **{f"gisborne/{page}/": (ALL_200, NEVER) for page in ("rules", "rules/full", "tiles", "cards")},
    "gisborne/tiles/workshop/<slug:key>/": (ALL_404, NEVER),
    "gisborne/tiles/<slug:key>/": (ALL_404, NEVER),
    # Former addresses, which lead to those above.
    **dict.fromkeys(MOVED, ((301,) * 7, (308,) * 7)),
    "cards/schema.json": (ALL_200, NEVER),
    # GET leads to the page that it came from. There is no such entry.
    "credits/<slug:box>/<slug:kind>/<slug:key>/": (ALL_303, NOT_SET),
    "games/": (ALL_200, NEVER),
    "games/to-play/": (ALL_200, NEVER),
    "people/<slug:username>/games/": (ALL_200, NEVER),
    "figures/<slug:game>/<slug:kind>/<slug:key>/": (ALL_200, NEVER),
    "best/<slug:game>/": (ALL_200, NEVER),
    "marks/<slug:game>/": (ALL_200, NEVER),
    "collections/": (ALL_200, NEVER),
    "collections/new/": (SIGNED_IN, SIGNED_IN_FORM),
    # There is none of that address; `tests/games/studies/` has those that there are.
    "collections/<slug:code>/": (ALL_404, NEVER),
    "collections/<slug:code>/<int:number>/": (ALL_404, NEVER),
    "collections/<slug:code>/edit/": (NOT_SET, NOT_SET),
    "collections/<slug:code>/delete/": (NOT_SET, NOT_SET),
    "collections/<slug:code>/add/": (NOT_SET, NOT_SET),
    "collections/<slug:code>/report/": (NOT_SET, NOT_SET),
    "collections/<slug:code>/turns/<int:pk>/edit/": (NOT_SET, NOT_SET),
    "collections/<slug:code>/turns/<int:pk>/move/": (NOT_SET, NOT_SET),
    "collections/<slug:code>/turns/<int:pk>/remove/": (NOT_SET, NOT_SET),
    "collections/<slug:code>/turns/<int:pk>/report/": (NOT_SET, NOT_SET),
    "people/<slug:username>/picture.png": (ALL_200, NEVER),
    "tables/": (ALL_200, NEVER),
    "tables/code/": (ALL_200, (422,) * 7),
    "tables/mine/": (SIGNED_IN, NEVER),
    "records/": (ALL_200, (422,) * 7),
    "tables/mine/games.jsonl": (SIGNED_IN, NEVER),
    "tables/mine/results.csv": (SIGNED_IN, NEVER),
    "tables/new/": (ALL_200, (422,) * 7),
    "tables/new/choices/<int:pk>/rename/": ((303, 303, 404, 404, 404, 404, 404),) * 2,
    "tables/new/choices/<int:pk>/delete/": (ALL_303, (303, 303, 404, 404, 404, 404, 404)),
    "tables/bring/": (ALL_303, ALL_303),
    "tables/pair/": (ALL_200, ALL_303),
    "tables/solo/": (ALL_303, ALL_303),
    "tables/practice/": (ALL_200, ALL_404),  # as the form names no game
    "daily/": (ALL_200, NEVER),
    "daily/play/": (ALL_303, ALL_303),
    "daily/archive/": (ALL_200, NEVER),
    "daily/<day:day>/": (ALL_404, NEVER),  # as there was no map on that day
    "races/": (SIGNED_IN, NEVER),
    "races/new/": (SIGNED_IN, SIGNED_IN_FORM),
    # There is none of that code; `tests/games/deals/` has those that there are.
    "races/<slug:code>/": (ALL_404, NEVER),
    "races/<slug:code>/play/": (ALL_404, ALL_404),
    "races/<slug:code>/report/": (NOT_SET, NOT_SET),
    "races/<slug:code>/end/": (NOT_SET, NOT_SET),
    "decks/<slug:code>/": (ALL_404, NEVER),
    "decks/<slug:code>/play/": (ALL_404, ALL_404),
    "deals/<slug:code>/field/": (ALL_404, NEVER),
    "nights/": (SIGNED_IN, NEVER),
    "nights/new/": (SIGNED_IN, SIGNED_IN_FORM),
    # There is none of that code; `tests/games/nights/` has those that there are.
    "nights/<slug:code>/": (NOT_SET, NEVER),
    **{f"nights/<slug:code>/{page}/": (NOT_SET, NOT_SET) for page in _OF_A_NIGHT},
    "nights/join/<slug:token>/": (NOT_SET, NOT_SET),
    "nights/calendar/<slug:token>.ics": (ALL_404, NEVER),
}
# A GET where a form is sent, as after signing in anew, leads to the table.
PLAYING: dict[str, tuple[Answers, Answers]] = {
    "tables/<slug:code>/": (VISIBLE, NEVER),
    "tables/<slug:code>/join/": (ALL_303, (303, 303, 404, 409, 303, 303, 404)),
    "tables/<slug:code>/setup/": (ALL_303, SEATED_BEHIND),
    "tables/<slug:code>/leave/": (ALL_303, SEATED_BEHIND),
    "tables/<slug:code>/kick/": (ALL_303, HOST_BEHIND),
    "tables/<slug:code>/bots/": (ALL_303, HOST_BEHIND),
    "tables/<slug:code>/bots/later/": (ALL_303, HOST_BEHIND),
    "tables/<slug:code>/bots/remove/": (ALL_303, HOST_BEHIND),
    "tables/<slug:code>/handicap/": (ALL_303, HOST_BEHIND),
    "tables/<slug:code>/help/": (ALL_303, SEATED),
    "tables/<slug:code>/close/": (ALL_303, HOST_BEHIND),
    "tables/<slug:code>/start/": (ALL_303, HOST_BEHIND),
    "tables/<slug:code>/list/": (ALL_303, HOST_BEHIND),
    "tables/<slug:code>/invite/": (ALL_303, SEATED_BEHIND),
    "tables/<slug:code>/decline/": (ALL_303, NOT_INVITED),
    "tables/<slug:code>/give-up/": (SEATED, NOT_ASKED),  # as others play there too
    # Each has their own device. `tests/games/tables/device/` has tables on one.
    "tables/<slug:code>/device/": (NOT_SET, NEVER),
    "tables/<slug:code>/device/cover/": (ALL_303, NOT_SET),
    "tables/<slug:code>/device/take/": (ALL_303, NO_PERSON),  # without a seat
    "tables/<slug:code>/device/here/": (ALL_303, NOT_SET),
    "tables/<slug:code>/device/pins/": (NOT_SET, NOT_SET),
    "tables/<slug:code>/device/seat/": (NOT_SET, NOT_SET),
    "tables/<slug:code>/device/claim/<str:token>/": (NOT_SET, NOT_SET),
    "tables/<slug:code>/resign/": (SEATED_ASKED, SEATED),
    "tables/<slug:code>/back/": (ALL_303, SEATED),
    "tables/<slug:code>/end/": (SEATED, SEATED_BEHIND),  # as nobody is away
    "tables/<slug:code>/pace/": (SEATED_ASKED, NOT_ASKED),  # as none is chosen
    "tables/<slug:code>/pace/answer/": (ALL_303, (303, 303, 400, 400, 400, 400, 400)),  # as nothing is answered
    "tables/<slug:code>/vote/": (ALL_303, (303, 303, 400, 400, 400, 400, 400)),  # as nothing is chosen
    "tables/<slug:code>/seat/": (ALL_303, (404, 409, 404, 409, 409, 409, 404)),  # as none is free
    "tables/<slug:code>/rematch/": (ALL_303, SEATED_BEHIND),
    "tables/<slug:code>/deck/": (ALL_303, (404, 409, 404, 409, 409, 409, 404)),
    "tables/<slug:code>/keep/": (ALL_303, NOT_SET),  # as it is no record that was brought
    "tables/<slug:code>/throw-away/": (NOT_SET, NOT_SET),
    "tables/<slug:code>/turns/<int:turn>/fork/": (ALL_303, (404, 409, 404, 409, 409, 409, 404)),
    "tables/<slug:code>/record.json": (ALL_404, NEVER),
    "tables/<slug:code>/result.txt": (ALL_404, NEVER),
    "tables/<slug:code>/boards.txt": (ALL_404, NEVER),
    "tables/<slug:code>/lesson/leave": (ALL_303, NO_LESSON),
    "tables/<slug:code>/cards/<slug:key>/": (VISIBLE, NEVER),
    "tables/<slug:code>/line": (TO_TABLE, TYPED),  # without a line it leads to the table
    "tables/<slug:code>/year": (ALL_404, NEVER),  # until the game is over
    "tables/<slug:code>/stars/": (ALL_404, NEVER),  # until a turn has closed
    "tables/<slug:code>/since/": (ALL_404, NEVER),  # without a turn
    "tables/<slug:code>/analysis/": (ALL_404, NEVER),  # until the game is over, and a turn has closed
    "tables/<slug:code>/final/<int:seat>/<slug:version>/<slug:tone>.svg": (ALL_404, NEVER),  # until the game is over
    "tables/<slug:code>/screen/": (VISIBLE, NEVER),
    "tables/<slug:code>/turns/<int:turn>/": (TO_TABLE, NEVER),  # as the turn is open
    "tables/<slug:code>/turns/<int:turn>/why/<slug:when>/<int:seat>/<slug:part>": (ALL_404, NEVER),  # likewise
    "tables/<slug:code>/turns/<int:turn>/placement": (ALL_303, SEATED),
    "tables/<slug:code>/turns/<int:turn>/choice": (ALL_303, NOT_ASKED),
    "tables/<slug:code>/turns/<int:turn>/take-back": (ALL_303, SEATED_BEHIND),
    "tables/<slug:code>/turns/<int:turn>/skill": (ALL_303, NOT_ASKED),  # as the game has no skills
    "tables/<slug:code>/turns/<int:turn>/close": (ALL_303, SEATED_BEHIND),
    "tables/<slug:code>/turns/<int:turn>/hints": (ALL_303, NO_HINTS),
    **{f"tables/<slug:code>/turns/<int:turn>/{command}": (ALL_303, NOT_SET) for command in _OF_GISBORNE},
    "tables/<slug:code>/why/<slug:when>/<int:seat>/<slug:part>": (VISIBLE, NEVER),
    "tables/<slug:code>/board-<int:seat>.svg": (ALL_404, NEVER),  # until the game is over
    "tables/<slug:code>/board-<int:seat>.png": (ALL_404, NEVER),
    "tables/<slug:code>/board-<int:seat>.pdf": (ALL_404, NEVER),
    "tables/<slug:code>/turns/<int:turn>/board-<int:seat>.svg": (ALL_404, NEVER),  # as the turn is open
    "tables/<slug:code>/turns/<int:turn>/board-<int:seat>.png": (ALL_404, NEVER),
    "tables/<slug:code>/turns/<int:turn>/board-<int:seat>.pdf": (ALL_404, NEVER),
    "tables/<slug:code>/turns/<int:turn>/notes/": (ALL_404, ALL_404),  # until the game is over
    "tables/<slug:code>/turns/<int:turn>/keep/": (NOT_SET, NOT_SET),  # likewise
    "tables/<slug:code>/report/": ((303, 303, 404, 200, 200, 200, 404), (303, 303, 404, 422, 422, 404, 404)),
    "tables/<slug:code>/talk/": (VISIBLE, (404, 303, 404, 400, 400, 400, 404)),  # as the form is empty
    "tables/<slug:code>/talk/mute/": (ALL_303, WATCHED),
    "tables/<slug:code>/talk/<slug:room>/<int:number>/": (NOT_SET, NEVER),  # as nobody has written
    "tables/<slug:code>/talk/<slug:room>/<int:number>/delete/": (ALL_303, NOT_SET),
    "tables/<slug:code>/talk/<slug:room>/<int:number>/mute/": (ALL_303, NOT_SET),
    "tables/<slug:code>/talk/<slug:room>/<int:number>/report/": (NOT_SET, NOT_SET),
    "tables/<slug:code>/notes/<int:pk>/edit/": (NOT_SET, NOT_SET),
    "tables/<slug:code>/notes/<int:pk>/delete/": (NOT_SET, NOT_SET),
    "tables/<slug:code>/notes/<int:pk>/report/": (NOT_SET, NOT_SET),
    "tables/<slug:code>/review/": (ALL_404, ALL_404),  # until the game is over
    "tables/<slug:code>/review/exercises/": (ALL_404, NEVER),
    "tables/<slug:code>/review/exercises/<int:seat>/<int:turn>/": (ALL_404, ALL_404),
    "tables/<slug:code>/picture.png": (VISIBLE, NEVER),
    "tables/<slug:code>/turns/<int:turn>/picture.png": (ALL_404, NEVER),
    "invitations/<slug:token>/": (ALL_303, NEVER),
    "invitations/<slug:token>/picture.png": (ALL_200, NEVER),
    "notices/tables/<slug:code>/nudge/": (ALL_303, SEATED),
    "notices/tables/<slug:code>/mute/": ((303, 303, 404, 200, 200, 200, 404), WATCHED),
    "notices/tables/<slug:code>/webhooks/": (HOST_ASKED, HOST_FORM),  # without an address
    "notices/tables/<slug:code>/webhooks/<int:pk>/remove/": (HOST, NOT_SET),
    "notices/tables/<slug:code>/webhooks/<int:pk>/try/": (HOST, NOT_SET),
}
GATHERING = {
    **PLAYING,
    "tables/<slug:code>/cards/<slug:key>/": (ALL_404, NEVER),
    "tables/<slug:code>/line": (TO_TABLE, TO_TABLE),
    "tables/<slug:code>/turns/<int:turn>/": (ALL_404, NEVER),
    "tables/<slug:code>/join/": (ALL_303, (303, 303, 404, 303, 303, 303, 404)),
    "tables/<slug:code>/setup/": (ALL_303, NOT_ASKED),  # as the host leaves nothing to the players
    "tables/<slug:code>/leave/": (ALL_303, SEATED),
    "tables/<slug:code>/kick/": (ALL_303, HOST),
    "tables/<slug:code>/bots/": (ALL_303, HOST),
    "tables/<slug:code>/bots/later/": (ALL_303, HOST),
    "tables/<slug:code>/bots/remove/": (ALL_303, HOST_BEHIND),  # as no bot sits there
    "tables/<slug:code>/handicap/": (ALL_303, HOST),
    "tables/<slug:code>/close/": (ALL_303, HOST),
    "tables/<slug:code>/start/": (ALL_303, HOST),
    "tables/<slug:code>/list/": (ALL_303, HOST),
    "tables/<slug:code>/invite/": (ALL_303, NOT_ASKED),  # without a name
    "tables/<slug:code>/give-up/": (SEATED, SEATED_BEHIND),
    "tables/<slug:code>/resign/": (SEATED, SEATED_BEHIND),
    "tables/<slug:code>/pace/": (SEATED, SEATED_BEHIND),
    "tables/<slug:code>/back/": (ALL_303, SEATED_BEHIND),
    "tables/<slug:code>/turns/<int:turn>/placement": (ALL_303, SEATED_BEHIND),
    "tables/<slug:code>/turns/<int:turn>/choice": (ALL_303, SEATED_BEHIND),
    "tables/<slug:code>/turns/<int:turn>/skill": (ALL_303, SEATED_BEHIND),
    "tables/<slug:code>/why/<slug:when>/<int:seat>/<slug:part>": (ALL_404, NEVER),
    "invitations/<slug:token>/": ((200, 200, 200, 200, 303, 303, 200), NEVER),
}
FINISHED = {
    **PLAYING,
    "tables/<slug:code>/help/": (ALL_303, SEATED_BEHIND),
    "tables/<slug:code>/line": (TO_TABLE, (404, 303, 404, 422, 409, 409, 404)),
    "tables/<slug:code>/give-up/": (SEATED, SEATED_BEHIND),
    "tables/<slug:code>/resign/": (SEATED, SEATED_BEHIND),
    "tables/<slug:code>/pace/": (SEATED, SEATED_BEHIND),
    "tables/<slug:code>/back/": (ALL_303, SEATED_BEHIND),
    "tables/<slug:code>/rematch/": (ALL_303, SEATED),
    "tables/<slug:code>/deck/": (ALL_303, (404, 303, 404, 303, 303, 303, 404)),
    "tables/<slug:code>/turns/<int:turn>/fork/": (ALL_303, (404, 400, 404, 400, 400, 400, 404)),  # without a seat
    "tables/<slug:code>/final/<int:seat>/<slug:version>/<slug:tone>.svg": (VISIBLE, NEVER),
    "tables/<slug:code>/record.json": (VISIBLE, NEVER),
    "tables/<slug:code>/board-<int:seat>.svg": (VISIBLE, NEVER),
    "tables/<slug:code>/board-<int:seat>.png": (VISIBLE, NEVER),
    "tables/<slug:code>/board-<int:seat>.pdf": (VISIBLE, NEVER),
    "tables/<slug:code>/result.txt": (VISIBLE, NEVER),
    "tables/<slug:code>/boards.txt": (VISIBLE, NEVER),
    "tables/<slug:code>/turns/<int:turn>/notes/": (VISIBLE, (404, 303, 404, 404, 422, 422, 404)),
    "tables/<slug:code>/review/": (VISIBLE, TO_TABLE),
    "tables/<slug:code>/review/exercises/": (TO_TABLE, NEVER),  # on to the review, as none was made
    "tables/<slug:code>/review/exercises/<int:seat>/<int:turn>/": (TO_TABLE, TO_TABLE),
    "tables/<slug:code>/year": (TO_TABLE, NEVER),  # and on to its first turn, without a script
    "tables/<slug:code>/turns/<int:turn>/placement": (ALL_303, SEATED_BEHIND),
    "tables/<slug:code>/turns/<int:turn>/choice": (ALL_303, SEATED_BEHIND),
    "tables/<slug:code>/turns/<int:turn>/skill": (ALL_303, SEATED_BEHIND),
}
STATES = {Status.PLAYING: SITE | PLAYING, Status.GATHERING: GATHERING, Status.FINISHED: FINISHED}

_OWN_COLLECTION = (
    *(f"<slug:code>/{page}/" for page in ("edit", "delete", "add")),
    *(f"<slug:code>/turns/<int:pk>/{page}/" for page in ("edit", "move", "remove")),
)
_OWN_NOTES = ("turns/<int:turn>/keep/", "notes/<int:pk>/edit/", "notes/<int:pk>/delete/")
# Where a guest is answered otherwise than anybody else who is signed in and sits nowhere.
OF_GUESTS = {
    "accounts/follow/": (303, 303),  # to create an account first
    "accounts/sign-in/": (200, 422),
    "accounts/sign-out/": (200, 200),
    "accounts/guest/email/": (200, 422),
    "accounts/keep/": (200, 422),
    "accounts/profile/": (200, 422),
    "accounts/email/": (303, 303),
    "accounts/password/change/": (303, 303),
    # To where they make an account.
    "credits/<slug:box>/<slug:kind>/<slug:key>/": (303, 303),
    "cartographers/sets/rate/<slug:box>/<slug:key>/": (303, 303),
    "cartographers/sets/rate/<slug:box>/<slug:key>/withdraw/": (303, 303),
    "cartographers/sets/comment/<slug:box>/<slug:key>/": (303, 303),
    "cartographers/sets/comment/<slug:box>/<slug:key>/withdraw/": (303, 303),
    **{f"comments/<int:pk>/{page}/": (303, 303) for page in ("delete", "report")},
    "cartographers/sets/own/all/": (303, 303),
    **{f"cartographers/sets/own/<slug:key>/{page}": (303, 303) for page in _OWN_SET},
    f"cartographers/sets/own/<slug:key>/{_COVER}": (303, 405),
    "cartographers/sets/own/<slug:key>/balance/": (303, 405),
    "cartographers/paper/sets/own/<slug:key>/": (303, 405),
    "cartographers/paper/sets/followed/<slug:key>/": (303, 405),
    "cartographers/sets/followed/<slug:key>/": (303, 303),
    f"cartographers/sets/followed/<slug:key>/{_COVER}": (303, 405),
    "nights/new/": (303, 303),
    "nights/join/<slug:token>/": (303, 303),
    **{f"collections/{page}": (303, 303) for page in ("new/", *_OWN_COLLECTION)},
    **{f"tables/<slug:code>/{page}": (303, 303) for page in (*_OWN_NOTES, "device/claim/<str:token>/", "device/seat/")},
}


@pytest.fixture(autouse=True)
def _all_switched_on(settings: Any) -> None:
    settings.WEBHOOKS = True


def answered(here: Site, method: str, route: str, role: str) -> int:
    """Return the status of a response, and roll back its changes."""
    client = here.client(role)
    with transaction.atomic():
        data = {"data": here.body(route, role)} if method == "post" else {}
        answer = getattr(client, method)(here.url(route, role), **data)
        transaction.set_rollback(True)
    return int(answer.status_code)


@pytest.mark.parametrize("status", STATES)
def test_every_address_answers_as_declared(status: Status, people: list[User]) -> None:
    here = site(people, status)
    unexpected = []
    for route, (get, post) in STATES[status].items():
        for method, expected in (("get", get), ("post", post)):
            statuses = tuple(answered(here, method, route, role) for role in ROLES)
            if statuses != expected:
                unexpected.append(f"{method} {route}: {statuses}")
    assert unexpected == []


@pytest.mark.parametrize("status", STATES)
def test_a_guest_is_answered_as_any_spectator_but_where_declared(status: Status, people: list[User]) -> None:
    here = site(people, status)
    spectator, unexpected = ROLES.index("spectator"), []
    for route, (get, post) in STATES[status].items():
        expected = OF_GUESTS.get(route, (get[spectator], post[spectator]))
        statuses = tuple(answered(here, method, route, "guest") for method in ("get", "post"))
        if statuses != expected:
            unexpected.append(f"{route}: {statuses}")
    assert unexpected == []


@pytest.mark.parametrize("role", ["nobody", "host"])
def test_no_other_method_is_taken(role: str, people: list[User]) -> None:
    here = site(people, Status.PLAYING)
    unexpected = []
    for route, (get, _) in STATES[Status.PLAYING].items():
        if (head := answered(here, "head", route, role)) != get[ROLES.index(role)]:
            unexpected.append(f"head {route}: {head}")
        for method in ("put", "patch", "delete", "options", "trace"):
            if (status := answered(here, method, route, role)) != 405:
                unexpected.append(f"{method} {route}: {status}")
    assert unexpected == []


def undeclared() -> list[str]:
    """Return the routes that are in no table of this module."""
    return [route for route in patterns() if not route.startswith("admin/") and route not in STATES[Status.PLAYING]]


def test_every_address_is_declared() -> None:
    assert undeclared() == []
    assert set(STATES[Status.PLAYING]) <= set(patterns())
    assert [str(pattern.pattern) for pattern in websocket_urlpatterns] == ["ws/tables/<slug:code>/"]


class _WithOneMore:
    """URL configuration with an undeclared route."""

    urlpatterns = [*site_urls, path("tables/<slug:code>/peek/", healthz)]


def test_an_undeclared_address_is_found() -> None:
    with override_settings(ROOT_URLCONF=_WithOneMore):
        assert undeclared() == ["tables/<slug:code>/peek/"]


@pytest.mark.parametrize("role", ["nobody", "stranger", "host"])
def test_the_workshop_is_for_staff(role: str, people: list[User]) -> None:
    here = site(people, Status.PLAYING)
    for route in patterns():
        if not route.startswith("admin/") or "?P<" in route:
            continue
        address = "/" + route
        for part in ("<path:object_id>", "<int:content_type_id>", "<path:url>", "<id>", "<int:entry_id>"):
            address = address.replace(part, "1")
        if "<" in address or route in {"admin/login/", "admin/logout/"}:
            continue
        for method in ("get", "post"):
            answer = getattr(here.client(role), method)(address)
            assert answer.status_code in {302, 403, 404}, (method, address, answer.status_code)
            if answer.status_code == 302:
                assert answer["Location"].startswith("/admin/login/?next="), address


def test_the_staff_may_enter(people: list[User]) -> None:
    here = site(people, Status.PLAYING)
    for address in ("/admin/", "/admin/tables/table/", "/admin/accounts/user/"):
        assert here.client("staff").get(address).status_code == 200
