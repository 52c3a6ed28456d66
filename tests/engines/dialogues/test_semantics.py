"""The laws of the paper's sections 4 to 6, and its worked examples."""

import random
from itertools import product

import pytest

from viva.engines.dialogues.evaluation import Undefined
from viva.engines.dialogues.model import Nop, Spec, sequence
from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.semantics import Diverges, Way, accept, generalised_trace, ways
from viva.engines.dialogues.traces import Departure, Input, Line, Trace, covers, first_difference, normalise

from .specs import random_inputs, random_spec, random_trace, small_specs

SUM = "[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]"
COUNTDOWN = "[>n]^N ( [{eps, n_C - len(x_A)} >] [>x]^Z <len(x_A) = n_C> E )->E [{sum(x_A)} >]"


def trace(text: str) -> Trace:
    """A trace of numbers as the paper writes it, without its stop."""
    return tuple(Input(int(word[1:])) if word[0] == "?" else Line(word[1:]) for word in text.split())


def agree(spec: Spec, events: Trace) -> bool:
    """Whether the trace is accepted; fails if Figure 2 and Figure 3 do not agree on it."""
    accepted = accept(spec, events)
    run = normalise(events)
    try:
        general = generalised_trace(spec, run.inputs)
    except Undefined:
        general = None
    assert accepted == (general is not None and covers(general, run)), events
    return accepted


@pytest.mark.thorough
def test_accept_agrees_with_covering_on_every_small_specification_and_short_trace() -> None:
    letters: Trace = (Input(0), Input(1), Line("7"), Line("1"))
    traces = [word for length in range(4) for word in product(letters, repeat=length)]
    traces += [*product(letters, repeat=4)][::5]
    accepted = 0
    for spec in small_specs():
        for events in traces:
            try:
                accepted += agree(spec, events)
            except Diverges:
                break
    assert accepted > 400


@pytest.mark.thorough
def test_accept_agrees_with_covering_on_random_specifications_and_traces() -> None:
    randomness = random.Random(20)
    accepted = refused = 0
    while accepted < 200 or refused < 200:
        spec = random_spec(randomness)
        for _ in range(4):
            try:
                general = random_inputs(spec, randomness)
                if general and agree(spec, random_trace(general, randomness)):
                    accepted += 1
                else:
                    refused += general is not None
            except (Undefined, Diverges):
                break
    assert min(accepted, refused) >= 200


def test_nothing_is_neutral_and_sequence_is_associative() -> None:
    randomness = random.Random(3)
    for _ in range(300):
        a, b, c = (random_spec(randomness, depth=1) for _ in range(3))
        assert sequence(Nop(), a) == a == sequence(a, Nop())
        assert sequence(a, sequence(b, c)) == sequence(sequence(a, b), c) == sequence(a, b, c)


def test_the_worked_example_of_section_3_is_a_valid_run() -> None:
    assert agree(parse(COUNTDOWN), trace("?2 ?5 ?3 !8"))


def test_the_generalised_trace_of_section_3() -> None:
    general = generalised_trace(parse(COUNTDOWN), (3, -1, 7, 4))
    assert general and general.show() == "?3 !{ε, 3} ?-1 !{ε, 2} ?7 !{ε, 1} ?4 !{10} stop"
    assert not covers(general, normalise(trace("?3 !4 ?-1 !2 ?7 !1 ?4 !10")))
    assert covers(general, normalise(trace("?3 !3 ?-1 ?7 !1 ?4 !10")))


def test_adjacent_outputs_are_fused_as_in_section_6() -> None:
    spec = parse("[>x]^Z [{eps, x_C} >] [{eps, x_C} >]")
    for outputs, right in (("", True), ("!5", True), ("!5 !5", True), ("!5 !5 !5", False), ("!4", False)):
        assert agree(spec, trace(f"?5 {outputs}")) == right


def test_the_trace_set_of_section_6() -> None:
    taken = (way for _, way in ways(parse(COUNTDOWN), lambda _: (0, 1, 2), most_reads=3))
    found = [way.general.show() for way in taken if isinstance(way, Way) and way.asks is None]
    assert found[:3] == ["?0 !{0} stop", "?1 !{ε, 1} ?0 !{0} stop", "?1 !{ε, 1} ?1 !{1} stop"]
    assert "?2 !{ε, 2} ?1 !{ε, 1} ?2 !{3} stop" in found
    assert len(found) == 1 + 3 + 9


