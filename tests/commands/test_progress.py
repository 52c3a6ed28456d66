"""The bar is for people: on a terminal only, never beside JSON, and gone at the end."""

import io

import pytest

from viva.commands.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "silent", "seen"), [(Terminal(), False, True), (Terminal(), True, False), (io.StringIO(), False, False)]
)
def test_who_sees_the_bar(stream: io.StringIO, silent: bool, seen: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", stream)
    with Progress(silent) as bar:
        bar.show(3, 4, "larger\x1b[2J")
    assert ("[###############.....] 3/4 larger\\x1b[2J" in stream.getvalue()) == seen
    assert stream.getvalue().endswith("\r\x1b[K") == seen


def test_a_hundred_rows_at_once_are_shown_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr("time.monotonic", lambda: 1000.0)
    bar = Progress()
    for number in range(100):
        bar.show(number, 100, "row")
    assert stream.getvalue().count("row") == 1
