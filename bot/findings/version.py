"""Which version this is: the package's, and the commit it was made from where that is known."""

import os
import subprocess
from importlib.metadata import version
from pathlib import Path

_CHECKOUT = Path(__file__).parents[2]


def version_text() -> str:
    """*0.1.0 (1a2b3c4d)*: the commit is baked into an image, or asked of the checkout."""
    commit = os.environ.get("REFEREE_COMMIT", "").strip() or _of_checkout()
    number = version("death-match-referee")
    return f"{number} ({commit})" if commit else number


def _of_checkout() -> str:
    if not (_CHECKOUT / ".git").exists():
        return ""
    # The checkout may be root's, and the referee somebody else.
    asked = ["git", "-c", f"safe.directory={_CHECKOUT}", "describe", "--always", "--dirty"]
    try:
        return subprocess.run(  # noqa: S603
            asked, cwd=_CHECKOUT, capture_output=True, text=True, timeout=5, check=False
        ).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""
