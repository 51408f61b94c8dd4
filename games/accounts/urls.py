"""URLs of the accounts."""

from django.urls import path

from games.accounts import crest_views, email_views, sanction_views, views

app_name = "accounts"
urlpatterns = [
    path("accounts/sign-up/", views.sign_up, name="sign_up"),
    path("accounts/sign-in/", views.sign_in, name="sign_in"),
    path("accounts/sign-in/link/", email_views.sign_in_link, name="sign_in_link"),
    path("accounts/sign-in/link/sent/", email_views.sign_in_link_sent, name="sign_in_link_sent"),
    path("accounts/sign-in/link/<slug:uidb64>/<slug:token>/", email_views.sign_in_by_link, name="sign_in_by_link"),
    path("accounts/guest/email/", email_views.guest_email, name="guest_email"),
    path("accounts/guest/email/<str:token>/", email_views.guest_email_confirm, name="guest_email_confirm"),
    path("accounts/sign-out/", views.sign_out, name="sign_out"),
    path("accounts/keep/", views.create_account, name="create_account"),
    path("accounts/profile/", views.profile, name="profile"),
    path("accounts/crest/", crest_views.crest, name="crest"),
    path("accounts/sessions/", views.sessions, name="sessions"),
    path("accounts/sessions/end/", views.end_sessions, name="end_sessions"),
    path("accounts/moderation/", sanction_views.own_sanctions, name="sanctions"),
    path("accounts/username/", sanction_views.choose_username, name="choose_username"),
    path("accounts/theme/", views.theme, name="theme"),
    path("accounts/table-settings/", views.table_settings, name="table_settings"),
    path("accounts/time-zone/", views.time_zone, name="time_zone"),
    path("accounts/email/", email_views.email_change, name="email_change"),
    path("accounts/email/resend/", email_views.email_resend, name="email_resend"),
    path("accounts/email/works/", email_views.email_trust, name="email_trust"),
    path("accounts/email/confirm/<str:token>/", email_views.email_confirm, name="email_confirm"),
    path("accounts/password/change/", views.password_change, name="password_change"),
    path("accounts/password/reset/", email_views.password_reset, name="password_reset"),
    path("accounts/password/reset/sent/", email_views.password_reset_sent, name="password_reset_sent"),
    path(
        "accounts/password/reset/<slug:uidb64>/<slug:token>/",
        email_views.password_reset_confirm,
        name="password_reset_confirm",
    ),
    path("accounts/language/", views.language, name="language"),
    path("people/<slug:username>/", views.person, name="person"),
]
