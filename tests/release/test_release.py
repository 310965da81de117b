"""A release is refused in one sentence, or says exactly what it is."""

import zipfile
from datetime import date
from pathlib import Path

import pytest
import yaml

from release.steps import RefusedError, missing_from, with_version, without_unreleased

ROOT = Path(__file__).parents[2]


def test_version_and_day_are_written_where_they_stand() -> None:
    project = 'name = "x"\nversion = "{}"\n'.format
    assert with_version(project("0.1.0"), "1.2.0") == project("1.2.0")
    told = without_unreleased("# Log\n\n## 1.2.0 (unreleased)\n\n- N.\n", "1.2.0", date(2027, 1, 2))
    assert told == "# Log\n\n## 1.2.0 (2027-01-02)\n\n- N.\n"
    for version in ("", "1.2", "v1.2.0"):
        with pytest.raises(RefusedError, match="is no version"):
            with_version("", version)
    with pytest.raises(RefusedError, match="what is new"):
        without_unreleased("# Log\n\n## 1.1.0 (2026-01-02)\n", "1.2.0", date(2027, 1, 2))


def test_a_wheel_without_a_font_is_refused(tmp_path: Path) -> None:
    for name in ("bot/a.py", "renderers/fonts/A.ttf", "renderers/fonts/notes.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as wheel:
        wheel.writestr("bot/a.py", "")
    assert missing_from(tmp_path / "a.whl", tmp_path) == ["renderers/fonts/A.ttf"]


def test_others_run_what_we_run() -> None:
    """CI calls .ci/run on every Python that is promised; a commit is checked as by `make check`."""
    flow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())["jobs"]["ci"]
    assert flow["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert any(".ci/run" in step.get("run", "") for step in flow["steps"])
    (hooks,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    make = (ROOT / "Makefile").read_text().partition("\ncheck:")[2].partition("\n\n")[0]
    checks = [line.strip().replace("$(BIN)", ".venv/bin") for line in make.splitlines()[1:]]
    assert [hook["entry"] for hook in hooks["hooks"]] == checks
