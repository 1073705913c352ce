"""Settings for all tests: none may depend on the speed of the machine."""

from hypothesis import settings

settings.register_profile("default", deadline=None)
settings.load_profile("default")
