"""From a sentence of a report to its code: what `docs/floors.md` says leads there."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "viva"
ROW = re.compile(r"^\| (?P<sentence>[^|]+) \| `(?P<key>[a-z_]+)` \| `(?P<file>[a-z_/]+\.py)` \|$", re.MULTILINE)
RUNGS = ("hint_is_", "hint_", "pattern_", "place_", "")


def test_each_sentence_of_the_table_leads_to_its_code() -> None:
    rows = list(ROW.finditer((ROOT / "docs" / "floors.md").read_text()))
    assert len(rows) == 10
    for row in rows:
        catalogues = SOURCE.glob("**/texts/en.toml")
        texts = [
            text
            for path in catalogues
            for key, text in tomllib.loads(path.read_text()).items()
            if key == row["key"] and _says(text, row["sentence"])
        ]
        assert texts, row["sentence"]
        name = next(row["key"].removeprefix(rung) for rung in RUNGS if row["key"].startswith(rung))
        words = set(re.findall(r"\w+", (SOURCE / row["file"]).read_text()))
        assert words & {name, row["key"], *_halves(name)}, (row["file"], name)


def _says(text: str, sentence: str) -> bool:
    """Whether it is the sentence with slots, or goes on where the sentence was cut."""
    pieces = [piece for piece in re.split(r"\{[^}]*\}", text) if len(piece) > 6]
    return any(piece in sentence for piece in pieces) or sentence.removesuffix(" …") in text


def _halves(name: str) -> list[str]:
    """`missed_all` is made of two words that are decided one by one."""
    first, *rest = name.split("_")
    return [first] if rest else []
