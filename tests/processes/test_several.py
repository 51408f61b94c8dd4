"""Two server processes on PostgreSQL and Redis behave as one site, also behind nginx."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.processes import servers
from tests.processes.http import Visitor, fetch, open_socket
from tests.processes.manage import attempt, manage
from tests.processes.site import Site

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
PASSWORD = "a wide river bends"


@pytest.fixture
def environment(migrated_postgres_url: str, redis_url: str, tmp_path: Path, collected_static: Path) -> dict[str, str]:
    """Return the environment variables that the README requires to be the same in all processes."""
    return {
        "CARTO_DATABASE_URL": migrated_postgres_url,
        "CARTO_REDIS_URL": redis_url,
        "CARTO_SECRET_KEY": "the same in every process " * 3,
        "CARTO_VAR_DIR": str(tmp_path / "var"),
        "CARTO_STATIC_ROOT": str(collected_static),
        "DJANGO_SETTINGS_MODULE": "carto_site.settings",
    }


@pytest.fixture
def two(environment: dict[str, str], start_site: Callable[..., Site]) -> tuple[Site, Site]:
    manage("prepare", **environment)
    who = {"DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    manage("createsuperuser", "--noinput", "--username=mira", **environment, **who)
    return start_site(**environment), start_site(**environment)


def signed_in(url: str) -> Visitor:
    visitor = Visitor()
    status, location, _ = visitor.post(f"{url}/admin/login/?next=/admin/", username="mira", password=PASSWORD)
    assert (status, location) == (303, "/admin/")
    return visitor


def test_who_signs_in_at_one_is_known_to_the_other(two: tuple[Site, Site]) -> None:
    first, second = two
    assert signed_in(first.url).get(f"{second.url}/admin/")[0] == 200
    assert Visitor().get(f"{second.url}/admin/")[0] == 302
    assert [first.stop(), second.stop()] == [0, 0]


@pytest.mark.nginx
def test_nginx_makes_them_one_site(two: tuple[Site, Site], tmp_path: Path) -> None:
    first, second = two
    ports = [urlsplit(site.url).port or 0 for site in two]
    (tmp_path / "nginx").mkdir()
    with servers.nginx(tmp_path / "nginx", *ports) as port:
        url = f"http://127.0.0.1:{port}"
        visitor = signed_in(url)
        assert {visitor.get(f"{url}/admin/")[0] for _ in range(6)} == {200}
        assert fetch(f"{url}/healthz", {"long": "x" * 70_000})[0] == 413
        connection, status = open_socket(url, "/ws/no-such-socket")
        connection.close()
        assert status.startswith("HTTP/1.1 403")
        first.kill()
        first.listener.close()
        assert {fetch(f"{url}/healthz")[0] for _ in range(6)} == {200}
    assert second.stop() == 0


def test_an_unprepared_database_is_refused(environment: dict[str, str], postgres_url: str) -> None:
    run = attempt("serve", "--port", "0", **environment | {"CARTO_DATABASE_URL": postgres_url})
    assert run.returncode == 1
    assert "manage.py prepare" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_database_without_its_guard_is_served_and_told_of(
    environment: dict[str, str], start_site: Callable[..., Site]
) -> None:
    def log_of_a_start() -> str:
        site = start_site(**environment)
        site.stop()
        log = site.log.read_text()
        site.log.unlink()
        return log

    manage("prepare", **environment)
    with psycopg.connect(environment["CARTO_DATABASE_URL"], autocommit=True) as connection:
        connection.execute("DROP TRIGGER catalog_kept ON catalog_catalogentry")
    log = log_of_a_start()
    assert "catalog.W001" in log
    assert "manage.py prepare" in log
    manage("prepare", **environment)
    assert "catalog.W001" not in log_of_a_start()


def test_without_redis_only_one_may_run(environment: dict[str, str], start_site: Callable[..., Site]) -> None:
    alone = environment | {"CARTO_REDIS_URL": ""}
    manage("prepare", **alone)
    site = start_site(**alone)
    run = attempt("serve", "--port", "0", **alone)
    assert run.returncode == 1
    assert "CARTO_REDIS_URL" in run.stderr
    site.kill()
    site.start()
    assert site.stop() == 0