def test_the_alignment_mismatch_of_section_7() -> None:
    general = generalised_trace(parse(SUM), (7, 2, 9, 1, -5, 1, 7, 1))
    assert general and general.show() == "?7 ?2 ?9 ?1 ?-5 ?1 ?7 ?1 !{16} stop"
    run = normalise(trace("?7 ?2 ?9 ?1 ?-5 ?1 ?7 !15"))
    assert run.show() == "?7 ?2 ?9 ?1 ?-5 ?1 ?7 !15 stop"
    difference = first_difference(general, run)
    assert difference and (difference.expected, difference.got) == ("?1", "!15")


def test_the_output_mismatch_of_section_7() -> None:
    general = generalised_trace(parse(SUM), (3, -2, 0, 6))
    assert general and general.show() == "?3 ?-2 ?0 ?6 !{4} stop"
    difference = first_difference(general, normalise(trace("?3 ?-2 ?0 ?6 !-2")))
    assert difference and (difference.kind, difference.expected, difference.got) == (Departure.OUTPUT, "!{4}", "!-2")


def test_an_exit_drops_what_follows_it_in_its_loop() -> None:
    spec = parse("( [>x]^Z ( 0 <x_C > 0> ( 0 <x_C > 5> E ) ) [{x_C} >] )->E [{0} >]")
    assert agree(spec, trace("?1 !1 ?-2 !-2 ?6 !0"))
    assert not agree(spec, trace("?6 !6 !0"))


def test_an_inner_exit_leaves_only_the_inner_loop() -> None:
    spec = parse("( ( [>x]^Z ( 0 <x_C = 0> E ) )->E [>y]^Z ( 0 <y_C = 0> E ) )->E [{len(x_A)} >]")
    assert agree(spec, trace("?4 ?0 ?1 ?0 ?0 !3"))
    assert not agree(spec, trace("?4 ?0 !2"))


def test_an_invalid_value_is_asked_for_again_and_not_remembered() -> None:
    spec = parse("[>x]^{1..3}@until [{sum(x_A)} >]")
    assert agree(spec, trace("?9 !1 !2 ?0 ?2 !2"))
    assert not agree(spec, trace("?9 !9"))
    assert not agree(spec, trace("?2 ?2 !2"))


def test_an_invalid_value_ends_an_aborting_program() -> None:
    spec = parse("( [>x]^N@abort <sum(x_A) > 5> E )->E [{len(x_A)} >]")
    assert agree(spec, trace("?1 ?-1"))
    assert agree(spec, trace("?1 ?-1 !77 !78"))
    assert not agree(spec, trace("?1 ?-1 ?3"))
    assert agree(spec, trace("?1 ?5 !2"))


def test_an_excluded_value_is_invalid() -> None:
    spec = parse("[>y]^Z [>x]^Z\\y_A [{x_C} >]")
    assert agree(spec, trace("?1 ?2 !2"))
    assert not agree(spec, trace("?1 ?1 !1"))


def test_twenty_optional_outputs_do_not_make_a_million_words() -> None:
    spec = parse("[>x]^Z" + " [{eps, x_C} >]" * 200)
    assert agree(spec, trace("?5" + " !5" * 150))
    assert not agree(spec, trace("?5" + " !5" * 201))


def test_a_long_trace_does_not_exhaust_the_stack() -> None:
    spec = parse("( [{eps, len(x_A)} >] [>x]^Z <len(x_A) = 5000> E )->E [{ANY} >]")
    assert agree(spec, trace(" ".join(["!0"] + ["?1"] * 5000)))


def test_no_trace_is_accepted_beyond_a_term_without_a_value() -> None:
    spec = parse("[>n]^N ( [>x]^Z <len(x_A) = n_C> E )->E [{eps, max(x_A)} >]")
    assert agree(spec, trace("?1 ?4 !4"))
    assert not agree(spec, trace("?0"))
    with pytest.raises(Undefined, match="max of an empty list"):
        generalised_trace(spec, (0,))


def test_a_loop_that_cannot_read_any_more_is_found_at_once() -> None:
    with pytest.raises(Diverges):
        generalised_trace(parse("[>x]^Z ( [{x_C} >] <x_C = 0> E )->E"), (1,))


def test_a_number_too_long_for_python_to_print_is_no_value() -> None:
    spec = parse("[>x]^Z [{x_C * x_C} >]")
    with pytest.raises(Undefined, match="4,000 digits"):
        generalised_trace(spec, [10**2500])
    assert generalised_trace(spec, [10**1900]) is not None
