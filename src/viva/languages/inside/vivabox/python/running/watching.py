"""A hook on calls: counts what is called by name, and refuses what the exercise forbids, under whatever alias.

What counts is the object that is called, never a name in the source: a variable, a function or a method of the
submission's own may be called `sorted`. The story of what escapes a hook on the calls in the source, and what is done
about it: a forbidden function that is handed to C code (`map(sorted, …)`) is seen among the arguments; one that is
reached by `eval` or an import is seen by the stand-ins that `guard` puts in its place, which ask whose code is calling,
because the standard library may use what a submission may not; a method that is called by code made out of text is seen
by the profiler of Python, which is costly, and so begins only where such code is made.

A hook is called for every call of a submission. What was looked at once and may be called is not looked at again, where
nothing that a submission does can make it something else.
"""

import builtins
import functools
import importlib
import operator
import sys
import types
from collections.abc import Callable, Collection
from typing import Any

from ..compiling import FILENAME

# These look at the frame that calls them, so nothing may stand in between.
_FRAMED = frozenset({"super", "locals", "globals", "vars", "dir", "eval", "exec", "__build_class__", "breakpoint"})

# These call what they are given; a class among the arguments of others is mostly only looked at.
_CALLING = frozenset(
    {
        "map", "filter", "sorted", "min", "max", "list.sort", "functools.reduce", "functools.partial", "iter",
        "collections.defaultdict", "itertools.starmap", "itertools.accumulate", "itertools.groupby",
        "itertools.filterfalse", "itertools.takewhile", "itertools.dropwhile",
    }
)  # fmt: skip


# Values of these classes are no functions, and hold none that C code would call.
_DATA = frozenset({int, str, float, bool, list, tuple, dict, set, frozenset, bytes, complex, type(None), range, slice})

# Instances of these have the methods of their class and no others.
_EXACT = frozenset({int, str, float, bool, list, tuple, dict, set, frozenset, bytes, complex})

# What is said to an audit hook where code is made that has no hooks.
_MAKING_CODE = frozenset({"compile", "marshal.loads", "code.__new__", "function.__new__"})


