"""A game on a real server in which all players time out, in real time: it ends, and pages update."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.processes.http import next_message
from tests.processes.manage import manage
from tests.processes.site import Site
from tests.processes.test_live import PASSWORD, listen, signed_in, variables

TURNS, SEATS = 3, 2
SCRIPT = f"""
from games.accounts.models import User
from games.tables.lobby import services
from games.tables.models import Pace
from games.tables.lobby.services import NewTable
from games.tables.time_control import TimeControl
ann, ben, cas = (User.objects.create_user(name, {PASSWORD!r}) for name in ("ann", "ben", "cas"))
tempo = TimeControl(Pace.LIVE, turn_seconds=2, reserve_seconds=1)
new = NewTable("toy", "Desk", {{"turns": {TURNS}}}, {SEATS}, tempo=tempo)
print("table", services.create_table(host=ann, new=new).code)
"""
STORED = """
from games.tables.models import Table
table = Table.objects.get()
print("stored", table.version, table.status, *(seat.timeouts for seat in table.seats.all()))
"""


@pytest.mark.usefixtures("migrated_folder")
def test_nobody_answers_and_open_pages_hear_of_it_to_the_end(
    tmp_path: Path, collected_static: Path, start_site: Callable[..., Site]
) -> None:
    environment = variables(tmp_path, collected_static)
    manage("prepare", **environment)
    code = manage("shell", "-c", SCRIPT, **environment).rpartition("table ")[2].strip()
    site = start_site(**environment)
    ann, ben, cas = (signed_in(site.url, name) for name in ("ann", "ben", "cas"))
    (seat, number), (watching, same) = (listen(site.url, code, visitor) for visitor in (ann, cas))
    assert same == number
    with closing(seat), closing(watching):
        page = f"{site.url}/tables/{code}/"
        assert ben.post(f"{page}join/", page=page)[0] == 303
        # Ben sits down and the game begins, in one; then each answer of the stand-in is a version.
        expected = [{"table": code, "number": number + 2 + step} for step in range(TURNS * SEATS + 1)]
        for connection in (seat, watching):
            assert [next_message(connection) for _ in expected] == expected
        assert "The game is over." in cas.get(page)[2]
    assert site.stop() == 0
    # Out of time twice, in the first turn with the reserve; then the stand-in kept both seats.
    last = f"stored {expected[-1]['number']} finished 2 2"
    assert last in manage("shell", "-c", STORED, **environment)
