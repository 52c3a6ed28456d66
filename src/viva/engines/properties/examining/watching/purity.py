"""What one run must not come to if it is to say something about the next: the time, chance, the identity of objects, …

A walk is watched in four ways, and only what it really comes to counts. *Calls* of Python's own functions are seen as
they are made. What *lines* load is looked at when they are about to run, since a function of Python's own that calls
another one is not seen: `max(map(call, [clock]))`. *State* that a function could change (variables of modules,
closures, defaults, classes) is written down before the function first runs, and compared at the end. What a *cache*
keeps is harmless as long as nobody changes what it returned.
"""

from __future__ import annotations

import contextlib
import decimal
import functools
import gc
import sys
from collections.abc import Callable, Iterator
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from viva.engines.enumeration.fingerprints import fingerprint
from viva.engines.properties.examining.watching.asking import (
    CHANGED,
    DEPTH,
    HASHES,
    IDENTITY,
    LIBRARY,
    ORDER,
    OUTSIDE,
    SETTINGS,
    STATE,
    VAST,
    asks_for,
    is_library,
    is_standard,
    is_telling,
    is_telling_attribute,
    is_telling_name,
    may_keep_state,
)
from viva.engines.properties.examining.watching.hashing import watched_hashes
from viva.engines.properties.examining.watching.identities import (
    Addresses,
    asks_for_debugging,
    compares_by_chance,
    comparisons,
    has_address,
    tells_address,
    writing_lines,
)
from viva.engines.properties.examining.watching.keeping import (
    Cache,
    Parts,
    PlainClasses,
    leads_to,
    parts_of,
    parts_of_class,
)
from viva.engines.properties.examining.watching.loading import REFLECTION, Loaded, chains, follow_chain
from viva.engines.properties.examining.watching.ordering import constants_in, has_order_of_its_own, ordering_lines

__all__ = ["CHANGED", "Watch"]

_ABSENT = object()
_EACH, _STRIDE = 64, 61  # so many tests are followed by a look at what is kept, and then one in so many
_Take = Callable[[list[object]], Parts | None]