class Watch:
    """`refuse(name)` is called before a forbidden function would be, and does not return.

    A forbidden name is that of a function (`sorted`, `math.sqrt`; one that is no builtin may leave out its module), of
    a method (`list.sort`, or `.sort` of whatever class), or of all that a module has (`math.*`).
    """

    def __init__(self, forbidden: Collection[str], refuse: Callable[[str], object]) -> None:
        self._forbidden = frozenset(name for name in forbidden if not name.endswith(".*"))
        self._modules = frozenset(name.removesuffix(".*") for name in forbidden if name.endswith(".*"))
        self._watches = bool(self._forbidden or self._modules)
        self._refuse = refuse
        self._profiles = False
        self._passed: dict[object, tuple[str, Any]] = {}
        self.calls: dict[str, int] = {}

    def called(self, site: int, callee: Any) -> object:  # noqa: ARG002 the shape of a hook on calls
        key: object = None
        if type(callee) is types.BuiltinFunctionType:
            owner = callee.__self__
            kind = type(owner)
            if kind is types.ModuleType:
                key = callee
            elif kind in _EXACT:
                key = (kind, callee.__name__)
        elif callee in _EXACT if type(callee) is type else False:
            key = callee
        if key is not None and key in self._passed:
            name, instead = self._passed[key]
            self.calls[name] = self.calls[name] + 1 if name in self.calls else 1
            if not self._watches:
                return callee
            return self._looking_at_arguments(callee, name in _CALLING) if instead is None else instead
        name = name_of(callee)
        self.calls[name] = self.calls.get(name, 0) + 1
        if not self._watches:
            return callee
        self._look(callee)
        if isinstance(callee, types.FunctionType | types.MethodType) or name in _FRAMED or not callable(callee):
            return callee
        instead = self._looking_at_arguments(callee, name in _CALLING)
        if key is not None:
            self._passed[key] = (name, instead if key is callee else None)
        return instead

    def guard(self) -> None:
        """Puts stand-ins in the place of forbidden builtins, of `import`, and of what calls a method by its name."""
        if not self._watches:
            return
        names = vars(builtins)
        for name in sorted(self._forbidden & names.keys()):
            if not isinstance(names[name], type):
                names[name] = self._stand_in(name, names[name])
        if self._modules:
            names["__import__"] = self._importing(names["__import__"])
            vars(importlib)["import_module"] = self._importing(importlib.import_module)
        vars(operator)["methodcaller"] = self._calling_by_name
        sys.addaudithook(self._audited)

    def _audited(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Code that is made has no hooks: from then on the profiler looks at what is called."""
        if self._profiles:
            return
        if event in _MAKING_CODE or (event == "exec" and arguments[0].co_filename != FILENAME):
            self._profiles = True
            sys.setprofile(self._profiled)

    def _look(self, callee: object) -> None:
        """A function or class that the submission defines itself is its own, whatever its name."""
        function = _unwrapped(callee)
        if _is_own(function):
            return
        name = name_of(function)
        owner, _, last = name.rpartition(".")
        method = isinstance(function, _METHODS)
        if name in self._forbidden or (method and f".{last}" in self._forbidden):
            self._refuse(name)
        if owner and not method and last in self._forbidden and not hasattr(builtins, last):
            self._refuse(name)
        if not method and owner.partition(".")[0] in self._modules:
            self._refuse(name)

    def _looking_at_arguments(self, callee: Callable[..., Any], calls_them: bool) -> Callable[..., Any]:
        def looked_at(*arguments: Any, **named: Any) -> Any:
            for argument in (*arguments, *named.values()) if named else arguments:
                if type(argument) in _DATA:
                    continue
                if isinstance(argument, _CALLABLE) or (calls_them and isinstance(argument, type)):
                    self._look(argument)
            return callee(*arguments, **named)

        return looked_at

    def _stand_in(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def stand_in(*arguments: Any, **named: Any) -> Any:
            if is_submitted(sys._getframe(1)):
                self._refuse(name)
            return function(*arguments, **named)

        return stand_in

    def _importing(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def importing(name: str, *arguments: Any, **named: Any) -> Any:
            if str(name).partition(".")[0] in self._modules and is_submitted(sys._getframe(1)):
                self._refuse(str(name).partition(".")[0])
            return function(name, *arguments, **named)

        return importing

    def _calling_by_name(self, name: str, /, *arguments: Any, **named: Any) -> Callable[[Any], Any]:
        """`operator.methodcaller`, with a look at what is called."""

        def call(item: Any) -> Any:
            method = getattr(item, name)
            self._look(method)
            return method(*arguments, **named)

        return call

    def _profiled(self, frame: types.FrameType, event: str, argument: object) -> None:
        if event == "c_call" and is_submitted(frame):
            self._look(argument)


_CALLABLE = (
    types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType, types.MethodWrapperType,
    types.FunctionType, functools.partial,
)  # fmt: skip


_METHODS = (types.MethodDescriptorType, types.WrapperDescriptorType, types.MethodWrapperType, types.MethodType)


def _unwrapped(callee: object) -> object:
    """What is called in the end; a method of a builtin class as the class has it."""
    while True:
        match callee:
            case types.MethodType():
                callee = callee.__func__
            case functools.partial():
                callee = callee.func
            case types.MethodWrapperType() if callee.__name__ == "__call__" and isinstance(callee.__self__, _CALLABLE):
                callee = callee.__self__
            case types.BuiltinFunctionType() if not _is_of_module(callee):
                owner = callee.__self__ if isinstance(callee.__self__, type) else type(callee.__self__)
                members = (vars(base).get(callee.__name__) for base in owner.__mro__)
                made_in_c = next((member for member in members if isinstance(member, types.MethodDescriptorType)), None)
                if made_in_c is None:
                    return callee
                callee = made_in_c
            case _:
                return callee


def _is_of_module(function: types.BuiltinFunctionType) -> bool:
    owner: object = function.__self__
    return owner is None or isinstance(owner, types.ModuleType)


def _is_own(function: object) -> bool:
    if isinstance(function, types.FunctionType):
        return _is_submitted_code(function.__code__)
    return isinstance(function, type) and function.__module__ in ("submission", "__main__")


def is_submitted(frame: types.FrameType) -> bool:
    """Whether it is code of the submission, or code that it made out of text."""
    return _is_submitted_code(frame.f_code)


def _is_submitted_code(code: types.CodeType) -> bool:
    name = code.co_filename
    return name == FILENAME or not name.startswith(("/", "<frozen "))  # a library lies in a file


def name_of(callee: object) -> str:
    """`sorted`, `list.sort`, `math.sqrt`, `heapq.merge`; a function or class of the submission by its own name."""
    match callee:
        case types.FunctionType():
            return _within(callee.__module__, callee.__qualname__)
        case types.MethodType():
            return name_of(callee.__func__)
        case types.BuiltinFunctionType():
            owner = callee.__self__
            if owner is None or isinstance(owner, types.ModuleType):
                return _within(callee.__module__, callee.__name__)
            cls = owner if isinstance(owner, type) else type(owner)
            return f"{_owner(cls, callee.__name__)}.{callee.__name__}"
        case types.MethodDescriptorType() | types.WrapperDescriptorType() | types.MethodWrapperType():
            inner = getattr(callee, "__self__", None)
            if callee.__name__ == "__call__" and isinstance(inner, _CALLABLE):
                return name_of(inner)
            return callee.__qualname__
        case functools.partial():
            return name_of(callee.func)
        case type():
            return _within(callee.__module__, callee.__qualname__)
    return f"{type(callee).__name__}.__call__"


def _owner(cls: type, method: str) -> str:
    """The class that really has the method: a subclass of `list` sorts with `list.sort`."""
    for base in type.__getattribute__(cls, "__mro__"):
        if method in type.__getattribute__(base, "__dict__"):
            return str(base.__name__)
    return cls.__name__


def _within(module: object, name: str) -> str:
    if not isinstance(module, str) or module in (builtins.__name__, "__main__", "submission"):
        return name
    return f"{module.removeprefix('_')}.{name}"
