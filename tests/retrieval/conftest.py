"""A library in a store, and the model that finds in it."""

import pytest

from antiphon.retrieval.onnx import has_packaged_model, open_packaged
from tests.retrieval.models import Remembering


@pytest.fixture(scope="session")
def minilm() -> Remembering:
    """The packaged model; it reads the library once for all tests of this process."""
    if not has_packaged_model():
        pytest.skip("needs the extra `recall`")
    return Remembering(open_packaged())
