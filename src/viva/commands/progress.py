"""How far a long command has come: a bar on a terminal, and nothing in a pipe."""

import sys
import time

_WIDTH = 20
_BETWEEN = 0.1


class Progress:
    """`with Progress() as bar:`, and `bar.show` whenever something was done; the line is gone at the end."""

    def __init__(self, silent: bool = False) -> None:
        self._shown = sys.stderr.isatty() and not silent
        self._last = 0.0

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, done: int, total: int, what: str) -> None:
        if self._shown and time.monotonic() - self._last > _BETWEEN:
            # Imported here: nobody looks at a pipe.
            from viva.core.text.escape import visible_line

            self._last = time.monotonic()
            filled = _WIDTH * done // max(total, 1)
            bar = "#" * filled + "." * (_WIDTH - filled)
            sys.stderr.write(f"\r\x1b[K[{bar}] {done}/{total} {visible_line(what)}")
            sys.stderr.flush()

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
