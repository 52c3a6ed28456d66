"""How far a long command has come: a bar or a line on a terminal, and nothing in a pipe."""

import sys
import threading
import time
from collections import deque

from viva.core.deciding.following import Follower, followed_by
from viva.core.terms import ENGLISH

_WIDTH = 20
_BETWEEN = 0.1
_PATIENCE = 1.0  # seconds after which one wants to know what takes so long
_AGAIN = 0.5
_LATELY = 30.0


class Pace:
    """How fast something comes along, by the last half minute: what was there at once, or came in a bundle, says little
    of what is to come."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def see(self, done: int, now: float) -> None:
        self._seen.append((now, done))
        while now - self._seen[0][0] > _LATELY and len(self._seen) > 2:
            self._seen.popleft()

    def told(self, total: int) -> str:
        """As in `12.5/s, 3 min left`; nothing as long as that would be a guess."""
        (first, before), (last, done) = self._seen[0], self._seen[-1]
        if last - first < _PATIENCE or done == before:
            return ""
        rate = (done - before) / (last - first)
        left = (total - done) / rate
        spelt = f"{left:.0f} s" if left < 90 else f"{left / 60:.0f} min" if left < 5400 else f"{left / 3600:.1f} h"
        return f"{rate:.3g}/s, {spelt} left"


class Progress:
    """`with Progress() as bar:`, and `bar.show` whenever something was done; the line is gone at the end."""

    def __init__(self, silent: bool = False) -> None:
        self._shown = sys.stderr.isatty() and not silent
        self._last = 0.0
        self._pace = Pace()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, done: int, total: int, what: str) -> None:
        if self._shown and time.monotonic() - self._last > _BETWEEN:
            # Imported here: nobody looks at a pipe.
            from viva.core.text.escape import visible_line

            self._last = time.monotonic()
            self._pace.see(done, self._last)
            filled = _WIDTH * done // max(total, 1)
            bar = "#" * filled + "." * (_WIDTH - filled)
            pace = self._pace.told(total)
            between = f"  {pace}  " if pace else " "
            sys.stderr.write(f"\r\x1b[K[{bar}] {done}/{total}{between}{visible_line(what)}")
            sys.stderr.flush()

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


class Waiting:
    """`with Waiting():` around one check: a line that says what is being done, after a second; gone at the end."""

    def __init__(self, locale: str = ENGLISH) -> None:
        self._locale, self._doing = locale, "examining"
        self._over = threading.Event()
        self._follow = followed_by(Follower(doing=self._told))
        self._thread = threading.Thread(target=self._show, daemon=True) if sys.stderr.isatty() else None

    def __enter__(self) -> None:
        self._follow.__enter__()
        if self._thread:
            self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._follow.__exit__(None, None, None)
        self._over.set()
        if self._thread:
            self._thread.join()

    def _told(self, what: str) -> None:
        self._doing = what

    def _show(self) -> None:
        if self._over.wait(_PATIENCE):
            return
        # Imported here: most checks are over before.
        from viva.core.texts import catalogue

        say, began = catalogue("viva.core", self._locale).say, time.monotonic() - _PATIENCE
        while True:
            seconds = int(time.monotonic() - began)
            line = say("doing.line", what=say(f"doing.{self._doing}"), seconds=seconds)
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()
            if self._over.wait(_AGAIN):
                break
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
