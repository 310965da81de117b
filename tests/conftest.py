"""What all tests share: Hypothesis without a deadline, and a PostgreSQL where none is named."""

import os

import pytest
from hypothesis import settings
from storage import server
from storage.kept import each_database

__all__ = ["each_database"]

# Machines under load are slow.
settings.register_profile("referee", deadline=None)
settings.load_profile("referee")


def pytest_configure(config: pytest.Config) -> None:
    """The process that begins a run of the tests also ends what its workers have started."""
    if not os.environ.get("REFEREE_TEST_POSTGRES") and server.FOLDER not in os.environ:
        server.begin()
        config.add_cleanup(server.end)
