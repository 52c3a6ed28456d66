"""What a program that does not end was doing: its loop and its variables at each of its last steps, and whether it came
back to a state in which it was before, from which there is no way out.

A loop comes back if the same call of a function, at the same `while`, is in the same state again. The calls below it
wait meanwhile, so that what they are in the middle of has not moved on, and neither has a `for` around the loop unless
one of its own rounds was seen. A recursion comes back if a function is entered in the state in which one was entered
that still waits for it. A generator that yields lets others go on in between, so of its frames nothing is said.
"""

import ast
import inspect
import sys
import types
from collections.abc import Callable
from typing import Any, NoReturn

from ..compiling import FILENAME
from .loading import variables
from .states import MOST, State, Unseen, closed, state_of

_KEPT = 120
_WORK = 60 * MOST  # things in all states together

Place = tuple[int, int, int, int]


class Lasting:
    """`look` is called at each step after the limit; after `count` of them, or when the program has come back, `end` is
    told all that was seen."""

    def __init__(self, count: int, source: str, code: types.CodeType, end: Callable[..., NoReturn]) -> None:
        self._left = count
        self._end = end
        self._seen: list[list[Any]] = []
        self._returns = _Returns(source) if closed(code) else None

    def look(self) -> None:
        frame: types.FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename != FILENAME:
            frame = frame.f_back
        self._left -= 1
        back = frame is not None and self._returns is not None and self._came_back(self._returns, frame)
        if frame is not None and (back or self._left < _KEPT):
            self._seen.append([frame.f_lineno, frame.f_code.co_name[:200], variables(frame)])
        if back or self._left <= 0:
            self._end("step_limit", last=self._seen, back=back)

    def _came_back(self, returns: "_Returns", frame: types.FrameType) -> bool:
        try:
            return returns.came_back(frame)
        except Exception:  # noqa: BLE001 what cannot be looked at (there may be no room to call anything) is not told
            return False


class _Returns:
    """States are kept as in Brent's way to find a cycle: one at a time, each for twice as long as the one before."""

    def __init__(self, source: str) -> None:
        self._kinds = {
            _place(node): type(node) for node in ast.walk(ast.parse(source)) if isinstance(node, _LOOPS | _FUNCTIONS)
        }
        self._places: dict[types.CodeType, list[Any]] = {}
        self._room = _WORK
        self._loop = _Kept()
        self._entry = _Kept()
        self._depth = sys.maxsize

    def came_back(self, frame: types.FrameType) -> bool:
        if self._room <= 0 or frame.f_code.co_flags & _GENERATORS:
            return False
        place = self._place(frame)
        kind = self._kinds.get(place)
        if kind in (ast.FunctionDef, ast.AsyncFunctionDef):
            return self._entered(frame)
        depth = _depth(frame)
        if depth > self._depth:
            return False
        self._depth = depth
        if self._loop.frame is not frame:
            self._loop = _Kept(frame)
        if kind is ast.While:
            return self._round(self._loop, frame, place)
        if self._loop.place is not None and _encloses(place, self._loop.place):
            self._loop = _Kept(frame)
        return False

    def _round(self, kept: "_Kept", frame: types.FrameType, place: Place) -> bool:
        kept.age += 1
        if kept.state is not None and kept.place == place and kept.state == self._state(frame):
            return True
        if kept.age >= kept.patience:
            kept.renew(frame, place, self._state(frame))
        return False

    def _entered(self, frame: types.FrameType) -> bool:
        kept = self._entry
        kept.age += 1
        waiting = kept.frame is not None and _waits(kept.frame, frame)
        same = waiting and kept.frame is not None and kept.frame.f_code is frame.f_code
        if same and kept.state is not None and kept.state == self._state(frame):
            return True
        if not waiting or kept.age >= kept.patience:
            kept.renew(frame, None, self._state(frame))
        return False

    def _state(self, frame: types.FrameType) -> State | None:
        try:
            found = state_of(frame)
        except Unseen:
            self._room -= MOST
            return None
        self._room -= len(found)
        return found

    def _place(self, frame: types.FrameType) -> Place:
        code = frame.f_code
        if code not in self._places:
            self._places[code] = list(code.co_positions())
        line, end_line, column, end_column = self._places[code][frame.f_lasti // 2]
        return line or 0, column or 0, end_line or 0, end_column or 0


class _Kept:
    def __init__(self, frame: types.FrameType | None = None) -> None:
        self.frame = frame
        self.place: Place | None = None
        self.state: State | None = None
        self.age = 0
        self.patience = 1

    def renew(self, frame: types.FrameType, place: Place | None, state: State | None) -> None:
        self.frame, self.place, self.state = frame, place, state
        self.age, self.patience = 0, 2 * self.patience


_LOOPS = ast.While | ast.For | ast.AsyncFor
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
_GENERATORS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def _place(node: Any) -> Place:
    return node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0


def _encloses(outer: Place, inner: Place) -> bool:
    return outer[:2] <= inner[:2] and inner[2:] <= outer[2:]


def _depth(frame: types.FrameType | None) -> int:
    depth = 0
    while frame is not None:
        depth, frame = depth + 1, frame.f_back
    return depth


def _waits(one: types.FrameType, inner: types.FrameType | None) -> bool:
    """Whether a call waits for another."""
    while inner is not None:
        if inner is one:
            return True
        inner = inner.f_back
    return False
