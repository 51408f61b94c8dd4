"""A forgotten password: ask for a link by mail, then set a new one."""

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.views import INTERNAL_RESET_SESSION_TOKEN, PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts import audit, forms, known_browsers, limits, services
from games.accounts.access import SeeOther
from games.accounts.form_pages import LinkForm
from games.accounts.forms_base import sent
from games.accounts.models import User
from games.accounts.pages import FormPage
from games.accounts.stale_forms import restore_typed

_form_methods = require_http_methods(["GET", "HEAD", "POST"])
_PASSWORD_RESET: Final = LinkForm(
    template="accounts/password_reset.html",
    done="accounts:password_reset_sent",
    limit=limits.RESET,
    event=audit.Event.RESET_ASKED,
    send=services.mail_reset_links,
)


@never_cache
@_form_methods
def password_reset(request: HttpRequest) -> HttpResponse:
    """Ask for a link by which to set a new password."""
    return _PASSWORD_RESET.answer(request, forms.ResetForm(sent(request)))


@require_safe
def password_reset_sent(request: HttpRequest) -> HttpResponse:
    """Show the page with the next steps, the same for every visitor."""
    return render(request, "accounts/password_reset_sent.html")


class _NewPassword(PasswordResetConfirmView):
    """Django's own, in our looks and for open accounts: nothing is kept of a link that is not good."""

    form_class = forms.NewPasswordForm  # type: ignore[assignment]  # made with `user`, and asked for no more than that
    reset_url_token = "set"  # noqa: S105 - what stands in the address in place of the token

    def get_user(self, uidb64: str) -> User | None:
        """Return the user whom the link is for, or None.

        None if there is no such user, the account is closed, or it is a guest, who has no password.
        """
        user = super().get_user(uidb64)
        return user if isinstance(user, User) and user.is_active and not user.guest else None

    def form_valid(self, form: Any) -> HttpResponse:
        """Set the password and let go of the link."""
        services.reset_password(user=form.user, password=form.cleaned_data["new_password"])
        audit.record(audit.Event.PASSWORD_RESET, self.request, form.user)
        if self.request.user == form.user:
            logout(self.request)  # the session has ended with the old password
        else:
            del self.request.session[INTERNAL_RESET_SESSION_TOKEN]
        messages.success(self.request, _("Your password has been set. Sign in with it now."))
        return known_browsers.remember(self.request, SeeOther(reverse("accounts:sign_in")), form.user)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Show what is wrong with it."""
        return self.render_to_response(self.get_context_data(form=form), status=422)

    def render_to_response(self, context: dict[str, Any], **more: Any) -> HttpResponse:
        """The form, or that the link is used up."""
        if not self.validlink:
            return render(self.request, "accounts/password_reset_stale.html", status=404)
        restore_typed(self.request, context["form"])
        page = {"page": FormPage(context["form"])}
        return render(self.request, "accounts/password_reset_confirm.html", page, **more)


password_reset_confirm = _form_methods(_NewPassword.as_view())
