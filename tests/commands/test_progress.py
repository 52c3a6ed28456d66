"""The bar is for people: on a terminal only, never beside JSON, and gone at the end."""

import io
import threading

import pytest

from viva.commands.progress import Progress, Waiting
from viva.core.deciding.following import doing


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


def waited(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, patience: float, locale: str = "en") -> str:
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr("viva.commands.progress._PATIENCE", patience)
    monkeypatch.setattr("viva.commands.progress._AGAIN", 0.01)
    shown = threading.Event()
    write = stream.write

    def written(text: str) -> None:
        write(text)
        if "proof" in text or "Beweis" in text:
            shown.set()

    monkeypatch.setattr(stream, "write", written)
    with Waiting(locale):
        doing("proof")
        if patience == 0 and stream.isatty():
            assert shown.wait(30)
    return stream.getvalue()


@pytest.mark.parametrize(("locale", "said"), [("en", "looking for a proof …"), ("de", "ein Beweis wird gesucht …")])
def test_who_waits_is_told_what_is_being_done(locale: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = waited(monkeypatch, Terminal(), 0, locale)
    assert said in told
    assert told.endswith("\r\x1b[K")


def test_nothing_is_told_in_a_pipe_or_before_a_second_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not waited(monkeypatch, io.StringIO(), 0)
    assert not waited(monkeypatch, Terminal(), 1000)
