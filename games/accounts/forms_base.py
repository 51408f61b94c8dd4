"""Base of all forms of the site."""

from uuid import UUID, uuid4

from django import forms
from django.http import HttpRequest, QueryDict


class CartoForm(forms.Form):
    """A form that puts the caret into the first field in error; hints and errors are tied to fields by their ids."""

    def full_clean(self) -> None:
        """Check every field, then mark the first one to mend."""
        super().full_clean()
        wrong = [field for name, field in self.fields.items() if self.has_error(name)]
        if wrong:
            for field in self.fields.values():
                field.widget.attrs.pop("autofocus", None)
            wrong[0].widget.attrs["autofocus"] = True


def sent(request: HttpRequest) -> QueryDict | None:
    """Return the data that a form was submitted with, possibly empty, or None if it was not submitted."""
    return request.POST if request.method == "POST" else None


def new_command_id() -> str:
    """The id of a form that is about to be shown: sent twice, as by a double click, it counts once."""
    return str(uuid4())


def command_id_of(request: HttpRequest) -> UUID | None:
    """The id of the form that was sent; None where it has none, or none of ours."""
    try:
        return UUID(request.POST.get("command_id", ""))
    except ValueError:
        return None
