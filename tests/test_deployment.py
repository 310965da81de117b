"""`compose.yaml` and `docs/kubernetes.yaml`: valid, and as image, settings, program have them."""

import json
import re
from collections import Counter
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from bot.metrics.server import MetricsServer
from bot.serve import EXIT_TIMEOUT
from bot.settings import FIELDS, read_settings
from bot.storage.address import read_address
from bot.storage.connect import _MIGRATION_TIMEOUT
from bot.storage.lease_rows import LEASE

ROOT = Path(__file__).parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
TEXT = (ROOT / "compose.yaml").read_text(encoding="utf-8")


@pytest.fixture
def services() -> dict[str, Any]:
    return yaml.safe_load(TEXT)["services"]


def instruction(pattern: str) -> str:
    (found,) = re.findall(pattern, DOCKERFILE.rpartition("\nFROM ")[2], re.MULTILINE | re.DOTALL)
    return found


def test_the_bot_s_health_is_checked_as_the_image_s_is(services):
    told = instruction(r"^HEALTHCHECK (.+?)\n(?=[A-Z])").replace("\\\n", "")
    options = dict(re.findall(r"--([a-z-]+)=(\S+)", told.partition("CMD ")[0]))
    asked = {name.replace("-", "_"): value for name, value in options.items()}
    check = services["bot"]["healthcheck"] | {"test": None}
    assert {name: str(value) for name, value in check.items() if value is not None} == asked
    command = json.loads(told.partition("CMD ")[2])
    assert services["bot"]["healthcheck"]["test"] == ["CMD", *command]
    assert all("healthcheck" in one for one in services.values())


def test_each_setting_exists_and_no_password_stands_in_the_file(services):
    given = services["bot"]["environment"]
    assert set(given) - {"PGPASSWORD"} <= set(FIELDS)
    settings = read_settings({name: str(value) for name, value in given.items()})
    assert settings.database_url == given["DATABASE_URL"]
    assert services["bot"]["env_file"] == ".env"
    named = [pair for one in services.values() for pair in one["environment"].items()]
    passwords = {value for name, value in named if "PASSWORD" in name}
    assert passwords == {"${POSTGRES_PASSWORD:?set POSTGRES_PASSWORD in .env}"}


def test_the_bot_reaches_the_database_that_is_made(services):
    made = services["database"]["environment"]
    user, name = made["POSTGRES_USER"], made["POSTGRES_DB"]
    given = services["bot"]["environment"]
    assert given["DATABASE_URL"] == f"postgresql+asyncpg://{user}@database/{name}"
    assert given["PGPASSWORD"] == made["POSTGRES_PASSWORD"]
    assert services["bot"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    ready = services["database"]["healthcheck"]["test"]
    assert ready[:2] == ["CMD", "pg_isready"]
    assert {f"--username={user}", f"--dbname={name}"} <= set(ready)


def test_nothing_is_reached_from_outside_but_the_web_server(services):
    port = services["bot"]["environment"]["WEB_PORT"]
    assert services["bot"]["ports"] == [f"127.0.0.1:{port}:{port}"]
    assert "ports" not in services["database"]
    assert services["web"]["ports"] == ["80:80", "443:443", "443:443/udp"]
    assert [name for name, one in services.items() if "profiles" in one] == ["web"]


def test_the_web_server_passes_on_to_the_bot_which_believes_it(services):
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in services["web"]["volumes"]
    assert "WEB_URL" in services["web"]["environment"]
    given = services["bot"]["environment"]
    caddyfile = (ROOT / "Caddyfile").read_text(encoding="utf-8")
    assert f"{{$WEB_URL}} {{\n\treverse_proxy bot:{given['WEB_PORT']}\n}}" in caddyfile
    proxies = [ip_network(one) for one in given["WEB_PROXIES"].split()]
    # The pools that Docker takes its networks from, and this machine.
    for address in ("172.17.0.1", "172.31.255.3", "192.168.240.2", "127.0.0.1"):
        assert any(ip_address(address) in network for network in proxies)
    assert all(network.is_private for network in proxies)


def test_volumes_keep_what_is_written(services):
    assert "user" not in services["bot"]
    assert instruction(r"^USER (\w+)$") != "root"
    folder = instruction(r"^VOLUME (\S+)$")
    assert [volume.split(":")[1] for volume in services["bot"]["volumes"]] == [folder]
    assert "data" in services["database"]["volumes"][0].partition(":")[2]
    named = {volume.split(":")[0] for one in services.values() for volume in one["volumes"]}
    assert named - {"./Caddyfile"} == set(yaml.safe_load(TEXT)["volumes"])


def test_services_are_started_again_and_have_no_rights_to_spare(services):
    assert {one["restart"] for one in services.values()} == {"unless-stopped"}
    for name, powers in (("bot", None), ("web", ["NET_BIND_SERVICE"])):
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["security_opt"] == ["no-new-privileges:true"]
        assert services[name].get("cap_add") == powers


KUBERNETES = (ROOT / "docs" / "kubernetes.yaml").read_text(encoding="utf-8")
KINDS = {
    "Deployment": 1, "PodDisruptionBudget": 1, "NetworkPolicy": 1, "Service": 1, "Ingress": 1,
}  # fmt: skip
VERSIONS = ("1.30", kubernetes_validate.latest_version())


@pytest.fixture
def objects() -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(KUBERNETES))


