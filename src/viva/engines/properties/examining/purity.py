"""What one run must not ask for if it is to say something about the next: the time, chance, the identity of objects, …

Calls are watched while they are made, by what is called and not by its name, so that an alias or an import inside a
function changes nothing. A function of Python's own that calls another one is not seen that way, so that also what a
function can reach is looked at. State that is kept is seen apart, as a text of all that it can reach and change.
"""

from __future__ import annotations

import _random
import contextlib
import contextvars
import datetime
import functools
import inspect
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import BuiltinFunctionType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from viva.engines.enumeration.fingerprints import fingerprint

TIME, CHANCE, IDENTITY, HASHES = "the time", "chance", "the identity of objects", "hashes, which differ between runs"
OUTSIDE, CHANGED, STATE = "the world outside", "changes its arguments", "keeps state between calls"

VAST = "keeps more than can be looked at"
_MOST = 20_000  # objects that are looked at

_MODULES = {
    "time": TIME, "_random": CHANCE, "posix": OUTSIDE, "_posixsubprocess": OUTSIDE, "_thread": OUTSIDE,
    "_socket": OUTSIDE, "socket": OUTSIDE, "_io": OUTSIDE, "gc": OUTSIDE, "signal": OUTSIDE, "_signal": OUTSIDE,
    "_asyncio": OUTSIDE, "_uuid": CHANCE, "_ctypes": OUTSIDE, "resource": OUTSIDE, "fcntl": OUTSIDE,
    "mmap": OUTSIDE, "select": OUTSIDE, "_sqlite3": OUTSIDE,
}  # fmt: skip
# To mention one of these modules is enough: nobody does so for anything else.
_TELLING = {
    "time": TIME, "random": CHANCE, "secrets": CHANCE, "uuid": CHANCE, "numpy.random": CHANCE, "threading": OUTSIDE,
    "subprocess": OUTSIDE, "socket": OUTSIDE, "multiprocessing": OUTSIDE, "asyncio": OUTSIDE, "tempfile": OUTSIDE,
    "gc": OUTSIDE, "weakref": OUTSIDE, "ctypes": OUTSIDE, "signal": OUTSIDE, "inspect": OUTSIDE,
}  # fmt: skip
_BUILTINS = {"id": IDENTITY, "hash": HASHES, "open": OUTSIDE, "input": OUTSIDE}
_HARMLESS = {"fspath", "fsencode", "get_ident", "allocate_lock", "RLock", "StringIO", "BytesIO"}
_SYSTEM = {"getrefcount", "getsizeof", "getallocatedblocks", "_current_frames", "intern"}


class Watch:
    """Notes what the code run inside `watching` asks for."""

    def __init__(self) -> None:
        self.seen: dict[str, None] = {}

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        before = sys.getprofile()
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(before)

    def _note(self, frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call":
            what = _asks_for(called)
            if what is not None and not _is_excused(frame, what):
                self.seen[what] = None


def _is_excused(frame: FrameType, what: str) -> bool:
    """What Viva itself asks for, and imports; that a copy or a hash is made of identities and hashes says nothing."""
    module = str(frame.f_globals.get("__name__"))
    if module.startswith(("viva.", "importlib.")) or frame.f_code.co_filename.startswith("<frozen importlib"):
        return True
    return what in (IDENTITY, HASHES) and (frame.f_code.co_name == "__hash__" or _is_library(module))


def _asks_for(called: Any) -> str | None:
    name, module, owner = called.__name__, getattr(called, "__module__", None), getattr(called, "__self__", None)
    if isinstance(owner, _random.Random):
        return CHANCE
    if isinstance(owner, type) and issubclass(owner, datetime.date) and name in ("now", "today", "utcnow"):
        return TIME
    if module == "builtins":
        return _BUILTINS.get(name)
    if module == "sys":
        return OUTSIDE if name in _SYSTEM else None
    if module is None and owner is not None and not isinstance(owner, ModuleType):
        module = type(owner).__module__
        if module == "_io" and type(owner).__name__ not in ("FileIO", "BufferedReader", "TextIOWrapper"):
            return None
        if module == "_thread":  # a lock that is taken
            return None
    if str(module).startswith("numpy.random"):
        return CHANCE
    return _MODULES.get(str(module)) if name not in _HARMLESS else None


@dataclass(frozen=True, slots=True)
class Reach:
    """What a function and all it calls can reach: `state` is what could be changed there (variables of modules,
    closures, attributes), `impure` what could be asked for."""

    state: str
    impure: tuple[str, ...]


def reach(function: Callable[..., object]) -> Reach:
    told: list[str] = []
    impure: dict[str, None] = {}
    met: set[int] = set()
    waiting: list[object] = [function]
    while waiting and len(met) < _MOST:
        each = waiting.pop()
        if id(each) in met:
            continue
        met.add(id(each))
        what = _reached(each)
        if what is not None:
            impure[what] = None
            continue
        inner, own = _inside(each)
        waiting += inner
        told += own
    if waiting:
        impure[VAST] = None
    return Reach("\n".join(told), tuple(impure))


def _reached(thing: Any) -> str | None:
    if isinstance(thing, ModuleType):
        return _TELLING.get(thing.__name__)
    if isinstance(thing, threading.local | contextvars.ContextVar):
        return STATE
    return _asks_for(thing) if isinstance(thing, BuiltinFunctionType) else None


def _inside(thing: Any) -> tuple[list[object], list[str]]:
    """What is to be looked into next, and what there is of values."""
    if isinstance(thing, functools.partial):
        return [thing.func, *thing.args, *thing.keywords.values()], []
    if isinstance(thing, MethodType):
        return [thing.__func__, thing.__self__], []
    if hasattr(thing, "__wrapped__"):
        return [thing.__wrapped__], []
    if isinstance(thing, FunctionType):
        return _of_function(thing)
    if isinstance(thing, type):
        if _is_library(thing.__module__):
            return [], []
        return [getattr(each, "__func__", each) for each in vars(thing).values()], []
    if isinstance(thing, ModuleType):
        return [] if _is_library(thing.__name__) else list(vars(thing).values()), []
    if isinstance(thing, BuiltinFunctionType | property):
        return [thing.fget] if isinstance(thing, property) else [], []
    told = [fingerprint(thing)]
    kind = type(thing)
    if isinstance(thing, list | tuple | set | frozenset):
        return [each for each in list(thing) if callable(each)], told
    if isinstance(thing, dict):
        return [each for each in list(thing.values()) if callable(each)], told
    return ([kind], told) if not _is_library(kind.__module__) else ([], told)


def _of_function(function: FunctionType) -> tuple[list[object], list[str]]:
    if _is_library(function.__module__ or ""):
        return [], []
    found: list[object] = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    for cell in function.__closure__ or ():
        with contextlib.suppress(ValueError):  # not yet bound
            found.append(cell.cell_contents)
    codes, names = [function.__code__], set[str]()
    while codes:
        code = codes.pop()
        names |= set(code.co_names)
        codes += [const for const in code.co_consts if inspect.iscode(const)]
    found += [function.__globals__[name] for name in sorted(names) if name in function.__globals__]
    return found, [fingerprint(function.__dict__)] if function.__dict__ else []


def _is_library(module: str) -> bool:
    root = module.partition(".")[0]
    place = getattr(sys.modules.get(root), "__file__", None) or ""
    installed = "/site-packages/" in place or "/dist-packages/" in place
    return installed or root in sys.stdlib_module_names - {"__main__"} or root == "viva"
