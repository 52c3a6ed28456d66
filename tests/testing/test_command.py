"""`viva test` from the command line: reports, formats, exit statuses, and code that does not come back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

VIVA = Path(sys.executable).parent / "viva"


def run(folder: Path, source: str, *options: str, name: str = "module.py") -> subprocess.CompletedProcess[str]:
    (folder / name).write_text(source, "utf-8")
    return subprocess.run(
        [VIVA, "test", name, *options], cwd=folder, capture_output=True, text=True, timeout=100, check=False,
        env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache")},
    )  # fmt: skip


def results(done: subprocess.CompletedProcess[str]) -> dict[str, dict[str, object]]:
    return {each["name"]: each for each in json.loads(done.stdout)["properties"]}


MIXED = """
import os, random, sys
from typing import Any
from viva.properties import *

def prop_or(x: bool, y: bool) -> bool:
    return (x or y) == (y or x)

def propCamel(x: int) -> bool:
    return x == x

@prop
def commutes(x: int, y: int) -> bool:
    return x + y == y + x

prop_given = for_all(range(16), lambda n: n >= 0)

def prop_labelled(xs: list[bool]):
    return label("empty" if not xs else "full", True)

def prop_wrong(xs: list[int]) -> bool:
    return xs == sorted(xs)

def prop_untyped(x, y: int): return True
class Endless:
    def __init__(self, inner: "Endless"): pass
def prop_endless(e: Endless): return True
def prop_any(e: Any): return True
def prop_none(x: int): pass
def prop_prints(x: int):
    print("hello", x)
    sys.stdout.buffer.write(b"bytes")
    return sys.stdout.encoding is not None and not sys.stdout.isatty()
def prop_lots(x: int): return random.random() < 0.5
def prop_hangs(x: int):
    while x == 5: pass
    return True
def prop_leaves(x: int):
    if x == 3: sys.exit(4)
    return True
def prop_ends(x: int):
    if x == -6: os._exit(7)
    return True
def prop_crashes(xs: list[int]):
    if len(xs) == 3: os.kill(os.getpid(), 11)
    return True
def prop_devours(x: int):
    if x == 7: return bytearray(10**11) is not None
    return True
