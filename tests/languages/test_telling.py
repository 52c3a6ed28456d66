"""What a process says of itself is told at the first attempt: nobody may put what only the program has seen into it."""

from pathlib import Path

import pytest

from tests.languages.javascript.test_bad_input import SUM
from tests.languages.javascript.test_checks import checked
from tests.languages.test_python_calls import called, problem
from viva.sandbox import Sandbox


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        ("ValueError", "ValueError"),
        ("Mine", "Mine"),
        ("type('E' + repr(xs), (Exception,), {})", "Error"),
        ("type('Mi' + 'ne2', (Exception,), {})", "Error"),
        ("__import__('json').JSONDecodeError('a', 'b', 1)", "JSONDecodeError"),
    ],
)
def test_only_names_of_the_language_and_of_the_source_are_told(sandbox: Sandbox, raised: str, kind: str) -> None:
    source = f"class Mine(Exception): pass\ndef f(xs): raise {raised}"
    (outcome,) = called(sandbox, source, "f", [[7]])
    assert problem(outcome).kind == kind


@pytest.mark.parametrize(
    "answer",
    [
        "const f = (xs) => { const e = new Error(); e.name = 'E' + JSON.stringify(xs); throw e; };",
        "const f = (xs) => require('mod_' + xs.join('_') + '_');",
        "const f = (xs) => { throw new (class extends Error { get name() { return 'E' + xs.length + 'x'; } })(); };",
    ],
)
def test_no_input_leaves_in_a_name(tmp_path: Path, answer: str) -> None:
    found = checked(tmp_path, SUM, answer)
    assert found.findings
    for finding in found.findings:
        assert "E[" not in finding.text and "mod_" not in finding.text and "E0x" not in finding.text
