"""Controllers in C."""

import pytest

from tests.examining import Examiner
from tests.subjects.labs.conftest import exercise
from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.subjects.labs.subject import Labs

pytestmark = [pytest.mark.needs_bwrap, pytest.mark.needs_gcc]

LAB = exercise(settings='languages = ["python", "c"]\n')
IN_C = Examiner(Labs(), lambda _text: LAB, "controller.c", Rung.EXAMPLE)
STRAIGHT = "struct commands step(struct sensors s) { return (struct commands){%s, %s}; }\n"


@pytest.mark.parametrize(
    ("source", "verdict", "reason"),
    [
        (
            '#include <stdio.h>\n#include "lab.h"\nint main(void) { return 1; }\n'
            "struct commands step(struct sensors sensors) {\n    static double way = 0;\n    way += 0.3 / 20;\n"
            '    printf("debug\\n");\n    double speed = way < 2.3 ? 0.3 : 0;\n'
            "    return (struct commands){.right = speed, .left = speed};\n}\n",
            "passed",
            None,
        ),
        (STRAIGHT % ("-0.3", "-0.3"), "refuted", "wrong"),
        (STRAIGHT % ("0.0 / 0.0", "0.3"), "refuted", "nonsense"),
        ("struct commands step(struct sensors s) { for (;;); }\n", "refuted", "step_limit"),
        ("struct commands step(struct sensors s) { return *(struct commands *)0; }\n", "refuted", "crash"),
        ("int walk(void) { return 1; }\n", "rejected", "missing_function"),
        ("double step(struct sensors s) { return 1; }\n", "rejected", "syntax_error"),
        ('#include "/etc/passwd"\n', "rejected", "syntax_error"),
    ],
)
def test_a_controller_in_c_is_driven_as_one_in_python(source: str, verdict: str, reason: str | None) -> None:
    report = IN_C("", source)
    assert report.verdict.value == verdict, report.findings
    assert report.reason == reason


def test_a_goal_that_counts_steps_goes_with_python_alone() -> None:
    goals = '[[goal]]\nname = "few"\ntext = "Few steps."\nformula = "G[0,10] steps < 100"\n'
    with pytest.raises(Fault, match="cannot be counted"):
        exercise(goals, settings='languages = ["python", "c"]\n')
