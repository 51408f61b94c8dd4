"""Base of all forms of the site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts import crests, names
from games.accounts.crests import Crest
from games.accounts.models import Language, Theme, User
from games.accounts.sanctions import reopen_if_due


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


def submitted_data(request: HttpRequest) -> QueryDict | None:
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


# Long enough for any passphrase. Hashing takes the same time for a page of text as for a word.
_PASSWORD_MAX = 128
# Longest address that email can be sent to.
_ADDRESS_MAX = 254


def _password_field(label: Any, autocomplete: str, **more: Any) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, max_length=_PASSWORD_MAX, strip=False, widget=widget, **more)


_PASSWORD_HINT = gettext_lazy(
    "At least 8 characters. Don’t use a common word, only digits, or anything similar to your username."
)


def _display_name_field(**more: Any) -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Display name"),
        max_length=names.DISPLAY_NAME_MAX,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
        **more,
    )


def _parts_field(label: Any, parts: Sequence[str], *, required: bool = True) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, required=required, choices=[(part, part) for part in parts])


class SignInForm(CartoForm):
    """Username or email address, and password; says the same whatever was wrong with them."""

    username = forms.CharField(
        label=gettext_lazy("Username or email address"),
        max_length=_ADDRESS_MAX,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false", "autofocus": True}
        ),
    )
    password = _password_field(gettext_lazy("Password"), "current-password")

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.user: User | None = None
        self.closed: User | None = None

    def clean(self) -> dict[str, Any]:
        """Authenticate the user, or set `closed` to the owner of a closed account.

        The error is the same for a wrong name and a wrong password.
        """
        if not self.errors:
            user = authenticate(self.request, **self.cleaned_data)
            if not isinstance(user, User):
                # The second sentence helps if an address is not confirmed or an account is under attack.
                words = _(
                    "This username or email address doesn’t match the password. If you used your email address, "
                    "try your username."
                )
                raise ValidationError(words, code="sign_in")
            if not user.is_active and not reopen_if_due(user):
                self.closed = user
                raise ValidationError(_("This account is closed."), code="closed")
            self.user = user
        return self.cleaned_data


class NewPasswordForm(CartoForm):
    """New password, entered twice."""

    new_password = _password_field(gettext_lazy("New password"), "new-password", help_text=_PASSWORD_HINT)
    repeated = _password_field(gettext_lazy("Confirm password"), "new-password")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_new_password(self) -> str:
        """Reject weak passwords."""
        password: str = self.cleaned_data["new_password"]
        validate_password(password, self.user)
        return password

    def clean_repeated(self) -> str:
        """Reject a mismatch."""
        return _same_as(self.cleaned_data.get("new_password"), self.cleaned_data["repeated"])


class ChangePasswordForm(NewPasswordForm):
    """Current password and a new one."""

    current_password = _password_field(gettext_lazy("Current password"), "current-password")
    field_order = ("current_password", "new_password", "repeated")

    def clean_current_password(self) -> str:
        """Reject a wrong password."""
        return _own_password(self.user, self.cleaned_data["current_password"])


class ResetForm(CartoForm):
    """Email address to send the password link to."""

    email = forms.EmailField(
        label=gettext_lazy("Email address"),
        help_text=gettext_lazy("The address saved in your account."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class SignInLinkForm(CartoForm):
    """The address to send a sign-in link to."""

    email = forms.EmailField(
        label=gettext_lazy("Email address"),
        max_length=_ADDRESS_MAX,
        help_text=gettext_lazy("The address of your account, or the one you added as a guest."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class GuestEmailForm(CartoForm):
    """The address that a guest gives to sign in by."""

    email = forms.EmailField(
        label=gettext_lazy("Email address"),
        max_length=_ADDRESS_MAX,
        help_text=gettext_lazy("Only used for sign-in links. Never shown to others."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class OwnPasswordForm(CartoForm):
    """Current password, required for sensitive actions in case a browser is left open."""

    current_password = _password_field(gettext_lazy("Password"), "current-password")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_current_password(self) -> str:
        """Reject a wrong password."""
        return _own_password(self.user, self.cleaned_data["current_password"])


class EmailForm(OwnPasswordForm):
    """New email address. Requires the password, because the address can be used to reset it."""

    email = forms.EmailField(
        label=gettext_lazy("Email address"),
        required=False,
        help_text=gettext_lazy("Only used to reset your password. Never shown to others."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("email", "current_password")


class EraseForm(CartoForm):
    """Confirmation of account deletion: the password, or a checkbox for guests."""

    current_password = _password_field(gettext_lazy("Password"), "current-password")
    sure = forms.BooleanField(label=gettext_lazy("Yes, delete my account and my solo games"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        del self.fields["current_password" if user.guest else "sure"]

    def clean_current_password(self) -> str:
        """Reject a wrong password."""
        return _own_password(self.user, self.cleaned_data["current_password"])


class _TwoChoiceField(forms.ChoiceField):
    """Choice of two values; unlike a checkbox, either is submitted."""

    def __init__(self, no: Any, yes: Any, label: Any) -> None:
        super().__init__(label=label, required=False, choices=[(False, no), (True, yes)])

    def clean(self, value: Any) -> bool:
        """Return True for the second choice. Raises ValidationError if neither is chosen."""
        return bool(super().clean(value) == "True")


class ProfileForm(CartoForm):
    """Profile settings: what others see, look, controls, and language if there is a choice."""

    display_name = _display_name_field(
        required=False, help_text=gettext_lazy("Shown to other players. If empty, your username is shown.")
    )
    title = forms.CharField(
        label=gettext_lazy("Title"),
        required=False,
        max_length=names.TITLE_MAX,
        help_text=gettext_lazy("Any title you like, for example “Keeper of the Northern Maps”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False, choices=Language.offered)
    theme = forms.ChoiceField(label=gettext_lazy("Theme"), required=False, choices=Theme.choices)
    sounds = _TwoChoiceField(gettext_lazy("Off"), gettext_lazy("On"), label=gettext_lazy("Table sounds"))
    shape_lines = _TwoChoiceField(
        gettext_lazy("Hidden"), gettext_lazy("Shown"), label=gettext_lazy("Lines between the shapes of a cluster")
    )
    star_previews = _TwoChoiceField(
        gettext_lazy("Hidden"), gettext_lazy("Shown"), label=gettext_lazy("Stars that a placement would score")
    )
    double_tap = _TwoChoiceField(
        gettext_lazy("Rotates it again"),
        gettext_lazy("Places it"),
        label=gettext_lazy("Double tap or double click on a shape"),
    )
    keys_on_map = _TwoChoiceField(
        gettext_lazy("Everywhere on the page"),
        gettext_lazy("Only when the map is focused"),
        label=gettext_lazy("Keyboard shortcuts at a table"),
    )

    hidden = _TwoChoiceField(
        gettext_lazy("Everyone"), gettext_lazy("Only me"), label=gettext_lazy("Who can see your profile and games")
    )

    shows_online = _TwoChoiceField(
        gettext_lazy("Nobody"), gettext_lazy("Everyone"), label=gettext_lazy("Who can see when you’re online")
    )
    shows_rating = _TwoChoiceField(
        gettext_lazy("Only me"), gettext_lazy("Everyone"), label=gettext_lazy("Who can see your ratings")
    )
    invited_by_followed = _TwoChoiceField(
        gettext_lazy("Everyone"),
        gettext_lazy("Only people I follow"),
        label=gettext_lazy("Who can invite you to a table by name"),
    )

    def __init__(self, data: Any = None, *, user: User, theme: Theme) -> None:
        shown = {
            "display_name": user.display_name,
            "title": user.title,
            "language": user.language,
            "theme": theme.value,
            "sounds": user.sounds,
            "shape_lines": user.shape_lines,
            "star_previews": user.star_previews,
            "double_tap": user.double_tap,
            "keys_on_map": user.keys_on_map,
            "hidden": user.hidden,
            "shows_online": user.shows_online,
            "shows_rating": user.shows_rating,
            "invited_by_followed": user.invited_by_followed,
        }
        super().__init__(data, initial=shown)
        if user.guest:
            for name in ("hidden", "shows_rating", "invited_by_followed"):  # guests have no profile, and follow nobody
                del self.fields[name]
            self.fields["display_name"].required = True
            self.fields["display_name"].help_text = _("Shown to other players.")
        if len(settings.LANGUAGES) < 2:
            del self.fields["language"]

    def clean_display_name(self) -> str:
        """Normalize the display name."""
        return names.clean_shown_name(self.cleaned_data["display_name"], most=names.DISPLAY_NAME_MAX)

    def clean_title(self) -> str:
        """Normalize the title."""
        return names.clean_shown_name(self.cleaned_data["title"], most=names.TITLE_MAX)


class CrestForm(CartoForm):
    """The parts of a crest. Colors that don't go with the field are adjusted."""

    shield = _parts_field(gettext_lazy("Shape"), crests.SHIELDS)
    division = _parts_field(gettext_lazy("Pattern"), crests.DIVISIONS)
    field = _parts_field(gettext_lazy("Shield color"), crests.COLORS)
    other = _parts_field(gettext_lazy("Second color"), crests.COLORS, required=False)
    color = _parts_field(gettext_lazy("Symbol color"), crests.COLORS)
    charge = _parts_field(gettext_lazy("Symbol"), crests.CHARGES)

    @property
    def crest(self) -> Crest:
        """The crest of these parts; call it on a valid form only."""
        return Crest.fitted(**self.cleaned_data)