def prop_discards(x: int): return implies(False, True)
def helper(x: int): return False
"""


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    return run(tmp_path_factory.mktemp("mixed"), MIXED, "--json", "--seconds", "1")


@pytest.mark.thorough
def test_every_property_has_its_verdict_whatever_the_others_do(mixed: subprocess.CompletedProcess[str]) -> None:
    verdicts = {name: (each["verdict"], each["reason"]) for name, each in results(mixed).items()}
    assert verdicts == {
        "prop_or": ("proved", None),
        "propCamel": ("passed", None),
        "commutes": ("passed", None),
        "prop_given": ("proved", None),
        "prop_labelled": ("passed", None),
        "prop_wrong": ("refuted", "wrong"),
        "prop_untyped": ("rejected", "no_property"),
        "prop_endless": ("rejected", "no_property"),
        "prop_any": ("rejected", "no_property"),
        "prop_none": ("rejected", "no_property"),
        "prop_prints": ("passed", None),
        "prop_lots": ("rejected", "inconsistent"),
        "prop_hangs": ("undecided", "time_limit"),
        "prop_leaves": ("refuted", "exception"),
        "prop_ends": ("refuted", "crash"),
        "prop_crashes": ("refuted", "crash"),
        "prop_devours": ("refuted", "exception"),
        "prop_discards": ("undecided", "nothing_tested"),
    }
    assert mixed.returncode == 1 and mixed.stderr == ""


def test_the_arguments_are_known_after_a_hang_a_crash_and_an_exit(mixed: subprocess.CompletedProcess[str]) -> None:
    found = results(mixed)
    for name, wanted in {
        "prop_hangs": {"x": "5"}, "prop_ends": {"x": "-6"}, "prop_crashes": {"xs": "[0, 0, 0]"},
        "prop_devours": {"x": "7"},
        "prop_leaves": {"x": "3"}, "prop_wrong": {"xs": "[0, -1]"},
    }.items():  # fmt: skip
        example = found[name]["counterexample"]
        assert isinstance(example, dict) and example["arguments"] == wanted


def test_what_breaks_the_process_while_it_is_made_smaller_is_told_as_it_was_first_seen(tmp_path: Path) -> None:
    source = "import os\nseen = []\ndef prop_a(x: int):\n    seen.append(x)\n    if seen.count(2) == 2: os._exit(7)\n"
    source += "    if x == 2: raise ValueError('two')\n    return True\n"
    found = results(run(tmp_path, source, "--json"))["prop_a"]
    example = found["counterexample"]
    assert isinstance(example, dict) and found["reason"] == "exception"
    assert (example["arguments"], example["replay"], example["minimal"]) == ({"x": "2"}, "x = 2", False)
    assert "raised ValueError: two" in str(example["note"])


def test_each_bad_property_is_told_what_is_wrong_and_what_to_do(mixed: subprocess.CompletedProcess[str]) -> None:
    said = {name: str(each["sentence"]) for name, each in results(mixed).items()}
    assert said["prop_untyped"] == "the parameter 'x' has no type; annotate it, for instance x: int, or give it a space"
    assert "the type Endless has no values" in said["prop_endless"]
    assert "no values can be made for the type Any" in said["prop_any"]
    assert "returned None, which is neither True or False nor a property" in said["prop_none"]
    assert results(mixed)["prop_prints"]["remarks"] == ["it prints; the first line is 'hello 0'"]
    assert "no answer within 1 seconds" in said["prop_hangs"]


def test_the_json_has_the_keys_that_are_fixed(mixed: subprocess.CompletedProcess[str]) -> None:
    for each in results(mixed).values():
        assert {"name", "verdict", "tests", "discarded", "counterexample", "labels", "seconds"} <= set(each)
    assert results(mixed)["prop_wrong"]["counterexample"] == {
        "arguments": {"xs": "[0, -1]"}, "minimal": True, "replay": "xs = [0, -1]",
    }  # fmt: skip
    labels = results(mixed)["prop_labelled"]["labels"]
    assert isinstance(labels, dict) and labels["empty"] == 1


@pytest.mark.some(4)
@pytest.mark.parametrize(
    ("source", "status"),
    [
        ("def prop_a(x: bool): return True", 0),
        ("def prop_a(x: int): return x < 9", 1),
        ("def prop_a(x): return True", 1),
        ("from viva.properties import implies\ndef prop_a(x: bool): return implies(False, True)", 3),
        ("import nowhere", 2),
        ("def prop_a(:", 2),
        ("raise SystemExit(0)", 2),
        ("import os; os._exit(0)", 2),
        ("x = 1", 2),
    ],
)
def test_the_exit_status_tells_the_verdict(tmp_path: Path, source: str, status: int) -> None:
    done = run(tmp_path, source)
    assert done.returncode == status
    assert (status == 2) == (done.stderr != "")
    assert "Traceback" not in done.stderr


def test_a_property_that_ends_the_process_as_if_all_was_well_is_refuted(tmp_path: Path) -> None:
    done = run(tmp_path, "import os\ndef prop_a(x: int):\n    if x == 3: os._exit(0)\n    return True\n", "--json")
    found = results(done)["prop_a"]
    assert (found["verdict"], found["sentence"]) == ("refuted", "the process ended itself with status 0")


def test_a_module_that_cannot_be_imported_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text("def prop_b(x: bool): return True")
    done = run(tmp_path, "import nowhere", "good.py", "--json")
    document = json.loads(done.stdout)
    assert [each["name"] for each in document["properties"]] == ["prop_b"]
    assert "module.py:1: the module cannot be imported: ModuleNotFoundError" in document["errors"][0]["sentence"]
    assert done.returncode == 2


REPORT = """
from viva.properties import equal, label
def prop_same(x: int): return label("small" if x < 5 else "large", equal(x, x))
def prop_sum(x: int): return equal(x + 1, x + 2 if x == 2 else x + 1)
"""


def test_the_report_is_the_papers_kind(tmp_path: Path) -> None:
    done = run(tmp_path, REPORT, "--tests", "100")
    assert "prop_same: passed 100 tests" in done.stdout and "(" in done.stdout.partition("large: ")[2][:8]
    assert "prop_sum: counterexample found after 4 tests\n  x = 2\n  3 == 4\n  smallest possible\n" in done.stdout
    assert "2 properties: 1 passed, 1 refuted" in done.stdout
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.thorough
def test_properties_are_chosen_and_replayed(tmp_path: Path) -> None:
    assert set(results(run(tmp_path, REPORT, "-k", "SUM", "--json"))) == {"prop_sum"}
    assert set(results(run(tmp_path, REPORT, "-k", "not sum", "--json"))) == {"prop_same"}
    for replay in ("x = 2", "order:2:0"):
        again = run(tmp_path, REPORT, "-k", "prop_sum", "--replay", replay, "--json")
        assert (results(again)["prop_sum"]["verdict"], again.returncode) == ("refuted", 1)
    assert run(tmp_path, REPORT, "-k", "prop_sum", "--replay", "x = 1").returncode == 0
    assert run(tmp_path, REPORT, "-k", "nothing").returncode == 2
    for wrong in (
        ["--replay", "x = 2"],
        ["-k", "sum", "--replay", "y = 2"],
        ["-k", "sum", "--replay", "nonsense"],
        ["--tests", "0"],
        ["--seconds", "no"],
    ):
        done = run(tmp_path, REPORT, *wrong)
        assert done.returncode == 2


def test_two_runs_print_the_same_but_for_the_seconds(tmp_path: Path) -> None:
    first, second = (results(run(tmp_path, REPORT, "--json")) for _ in range(2))
    for each in (*first.values(), *second.values()):
        each["seconds"] = 0
    assert first == second


def test_junit_xml_counts_failures_and_errors(tmp_path: Path) -> None:
    source = REPORT + "def prop_untyped(x): return True\ndef prop_text(s: str): return s != '<&\\0'\n"
    run(tmp_path, source, "--junit", "out.xml")
    suite = ElementTree.parse(tmp_path / "out.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "2", "1")
    messages = [inner.get("message") for case in suite for inner in case]
    assert "counterexample: x = 2 (3 == 4)" in messages


def test_a_module_named_like_one_of_the_standard_library_and_one_in_a_package_are_found(tmp_path: Path) -> None:
    assert run(tmp_path, "def prop_a(x: bool): return True", name="queue.py").returncode == 0
    package = tmp_path / "pack"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "other.py").write_text("LIMIT = 5551\n")
    done = run(package, "from .other import LIMIT\ndef prop_a(x: int): return x != LIMIT", "--json")
    assert results(done)["prop_a"]["verdict"] == "refuted"


def test_a_hostile_text_is_made_visible(tmp_path: Path) -> None:
    done = run(tmp_path, "def prop_a(s: str): return s != 'x\\x1b[31m\\u202e'")
    assert "\x1b" not in done.stdout and "\u202e" not in done.stdout and done.returncode == 1


NEEDLES = """
import shop
from shop import code as the_code, total
from viva.properties import implies

