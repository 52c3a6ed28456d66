"""Every pair of a set of values and a mode, read one after the other: `python -m tests.engines.dialogues.grid` runs the
model answer of each on its whole suite, in this process; a sample of them is among the tests.
"""

import sys
from collections.abc import Iterator, Sequence
from itertools import product

from viva.engines.dialogues.evaluation import as_line
from viva.engines.dialogues.model import Spec, Value
from viva.engines.dialogues.notations.readable import parse
from viva.engines.dialogues.programs.writing import program
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.traces import Run, Written, first_difference
from viva.engines.dialogues.wellformed import check

SETS = ("nat", "int", "text", "bool", "decimal", "0..30", "0.5..2.5", "{1, 2, 5}", '{"add", "go"}')
MODES = ("", " until valid", " or abort")
READS = list(product(SETS, MODES))
BODIES = (
    "read n: {first}\nread x: {second}\nwrite x\nwrite n\n",
    "read n: {first}\nloop:\n    read x: {second}\n    if len(x.all) > 1: exit\n    read m: {second}\nwrite m.all\n",
    "read n: 0..3\nrepeat n:\n    read x: {first}\n    read y: {second}\nwrite x.all\nwrite y.all\n",
    "read x: {first}\nif len(x.all) == 1:\n    read y: {second}\n    write y\nread x: {first_again}\nwrite x.all\n",
)


def grid() -> Iterator[tuple[str, str]]:
    """A text for each pair, and what to call it. The bodies take turns."""
    for number, (first, second) in enumerate(product(READS, READS)):
        body = BODIES[(number + number // len(READS)) % len(BODIES)]
        plain, other = "".join(first), "".join(second)
        again = " not in x.all".join(first)
        yield f"{plain}, then {other}", body.format(first=plain, second=other, first_again=again)


def read(text: str) -> Spec:
    spec = parse(text)
    check(spec, "spec.txt")
    return spec


def run(source: str, inputs: Sequence[Value]) -> Run:
    """Runs a program of ours, not of a student: here and now."""
    lines = [as_line(value) for value in inputs]
    blocks: list[str] = [""]

    def ask() -> str:
        line = lines.pop(0)
        blocks.append("")
        return line

    def write(*values: object, sep: str = " ") -> None:
        blocks[-1] += sep.join(map(str, values)) + "\n"

    exec(compile(source, "solution.py", "exec"), {"input": ask, "print": write})
    return Run(tuple(inputs[: len(inputs) - len(lines)]), tuple(map(Written, blocks)))


def refuted(spec: Spec) -> str | None:
    """What is wrong with the model answer, if anything is."""
    source = program(spec)
    for case in suite(spec, 0).tests:
        try:
            difference = first_difference(case.general, run(source, case.inputs))
        except Exception as problem:  # noqa: BLE001 whatever it is, it refutes the model answer
            return f"{case.inputs}: {problem!r}"
        if difference:
            return f"{case.inputs}: {difference}"
    return None


def main() -> None:
    found = [f"{name}: {problem}" for name, text in grid() if (problem := refuted(read(text)))]
    print("\n".join([*found, f"{len(found)} of {len(READS) ** 2} model answers are refuted"]))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
