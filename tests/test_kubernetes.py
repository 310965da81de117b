"""`docs/kubernetes.yaml`: valid by Kubernetes' own schemas, and as image and program have it."""

import re
from collections import Counter
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
from bot.storage.silence import LEASE

TEXT = (Path(__file__).parent.parent / "docs" / "kubernetes.yaml").read_text(encoding="utf-8")
KINDS = {
    "Deployment": 1, "PodDisruptionBudget": 1, "NetworkPolicy": 1, "Service": 1, "Ingress": 1,
}  # fmt: skip
VERSIONS = ("1.30", kubernetes_validate.latest_version())


@pytest.fixture
def objects() -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(TEXT))


@pytest.fixture
def fleet(objects) -> dict[str, Any]:
    return next(one for one in objects if one["kind"] == "Deployment")["spec"]


@pytest.fixture
def referee(fleet) -> dict[str, Any]:
    (found,) = fleet["template"]["spec"]["containers"]
    return found


@pytest.mark.parametrize("version", VERSIONS)
def test_each_object_is_valid_and_has_no_field_that_is_none(objects, version):
    assert Counter(one["kind"] for one in objects) == KINDS
    for one in objects:
        kubernetes_validate.validate(one, version, strict=True)


def test_each_setting_exists_and_can_be_read(referee):
    """What is secret comes from the Secret alone."""
    given = {one["name"]: one.get("value") for one in referee["env"]}
    assert set(given) <= set(FIELDS)
    settings = read_settings(given | {"DISCORD_TOKEN": "token"})
    assert settings.shards == "auto"
    assert read_address(settings.database_url).url.password is None
    assert referee["envFrom"] == [{"secretRef": {"name": "referee"}}]
    ((name, literals),) = re.findall(r"create secret generic (\w+) (.*)", TEXT)
    assert name == "referee"
    assert re.findall(r"--from-literal=(\w+)=", literals) == ["DISCORD_TOKEN", "PGPASSWORD"]


def test_probes_ask_where_health_is_served(referee):
    served = {
        str(route.resource.canonical)
        for route in MetricsServer(*[None] * 2, "0.0.0.0", None).app.router.routes()  # noqa: S104
    }
    given = {one["name"]: one.get("value") for one in referee["env"]}
    ports = {one["name"]: str(one["containerPort"]) for one in referee["ports"]}
    assert ports == {"pages": given["WEB_PORT"], "metrics": given["METRICS_PORT"]}
    assert given["WEB_HOST"] == given["METRICS_HOST"] == "0.0.0.0"  # noqa: S104
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        asked = referee[probe]["httpGet"]
        assert asked["path"] in served
        assert asked["port"] == "metrics"


def test_probes_leave_time_for_migration_and_exit(fleet, referee):
    startup, liveness = referee["startupProbe"], referee["livenessProbe"]
    assert startup["periodSeconds"] * startup["failureThreshold"] > (
        _MIGRATION_TIMEOUT.total_seconds()
    )
    # Sooner its lease would not have run out, so nothing would be won.
    assert liveness["periodSeconds"] * liveness["failureThreshold"] > LEASE.total_seconds()
    assert fleet["template"]["spec"]["terminationGracePeriodSeconds"] > EXIT_TIMEOUT.total_seconds()


def test_pages_of_all_have_one_address_and_pods_reach_each_other(objects, fleet, referee):
    by_kind = {one["kind"]: one["spec"] for one in objects}
    given = {one["name"]: one.get("value") for one in referee["env"]}
    (rule,) = by_kind["Ingress"]["rules"]
    assert given["WEB_URL"] == f"https://{rule['host']}"
    ((path, service),) = [
        (one["path"], one["backend"]["service"]["name"]) for one in rule["http"]["paths"]
    ]
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