class UsernameForm(CartoForm):
    """New username."""

    username = forms.CharField(
        label=gettext_lazy("Username"),
        min_length=names.USERNAME_MIN,
        max_length=names.USERNAME_MAX,
        help_text=gettext_lazy("3 to 20 letters (a to z), digits, hyphens or underscores. Visible to everyone."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_username(self) -> str:
        """Reject a taken name."""
        # This error reveals nothing, because usernames are public. Email addresses are never looked up here.
        username = names.clean_username(self.cleaned_data["username"])
        if User.objects.named(username).exists():
            raise ValidationError(_("This username is taken."), code="taken")
        return username


class SignUpForm(UsernameForm):
    """New user, or guest who creates an account."""

    display_name = _display_name_field(
        required=False, help_text=gettext_lazy("Shown to other players, in any script. You can change it later.")
    )
    email = forms.EmailField(
        label=gettext_lazy("Email address"),
        required=False,
        help_text=gettext_lazy("Needed to reset your password. Never shown to others."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = _password_field(gettext_lazy("Password"), "new-password", help_text=_PASSWORD_HINT)
    repeated = _password_field(gettext_lazy("Confirm password"), "new-password")

    def clean_display_name(self) -> str:
        """Normalize the display name."""
        return names.clean_shown_name(self.cleaned_data["display_name"], most=names.DISPLAY_NAME_MAX)

    def clean_password(self) -> str:
        """Reject a weak password or one equal to a name."""
        own_names = {name: self.cleaned_data.get(name, "") for name in ("username", "display_name", "email")}
        password: str = self.cleaned_data["password"]
        validate_password(password, User(**own_names))
        return password

    def clean_repeated(self) -> str:
        """Reject a mismatch."""
        return _same_as(self.cleaned_data.get("password"), self.cleaned_data["repeated"])

    def person(self) -> dict[str, str]:
        """Return the fields that the services need for a person; call it on a valid form only."""
        return {name: self.cleaned_data[name] for name in ("username", "password", "display_name", "email")}


def _same_as(first: str | None, repeated: str) -> str:
    if first is not None and first != repeated:
        raise ValidationError(_("The two passwords don’t match."), code="differ")
    return repeated


def _own_password(user: User, password: str) -> str:
    if not user.check_password(password):
        raise ValidationError(_("This isn’t your current password."), code="password")
    return password
