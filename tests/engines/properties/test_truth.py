"""What must never be said: false proofs, refutations by Viva's own mistakes, properties that are left out, and hangs.

One module with one property for each case is tested once; what is wanted stands beside each.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest

from viva.core.deciding.proof_basis import Walk
from viva.engines.properties.examining.walked import Claim, Walked, settle_result
from viva.properties import Between, Result, Verdict, examine

VIVA = Path(sys.executable).parent / "viva"

MODULE = """
import contextvars, datetime, functools, itertools, operator, os, random, threading, time, uuid
from collections import ChainMap, Counter, OrderedDict, defaultdict
from dataclasses import dataclass
from decimal import Decimal
from typing import *
from viva.properties import *

Small = Annotated[int, Between(0, 3)]
clock = time.time

# ---- proved: all arguments were run, twice, and nothing was seen that speaks against it
@functools.cache
def prop_cached(x: bool): return x in (True, False)
class Check:
    def __call__(self, x: bool): return x or not x
prop_instance = Check()
class Group:
    def prop_method(self, x: bool) -> bool: return x or not x
    @staticmethod
    def prop_static(x: bool) -> bool: return x or not x
prop_bound = Group().prop_method
def prop_asserts(x: Small): assert x < 4
def prop_says_none(x: Small) -> None: check_less(x, 4)
def check_less(a, b):
    if a >= b: raise RuntimeError("not less")
def prop_law_of_hashes(x: Literal["a", "b"], y: Literal["a", "b"]): return x != y or hash(x) == hash(y)
def prop_of_nothing(x: bool): return for_all([], lambda y: False)
def prop_nothing_exists(x: bool): return ~exists([], lambda y: True)
prop_empty = for_all([], lambda y: False)
@dataclass
class Refusing:
    x: Small
    def __post_init__(self):
        if self.x == 1: raise ValueError("not that one")
def prop_refusing(r: Refusing): return r.x != 1
def prop_higher(f: Callable[[Callable[[bool], bool]], bool]): return f(lambda x: x) == f(lambda y: y)
def prop_set(xs: set[bool | Small]): return xs <= {0, 1, 2, 3}

# ---- passed: all arguments were run, but that proves nothing
def prop_time(x: bool): return clock() > 0
def prop_today(x: bool): return datetime.date.today().year > 2000
def prop_chance(x: bool): return random.random() < 2
def prop_uuid(x: bool): return uuid.uuid4() is not None
def prop_identity(x: bool): return id(x) == id(x)
def prop_hash(x: bool): return hash("a") % 2 in (0, 1)
def prop_environment(x: bool): return os.getpid() > 0
count = 0
def prop_state(x: bool):
    global count
    count += 1
    return True
met = []
def prop_remembers(x: bool):
    met.append(x)
    return True
def prop_changes(xs: Annotated[list[bool], Length(0, 2)]):
    xs.sort()
    return True
def prop_time_from_within(x: bool): return max(map(operator.call, [clock])) > 0
later = functools.partial(time.time)
def prop_time_in_part(x: bool): return later() > 0
local, variable = threading.local(), contextvars.ContextVar("variable", default=0)
def prop_local(x: bool):
    local.value = x
    return True
def prop_variable(x: bool): return variable.set(variable.get() + 1) is not None
counter = itertools.count()
def prop_counter(x: bool): return next(counter) >= 0
class Plain:
    flag: bool = False
def prop_plain(p: Plain): return p.flag is False
def prop_thread(x: bool):
    threading.Thread(target=time.sleep, args=(1000,)).start()
    return True
def prop_inside(x: bool): return for_all(range(1000), lambda y: y >= 0)
class Rest:
    def __init__(self, *rest: int): self.rest = rest
def prop_rest(r: Rest): return r.rest == ()
@dataclass
class Base:
    x: bool
@dataclass
class Extended(Base):
    y: bool
def prop_base(b: Base): return type(b) is Base

# ---- rejected: it depends on more than its arguments
def prop_order_of_calls(x: bool):
    global count
    count += 1
    return not (x and count == 1)

# ---- refuted, with these arguments
def prop_another_does_not_matter(x: bool): return count == 0 and x
@dataclass(frozen=True)
class Stopping:
    x: Small
    def __post_init__(self):
        if self.x == 2: raise StopIteration
def prop_stopping(s: Stopping): return True
def prop_stopping_inside(s: Annotated[tuple[Stopping, ...], Length(0, 2)]): return True
@dataclass
class Wrong:
    x: Small
    def __post_init__(self): 1 // (self.x - 1)
def prop_wrong_class(w: Wrong): return True
@dataclass
class Leaving:
    x: Small
    def __post_init__(self):
        if self.x == 1: os._exit(0)
def prop_leaving(l: Leaving): return True
@dataclass
class Quitting:
    x: Small
    def __post_init__(self):
        if self.x == 1: raise SystemExit
def prop_quitting(q: Quitting): return True
def prop_stops_inside(x: Small): return for_all([1, 2], lambda y: x != 1 or next(iter([])))
def prop_leaves(x: Small):
    if x == 2: os._exit(0)
    return True
