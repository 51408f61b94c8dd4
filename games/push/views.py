"""Push notices on a device: enable, disable and test."""

from http import HTTPStatus
from typing import assert_never

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.access import SeeOther, SignedInRequest, is_own_url, sign_in_required
from games.accounts.client_address import browser
from games.accounts.limits import count_use_by_user, too_many_requests
from games.push import pages, sender, subscriptions
from games.push.models import PushSubscription
from games.push.pages import devices_page
from games.push.sender import PushMessage, Urgency
from games.push.subscriptions import device_form

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@require_safe
@sign_in_required
def devices(request: SignedInRequest) -> HttpResponse:
    """Show the person's devices."""
    return render(request, "push/devices.html", {"page": devices_page(request, request.user)})


@never_cache
@_form_methods
@sign_in_required
def subscribe(request: SignedInRequest) -> HttpResponse:
    """Register the requesting browser for notifications, and return the current list of devices.

    A GET request returns what a browser needs to register on its own, after its push service has changed its address.
    """
    if request.method != "POST":
        return JsonResponse({"key": sender.public_key(), "token": get_token(request)})
    # The body of a form has already been read, and forms are not accepted here.
    form, back = device_form(request.body if request.content_type == "application/json" else b"")
    if not form.is_valid():
        unknown = form.is_of_unknown_service
        status = HTTPStatus.UNPROCESSABLE_ENTITY if unknown else HTTPStatus.BAD_REQUEST
        return _list(request, back, form.refusal, status)
    if wait := count_use_by_user(subscriptions.SUBSCRIBE, request):
        return too_many_requests(request, wait)
    replaces = form.cleaned_data["replaces"]
    subscriptions.subscribe(user=request.user, given=form.given, label=browser(request), replaces=replaces)
    return _list(request, back)


@_form_methods
@sign_in_required
def remove(request: SignedInRequest, pk: int) -> HttpResponse:
    """Remove a device; a GET redirects to the list."""
    if request.method == "POST":
        if not subscriptions.remove(user=request.user, device=pk):
            raise Http404
        messages.success(request, _("Notifications are off for that device."))
    return SeeOther(_back(request, request.POST.get("next", "")))


@_form_methods
@sign_in_required
def try_out(request: SignedInRequest, pk: int) -> HttpResponse:
    """Send a test notice to one of the person's devices; a GET redirects to the list."""
    back = SeeOther(_back(request, request.POST.get("next", "")))
    if request.method != "POST":
        return back
    device = get_object_or_404(PushSubscription.objects.of(request.user.pk), pk=pk)
    if wait := count_use_by_user(subscriptions.TRY, request):
        return too_many_requests(request, wait)
    delivery, _retry_after = sender.send_to(device, _trial())
    match delivery:
        case sender.DeviceResult.SENT:
            messages.success(request, _("Test notification sent to that device."))
        case sender.DeviceResult.GONE:
            messages.error(request, _("That device no longer accepts notifications and has been removed."))
        case sender.DeviceResult.FAILED | sender.DeviceResult.LATER:
            messages.error(request, _("The browser’s push service rejected the notification. Try again later."))
        case _:
            assert_never(delivery)
    return back


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows notices while no page is open. It stands at the root, as it answers for all pages."""
    answer = HttpResponse(pages.service_worker(), content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@require_safe
def offline_page(request: HttpRequest) -> HttpResponse:
    """Return the page that the service worker keeps for when the site is unreachable.

    It is the same for everyone.
    """
    answer = HttpResponse(pages.offline_page())
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _list(request: SignedInRequest, back: str, refusal: str = "", status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    page = devices_page(request, request.user, back=_back(request, back), refusal=refusal)
    return render(request, "push/_devices.html", {"devices": page}, status=status)


def _back(request: HttpRequest, url: str) -> str:
    return url if is_own_url(request, url) else reverse("push:devices")


def _trial() -> PushMessage:
    return PushMessage(
        title="Carto",
        body=_("Notifications are on for this device."),
        url=reverse("push:devices"),
        tag="trial",
        urgency=Urgency.HIGH,
    )
