"""The twenty textbook languages of the benchmark."""

import tomllib
from pathlib import Path
from typing import Any

from viva.engines.logic import Formula, parse

FILE = Path(__file__).parents[3] / "bench" / "textbook.toml"
LANGUAGES = tomllib.loads(FILE.read_text())["language"]
NAMES = [language["name"] for language in LANGUAGES]


def read(language: dict[str, Any]) -> tuple[Formula, tuple[str, ...]]:
    return parse(language["formula"], language["alphabet"]), tuple(language["alphabet"])
