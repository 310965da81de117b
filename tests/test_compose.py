"""`compose.yaml`: bot, PostgreSQL and Caddy, as image, settings and documents have them."""

import json
import re
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.settings import FIELDS, read_settings

ROOT = Path(__file__).parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
TEXT = (ROOT / "compose.yaml").read_text(encoding="utf-8")


@pytest.fixture
def services() -> dict[str, Any]:
    """The services; the web server alone is there only where it is asked for."""
    found = yaml.safe_load(TEXT)["services"]
    assert {name: one.get("profiles") for name, one in found.items()} == {
        "bot": None,
        "database": None,
        "web": ["web"],
    }
    return found


def instruction(pattern: str) -> str:
    """What stands behind an instruction of the image that runs, which is the last stage."""
    (found,) = re.findall(pattern, DOCKERFILE.rpartition("\nFROM ")[2], re.MULTILINE | re.DOTALL)
    return found


def test_the_bot_is_checked_as_the_image_is(services):
    """The same command, at the same intervals."""
    told = instruction(r"^HEALTHCHECK (.+?)\n(?=[A-Z])").replace("\\\n", "")
    check = services["bot"]["healthcheck"]
    assert check["test"] == ["CMD", *json.loads(told.partition("CMD ")[2])]
    options = dict(re.findall(r"--([a-z-]+)=(\S+)", told.partition("CMD ")[0]))
    assert {name.replace("-", "_"): value for name, value in options.items()} == {
        name: str(value) for name, value in check.items() if name != "test"
    }


def test_each_setting_exists_and_can_be_read(services):
    """Those of the bot are settings of the referee, and `.env` names all others."""
    given = services["bot"]["environment"]
    assert set(given) - {"PGPASSWORD"} <= set(FIELDS)
    settings = read_settings({name: str(value) for name, value in given.items()})
    assert settings.database_url == given["DATABASE_URL"]
    assert services["bot"]["env_file"] == ".env"


def test_the_bot_reaches_the_database_that_is_made(services):
    """User, name and host are those of the other service, and so is the password."""
    made = services["database"]["environment"]
    url = services["bot"]["environment"]["DATABASE_URL"]
    assert url == f"postgresql+asyncpg://{made['POSTGRES_USER']}@database/{made['POSTGRES_DB']}"
    assert services["bot"]["environment"]["PGPASSWORD"] == made["POSTGRES_PASSWORD"]
    assert services["bot"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    ready = services["database"]["healthcheck"]["test"]
    assert ready[:2] == ["CMD", "pg_isready"]
    assert f"--username={made['POSTGRES_USER']}" in ready
    assert f"--dbname={made['POSTGRES_DB']}" in ready


def test_no_password_stands_in_the_file(services):
    """It comes from `.env`, and the start says so where it is not set."""
    for service in services.values():
        for name, value in service["environment"].items():
            if "PASSWORD" in name:
                assert value == "${POSTGRES_PASSWORD:?set POSTGRES_PASSWORD in .env}"


def test_nothing_is_reached_from_outside_but_the_web_server(services):
    """Loopback ports to what the bot listens at, none to the database; HTTP and HTTPS to Caddy."""
    given = services["bot"]["environment"]
    assert services["bot"]["ports"] == [f"127.0.0.1:{given['WEB_PORT']}:{given['WEB_PORT']}"]
    assert "ports" not in services["database"]
    assert services["web"]["ports"] == ["80:80", "443:443", "443:443/udp"]


def test_the_web_server_passes_on_to_the_bot_which_believes_it(services):
    """Under the name in WEB_URL, from whichever address Docker gives it."""
    assert services["web"]["environment"] == {"WEB_URL": "${WEB_URL:-localhost}"}
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in services["web"]["volumes"]
    given = services["bot"]["environment"]
    caddyfile = (ROOT / "Caddyfile").read_text(encoding="utf-8")
    assert f"{{$WEB_URL}} {{\n\treverse_proxy bot:{given['WEB_PORT']}\n}}" in caddyfile
    proxies = [ip_network(one) for one in given["WEB_PROXIES"].split()]
    # The pools that Docker takes its networks from, and this machine.
    for address in ("172.17.0.1", "172.31.255.3", "192.168.240.2", "127.0.0.1"):
        assert any(ip_address(address) in network for network in proxies)
    assert all(network.is_private for network in proxies)


def test_the_bot_writes_into_its_volume_alone(services):
    """As the image is tested: a read-only root, the image's own user, who is not root."""
    bot = services["bot"]
    assert bot["read_only"] is True
    assert "user" not in bot
    assert instruction(r"^USER (\w+)$") != "root"
    folder = instruction(r"^VOLUME (\S+)$")
    assert [volume.split(":")[1] for volume in bot["volumes"]] == [folder]
    assert "data" in services["database"]["volumes"][0].partition(":")[2]
    named = {volume.split(":")[0] for one in services.values() for volume in one["volumes"]}
    assert named - {"./Caddyfile"} == set(yaml.safe_load(TEXT)["volumes"])


def test_who_is_reached_from_outside_has_no_rights_to_spare(services):
    """A read-only root, and of root's powers the one to listen at port 80."""
    for name in ("bot", "web"):
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["security_opt"] == ["no-new-privileges:true"]
    assert services["web"]["cap_add"] == ["NET_BIND_SERVICE"]
    assert "cap_add" not in services["bot"]


def test_each_is_started_again(services):
    """After a crash, and after the machine was; but not after somebody stopped them."""
    assert {one["restart"] for one in services.values()} == {"unless-stopped"}
    assert all("healthcheck" in one for one in services.values())
