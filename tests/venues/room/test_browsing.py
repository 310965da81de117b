"""What the browser tests need of a machine."""

import pytest

from venues.room.browsing import find_chromium


def test_a_missing_chromium_is_a_failure_in_ci_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere the browser tests are skipped, with the reason."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="Chromium is missing"):
        find_chromium()
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="not installed"):
        find_chromium()
