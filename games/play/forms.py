"""Form fields sent with every command, in any game."""

from django import forms


class CommandForm(forms.Form):
    """Form field of every command: an id that makes it safe to send again."""

    command_id = forms.UUIDField()


class LineForm(CommandForm):
    """A typed line that plays: the turn that it is meant for goes with it."""

    turn = forms.IntegerField(min_value=1, max_value=10**9)
