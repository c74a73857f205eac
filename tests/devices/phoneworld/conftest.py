import pytest

from tests.devices.phoneworld.samples import new_phone


@pytest.fixture
def phone():
    return new_phone()