def prop_midway(x: Annotated[int, Between(0, 40)]): return for_all(range(100), lambda y: not (x == 40 and y == 99))
def prop_depends(n: Small):
    def inner(y: Annotated[int, Between(0, n)]): return y < 3
    return inner
def prop_decimal(x: Decimal): return x.is_nan() or x.is_infinite() or x == x.to_integral_value()
def prop_assertion(x: Small): assert x < 3

# ---- rejected, with what to write
def prop_List(x: List): return True
def prop_Dict(x: Dict): return True
def prop_Sequence(x: Sequence): return True
def prop_Callable(x: Callable): return True
def prop_Tuple(x: Tuple): return True
def prop_list(x: [int]): return True
def prop_dict(x: {str: int}): return True
def prop_Generator(x: Generator[int, None, None]): return True
def prop_forgotten(x: Small): x == x
def prop_outside(f: Callable[[Small], bool]): return f(7)
def prop_any_number(*rest: int): return True
class Needing:
    def __init__(self, thing): pass
    def prop_needing(self, x: bool): return True

# ---- not properties
def propagate(x): raise SystemExit
def property_of(x): raise SystemExit
"""

WANTED = {
    "proved": """prop_law_of_hashes
        prop_cached prop_instance Group.prop_method Group.prop_static prop_bound prop_asserts prop_says_none
        prop_of_nothing prop_nothing_exists prop_empty prop_refusing prop_higher prop_set""",
    "passed": """prop_time prop_today prop_chance prop_uuid prop_identity prop_hash prop_environment prop_state
        prop_remembers prop_time_from_within prop_time_in_part prop_local prop_variable prop_counter
        prop_plain
        prop_changes prop_thread prop_inside prop_rest prop_base""",
    "rejected": """prop_order_of_calls prop_List prop_Dict prop_Sequence prop_Callable prop_Tuple prop_list
        prop_dict prop_Generator prop_forgotten prop_outside prop_any_number Needing.prop_needing""",
    "refuted": """prop_another_does_not_matter prop_stopping prop_stopping_inside prop_wrong_class
        prop_leaving prop_quitting prop_stops_inside
        prop_leaves prop_midway prop_depends prop_decimal prop_assertion""",
}


def run(folder: Path, source: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "module.py").write_text(source, "utf-8")
    return subprocess.run(
        [VIVA, "test", "module.py", "--json", *options], cwd=folder, capture_output=True, text=True, timeout=100,
        check=False, env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache")},
    )  # fmt: skip


def told(folder: Path, source: str, *options: str) -> dict[str, dict[str, Any]]:
    return {each["name"]: each for each in json.loads(run(folder, source, *options).stdout)["properties"]}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    return told(tmp_path_factory.mktemp("truth"), MODULE, "--seconds", "3")


@pytest.mark.thorough
def test_each_property_has_the_verdict_it_deserves(results: dict[str, dict[str, Any]]) -> None:
    wanted = {name: verdict for verdict, names in WANTED.items() for name in names.split()}
    assert {name: each["verdict"] for name, each in results.items()} == wanted


def test_what_was_run_whole_and_is_not_proved_says_why(results: dict[str, dict[str, Any]]) -> None:
    for name, why in {
        "prop_time": "asks for the time", "prop_today": "asks for the time", "prop_chance": "asks for chance",
        "prop_identity": "the identity of objects", "prop_hash": "hashes", "prop_environment": "the world outside",
        "prop_state": "keeps state", "prop_remembers": "keeps state", "prop_changes": "changes its arguments",
    }.items():  # fmt: skip
        assert why in results[name]["remarks"][0], name


def test_arguments_are_told_also_where_they_cannot_be_built(results: dict[str, dict[str, Any]]) -> None:
    for name, arguments in {
        "prop_stopping": {"s": "Stopping(2)"}, "prop_stopping_inside": {"s": "(Stopping(2),)"},
        "prop_wrong_class": {"w": "Wrong(1)"}, "prop_leaving": {"l": "Leaving(1)"}, "prop_leaves": {"x": "2"},
        "prop_quitting": {"q": "Quitting(1)"}, "prop_stops_inside": {"x": "1"},
        "prop_midway": {"x": "40"}, "prop_depends": {"n": "3"}, "prop_another_does_not_matter": {"x": "False"},
        "prop_assertion": {"x": "3"}, "prop_decimal": {"x": "Decimal('0.1')"},
    }.items():  # fmt: skip
        assert results[name]["counterexample"]["arguments"] == arguments


def test_a_type_that_is_none_is_told_what_to_write(results: dict[str, dict[str, Any]]) -> None:
    for name, remedy in {
        "prop_List": "list[int]", "prop_Dict": "dict[str, int]", "prop_Sequence": "Sequence[int]",
        "prop_Callable": "Callable[[int], bool]", "prop_Tuple": "tuple[int, ...]", "prop_list": "write list[int]",
        "prop_dict": "write dict[str, int]", "prop_outside": "which its type does not have",
        "prop_forgotten": "return a comparison", "Needing.prop_needing": "give its parameters defaults",
    }.items():  # fmt: skip
        assert remedy in results[name]["sentence"], name


def test_a_type_of_which_hardly_a_value_can_be_made_is_said_to_be_one(results: dict[str, dict[str, Any]]) -> None:
    assert (results["prop_rest"]["tests"], results["prop_rest"]["verdict"]) == (1, "passed")
    assert "there is only one argument that Viva can make: this says little" in results["prop_rest"]["remarks"][0]


EDITED = """
from viva.properties import *
LIMIT = 9
def prop_far(x: int): return x != 987_654
"""


@pytest.mark.thorough
def test_a_counterexample_is_remembered_by_its_value_and_tried_again_after_an_edit(tmp_path: Path) -> None:
    first = told(tmp_path, EDITED)["prop_far"]
    assert first["counterexample"]["replay"] == "x = 987654"
    # The same mistake, which no constant gives away any more.
    edited = EDITED.replace("987_654", "int('7' * 0 + '987') * 1000 + int('65' + '4')").replace("LIMIT = 9", "")
    again = told(tmp_path, edited)["prop_far"]
    assert (again["verdict"], again["counterexample"]["arguments"]) == ("refuted", {"x": "987654"})
    assert again["remarks"] == ["it failed in an earlier run, and fails still"]
    replayed = told(tmp_path, edited, "-k", "prop_far", "--replay", first["counterexample"]["replay"])
    assert replayed["prop_far"]["verdict"] == "refuted"
    narrowed = edited.replace("x: int", "x: bool")
    assert told(tmp_path, narrowed)["prop_far"]["verdict"] == "proved"  # it is no value of the type any more


def test_a_sleeping_property_ends_within_six_times_its_seconds_and_leaves_nothing_behind(tmp_path: Path) -> None:
    marker = f"sleeper-{os.getpid()}"
    source = f"import time\n# {marker}\ndef prop_sleeps(x: bool): time.sleep(1000)\ndef prop_b(x: bool): return True\n"
    began = time.monotonic()
    found = told(tmp_path, source, "--seconds", "1")
    assert time.monotonic() - began < 40  # eight seconds are the least that any stage is given
    assert (found["prop_sleeps"]["verdict"], found["prop_b"]["verdict"]) == ("undecided", "proved")
    left = subprocess.run(["pgrep", "-f", str(tmp_path)], capture_output=True, text=True, check=False)
    assert left.stdout == ""


def test_a_module_that_starts_a_thread_which_ends_the_process_is_an_error_and_not_a_loop(tmp_path: Path) -> None:
    source = "import os, threading, time\ndef prop_a(x: bool): time.sleep(3); return True\n"
    source += "threading.Timer(1.0, lambda: os._exit(0)).start()\n"
    document = json.loads(run(tmp_path, source, "--seconds", "4").stdout)
    assert document["properties"] == [] and "prop_a could not be tested" in document["errors"][0]["sentence"]


def test_a_walk_that_is_not_whole_proves_nothing() -> None:
    passed = Result("prop", Verdict.PASSED, 4)
    first = Walked(4, "abc")
    assert settle_result(passed, Claim(4, first), first).verdict is Verdict.PROVED
    for claim, again in (
        (Claim(5, first), first),
        (Claim(4, first), None),
        (Claim(4, first), Walked(4, "other")),
        (Claim(4, first), Walked(3, "abc")),
        (Claim(4, first), Walked(4, "abc", ("the time",))),
        (Claim(4, Walked(4, "abc", ("changes its arguments",))), first),
    ):
        assert settle_result(passed, claim, again).verdict is Verdict.PASSED
    assert settle_result(passed, Claim(4, first), Walked(4, "abc", failed="x = 1")).verdict is Verdict.REJECTED
    assert Walk(0, 0, 0).whole


def test_viva_s_own_mistake_is_an_error_and_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    from viva.engines.enumeration.spaces.numbers import Integers  # noqa: PLC0415
    from viva.engines.properties.arguments.building import Broken  # noqa: PLC0415

    def prop_small(x: Annotated[int, Between(0, 3)]) -> bool:
        return x >= 0

    monkeypatch.setattr(Integers, "walk", lambda self, n: iter(range(n)))
    with pytest.raises(Broken, match="were listed, and 4 counted"):
        examine(prop_small)


@dataclass
class Point:
    x: int
    y: int


def test_arguments_are_replayed_by_value_from_python_too() -> None:
    def prop_near(p: Point) -> bool:
        return p.x < 3 or p.y < 1

    result = examine(prop_near)
    assert result.counterexample is not None and result.counterexample.replay == "p = Point(3, 1)"
    assert examine(prop_near, replay="p = Point(3, 1)").verdict is Verdict.REFUTED
    assert examine(prop_near, replay="p = Point(0, 1)").verdict is Verdict.PASSED