@pytest.fixture
def fleet(objects) -> dict[str, Any]:
    return next(one for one in objects if one["kind"] == "Deployment")["spec"]


@pytest.fixture
def referee(fleet) -> dict[str, Any]:
    (found,) = fleet["template"]["spec"]["containers"]
    return found


@pytest.fixture
def given(referee) -> dict[str, str]:
    return {one["name"]: one.get("value") for one in referee["env"]}


@pytest.mark.parametrize("version", VERSIONS)
def test_each_object_is_valid_and_has_no_field_that_is_none(objects, version):
    assert Counter(one["kind"] for one in objects) == KINDS
    for one in objects:
        kubernetes_validate.validate(one, version, strict=True)


def test_each_setting_exists_and_can_be_read(referee, given):
    assert set(given) <= set(FIELDS)
    settings = read_settings(given | {"DISCORD_TOKEN": "token"})
    assert settings.shards == "auto"
    assert read_address(settings.database_url).url.password is None
    assert referee["envFrom"] == [{"secretRef": {"name": "referee"}}]
    ((name, literals),) = re.findall(r"create secret generic (\w+) (.*)", KUBERNETES)
    assert name == "referee"
    assert re.findall(r"--from-literal=(\w+)=", literals) == ["DISCORD_TOKEN", "PGPASSWORD"]


def test_probes_ask_where_health_is_served(referee, given):
    served = {
        str(route.resource.canonical)
        for route in MetricsServer(*[None] * 2, "0.0.0.0", None).app.router.routes()  # noqa: S104
    }
    ports = {one["name"]: str(one["containerPort"]) for one in referee["ports"]}
    assert ports == {"pages": given["WEB_PORT"], "metrics": given["METRICS_PORT"]}
    assert given["WEB_HOST"] == given["METRICS_HOST"] == "0.0.0.0"  # noqa: S104
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        asked = referee[probe]["httpGet"]
        assert asked["path"] in served
        assert asked["port"] == "metrics"


def test_probes_leave_time_for_migration_and_exit(fleet, referee):
    startup, liveness = referee["startupProbe"], referee["livenessProbe"]
    longest = startup["periodSeconds"] * startup["failureThreshold"]
    assert longest > _MIGRATION_TIMEOUT.total_seconds()
    # Sooner its lease would not have run out, so nothing would be won.
    assert liveness["periodSeconds"] * liveness["failureThreshold"] > LEASE.total_seconds()
    assert fleet["template"]["spec"]["terminationGracePeriodSeconds"] > EXIT_TIMEOUT.total_seconds()


def test_pages_of_all_have_one_address_and_pods_reach_each_other(objects, fleet, given):
    by_kind = {one["kind"]: one["spec"] for one in objects}
    (rule,) = by_kind["Ingress"]["rules"]
    assert given["WEB_URL"] == f"https://{rule['host']}"
    (way,) = rule["http"]["paths"]
    path, service = way["path"], way["backend"]["service"]["name"]
    label = fleet["template"]["metadata"]["labels"]
    assert fleet["selector"]["matchLabels"] == label
    for kind, named in (("PodDisruptionBudget", "selector"), ("NetworkPolicy", "podSelector")):
        assert by_kind[kind][named]["matchLabels"] == label
    assert (path, service) == ("/", "referee")
    assert by_kind["Service"]["selector"] == label
    assert [str(port["port"]) for port in by_kind["Service"]["ports"]] == [given["WEB_PORT"]]
    (let_in,) = by_kind["NetworkPolicy"]["ingress"]
    assert {"podSelector": {"matchLabels": label}} in let_in["from"]
    assert [str(port["port"]) for port in let_in["ports"]] == [given["WEB_PORT"]]


def test_containers_have_no_rights_to_spare(fleet, referee):
    """As in compose.yaml: a read-only root, no user of any power, nothing of the cluster's."""
    pod, rights = fleet["template"]["spec"], referee["securityContext"]
    assert pod["securityContext"]["runAsNonRoot"] is True
    # The user of the image has a name, and Kubernetes asks for a number.
    assert pod["securityContext"]["runAsUser"] > 0
    assert pod["automountServiceAccountToken"] is False
    assert rights["readOnlyRootFilesystem"] is True
    assert rights["allowPrivilegeEscalation"] is False
    assert rights["capabilities"] == {"drop": ["ALL"]}
