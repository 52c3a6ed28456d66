"""What every subject's `exercise.toml` has in common."""

import pytest

from viva.core.exercise import read_manifest
from viva.core.fault import Fault
from viva.core.source import Source


def _read(text: str) -> None:
    manifest = f'subject = "echo"\n{text}\n[echo]\n'
    read_manifest(Source("made-here", {"exercise.toml": manifest.encode()}))


@pytest.mark.parametrize("points", ["-5", "0", "-0.5", "nan", "inf"])
def test_points_are_above_zero(points: str) -> None:
    with pytest.raises(Fault, match="points") as raised:
        _read(f"points = {points}")
    assert raised.value.line == 2 and raised.value.remedy


def test_a_key_that_nobody_knows_is_told_beside_another_mistake() -> None:
    with pytest.raises(Fault, match="colour"):
        _read("points = -5\ncolour = 3")


def test_a_statement_that_was_written_on_windows_reads_as_any_other() -> None:
    files = {"exercise.toml": b'subject = "echo"\r\n[echo]\r\n', "statement.md": b"\xef\xbb\xbfOne.\r\n\r\nTwo.\r\n"}
    assert read_manifest(Source("made-here", files)).statement == "One.\n\nTwo.\n"


@pytest.mark.parametrize("end", ["\r\n", "\r"], ids=["windows", "old mac"])
def test_a_statement_has_the_same_lines_whatever_system_wrote_it(end: str) -> None:
    text = "One line.\n\nAnother one,\nin two lines.\n"
    files = {"exercise.toml": b'subject = "echo"\n[echo]\n', "statement.md": text.replace("\n", end).encode()}
    assert read_manifest(Source("made-here", files)).statement == text
