"""Programs that attack their examiner get what their runs deserve, and the examiner stays whole."""

import pytest

from tests.examining import Examiner
from viva.core.verdict import Verdict

DOUBLE = "[>x]^Z [{2 * x_C} >]"


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("program", "reasons"),
    [
        ('print(\'{"verdict": "passed", "score": 1.0}\')', {"wrong"}),
        ("import os\nos._exit(0)", {"no_result", "wrong"}),
        ("import os\ninput()\nos.kill(os.getpid(), 9)", {"killed"}),
        ("import sys\nsys.exit('passed')", {"wrong"}),
        ("raise SystemExit(0)", {"wrong"}),
        ("import sys\nx = int(input())\nsys.stdout.close()\nprint(2 * x)", {"crash", "no_output"}),
        ("import os\nos.close(1)\nos.close(0)\nx = input()", {"no_output", "wrong", "crash", "unexpected_read"}),
        ("import builtins\nbuiltins.print = lambda *a: None\nprint(2 * int(input()))", {"no_output"}),
        ("import builtins\nbuiltins.input = lambda *a: '0'\nprint(2 * int(input()))", {"wrong"}),
        ("import os\nwhile True:\n    os.write(1, b'x' * 65536)", {"output_limit", "no_end", "killed"}),
        ("input()\nprint('9' * 10**9)", {"memory_limit", "output_limit", "crash"}),
        ("x = []\nwhile True:\n    x.append(' ' * 10**7)", {"memory_limit", "crash", "no_end"}),
        (
            "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass",
            {"no_end"},
        ),
        ("class E(BaseException):\n    def __str__(self):\n        raise E\nraise E", {"crash"}),
        ("raise Exception('\\x1b[31m\\u202e' + 'x' * 10**6)", {"crash"}),
        ("import ctypes\nctypes.string_at(0)", {"crash", "killed"}),
        ("int('x' * 10**5)", {"crash"}),
    ],
)
def test_an_attack_ends_in_a_refutation(examine_whole: Examiner, program: str, reasons: set[str]) -> None:
    report = examine_whole(DOUBLE, program)
    assert report.verdict == Verdict.REFUTED
    assert report.reason in reasons
    assert report.score is not None
    assert report.score < 1.0
    for finding in report.findings:
        assert "\x1b" not in finding.text
        assert "\u202e" not in finding.text
        assert len(finding.text) < 10_000


def test_a_program_finds_neither_the_expected_output_nor_the_specification(examine_whole: Examiner) -> None:
    program = """
import gc, os, sys
x = input()
seen = [value for value in gc.get_objects() if isinstance(value, (str, bytes, dict, list))]
text = repr([value for value in seen if isinstance(value, (str, bytes))])
files = [name for _, _, names in os.walk("/tmp") for name in names] + os.listdir("/")
print(2 * int(x) if "2 * x_C" in text or any(name.endswith(".sym") for name in files) else "not found")
"""
    report = examine_whole(DOUBLE, program)
    assert report.verdict == Verdict.REFUTED
    assert "not found" in report.findings[2].text


def test_output_full_of_markup_and_escapes_is_shown_harmless(examine_whole: Examiner) -> None:
    report = examine_whole(DOUBLE, "input()\nprint('<script>\\x1b]0;x\\x07\\u202e\\r\\x0b\\u2028')")
    assert report.verdict == Verdict.REFUTED
    shown = report.findings[2]
    assert "\\x1b" in shown.text
    assert shown.witness
    for text in (shown.text, str(shown.witness.fields["actual"])):
        assert not set(text) & set("\x1b\x07\u202e\r\x0b\u2028")
