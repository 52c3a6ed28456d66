import pytest


@pytest.fixture(autouse=True)
def _echo(echo_is_installed: None) -> None:
    """Every test here sees the echo subject."""
