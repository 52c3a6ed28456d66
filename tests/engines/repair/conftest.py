import pytest

from tests.repairs import held_to_laws


@pytest.fixture(autouse=True)
def _every_repair_is_held_to_its_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    held_to_laws(monkeypatch)
