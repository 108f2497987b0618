"""One house for all conversations of a module."""

from collections.abc import Iterator

import pytest

from tests.journeys.wires.house import House, open_house


@pytest.fixture(scope="module")
def wires(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The running application behind three wires."""
    with open_house(tmp_path_factory.mktemp("wires")) as house:
        yield house
