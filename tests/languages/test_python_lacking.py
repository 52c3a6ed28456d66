"""What programs import that is a module elsewhere: it is named, and nothing is said of the program that needs it."""

import sys

import pytest

from tests.examining import made
from tests.languages.test_python_calls import called, problem
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.languages.inside.vivabox.python.running.lacking import Lacking, is_known
from viva.languages.python.runs import prepare, run_console
from viva.sandbox import Sandbox
from viva.services.checking import check
from viva.services.registry import read_exercise
from viva.services.shipped import shipped_named
from viva.subjects.console.subject import Console
from viva.subjects.functions.subject import Functions

NEEDS = [
    ("import numpy as np\ndef f(n): return np.array([n])", "numpy"),
    ("from scipy.stats import norm\ndef f(n): return n", "scipy"),
    ("def f(n):\n    import importlib\n    return importlib.import_module('pandas')", "pandas"),
    ("def f(n): return __import__('requests')", "requests"),
    ("import msvcrt\ndef f(n): return msvcrt.getch()", "msvcrt"),
    ("try:\n    import numpy\nexcept ImportError:\n    pass\ndef f(n): return numpy.sqrt(n)", "numpy"),
]
SLIPS = [
    "import mathh\ndef f(n): return n",
    "import helper\ndef f(n): return n",
    "import math.sqrt\ndef f(n): return n",
    "from math import sqroot\ndef f(n): return n",
    "from collections.deque import Deque\ndef f(n): return n",
    "import subprocess\ndef f(n): return subprocess.no",  # which itself looks for msvcrt
    "def f(n): raise ModuleNotFoundError(\"No module named 'numpy'\")",
]


@pytest.mark.parametrize(("source", "name"), NEEDS)
def test_a_module_that_there_is_elsewhere_is_named(sandbox: Sandbox, source: str, name: str) -> None:
    (outcome,) = called(sandbox, source, "f", [1])
    assert problem(outcome).reason == "crash" and outcome.lacked == name


@pytest.mark.parametrize("source", SLIPS)
def test_a_module_that_there_is_nowhere_is_a_mistake(sandbox: Sandbox, source: str) -> None:
    (outcome,) = called(sandbox, source, "f", [1])
    assert problem(outcome).reason == "crash" and outcome.lacked == ""


def test_each_call_says_for_itself_what_it_lacked(sandbox: Sandbox) -> None:
    source = "def f(n):\n    if n:\n        import numpy\n    return n"
    assert [one.lacked for one in called(sandbox, source, "f", [1], [0])] == ["numpy", ""]
    loaded = "try:\n    import numpy\nexcept ImportError:\n    numpy = None\ndef f(n): return n"
    assert [one.lacked for one in called(sandbox, loaded, "f", [1], [0])] == ["numpy"] * 2


def test_a_part_that_the_standard_library_needs_is_lacking_where_it_ends_the_run() -> None:
    lacking = Lacking()
    lacking.find_spec("_tkinter")
    error = {"kind": "ModuleNotFoundError", "message": "No module named '_tkinter'"}
    assert lacking.told(error) == {"lacked": "tkinter"}
    assert lacking.told({**error, "message": "No module named 'turtel'"}) == lacking.told(None) == {}


def test_runs_in_one_process_each_say_what_they_lack(sandbox: Sandbox) -> None:
    for text, name in (("import numpy", "numpy"), ("print(1)", ""), ("import numpyy", "")):
        program = prepare(sandbox, text.encode())
        assert run_console(sandbox, program, []).lacked == name  # type: ignore[arg-type]


def test_no_module_of_the_list_is_one_of_python_s_own() -> None:
    assert is_known("numpy") and is_known("winreg") and not is_known("mathh") and not is_known("math.sqrt")
    assert not is_known("os.pth") and is_known("numpy.linalg") and "numpy" not in sys.stdlib_module_names


def judged(answer: str, table: str = "") -> Report:
    files = {"reference.py": "def f(n: int) -> int:\n    return n + 1\n"}
    exercise = made(Functions(), f'[functions]\nfunction = "f"\nreference = "reference.py"\n{table}', files)
    return check(Functions(), exercise, Submission.from_text(answer, "f.py"), Terms(rung=Rung.VERDICT))


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("import numpy as np\ndef f(n): return int(np.add(n, 1))", "undecided"),
        (
            "try:\n    import numpy as np\nexcept ImportError:\n    np = None\ndef f(n): return np.add(n, 1)",
            "undecided",
        ),
        ("def f(n):\n    if n > 5:\n        import numpy\n    return n + 1", "undecided"),
        ("def f(n):\n    if n > 5:\n        import numpy\n    return n", "refuted"),
        ("try:\n    import numba\nexcept ImportError:\n    pass\ndef f(n): return n + 1", "passed"),
        ("import nunpy as np\ndef f(n): return int(np.add(n, 1))", "refuted"),
    ],
)
def test_a_function_that_needs_it_is_not_refuted(answer: str, verdict: str) -> None:
    found = judged(answer)
    assert found.verdict == verdict and (found.reason == "lacking") == (verdict == "undecided")
    if verdict == "undecided":
        assert found.score is None and len(found.findings) == 1 and "`num" in found.findings[0].text


def test_what_is_forbidden_stays_forbidden() -> None:
    found = judged("import numpy\ndef f(n): return n", '[functions.forbid]\nmodules = ["numpy"]\n')
    assert (found.verdict, found.reason) == ("rejected", "forbidden")


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("import colorama\nprint(int(input()) + 1)", "undecided"),
        ("x = int(input())\nif x > 2:\n    import colorama\nprint(x + 1)", "undecided"),
        ("x = int(input())\nif x > 2:\n    import colorama\nprint(x)", "refuted"),
        ("import colourama\nprint(int(input()) + 1)", "refuted"),
    ],
)
@pytest.mark.parametrize("language", ["python", "cpython"])
def test_console_programs_too(text: str, verdict: str, language: str) -> None:
    table = f'[console]\nspec = "spec.sym"\nlanguages = ["{language}"]\n'
    exercise = made(Console(), table, {"spec.sym": "[>x]^Z [{x_C + 1} >]"})
    found = check(Console(), exercise, Submission.from_text(text, "main.py"), Terms(rung=Rung.VERDICT))
    assert found.verdict == verdict and (found.reason == "lacking") == (verdict == "undecided")
    assert found.verdict != "undecided" or "slow" not in found.evidence.covered


def test_controllers_too() -> None:
    subject, exercise = read_exercise(shipped_named("labs/avoid-obstacles").folder)
    text = "import numpy as np\ndef step(sensors, state):\n    return [0, 0]\n"
    found = check(subject, exercise, Submission.from_text(text, "step.py"), Terms(rung=Rung.VERDICT))
    assert (found.verdict, found.reason, found.score) == ("undecided", "lacking", None)
