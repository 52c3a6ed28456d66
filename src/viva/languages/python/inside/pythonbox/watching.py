"""A hook on calls: counts what is called by name, and refuses what the exercise forbids, under whatever alias."""

import builtins
import types
from collections.abc import Callable, Collection


class Watch:
    """`refuse(name)` is called before a forbidden function would be, and does not return."""

    def __init__(self, forbidden: Collection[str], refuse: Callable[[str], object]) -> None:
        self._forbidden = frozenset(forbidden)
        self._refuse = refuse
        self.calls: dict[str, int] = {}

    def called(self, site: int, callee: object) -> object:  # noqa: ARG002 the shape of a hook on calls
        name = name_of(callee)
        if name in self._forbidden:
            self._refuse(name)
        self.calls[name] = self.calls.get(name, 0) + 1
        return callee


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
            return f"{cls.__name__}.{callee.__name__}"
        case types.MethodDescriptorType() | types.WrapperDescriptorType() | types.MethodWrapperType():
            return callee.__qualname__
        case type():
            return _within(callee.__module__, callee.__qualname__)
    return f"{type(callee).__name__}.__call__"


def _within(module: object, name: str) -> str:
    if not isinstance(module, str) or module in (builtins.__name__, "__main__", "submission"):
        return name
    return f"{module.removeprefix('_')}.{name}"
