"""Buttons of a lesson's bubble, pressed as a browser would."""

import re

from django.test import Client

from games.tables.models import Table


def play_bots(client: Client, bubble: str) -> Table:
    """Press the button of the last bubble that starts a game against bots, and return the game's table."""
    button = re.search(r'<button [^>]*id="play-bots" name="(\w+)" value="(\w+)" formaction="([^"]*)"', bubble)
    assert button
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', bubble))
    response = client.post(button[3], {**hidden, button[1]: button[2]})
    assert response.status_code == 303
    return Table.objects.get(code=response["Location"].split("/")[2], practice=True)
