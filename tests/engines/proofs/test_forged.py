"""Certificates that somebody made to get something proved that does not hold: the checker believes none of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.engines.proofs.sources import INT as NUMBER
from tests.engines.proofs.sources import program
from viva.engines.proofs import (
    Certificate,
    Malformed,
    Refused,
    check_certificate,
    prove,
    read_certificate,
    write_certificate,
)
from viva.engines.proofs.checking.certificate import DIRECT, Induction, Lemma
from viva.engines.proofs.checking.checker import EFFORT
from viva.engines.proofs.checking.claims import Measures
from viva.engines.proofs.checking.domains import LARGEST, find_bounds, holds_everywhere, read_bounds, written_bounds
from viva.engines.proofs.checking.nests import Nest, nest_of
from viva.engines.proofs.checking.system import CLOCK
from viva.engines.proofs.query import Solver
from viva.engines.proofs.terms import (
    BOOL,
    FALSE,
    INT,
    ONE,
    ZERO,
    Term,
    add,
    at,
    equal,
    implies,
    insert,
    ite,
    land,
    le,
    library,
    list_of,
    lor,
    lt,
    make,
    mul,
    nil,
    number,
    repeat,
    snoc,
    sub,
    variable,
)
from viva.engines.proofs.terms.evaluate import Evaluator
from viva.engines.proofs.terms.folds import loop_value

ONES = "def f(n):\n    return 1"
CUBES = "def f(n):\n    t = 0\n    for i in range(n):\n        t += i * i * i\n    return t"
CUBES_AND_ONE = CUBES.replace("return t", "return t + 1 if n > 0 else t")
Y0, Y1, ITEMS = variable("y0", INT), variable("y1", INT), variable("y2", list_of(INT))


def holds(certificate: Certificate, model: str = ONES, other: str = ONES) -> bool:
    try:
        check_certificate(certificate, program(model), program(other), [NUMBER], None)
    except Refused:
        return False
    return True


def with_lemmas(*lemmas: tuple[Term, Term]) -> Certificate:
    return Certificate(Measures(), tuple(Lemma(left, right, DIRECT) for left, right in lemmas), DIRECT)


def by(*invariant: Term) -> Certificate:
    return Certificate(Measures(), (), Induction("inner", (), invariant))


def some_round(place: Term) -> Term:
    """Whether `place` is the number of one of the first `place + 1` rounds."""
    state, clock, wanted = variable("s!", BOOL), variable("k!", INT), variable("w!", INT)
    made = loop_value(state, {state: (FALSE, lor(state, equal(clock, wanted)))}, clock, add(wanted, ONE))
    return make("fold", (add(place, ONE), *made.args[1:-1], place), BOOL, made.data)


def test_something_that_is_put_outside_of_a_list_proves_nothing() -> None:
    """If it were at its place and outside at once, no list would be equal to it, itself included."""
    same = equal(insert(nil(INT), Y1, number(5)), ITEMS)
    nowhere = (same, land(same, lor(le(Y1, ONE), equal(at(ITEMS, Y1), number(7)))))
    both = equal(insert(nil(INT), Y0, number(5)), insert(nil(INT), Y1, number(5)))
    wrong = (equal(Y0, Y1), land(equal(Y0, Y1), lor(le(Y0, ONE), land(both, lt(Y1, Y0)))))
    assert not holds(with_lemmas(nowhere, wrong))


@pytest.mark.parametrize("place", range(-2, 4))
def test_what_is_put_outside_of_a_list_is_a_list(place: int) -> None:
    made = insert(snoc(nil(INT), number(3)), variable("place", INT), number(5))
    value = Evaluator(1_000).value(made, {"place": place})
    assert len(value) == 2
    for i in range(-3, 5):
        inside = value[i] if 0 <= i < 2 else 0
        assert Evaluator(1_000).value(at(made, variable("i", INT)), {"place": place, "i": i}) == inside


def test_an_empty_list_that_is_repeated_has_the_length_that_it_is_said_to_have() -> None:
    again = repeat(variable("items", list_of(INT)), number(3))
    assert Evaluator(100).value(again, {"items": ()}) == (0, 0, 0)


def test_a_name_in_a_lemma_is_one_thing() -> None:
    """Of three truth values two are equal; of numbers that is not so."""
    truth = variable("y0", BOOL)
    one, two = le(Y1, ZERO), le(Y1, ONE)
    left = le(add(Y0, Y1), number(7))
    assert not holds(with_lemmas((left, land(left, lor(equal(truth, one), equal(truth, two), equal(one, two))))))


def test_an_invariant_does_not_speak_of_names_that_questions_give() -> None:
    """Such a name means another round every time: here that in which the number of the round was found."""
    found = some_round(CLOCK)
    was = library.witness(found)
    forged = by(lor(le(CLOCK, ZERO), equal(was, sub(CLOCK, ONE))), implies(le(ZERO, CLOCK), found))
    assert not holds(forged, CUBES, CUBES_AND_ONE)


def test_what_is_said_of_each_value_is_said_of_one_sort() -> None:
    number_of, truth_of = variable("each", INT), variable("each", BOOL)
    either = lor(le(number_of, CLOCK), le(CLOCK, number_of), equal(truth_of, le(CLOCK, ONE)))
    with pytest.raises(Refused) as refused:
        check_certificate(by(either), program(CUBES), program(CUBES_AND_ONE), [NUMBER], None)
    assert refused.value.step == "sorts"


def test_loops_whose_keys_are_alike_are_two_loops() -> None:
    state, clock, n = variable("s!", INT), variable("k!", INT), variable("n", INT)
    made = [
        loop_value(state, {state: (ZERO, add(state, mul(clock, mul(clock, add(clock, number(more))))))}, clock, n)
        for more in (0, 1)
    ]
    assert made[0].data != made[1].data
    alike = [(each.args, replace(each.data, key="0")) for each in made]
    del made  # so that they are made anew
    assert not Solver().follows((), equal(*(make("fold", args, INT, data) for args, data in alike)))


AT_THE_END = "def f(n):\n    t = 0\n    for i in range(n):\n        t += i * i * i\n    return t == 9"


def test_what_is_known_of_the_end_of_a_loop_is_not_known_of_its_rounds() -> None:
    """If the sum were 9 in every round, there would be no round, as it begins with 0."""
    clock, total = variable("h0k", INT), variable("h0s0", INT)
    forged = Induction("nest", (), (land(le(clock, ZERO), lor(lt(clock, ZERO), equal(total, ZERO))),))
    with pytest.raises(Refused) as refused:
        check_certificate(
            Certificate(Measures(), (), forged), program(CUBES), program(CUBES_AND_ONE), [NUMBER], program(AT_THE_END)
        )
    assert refused.value.step == "kept"


@pytest.mark.parametrize("name", ["?a", "!a", "some #1", "x0", "h0s7", "h1s0", "in1"])
def test_an_invariant_of_loops_inside_of_loops_speaks_of_nothing_else(name: str) -> None:
    said = le(variable(name, INT), variable("h0k", INT))
    with pytest.raises(Refused) as refused:
        check_certificate(
            Certificate(Measures(), (), Induction("nest", (), (said,))),
            program(CUBES),
            program(CUBES_AND_ONE),
            [NUMBER],
            None,
        )
    assert refused.value.step == "sorts"


def test_a_nest_is_made_only_of_loops_with_the_same_rounds() -> None:
    """What is said of a head is said of all of its loops; one of them that has fewer rounds has ended before."""
    total, step, clock, rounds = (variable(name, INT) for name in ("total", "step", "clock", "rounds"))
    grown = add(mul(step, step), ONE)

    def nest(following: Term) -> Nest | None:
        loop = {total: (ZERO, add(mul(total, total), step)), step: (ONE, following)}
        return nest_of([le(ZERO, loop_value(total, loop, clock, rounds))])

    found = nest(grown)
    assert found is not None and [len(head.folds) for head in found.heads] == [2]
    assert nest(ite(le(number(5), clock), grown, step)) is None, "it has five rounds fewer"
    assert nest(ite(le(clock, number(5)), grown, step)) is None, "it is a loop in some cases only"


NODES = {
    "a part that is not there": [["var", ["tuple", "int"], "y0", []], ["part", "int", 1, [0]]],
    "a part of a list": [["var", ["list", "int"], "y0", []], ["part", "int", 0, [0]]],
    "a part by a truth value": [["var", ["tuple", "int", "int"], "y0", []], ["part", "int", True, [0]]],
    "truth values in order": [["var", ["list", "bool"], "y0", []], ["apply", ["list", "bool"], "sorted", [0]]],
    "a number in order": [["var", ["list", "int"], "y0", []], ["apply", "int", "sorted", [0]]],
    "a truth value that is counted": [
        ["var", ["list", "int"], "y0", []], ["var", "bool", "y1", []], ["apply", "int", "counted", [0, 1]],
    ],
    "what is counted in a number": [["var", "int", "y0", []], ["apply", "int", "counted", [0, 0]]],
    "a function without a name": [["var", "int", "y0", []], ["apply", "int", 5, [0]]],
    "what comes later": [["not", "bool", None, [1]], ["bool", "bool", 1, []]],
    "itself": [["not", "bool", None, [0]]],
    "a number that is none": [["num", "int", float("nan"), []]],
    "a truth value for a number": [["num", "int", True, []]],
    "a sort that is none": [["var", ["list", ["list", "float"]], "y0", []]],
}  # fmt: skip


@pytest.mark.parametrize("name", NODES)
def test_terms_that_mean_nothing_are_not_read(name: str) -> None:
    document: dict[str, Any] = {**write_certificate(Certificate(Measures(), (), DIRECT)), "nodes": NODES[name]}
    with pytest.raises(Malformed):
        read_certificate(document)


def test_a_certificate_of_a_proof_is_read_again() -> None:
    found = prove(program(CUBES), program(CUBES), [NUMBER])
    assert read_certificate(write_certificate(found.certificate)) == found.certificate  # type: ignore[union-attr]


def test_a_lemma_may_speak_of_its_own_variables_only() -> None:
    """One that also speaks of a name of the programs would be used for other values than it was proved for."""
    program_name = variable("n", INT)
    lemma = Lemma(add(Y0, program_name), add(program_name, Y0), DIRECT)
    certificate = Certificate(Measures(), (lemma,), DIRECT)
    with pytest.raises(Refused) as refused:
        check_certificate(certificate, program(ONES), program(ONES), [NUMBER], None)
    assert (refused.value.step, refused.value.lemma) == ("sorts", 1)
    own = replace(certificate, lemmas=(Lemma(add(Y0, Y1), add(Y1, Y0), DIRECT),))
    assert check_certificate(own, program(ONES), program(ONES), [NUMBER], None)


def test_bounds_of_a_certificate_must_hold_every_input_and_every_value_is_tried() -> None:
    x, b = variable("x", INT), variable("b", BOOL)
    few = [le(ZERO, x), le(x, number(10))]
    small = le(x, number(10))

    def holds(inputs: list[Term], known: list[Term], goal: Term, *bounds: tuple[int, int]) -> bool:
        return holds_everywhere(Solver(EFFORT), inputs, known, goal, bounds)

    assert holds([x], few, small, (0, 10))
    assert holds([x, b], few, lor(b, small), (0, 10), (0, 1))
    half = LARGEST // 2 + 1
    most, always = number(LARGEST - 1), le(x, number(LARGEST))
    assert holds([x], [le(ZERO, x), le(x, most)], always, (0, LARGEST - 1))
    for name, (inputs, known, goal, bounds) in {
        "one value is wrong": ([x], few, lor(lt(x, number(7)), lt(number(7), x)), [(0, 10)]),
        "the first value is wrong": ([x], few, lt(ZERO, x), [(0, 10)]),
        "the last value is wrong": ([x], few, lt(x, number(10)), [(0, 10)]),
        "inputs below": ([x], few, small, [(1, 10)]),
        "inputs above": ([x], few, small, [(0, 9)]),
        "nothing bounds it": ([x], [], small, [(0, 10)]),
        "bounds the wrong way round": ([x], few, small, [(10, 0)]),
        "one bound too few": ([x, b], few, small, [(0, 10)]),
        "one bound too many": ([x], few, small, [(0, 10), (0, 1)]),
        "one truth only": ([x, b], few, b, [(0, 10), (1, 1)]),
        "the other truth only": ([x, b], few, lor(b, small), [(0, 10), (0, 0)]),
        "too many values": ([x], [le(ZERO, x), le(x, number(10**6))], le(ZERO, x), [(0, 10**6)]),
        "one value too many": ([x], [le(ZERO, x), le(x, number(LARGEST))], le(ZERO, x), [(0, LARGEST)]),
        "too many on both sides of zero": ([x], [le(number(-half), x), le(x, number(half))], always, [(-half, half)]),
        "nothing bounds it by what a truth value is": ([x], [], lt(x, number(7)), [(0, 1)]),
        "a list": ([ITEMS], [], equal(ITEMS, ITEMS), [(0, 0)]),
        "a list between the values of a truth value": ([ITEMS], [], equal(ITEMS, ITEMS), [(0, 1)]),
        "what has no value": ([x], few, lor(small, make("apply", (x,), BOOL, "g")), [(0, 10)]),
    }.items():
        assert not holds(inputs, known, goal, *bounds), name


def test_bounds_are_found_where_both_are_known_and_the_checker_takes_them() -> None:
    x, y, b = variable("x", INT), variable("y", INT), variable("b", BOOL)
    below, above = le(x, number(10)), le(number(-3), x)
    goal = lor(le(x, number(10)), lt(x, ZERO))

    def found(inputs: list[Term], *known: Term) -> object:
        return find_bounds(Solver(EFFORT), inputs, known, goal)

    assert found([x], below) is None and found([x], above) is None and found([x]) is None and found([], below) is None
    assert found([x, y], below, above) is None and found([x, ITEMS], below, above) is None
    bounds = find_bounds(Solver(EFFORT), [x, b], [below, above], goal)
    assert bounds is not None and bounds[0][0] <= -3 and bounds[0][1] >= 10 and bounds[1] == (0, 1)
    assert holds_everywhere(Solver(EFFORT), [x, b], [below, above], goal, bounds)
    assert read_bounds(written_bounds(bounds)) == bounds
    assert found([x], above, le(x, number(10**5))) is None, "too many values"
    for text in ("", "1", "1..", "..2", "1..x", "--1..2", "1..99999999999999999999"):
        assert read_bounds([text]) is None, text
