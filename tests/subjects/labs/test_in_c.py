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

# Ten minutes in all ways of waiting; the clocks have to say so.
PAUSES = """#include <poll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static double pauses(void) {
    time_t before = time(NULL);
    struct timespec wait = {100, 0};
    struct timeval also = {100, 0};
    sleep(100);
    usleep(100000000);
    nanosleep(&wait, NULL);
    clock_nanosleep(CLOCK_MONOTONIC, 0, &wait, NULL);
    select(0, NULL, NULL, NULL, &also);
    poll(NULL, 0, 100000);
    struct timeval now;
    gettimeofday(&now, NULL);
    return time(NULL) - before >= 600 && now.tv_sec - before >= 600 ? 0.3 : -0.3;
}
"""
COUNTS = """struct commands step(struct sensors sensors) {
    static double way = 0;
    way += 0.3 / 20;
    double speed = way < 2.3 ? 0.3 : 0;
    WAIT
    return (struct commands){.right = speed, .left = speed};
}
"""


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
        (f"{PAUSES}{STRAIGHT % ('-0.3', 'pauses()')}", "refuted", "wrong"),
        (f"{PAUSES}{COUNTS.replace('WAIT', 'pauses();')}", "passed", None),
        (f"{PAUSES}{COUNTS.replace('WAIT', 'pause();')}", "refuted", "step_limit"),
        (f"{PAUSES}{COUNTS.replace('WAIT', 'poll(0, 0, -1);')}", "refuted", "step_limit"),
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
