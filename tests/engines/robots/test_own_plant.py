"""A plant is one small class: the one in docs/labs.md works with all that arenas and runs offer."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

import pytest

from viva.core.table import Table
from viva.engines.robots import arena, arena_from, run
from viva.engines.robots.geometry import read_finite
from viva.engines.signals import Monitor, parse

PAGE = Path(__file__).parents[3] / "docs" / "labs.md"


def test_the_room_of_the_documentation_can_be_heated(monkeypatch: pytest.MonkeyPatch) -> None:
    source = re.search(r"```python\n(class Room:.*?)```", PAGE.read_text("utf-8"), re.S)
    assert source is not None
    names = {
        "ClassVar": ClassVar, "Mapping": Mapping, "Sequence": Sequence, "Table": Table, "read_finite": read_finite
    }  # fmt: skip
    exec(source[1], names)
    monkeypatch.setattr(arena, "PLANTS", MappingProxyType({"room": names["Room"]}))
    place = arena_from("room", "seconds = 60\n[room]\noutside = 0\n[noise]\ntemperature = 0.1\n", "room.toml")
    watch = [Monitor(parse("F[0,40] temperature > 20")), Monitor(parse("G[0,60] energy < 50"))]
    episode = run(place, lambda sensors: [1.0 if sensors["temperature"] < 21 else 0.0], watch)
    assert all(each.interval.low > 0 for each in watch)
    assert max(episode.columns["temperature"]) < 22
