"""Move requests to webhooks into the outbox of all channels, with their tasks and the permissions of staff."""

from django.conf import settings
from django.db import migrations

AT_ONCE = 500
FIELDS = ("turn", "key", "state", "attempts", "created_at", "claimed_at", "sent_at", "answer", "error")
REQUEST_TASK = "games.webhooks.delivery.call"
MOVED_TASKS = {
    "games.notices.review_notices.write_review_notice": "games.notices.reviews.write_review_notice",
    "games.notices.review_mail.send_review_mail": "games.notices.reviews.send_review_mail",
}


def move_requests(apps, schema_editor):
    deliveries = apps.get_model("notices", "Delivery").objects
    # Whatever waits is queued by the dispatcher when it is due.
    deliveries.exclude(state="waiting").update(queued=True)
    calls = apps.get_model("webhooks", "Call").objects.select_related("webhook").order_by("pk")
    deliveries.bulk_create([delivery_of(deliveries.model, call) for call in calls.iterator(AT_ONCE)], AT_ONCE)


def delivery_of(model, call):
    waits = call.state == "waiting"
    return model(
        user_id=call.webhook.owner_id,
        channel="webhooks",
        kind=call.event,
        webhook_id=call.webhook_id,
        # A waiting request without a time was already handed to a worker.
        due_at=call.due_at if waits and call.due_at else call.created_at,
        queued=not waits,
        **{name: getattr(call, name) for name in FIELDS},
    )


def return_requests(apps, schema_editor):
    deliveries = apps.get_model("notices", "Delivery").objects
    calls = apps.get_model("webhooks", "Call").objects
    rows = deliveries.filter(webhook__isnull=False)
    calls.bulk_create([call_of(calls.model, row) for row in rows.order_by("pk").iterator(AT_ONCE)], AT_ONCE)
    rows.delete()


def call_of(model, row):
    fields = {name: getattr(row, name) for name in FIELDS}
    due_at = row.due_at if row.state in {"waiting", "sending"} else None
    return model(webhook_id=row.webhook_id, event=row.kind, due_at=due_at, **fields)


def move_tasks(apps, schema_editor):
    tasks = apps.get_model("django_tasks_database", "DBTaskResult").objects
    tasks.filter(task_path=REQUEST_TASK).delete()
    for old, new in MOVED_TASKS.items():
        tasks.filter(task_path=old).update(task_path=new)


def move_permissions(apps, schema_editor):
    permissions = apps.get_model("auth", "Permission").objects
    groups, users = apps.get_model("auth", "Group").objects, apps.get_model(settings.AUTH_USER_MODEL).objects
    for action in ("view", "resend"):
        old = permissions.filter(content_type__app_label="webhooks", codename=f"{action}_call").first()
        new = permissions.filter(content_type__app_label="notices", codename=f"{action}_delivery").first()
        if old and new:
            for group in groups.filter(permissions=old):
                group.permissions.add(new)
            for user in users.filter(user_permissions=old):
                user.user_permissions.add(new)
    apps.get_model("contenttypes", "ContentType").objects.filter(app_label="webhooks", model="call").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("notices", "0009_webhook_requests"),
        ("webhooks", "0003_wording"),
        ("django_tasks_database", "0020_update_db_task_result_ordering"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("auth", "0012_alter_user_first_name_max_length"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(move_requests, return_requests),
        migrations.RunPython(move_tasks, migrations.RunPython.noop),
        migrations.RunPython(move_permissions, migrations.RunPython.noop),
    ]
