"""Many changes of one text are asked in one visit, and say what the changed texts say when they are run alone."""

from tests.languages.javascript.calling import compiled
from viva.languages.edits import Change, Piece, Probe, put_in
from viva.languages.heap import Heap
from viva.languages.javascript.calls import call, equal
from viva.languages.javascript.mends import small_changes, tries
from viva.languages.javascript.runs import prepare
from viva.languages.program import Program
from viva.sandbox import Sandbox

TEXT = """function largest(xs) {
  let best = xs[0];
  for (const x of xs) {
    if (x > best) best = x;
  }
  let i = 0;
  while (i < 3) i++;
  return xs.map((x) => x + i).filter((x) => x > 2).length + best;
}
"""
CALLS: list[list[object]] = [[[1]], [[2, 5, 3]], [[-1, -2]]]


def probes(box: Sandbox) -> list[Probe]:
    outcomes = call(box, compiled(box, TEXT), "largest", CALLS)
    return [
        Probe(tuple(arguments), outcome.value, None, None, None)
        for arguments, outcome in zip(CALLS, outcomes, strict=True)
    ]


def alone(box: Sandbox, text: str, expected: Heap | None, arguments: list[object]) -> str:
    program = prepare(box, text.encode())
    assert isinstance(program, Program)
    outcome = next(iter(call(box, program, "largest", [arguments], steps=2000)))
    if outcome.problem is not None:
        return "2" if outcome.problem.reason == "step_limit" else "0"
    assert outcome.value is not None and expected is not None
    return "1" if equal(expected, outcome.value) else "0"


def test_each_change_answers_as_it_does_alone(box: Sandbox) -> None:
    changes = small_changes(box, TEXT)[:60]
    tests = probes(box)
    with tries(box, TEXT, "largest", tests, steps=2000) as trying:
        said = trying.answers([(change,) for change in changes])
        passing = trying.passing([(change,) for change in changes])
    assert len(set(said)) > 3
    for change, digits, passes in zip(changes, said, passing, strict=True):
        text = put_in(TEXT, change.pieces)
        if digits == "" or not isinstance(prepare(box, text.encode()), Program):
            continue
        wanted = "".join(
            alone(box, text, test.expected, arguments) for test, arguments in zip(tests, CALLS, strict=True)
        )
        assert digits == wanted, change
        assert passes == (set(wanted) == {"1"}), change


def test_a_value_that_was_written_for_a_variable_becomes_the_variable(box: Sandbox) -> None:
    texts = {put_in(TEXT, change.pieces) for change in small_changes(box, TEXT)}
    assert TEXT.replace("x > 2", "x > best") in texts
    assert TEXT.replace("x > 2", "x > x") not in texts


def test_who_ends_the_process_takes_nobody_along(box: Sandbox) -> None:
    at = TEXT.index("let best")
    leave = Change("x", 1, (Piece(at, at, "process.exit(1); "),))
    none: tuple[Change, ...] = ()
    with tries(box, TEXT, "largest", probes(box), steps=2000) as trying:
        assert trying.passing([none, (leave,), none]) == [True, False, True]
