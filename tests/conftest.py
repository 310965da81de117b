"""What all tests share: Hypothesis without a deadline, since machines under load are slow."""

from hypothesis import settings

settings.register_profile("referee", deadline=None)
settings.load_profile("referee")
