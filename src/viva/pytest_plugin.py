"""The pytest plugin: a property is a test. Nothing of Viva is imported before a module with properties is met.

Properties and models are collected from the files that pytest collects anyway; a function named prop_… is taken for one
when its module imports `viva.properties`. A parameter that is called like a fixture is that fixture, and so is one that
a mark gives values; all others are quantified. A counterexample fails the test and is shown once, as the arguments and
both sides.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from viva.engines.properties.result import Result

_WALL = 6.0  # how much longer than its processor time a property may take by the clock on the wall


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("viva", "properties")
    group.addoption("--viva-tests", type=int, default=None, metavar="N", help="tests for each property")
    group.addoption("--viva-seed", type=int, default=0, metavar="N", help="fixes the samples of larger sizes")
    group.addoption(
        "--viva-seconds", type=float, default=10.0, metavar="S", help="processor time for each property; 10 without it"
    )


def pytest_pycollect_makeitem(collector: Any, name: str, obj: object) -> object:
    """Called for every name of every test module: the first look costs nothing."""
    if not isinstance(collector, pytest.Module | pytest.Class) or not _may_be_property(collector, name, obj):
        return None
    from viva.testing.discover import methods_of, properties_in  # noqa: PLC0415

    found = properties_in(collector.obj) if isinstance(collector, pytest.Module) else methods_of(collector.obj)
    if name not in found:
        return None
    test = _test(found[name], name, _fixtures(collector, found[name]), getattr(obj, "pytestmark", []))
    if isinstance(collector, pytest.Class):  # where pytest passes over the first parameter
        own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        rest = inspect.signature(test).parameters.values()
        test.__signature__ = inspect.Signature([own, *rest])  # type: ignore[attr-defined]
    items = list(collector._genfunctions(name, test))
    for item in items:
        item.obj = test
    return items


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """The summary of a run on CI has whole messages: there a counterexample would be shown a second time."""
    report = yield
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None and hasattr(getattr(item, "obj", None), "viva_property"):
        crash.message = crash.message.partition("\n")[0]
    return report


def _may_be_property(collector: Any, name: str, obj: object) -> bool:
    if getattr(obj, "__test__", True) is False:
        return False
    model = isinstance(obj, type) and any(base.__module__ == "viva.engines.properties.models" for base in obj.__mro__)
    if not (name.startswith("prop") or hasattr(obj, "__viva_property__") or model):
        return False
    # A module that has nothing of Viva's in it may call things prop… as it likes.
    module = collector.getparent(pytest.Module)
    return any(
        (getattr(value, "__module__", None) is not None and str(value.__module__).startswith("viva."))
        or getattr(value, "__name__", "") in ("viva", "viva.properties")
        for value in vars(module.obj).values()
    )


def _fixtures(collector: Any, subject: Any) -> list[str]:
    """The parameters that pytest fills in."""
    if isinstance(subject, type) or not callable(subject):
        return []
    named = {
        each.strip()
        for mark in getattr(subject, "pytestmark", [])
        if mark.name == "parametrize"
        for each in (mark.args[0].split(",") if isinstance(mark.args[0], str) else mark.args[0])
    }
    manager = collector.session._fixturemanager
    return [
        name
        for name in inspect.signature(subject).parameters
        if name in named or manager.getfixturedefs(name, collector)
    ]


def _test(subject: Any, name: str, fixtures: Sequence[str], marks: Sequence[object]) -> Callable[..., None]:
    """The test function that pytest sees: its parameters are the fixtures."""

    def test(request: pytest.FixtureRequest, **given: object) -> None:
        own = {each: given[each] for each in fixtures}
        result = _examined(_with(subject, own) if own else subject, name, request.config)
        if result.verdict.value == "undecided":
            pytest.skip(result.headline())
        if not result:
            pytest.fail("\n".join(_difference(result)), pytrace=False)
        request.node.add_report_section("call", "property", str(result))

    names = ["request", *(each for each in fixtures if each != "request")]
    test.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(each, inspect.Parameter.POSITIONAL_OR_KEYWORD) for each in names]
    )
    test.__name__ = test.__qualname__ = name
    test.viva_property = True  # type: ignore[attr-defined]
    test.pytestmark = list(marks)  # type: ignore[attr-defined]
    with contextlib.suppress(AttributeError):  # so that pytest shows the place of the property
        test.__code__ = test.__code__.replace(co_firstlineno=subject.__code__.co_firstlineno)
    return test


def _with(subject: Any, own: dict[str, object]) -> Callable[..., object]:
    """The property with its fixtures filled in: they are the same for all its tests."""
    signature = inspect.signature(subject)
    left = [each for each in signature.parameters.values() if each.name not in own]

    @functools.wraps(subject)
    def call(*values: object) -> object:
        return subject(**dict(zip([each.name for each in left], values, strict=True)), **own)

    call.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
    return call


def _examined(subject: object, name: str, config: pytest.Config) -> Result:
    from viva.core.fault import Fault  # noqa: PLC0415
    from viva.core.verdict import Verdict  # noqa: PLC0415
    from viva.engines.properties.examining.examination import Examination  # noqa: PLC0415
    from viva.engines.properties.result import Result  # noqa: PLC0415

    seconds = config.getoption("--viva-seconds")
    try:
        tests, seed = config.getoption("--viva-tests"), config.getoption("--viva-seed")
        examination = Examination.of(subject, tests=tests, seed=seed)
        examination.name = name
        with _bounded(seconds * _WALL):
            return examination.settle(seconds)
    except Fault as fault:
        return Result(name, Verdict.REJECTED, reason="no_property", sentence=str(fault))
    except _TimeUp:
        sentence = f"no answer within {seconds:g} seconds"
        return Result(name, Verdict.UNDECIDED, reason="time_limit", sentence=sentence)


class _TimeUp(BaseException):
    """Not even a property that catches every exception goes on after this."""


@contextlib.contextmanager
def _bounded(seconds: float) -> Iterator[None]:
    """Ends what takes longer by the clock on the wall, where signals are heard: in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(_number: int, _frame: FrameType | None) -> None:
        raise _TimeUp

    before = signal.signal(signal.SIGALRM, end)
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, left)
        signal.signal(signal.SIGALRM, before)


def _difference(result: Result) -> Iterator[str]:
    """The counterexample in the manner of a failed assertion: E lines, both sides."""
    first, *rest = result.lines()
    yield first
    for line in rest:
        yield f"E {line}"
