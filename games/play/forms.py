"""What a browser sends with every command, whatever the game."""

from django import forms


class CommandForm(forms.Form):
    """What every command carries: an id that makes sending it again harmless."""

    command_id = forms.UUIDField()


class LineForm(CommandForm):
    """A typed line that plays: the turn that it is meant for goes with it."""

    turn = forms.IntegerField(min_value=1, max_value=10**9)
