"""The pytest plugin: a property is a test. Nothing of Viva is imported before a module with properties is met.

Properties are collected from the files that pytest collects anyway; a function named prop… is taken for one when its
module imports `viva.properties`. A counterexample fails the test and is shown as the arguments and both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from viva.engines.properties.result import Result


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("viva", "properties")
    group.addoption("--viva-tests", type=int, default=None, metavar="N", help="tests for each property")
    group.addoption("--viva-seed", type=int, default=0, metavar="N", help="fixes the samples of larger sizes")


def pytest_pycollect_makeitem(collector: Any, name: str, obj: object) -> object:
    """Called for every name of every test module: the first look costs nothing."""
    if not isinstance(collector, pytest.Module) or not _may_be_property(collector, name, obj):
        return None
    from viva.engines.properties.discover import properties_in  # noqa: PLC0415

    found = properties_in(collector.obj)
    if name not in found:
        return None
    return PropertyItem.from_parent(collector, name=name, subject=found[name])


def _may_be_property(collector: pytest.Module, name: str, obj: object) -> bool:
    marked = hasattr(obj, "__viva_property__") or hasattr(obj, "__viva_model__")
    if not (name.startswith("prop") or marked):
        return False
    # A module that has nothing of Viva's in it may call things prop… as it likes.
    return any(
        (getattr(value, "__module__", None) is not None and str(value.__module__).startswith("viva."))
        or getattr(value, "__name__", "") in ("viva", "viva.properties")
        for value in vars(collector.obj).values()
    )


class PropertyFailed(Exception):
    """A counterexample, or no verdict; what is shown is the result."""


class PropertyItem(pytest.Item):
    """One property as a test."""

    def __init__(self, *, subject: object, **rest: Any) -> None:
        super().__init__(**rest)
        self.subject = subject

    def runtest(self) -> None:
        from viva.core.fault import Fault  # noqa: PLC0415
        from viva.engines.properties.examination import Examination  # noqa: PLC0415

        try:
            examination = Examination.of(
                self.subject, tests=self.config.getoption("--viva-tests"), seed=self.config.getoption("--viva-seed")
            )
            examination.name = self.name
            result = examination.settle()
        except Fault as fault:
            raise PropertyFailed(f"{self.name} cannot be tested: {fault}") from None
        self.add_report_section("call", "property", str(result))
        if result.verdict.value == "undecided":
            pytest.skip(result.headline())
        if not result:
            raise PropertyFailed("\n".join(_difference(result)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, PropertyFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        code = getattr(self.subject, "__code__", None)
        return self.path, code.co_firstlineno - 1 if code else None, self.name


def _difference(result: Result) -> Iterator[str]:
    """The counterexample in the manner of a failed assertion: E lines, both sides."""
    first, *rest = result.lines()
    yield first
    for line in rest:
        yield f"E {line}"
