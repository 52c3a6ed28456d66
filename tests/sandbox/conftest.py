import pytest

from viva.sandbox import Sandbox

from . import attacks


@pytest.fixture(scope="session", autouse=True)
def close_boxes():
    """Boxes are kept warm between tests and closed with the session."""
    opened: list[Sandbox] = []
    original = attacks.Sandbox

    def remember(*arguments, **options):
        opened.append(original(*arguments, **options))
        return opened[-1]

    attacks.Sandbox = remember
    yield
    attacks.Sandbox = original
    for sandbox in opened:
        sandbox.close()