def prop_square(n: int) -> bool:
    return n * n != 15241578750190521

def prop_by_another_module(n: int) -> bool:
    return shop.square(n) != 15241578750190521

def prop_asserts(a: int, b: int):
    if a > 1000 and b == a * 2 + 12345:
        assert a % 7 != 3

def prop_text(s: str) -> bool:
    return the_code(s[::-1]) == 1

def prop_sum(xs: list[int]) -> bool:
    return not (total(xs) == 87654 and len(xs) == 3)

def prop_premise(a: int):
    return implies(a % 1009 == 77, a != 77 + 1009 * 345)

def prop_holds(a: int, b: int) -> bool:
    return not (a > 10_000 and a + b < b)

def prop_text_holds(s: str) -> bool:
    return the_code(s) in (0, 1)
"""
SHOP = """
def square(n):
    return n * n

def code(s):
    if s == "xyzzy":
        return 0
    return 1

def total(xs):
    sum = 0
    for x in xs:
        sum += x
    return sum
"""


def test_counterexamples_are_searched_for_along_what_a_property_calls(tmp_path: Path) -> None:
    """None of them is met by chance, and each is replayed before it is told."""
    (tmp_path / "shop.py").write_text(SHOP, "utf-8")
    found = results(run(tmp_path, NEEDLES, "--json"))
    refuted = {name for name, result in found.items() if result["verdict"] == "refuted"}
    assert refuted == {name for name in found if not name.endswith("holds")}
    assert found["prop_square"]["counterexample"]["arguments"] == {"n": "123456789"}  # type: ignore[index]
    assert all(found[name]["verdict"] != "refuted" for name in found if name.endswith("holds"))
    assert run(tmp_path, NEEDLES, "-k", "prop_square", "--replay", "n = 123456789").returncode == 1


SHOWN = """
import os

def prop_or(x: bool, y: bool) -> bool:
    return (x or y) == (y or x)

def prop_dies(n: int) -> bool:
    if n == 2:
        os._exit(4)
    return True

def prop_lists(xs: list[bool]) -> bool:
    return len(xs) >= 0
"""


def test_verbose_shows_the_arguments_before_each_test_also_before_one_that_ends_the_process(tmp_path: Path) -> None:
    done = run(tmp_path, SHOWN, "--verbose", "--tests", "50", "--json")
    shown = done.stderr.splitlines()
    assert [line for line in shown if line.startswith("prop_or")] == [
        f"prop_or: x = {x}; y = {y}" for x in (False, True) for y in (False, True)
    ]
    assert [line for line in shown if line.startswith("prop_dies")][-1] == "prop_dies: n = 2"
    lists = [line for line in shown if line.startswith("prop_lists")]
    assert results(done)["prop_lists"]["tests"] == 50
    assert len(lists) >= 50, "and those that a search proposed"


def test_a_report_is_the_same_when_its_tests_are_shown(tmp_path: Path) -> None:
    def without_seconds(*options: str) -> dict[str, dict[str, object]]:
        return {
            name: {**each, "seconds": 0} for name, each in results(run(tmp_path, SHOWN, "--json", *options)).items()
        }

    assert without_seconds("--verbose") == without_seconds()


def test_a_witness_is_looked_for_among_as_many_values_as_asked(tmp_path: Path) -> None:
    far = """
from viva.properties import *

def prop_far():
    return exists(range(5000), lambda n: n == 1500)

def prop_none():
    return exists(range(1500), lambda n: n < 0)
"""
    usual, wide = results(run(tmp_path, far, "--json")), results(run(tmp_path, far, "--json", "--exists", "2000"))
    assert (usual["prop_far"]["verdict"], wide["prop_far"]["verdict"]) == ("undecided", "proved")
    assert (usual["prop_none"]["verdict"], wide["prop_none"]["verdict"]) == ("undecided", "refuted")
