"""One environment for all that only look at it; making one takes a while."""

import pytest

from tests.plugins.environment import EXAMPLE, Environment


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the example in it."""
    environment = Environment(tmp_path_factory.mktemp("environment")).make()
    environment.types(f"pip install {EXAMPLE}")
    return environment
