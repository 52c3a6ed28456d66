"""Other shapes of a task: the loop goes the other way, elements have another size, and the solution goes along."""

from __future__ import annotations

import pytest

from tests.engines.x86.programs import program, shipped
from viva.engines.x86.obligations.proving import prove
from viva.engines.x86.worker import Job
from viva.subjects.assembly.reshape import Shape, shapes, turn_loops, widened


def proved(shape: Shape) -> bool:
    return prove(Job(program(shape.program), shape.contract, shape.solution).theory(), explaining=False).complete


@pytest.mark.parametrize(
    ("name", "change", "program_part", "solution_part"),
    [
        ("find-a-byte", turn_loops, "decl %edx", "edx <= i && i < ecx"),
        ("find-a-byte", widened, "cmpl %eax, (%esi,%edx,4)", "w[esi + 4 * i] != eax"),
        ("length-of-text", widened, "cmpl $0, (%esi,%eax,4)", "w[esi + 4 * i] != 0"),
    ],
)
def test_a_task_in_another_shape_is_proved_by_its_solution_in_that_shape(
    name: str, change: object, program_part: str, solution_part: str
) -> None:
    given = shipped(name)
    assert callable(change)
    (made,) = change(Shape(given.text, given.contract, given.annotations))
    assert program_part in made.program
    assert solution_part in made.solution
    assert proved(made)
    if change is turn_loops:
        assert not proved(Shape(made.program, made.contract, given.annotations))


def test_what_has_no_known_idiom_keeps_its_shape() -> None:
    given = shipped("string-fill")
    assert shapes(given.text, given.contract, given.annotations) == [
        Shape(given.text, given.contract, given.annotations)
    ]
