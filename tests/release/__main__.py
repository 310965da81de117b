"""The steps of a release, each of which refuses in one sentence; nothing is sent anywhere."""

import os
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from release.steps import RefusedError, missing_from, with_version, without_unreleased

ROOT = Path(__file__).parents[2]
BUILDERS = ("docker", "podman", "buildah")


def run(*words: str) -> str:
    """What a command prints; refused where it fails.

    None looks for modules in the checkout: pip would find the referee there, and install nothing.
    """
    apart = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(words, cwd=ROOT, env=apart, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RefusedError(f"`{' '.join(words)}` failed:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def build_wheel(folder: Path) -> Path:
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation",
        "-w", str(folder), ".")  # fmt: skip
    (wheel,) = folder.glob("*.whl")
    if missing := missing_from(wheel, ROOT):
        raise RefusedError(f"the wheel lacks {', '.join(missing)}")
    python = folder / "venv" / "bin" / "python"
    run(sys.executable, "-m", "venv", str(folder / "venv"))
    run(str(python), "-m", "pip", "install", "-q", "--require-hashes", "-r", "requirements.lock")
    run(str(python), "-m", "pip", "install", "-q", "--no-deps", str(wheel))
    # It was there to build with.
    run(str(python), "-m", "pip", "uninstall", "-q", "--yes", "setuptools")
    run(str(python), "-m", "pip", "check")
    run(str(python.parent / "referee"), "games")
    return wheel


def build_image(version: str) -> str:
    for builder in filter(shutil.which, BUILDERS):
        if subprocess.run([builder, "info"], capture_output=True, check=False).returncode == 0:
            run(builder, "build", "-t", f"referee:{version}", ".")
            return f"referee:{version}, built by {builder}"
    return f"not built: none of {', '.join(BUILDERS)} is at work here"


def main(version: str) -> None:
    if run("git", "status", "--porcelain"):
        raise RefusedError("there are changes that are not committed: commit them first")
    if f"v{version}" in run("git", "tag").split():
        raise RefusedError(f"v{version} is there already")
    project, changelog = ROOT / "pyproject.toml", ROOT / "CHANGELOG.md"
    today = datetime.now(UTC).date()
    wanted = {
        project: with_version(project.read_text(encoding="utf-8"), version),
        changelog: without_unreleased(changelog.read_text(encoding="utf-8"), version, today),
    }
    run("make", "check")
    before = {file: file.read_text(encoding="utf-8") for file in wanted}
    try:
        for file, text in wanted.items():
            file.write_text(text, encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            wheel = build_wheel(Path(folder))
            kept = ROOT / "out" / wheel.name
            kept.parent.mkdir(exist_ok=True)
            shutil.copyfile(wheel, kept)
        image = build_image(version)
    except BaseException:
        for file, text in before.items():
            file.write_text(text, encoding="utf-8")
        raise
    run("git", "commit", "-qam", f"Release {version}")
    run("git", "tag", "-a", f"v{version}", "-m", f"Release {version}")
    print(f"Wheel: {kept.relative_to(ROOT)}\nImage: {image}\nTag: v{version}, not pushed yet.")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:2] or [""])
    except RefusedError as refused:
        sys.exit(f"release: {refused}")