class Watch:
    """Notes what the code run inside `watching` comes to; `found` says it at the end."""

    def __init__(self) -> None:
        self._seen: dict[str, None] = {}
        self._tests = 0
        self._before: dict[object, tuple[_Take, Parts | None]] = {}
        self._alive: list[object] = []
        self._lines: dict[CodeType, set[int]] = {}
        self._caching: set[CodeType | None] = set()
        self._returned: list[tuple[object, str]] = []
        self._depth, self._deepest = 0, sys.getrecursionlimit() // 2
        self._decimals = repr(decimal.getcontext())
        gc.unfreeze()  # what is frozen is not listed
        # Those that a walk makes begin anew in each run; to hold the others keeps their identities theirs.
        self._functions = {id(each): each for each in gc.get_objects() if type(each) is FunctionType}
        for each in gc.get_referrers(Cache):
            if isinstance(each, Cache) and not is_standard(each.__module__ or ""):
                self._empty(each)
        classes = _classes()
        self._addresses = Addresses(classes, functools.partial(self._note, IDENTITY))
        self._plain = PlainClasses(classes, self._alive)
        plain = set(map(id, self._plain.kinds))
        for kind in classes:
            if id(kind) not in plain:
                self._write_down(("class", id(kind)), functools.partial(parts_of_class, kind))
            for member in vars(kind).values():
                if isinstance(member, functools.cached_property):
                    self._caching.add(getattr(member.func, "__code__", None))

    def _empty(self, cache: Any) -> None:
        """What is returned from now on is put into the cache under our eyes."""
        cache.cache_clear()
        self._caching.add(getattr(cache.__wrapped__, "__code__", None))

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        profile, trace = sys.getprofile(), sys.gettrace()
        with watched_hashes(functools.partial(self._note, HASHES)), self._addresses.watched():
            self._depth = 0
            sys.setprofile(self._profile)
            sys.settrace(self._trace)
            try:
                yield
            finally:
                sys.settrace(trace)
                sys.setprofile(profile)

    def after_test(self) -> None:
        """Looks at what is kept: after each of the first tests, since what is kept may come back to what it was."""
        self._tests += 1
        if self._tests <= _EACH or self._tests % _STRIDE == 0:
            self._compare()

    def found(self) -> dict[str, None]:
        """All that stands against the walk, at its end."""
        self._compare()
        if any(fingerprint(value) != before for value, before in self._returned):
            self._note(STATE)
        return self._seen

    def _compare(self) -> None:
        if STATE in self._seen:
            return
        changed = (before is not None and take([]) != before for take, before in self._before.values())
        if repr(decimal.getcontext()) != self._decimals or self._plain.have_changed() or any(changed):
            self._note(STATE)

    def _note(self, what: str | None) -> None:
        if what is not None:
            self._seen[what] = None

    # Calls

    def _profile(self, frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call":
            what = asks_for(called)
            if what is None and has_address(getattr(called, "__self__", None)):
                what = IDENTITY
            if what is not None and not _is_excused(frame, what):
                self._note(what)
        elif event == "call":
            self._depth += 1
            self._note_library(frame)
            if self._depth > self._deepest:
                self._note(DEPTH)
        elif event == "return":
            self._depth -= 1
            if (has_address(called) or _goes_into_text(frame, called)) and not _is_excused(frame, IDENTITY):
                self._note(IDENTITY)
            if frame.f_code in self._caching:
                self._returned.append((called, fingerprint(called)))

    def _note_library(self, frame: FrameType) -> None:
        """A function of Python's own is about to run: what it keeps in its module, nobody writes down."""
        code = frame.f_code
        module = str(frame.f_globals.get("__name__"))
        if LIBRARY not in self._seen and may_keep_state(module, code.co_qualname, code.co_argcount):
            caller = frame.f_back
            self._note(None if caller is not None and _is_excused(caller, LIBRARY) else LIBRARY)

    def _trace(self, frame: FrameType, event: str, _: Any) -> Any:
        module = str(frame.f_globals.get("__name__"))
        if event != "call" or is_standard(module):
            if module == "os" and frame.f_code.co_qualname.startswith("_Environ."):
                self._note(OUTSIDE)
            return None
        code = frame.f_code
        if code not in self._lines:
            ordering = ordering_lines(code.co_filename) & {line for _, _, line in code.co_lines() if line}
            self._lines[code] = set(chains(code)) | ordering | set(comparisons(code))
            self._first_call(frame)
        return self._line if self._lines[code] or comparisons(code) else None

    # State

    def _first_call(self, frame: FrameType) -> None:
        """A function is about to run for the first time: what it could change is written down."""
        code = frame.f_code
        self._note(SETTINGS if asks_for_debugging(code) else None)
        for name in code.co_names:
            self._variable(frame.f_globals, name, code)
        for function in (each for each in _functions_of(code) if id(each) in self._functions):
            for number, _ in enumerate(function.__closure__ or ()):
                self._write_down(("cell", id(function), number), functools.partial(_cell, function, number))
            rest = functools.partial(_of_function, function)
            self._write_down(("function", id(function)), rest)
        if REFLECTION & set(code.co_names):
            for module in list(sys.modules.values()):
                if isinstance(module, ModuleType) and not is_library(module.__name__):
                    for name in list(vars(module)):
                        self._variable(vars(module), name, code)
                        self._note(is_telling(vars(module)[name]) if _is_function(vars(module)[name]) else None)

    def _variable(self, namespace: dict[str, Any], name: str, code: CodeType) -> None:
        if name.startswith("__") and name.endswith("__"):
            return
        value = namespace.get(name, _ABSENT)
        self._write_down((id(namespace), name), functools.partial(_value_of, namespace, name))
        if isinstance(value, ModuleType) and not is_library(value.__name__):
            for inner in code.co_names:
                if (id(vars(value)), inner) not in self._before and inner != name:
                    self._variable(vars(value), inner, code)

    def _write_down(self, key: object, take: _Take) -> None:
        if key not in self._before:
            self._before[key] = take, take(self._alive)

    # Lines

    def _line(self, frame: FrameType, event: str, _: Any) -> Any:
        left = self._lines[frame.f_code]
        if event == "line" and compares_by_chance(frame):  # each time: it may be other values
            self._note(IDENTITY)
        if event == "line" and frame.f_lineno in left:
            left.discard(frame.f_lineno)
            values: list[object] = constants_in(frame.f_code, frame.f_lineno)
            for each in chains(frame.f_code).get(frame.f_lineno, ()):
                for name in (each.name, *each.attributes):
                    self._note(is_telling_name(name, frame.f_code.co_name))
                for one in follow_chain(frame, each):
                    self._come_to(frame, each.name, one)
                    values.append(one.value)
                    writes = frame.f_lineno in writing_lines(frame.f_code)
                    if writes and (one.value is object if one.called else tells_address(one.value)):
                        self._note(IDENTITY)
            if frame.f_lineno in ordering_lines(frame.f_code.co_filename) and any(map(has_order_of_its_own, values)):
                self._note(ORDER)
        return self._line if left or comparisons(frame.f_code) else None

    def _come_to(self, frame: FrameType, name: str, one: Loaded) -> None:
        of_library = False
        for owner, asked in one.of:
            if isinstance(owner, ModuleType):
                self._note(is_telling_attribute(owner, asked))
            elif of_library and not isinstance(owner, type):
                self._write_down(("value", id(owner)), functools.partial(_parts, owner))
            of_library |= isinstance(owner, ModuleType) and is_library(owner.__name__)
            if isinstance(owner, ModuleType | type) and is_library(_module_of(owner)):
                self._write_down(("library", id(owner)), functools.partial(_names_of, owner))
        value = one.value
        self._note(is_telling(value, one.called))
        if one.local:
            return
        self._note(leads_to(value))
        if isinstance(value, ModuleType | type):
            if is_library(_module_of(value)):
                self._write_down(("library", id(value)), functools.partial(_names_of, value))
        elif one.of:
            self._write_down(("value", id(value)), functools.partial(_parts, value))
        before = self._before.get((id(frame.f_globals), name))
        if before is not None and before[1] is None:
            self._note(VAST)


def _is_excused(frame: FrameType, what: str) -> bool:
    """What Viva itself asks for, and imports; that a copy or a hash is made of identities and hashes says nothing, nor
    that a library looks how far it may go."""
    module = str(frame.f_globals.get("__name__"))
    if module.startswith(("viva.", "importlib.")) or frame.f_code.co_filename.startswith("<frozen importlib"):
        return True
    return what in (IDENTITY, HASHES, SETTINGS) and (frame.f_code.co_name == "__hash__" or is_library(module))


def _goes_into_text(frame: FrameType, value: object) -> bool:
    """Whether what is returned may be made a text by the line that called, and tells where it lies then."""
    caller = frame.f_back
    if caller is None or is_library(str(caller.f_globals.get("__name__"))):
        return False
    return caller.f_lineno in writing_lines(caller.f_code) and tells_address(value)


def _is_function(value: object) -> bool:
    return not isinstance(value, ModuleType | type)


def _module_of(owner: ModuleType | type) -> str:
    return str(owner.__name__ if isinstance(owner, ModuleType) else owner.__module__)


def _names_of(owner: ModuleType | type, alive: list[object]) -> Parts:
    """The names of a module or class of a library, and which objects they stand for."""
    members = dict(vars(owner))
    alive += members.values()
    return sorted((name, id(value)) for name, value in members.items() if not name.startswith("__"))  # type: ignore[return-value]


def _value_of(namespace: dict[str, Any], name: str, alive: list[object]) -> Parts | None:
    return parts_of(namespace[name], alive) if name in namespace else [("absent", 0)]


def _parts(value: object, alive: list[object]) -> Parts | None:
    return parts_of(value, alive)


def _cell(function: FunctionType, number: int, alive: list[object]) -> Parts | None:
    cells = function.__closure__ or ()
    try:
        return parts_of(cells[number].cell_contents, alive)
    except ValueError:
        return [("unbound", 0)]


def _functions_of(code: CodeType) -> list[FunctionType]:
    """Asked when it runs for the first time: to list what every function runs takes longer in a large program."""
    return [each for each in gc.get_referrers(code) if type(each) is FunctionType and each.__code__ is code]


def _of_function(function: FunctionType, alive: list[object]) -> Parts | None:
    return parts_of([function.__defaults__, function.__kwdefaults__, dict(function.__dict__)], alive)


def _classes() -> list[type]:
    """All classes that people wrote."""
    found: list[type] = []
    met: set[int] = set()
    todo: list[type] = [object]
    while todo:
        below: list[type] = type.__subclasses__(todo.pop())
        for each in below:
            if id(each) not in met:
                met.add(id(each))
                todo.append(each)
                if not is_library(str(each.__module__)) or each.__module__ == "types":
                    found.append(each)
    return found
