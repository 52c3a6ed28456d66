"""State machines as exercises: verdicts, witnesses, what is told on each rung, and hostile or broken files."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

import pytest

import viva
from tests.engines.machines.random_machines import random_system
from tests.examining import TERMS
from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.core.where import Transition
from viva.engines.machines.formats import json as notation
from viva.engines.machines.formats import moml, text
from viva.engines.machines.running.flatten import flatten
from viva.services.checking import check
from viva.services.registry import subject_named
from viva.subjects.machines.subject import Machines

EXERCISES = Path(__file__).parents[3] / "exercises" / "machines"
SUBJECT = Machines()
LAMP = """
input press, more
output light
machine {
  initial Off
  state On {
    initial Dim
    state Bright
    Dim -> Bright: more / light
    Bright -> Dim: more
  }
  Off -> On: press
  On -> Off: press [preemptive]
}
"""


def examined(answer: str, problem: str = LAMP, more: str = "", files: Mapping[str, str] | None = None) -> Report:
    table = f'subject = "machines"\n[machines]\nreference = "problem.machine.txt"\n{more}'
    contents = {"exercise.toml": table, "problem.machine.txt": problem, **(files or {})}
    exercise = SUBJECT.read(Source("lamp", {name: content.encode() for name, content in contents.items()}))
    return check(SUBJECT, exercise, Submission.from_text(answer, "answer.machine.txt"), Terms())


def told(report: Report, rung: Rung) -> str:
    return next(finding.text for finding in report.findings if finding.rung is rung)


def test_the_problem_itself_and_its_flat_machine_are_proved() -> None:
    assert examined(LAMP).verdict is Verdict.PROVED
    assert examined(text.write(flatten(text.read(LAMP)))).verdict is Verdict.PROVED


def test_every_notation_is_examined_alike() -> None:
    for number in range(40):
        system = random_system(number)
        problem = text.write(system)
        answers = [notation.write(system), text.write(flatten(system))]
        assert {examined(answer, problem).verdict for answer in answers} == {Verdict.PROVED}, number


def test_a_machine_of_ptolemy_is_examined() -> None:
    assert examined(moml.write(text.read(LAMP))).verdict is Verdict.PROVED


def test_a_wrong_machine_is_refuted_with_a_shortest_run() -> None:
    report = examined(LAMP.replace(" [preemptive]", ""))
    assert (report.verdict, report.reason) == (Verdict.REFUTED, "wrong")
    witness = next(finding.witness for finding in report.findings if finding.witness)
    assert witness is not None
    assert witness.fields == {
        "inputs": [{"press": True}, {"press": True, "more": True}],
        "expected": [{}, {}],
        "actual": [{}, {"light": True}],
    }
    comparison = next(finding.comparison for finding in report.findings if finding.comparison)
    assert comparison is not None
    assert comparison.here == 1
    assert comparison.rows[1] == ("2", "press, more", "Off", "Off", "nothing", "light")


def test_a_missing_flag_is_the_place_and_the_fix() -> None:
    report = examined(LAMP.replace(" [preemptive]", ""))
    assert "preemptive" in told(report, Rung.HINT)
    assert "from `On` to `Off`" in told(report, Rung.PLACE)
    assert "preemptive" in told(report, Rung.FIX)
    assert report.score == 0.75


@pytest.mark.thorough
def test_no_hint_holds_a_literal_of_the_run() -> None:
    for wrong in EXERCISES.glob("*/examples/wrong/*"):
        if wrong.suffix == ".toml":
            continue
        report = viva.check(wrong.parents[2], Submission.from_path(wrong))
        for finding in report.findings:
            if finding.rung is Rung.HINT and not (finding.signature or "").startswith("requirement"):
                assert "`" not in finding.text
                assert "=" not in finding.text


@pytest.mark.thorough
def test_wrong_answers_of_the_exercises_are_named_after_their_mistake() -> None:
    found = 0
    for wrong in EXERCISES.glob("*/examples/wrong/*.machine.txt"):
        names = wrong.name.removesuffix(".machine.txt").replace("-", "_").split("_and_")
        report = viva.check(wrong.parents[2], Submission.from_path(wrong))
        reading = report.evidence.details.get("reading")
        if reading is not None:
            found += 1
            assert reading == (["simultaneous_missed"] if names == ["one_at_a_time"] else names), wrong
    assert found >= 14


def test_an_output_that_is_left_out_is_never_there_and_an_input_never_read() -> None:
    assert examined("machine { initial S }", "input a\noutput x\nmachine { initial S }").verdict is Verdict.PROVED
    assert examined("machine { initial S }").verdict is Verdict.REFUTED


def test_pure_and_boolean_signals_can_stand_for_each_other() -> None:
    answer = LAMP.replace("input press, more", "input press: bool, more: bool").replace("light\n", "light: bool\n", 1)
    assert examined(answer).verdict is Verdict.PROVED


@pytest.mark.parametrize(
    ("answer", "reason", "part"),
    [
        ("input press, nothing\nmachine { initial S }", "unknown_signal", "nothing"),
        ("input press: int 0..3\nmachine { initial S }", "unknown_signal", "int 0..3"),
        ("variable press: bool = true\nmachine { initial S }", "unknown_signal", "`press`"),
        (LAMP.replace("Off -> On: press", "Off -> On: press Off -> Off: more"), "nondeterministic", "press, more"),
        ("input press\nvariable n: int 0..1 = 0\nmachine { initial S S -> S: press / n = n + 1 }", "out_of_range", "2"),
        ("input press\nmachine { initial S S -> S: pres }", "unknown_signal", "pres"),
        ("machine { state S }", "no_initial_state", "initial"),
        ("machine {", "syntax_error", "expected"),
        ("", "empty", "empty"),
        ("<a/>", "syntax_error", "entity"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><entity name='&b;'/>", "forbidden", "entities"),
        ("{" * 5000, "syntax_error", "JSON"),
        ('{"machine": ' * 3000, "too_complex", "deep"),
        ("input press\nmachine { initial S S -> S: " + "!" * 100_000 + "press }", "too_complex", "nested"),
        ("\u202emachine", "syntax_error", "\\u202e"),
    ],
)
def test_bad_answers_are_rejected_with_what_to_do(answer: str, reason: str, part: str) -> None:
    report = examined(answer)
    assert (report.verdict, report.reason) == (Verdict.REJECTED, reason)
    assert part in " ".join(finding.text for finding in report.findings)


def test_two_enabled_transitions_are_told_even_where_the_machine_is_wrong_before() -> None:
    report = examined(
        "input press, more\noutput light\nmachine { initial S S -> S: press / light S -> S: more / light }"
    )
    assert (report.verdict, report.reason) == (Verdict.REJECTED, "nondeterministic")


def test_a_conflict_that_no_input_reaches_is_none() -> None:
    machine = LAMP.rstrip().removesuffix("}") + "  state Lost\n  Lost -> On: press\n  Lost -> Off: press\n}\n"
    assert examined(machine).verdict is Verdict.PROVED


def test_flat_refuses_refinements_and_says_how_it_behaves() -> None:
    report = examined(LAMP, more="flat = true")
    assert (report.verdict, report.reason) == (Verdict.REJECTED, "forbidden")
    assert "does what is asked" in report.evidence.covered


def test_complete_asks_for_a_transition_in_every_case() -> None:
    problem = "input a\noutput x\nmachine { initial S  S -> S: a / x }"
    assert examined(problem, problem, "complete = true").reason == "incomplete"
    whole = "input a\noutput x\nmachine { initial S  S -> S: a / x  S -> S: !a }"
    assert examined(whole, problem, "complete = true").verdict is Verdict.PROVED


def test_the_work_is_a_count_that_the_exercise_states() -> None:
    report = examined(LAMP, more="states = 2")
    assert (report.verdict, report.score) == (Verdict.UNDECIDED, None)


def test_names_with_markup_reach_nobody_unescaped() -> None:
    name = "<script>alert(1)</script>"
    machine = f'input press, more\noutput light\nmachine {{ initial "{name}"\n "{name}" -> "{name}": press / light }}'
    report = examined(machine)
    assert report.verdict is Verdict.REFUTED
    svgs = "".join(finding.drawing.svg for finding in report.findings if finding.drawing)
    assert "<script" not in svgs


@pytest.mark.parametrize(
    ("problem", "more", "part"),
    [
        ("machine {", "", "expected"),
        ("input a, b\nmachine { initial S S -> S: a S -> S: b }", "", "two transitions of 'S' are enabled at once"),
        ("input a\nmachine { initial S S -> S: b }", "", "no signal or variable is called 'b'"),
        (LAMP, "flatt = true", "flat"),
        (LAMP, "states = 0", "between 1 and"),
        (LAMP, 'properties = "rules.ltl"', "expected"),
        (LAMP, 'inputs = ["a"]', "known from the reference"),
    ],
)
def test_teachers_mistakes_are_faults(problem: str, more: str, part: str) -> None:
    with pytest.raises(Fault, match=part):
        examined(LAMP, problem, more, {"rules.ltl": "G (press"})


def test_requirements_are_parts_each_with_its_verdict() -> None:
    rules = "light only when on: G (light -> more)\nnever light: G !light\n"
    report = examined(LAMP, more='properties = "rules.ltl"', files={"rules.ltl": rules})
    assert [part.verdict for part in report.parts] == [Verdict.PROVED, Verdict.REFUTED]
    assert (report.verdict, report.score) == (Verdict.REFUTED, 0.5)
    witness = next(finding.witness for finding in report.findings if finding.witness)
    assert witness is not None
    assert witness.fields["inputs"] == [{"press": True}, {"more": True}]
    assert witness.fields["loop"] is None


def test_an_output_that_an_answer_never_declares_is_absent_in_requirements() -> None:
    table = (
        'subject = "machines"\n[machines]\ninputs = ["a"]\noutputs = ["c: {red, green}"]\nproperties = "rules.ltl"\n'
    )
    files = {"exercise.toml": table, "rules.ltl": "G !(c != red)\n"}
    exercise = SUBJECT.read(Source("x", {name: content.encode() for name, content in files.items()}))
    report = check(SUBJECT, exercise, Submission.from_text("machine { initial S }", "a.machine.txt"), Terms())
    assert report.verdict is Verdict.PROVED


def test_the_same_answer_gets_the_same_report() -> None:
    wrong = LAMP.replace("Dim -> Bright: more / light", "Dim -> Bright: more")
    first, second = (examined(wrong).to_json() for _ in range(2))
    for report in (first, second):
        report.pop("seconds")
    assert json.dumps(first) == json.dumps(second)


def test_variants_have_a_solution_and_steer_by_formulas_and_examples() -> None:
    problem = LAMP
    files = {
        "exercise.toml": 'subject = "machines"\n[machines]\nreference = "p.machine.txt"\n[machines.vary]\n'
        'requires = "keep.ltl"\nreject = ["no.machine.txt"]\n',
        "p.machine.txt": problem,
        "keep.ltl": "G (light -> more)\n",
        "no.machine.txt": problem.replace("Off -> On: press", "Off -> On: press [history]"),
    }
    exercise = SUBJECT.read(Source("v", {name: content.encode() for name, content in files.items()}))
    variants = SUBJECT.vary(exercise, 1)
    for _ in range(6):
        variant = next(variants)
        assert check(SUBJECT, variant, SUBJECT.solve(variant), Terms()).verdict is Verdict.PROVED
        assert check(SUBJECT, variant, SUBJECT.solve(exercise), Terms()).verdict is Verdict.REFUTED
        written = variant.source.text("p.machine.txt")
        assert "history" not in written
        assert "difficulty" in variant.source.text("exercise.toml")


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [
        ("G (request -> F grant)", Verdict.PROVED),
        ("G (!request | F grant)", Verdict.PROVED),
        ("G F grant", Verdict.REFUTED),
        ("G (request -> F<=5 grant)", Verdict.REFUTED),
    ],
)
def test_a_formula_is_right_if_it_means_the_same(formula: str, verdict: Verdict) -> None:
    report = viva.check(EXERCISES / "say-answered", Submission.from_text(formula, "answer.ltl"))
    assert report.verdict is verdict


@pytest.mark.parametrize(
    ("formula", "place", "mended"),
    [
        ("G (request -> X F grant)", "look at `X`", "G (request -> F grant)"),
        ("G (request & F grant)", "look at `&`", "G (request -> F grant)"),
        ("F request -> F grant", "as a whole", "G (F request -> F grant)"),
    ],
)
def test_a_formula_that_one_change_mends_is_mended_in_its_own_words(formula: str, place: str, mended: str) -> None:
    report = viva.check(EXERCISES / "say-answered", Submission.from_text(formula, "answer.ltl"))
    told = {finding.rung: finding.text for finding in report.findings}
    assert told[Rung.HINT].startswith("You are close")
    assert place in told[Rung.PLACE]
    assert told[Rung.FIX] == f"One change makes it right: `{mended}`"
    right = viva.check(EXERCISES / "say-answered", Submission.from_text(mended, "answer.ltl"))
    assert right.verdict is Verdict.PROVED


def test_an_output_that_comes_too_early_is_said_to() -> None:
    thirds = """input press
    output ring
    machine {
      initial A
      state B
      state C
      A -> B: press
      B -> C: press
      C -> A: press / ring
    }
    """
    report = viva.check(EXERCISES / "every-fourth", Submission.from_text(thirds, "answer.machine.txt"))
    assert report.findings[0].text == "`ring` comes 1 reaction too early."


def test_the_place_of_a_broken_requirement_is_what_breaks_it() -> None:
    careless = """input request, tick
    output walk, drive
    machine {
      initial Cars
      state Asked
      Cars -> Cars: tick & !request / drive
      Cars -> Asked: request / drive
      Asked -> Cars: tick / walk
    }
    """
    report = viva.check(EXERCISES / "crossing", Submission.from_text(careless, "answer.machine.txt"))
    place = next(finding for finding in report.findings if finding.rung is Rung.PLACE)
    assert place.where == Transition("Cars", "request", "Asked", 7)


@pytest.mark.parametrize("formula", ["G (request -> F", "G other", "request & & grant", "F<=99999 grant"])
def test_a_formula_that_cannot_be_read_is_rejected(formula: str) -> None:
    report = viva.check(EXERCISES / "say-answered", Submission.from_text(formula, "answer.ltl"))
    assert report.verdict is Verdict.REJECTED


@pytest.mark.parametrize("formula", ["G[0,5] pressure > 3", "temperature >", "F[0,5 temperature > 1"])
def test_a_formula_over_signals_that_cannot_be_read_is_rejected(formula: str) -> None:
    report = viva.check(EXERCISES / "say-warm", Submission.from_text(formula, "answer.stl"))
    assert report.verdict is Verdict.REJECTED


@pytest.mark.parametrize(
    "formula",
    [
        " & ".join(["(request U (grant U request))"] * 20),
        " <-> ".join(["request", "grant"] * 12),
        "!" * 5_000 + "request",
        " & ".join(f"F<={number} X grant" for number in range(1, 30)),
    ],
)
def test_no_formula_is_followed_for_ever(formula: str) -> None:
    report = viva.check(EXERCISES / "say-answered", Submission.from_text(formula, "answer.ltl"))
    assert report.verdict in (Verdict.UNDECIDED, Verdict.REJECTED, Verdict.REFUTED)


def test_large_flat_answers_are_read_in_one_go() -> None:
    problem = "input a\noutput x\nmachine { initial S  S -> S: a / x }"
    states = [{"name": f"s{number}", "initial": number == 0} for number in range(2_000)]
    steps = [
        {"from": f"s{number}", "to": f"s{(7 * number + 1) % 2_000}", "guard": "a", "output": "x"}
        for number in range(2_000)
    ]
    machine = {"kind": "fsm", "states": states, "transitions": steps}
    answer = {"inputs": [{"name": "a"}], "outputs": [{"name": "x"}], "machine": machine}
    assert examined(json.dumps(answer), problem).verdict is Verdict.PROVED


@pytest.mark.thorough
def test_parts_that_do_not_depend_on_each_other_are_compared_one_by_one() -> None:
    """Four to the sixteenth states together, and a shortest word where one of them is wrong."""
    parts = " ".join(f"P{n} {{ initial A state B A -> B: i{n} B -> A: i{n} / x{n} }}" for n in range(16))
    names = [", ".join(f"{letter}{n}" for n in range(16)) for letter in "ix"]
    problem = f"input {names[0]}\noutput {names[1]}\nparallel {{ {parts} }}"
    assert examined(problem, problem).verdict is Verdict.PROVED
    report = examined(problem.replace("B -> A: i9 / x9", "B -> B: i9 / x9"), problem)
    assert report.verdict is Verdict.REFUTED
    witness = next(finding.witness for finding in report.findings if finding.witness is not None)
    assert witness.fields["inputs"] == [{"i9": True}] * 3
    both = problem.replace("A -> B: i3 ", "A -> B: i3 A -> A: i3 & i4 / y ")
    assert (examined(both, problem).reason) == "nondeterministic"


def test_parts_that_all_depend_on_each_other_end_undecided() -> None:
    parts = " ".join(f"P{n} {{ initial A state B A -> B: c{n} B -> A: c{n} / c{n + 1} }}" for n in range(20))
    problem = f"input c0\noutput c20\ncascade {{ {parts} }}"
    report = examined(problem, problem, "states = 2000\n")
    assert (report.verdict, report.reason, report.score) == (Verdict.UNDECIDED, "budget", None)


def test_inputs_that_can_be_combined_in_too_many_ways_are_no_fault_of_the_machine() -> None:
    names = [f"a{n}" for n in range(24)]
    steps = " ".join(
        f"A -> B: {' & '.join([name, *(f'!{each}' for each in names[:n])])}" for n, name in enumerate(names)
    )
    problem = f"input {', '.join(names)}\noutput x\nmachine {{ initial A state B {steps} B -> A: true / x }}"
    report = examined(problem, problem)
    assert (report.verdict, report.reason) == (Verdict.UNDECIDED, "budget")
    assert report.findings[0].text == "The inputs can be combined in too many ways to try them all."


STEERED = """
input a, b
output x, y
machine {
  initial Off
  state On {
    initial One
    state Two
    One -> Two: a & !b / x
    Two -> One: a & !b / y
  }
  Off -> On: b
  On -> Off: b / y
}
"""


def steered(more: str, files: Mapping[str, str] | None = None) -> list[str]:
    table = f'subject = "machines"\n[machines]\nreference = "p.machine.txt"\n[machines.vary]\n{more}'
    contents = {"exercise.toml": table, "p.machine.txt": STEERED, **(files or {})}
    exercise = SUBJECT.read(Source("v", {name: content.encode() for name, content in contents.items()}))
    return [each.source.text("p.machine.txt") for each in islice(SUBJECT.vary(exercise, 1), 20)]


@pytest.mark.thorough
def test_what_two_rejected_variants_share_is_not_made_any_more() -> None:
    start = STEERED.strip().splitlines()
    inner = {index for index, line in enumerate(start) if "One ->" in line or "Two ->" in line}

    def inside(variant: str) -> bool:
        lines = [line for line in variant.strip().splitlines() if "One ->" in line or "Two ->" in line]
        return lines != [start[index] for index in sorted(inner)]

    assert sum(map(inside, steered("structure = false\n"))) > 4
    rejected = {
        "no1.machine.txt": STEERED.replace("One -> Two: a & !b / x", "One -> One: a & !b / x"),
        "no2.machine.txt": STEERED.replace("Two -> One: a & !b / y", "Two -> One: b & !a / y"),
    }
    found = steered('structure = false\nreject = ["no1.machine.txt", "no2.machine.txt"]\n', rejected)
    assert found and not any(map(inside, found))
    liked = {"yes.machine.txt": STEERED.replace("Two -> One: a & !b / y", "Two -> One: a & !b / x; y")}
    lists = 'reject = ["no1.machine.txt", "no2.machine.txt"]\naccept = ["yes.machine.txt"]\n'
    found = steered(f"structure = false\n{lists}", rejected | liked)
    assert inside(found[0])  # like the accepted one, so that it comes first


def test_a_formula_says_what_shape_variants_have() -> None:
    found = steered('where = "loops >= 1 & history == 0 & transitions <= 4"\n')
    assert len(found) > 3
    for each in found:
        ends = re.findall(r"(\w+) -> (\w+):", each)
        assert len(ends) <= 4 and "history" not in each
        assert any(source == target for source, target in ends)
    with pytest.raises(Fault, match="histry"):
        steered('where = "states > 1 & histry == 1"\n')


def test_states_that_only_lead_to_each_other_have_no_way_in() -> None:
    more = "state Lost state Found Lost -> Found: press Found -> Lost: press }"
    report = examined(LAMP.rstrip().removesuffix("}") + more)
    assert report.verdict is Verdict.PROVED
    assert "`Lost`" in " ".join(finding.text for finding in report.findings)


def test_xml_that_is_refused_is_told_in_the_language_of_the_reader() -> None:
    exercise = SUBJECT.read(
        Source(
            "lamp",
            {
                "exercise.toml": b'subject = "machines"\n[machines]\nreference = "a.machine.txt"\n',
                "a.machine.txt": LAMP.encode(),
            },
        )
    )
    hostile = Submission.from_text("<!DOCTYPE a [<!ENTITY b 'c'>]><entity name='&b;'/>", "answer.xml")
    report = check(SUBJECT, exercise, hostile, Terms(locale="de"))
    assert (report.verdict, report.reason) == (Verdict.REJECTED, "forbidden")
    assert "Dokumenttyp" in " ".join(finding.text for finding in report.findings)


COUNTER = """
input a
output x, y
variable n: int 0..60 = 0
machine {
  initial S
  S -> S: a & n < 60 / x, n = n + 1
  S -> S: !a / y
}
"""


def by_requirements(rules: str, states: int) -> Report:
    table = 'subject = "machines"\n[machines]\ninputs = ["a"]\noutputs = ["x", "y"]\nproperties = "r.ltl"\n'
    table += f"states = {states}\n"
    files = {"exercise.toml": table, "r.ltl": rules}
    exercise = SUBJECT.read(Source("rules", {name: content.encode() for name, content in files.items()}))
    return check(SUBJECT, exercise, Submission.from_text(COUNTER, "answer.machine.txt"), Terms())


def test_one_requirement_that_is_undecided_leaves_the_whole_undecided() -> None:
    """A machine of 61 states under a limit that one formula needs more of than the other."""
    rules = "small: G (x | y | a)\nlarge: G (x -> G<=5 (x | y | a))\n"
    assert by_requirements(rules, 5_000).verdict is Verdict.PROVED
    for order in (rules, "\n".join(reversed(rules.splitlines()))):
        report = by_requirements(order, 100)
        assert {part.verdict for part in report.parts} == {Verdict.PROVED, Verdict.UNDECIDED}
        assert (report.verdict, report.score) == (Verdict.UNDECIDED, None)


def test_marks_for_requirements_are_counted_from_a_machine_that_does_nothing() -> None:
    files = {
        "exercise.toml": """subject = "machines"
[machines]
properties = "p.ltl"
inputs = ["request"]
outputs = ["grant"]
""",
        "p.ltl": "next: G (request -> X grant)\nwithout: G (!request -> X !grant)\nfirst: !grant\n",
    }
    asked = subject_named("machines").read(Source("sample", {name: text.encode() for name, text in files.items()}))
    head = "input request\noutput grant\nmachine {\n  initial A\n"
    for nothing in ("}", "  A -> A: true / grant\n}"):
        found = check(subject_named("machines"), asked, Submission.from_text(head + nothing, "a.machine.txt"), TERMS)
        assert (found.verdict, found.score) == (Verdict.REFUTED, 0.0)


@pytest.mark.parametrize(("written", "score"), [("true", 0.0), ("G !a & F a", 0.0), ("G b", 0.1), ("G (a -> b)", 0.4)])
def test_a_formula_that_says_nothing_of_what_was_asked_gets_next_to_nothing(written: str, score: float) -> None:
    files = {
        "exercise.toml": b"""subject = "machines"
[machines]
task = "formalise"
signals = ["a", "b"]
formula = "f.ltl"
""",
        "f.ltl": b"G (a -> F b)",
    }
    asked = subject_named("machines").read(Source("sample", files))
    found = check(subject_named("machines"), asked, Submission.from_text(written, "a.ltl"), TERMS)
    assert (found.verdict, found.score) == (Verdict.REFUTED, score)


@pytest.mark.parametrize("name", ["answered-or-not", "warm-at-last"])
def test_a_run_is_right_exactly_where_sentence_and_formula_differ(name: str) -> None:
    folder = EXERCISES / name
    assert viva.check(folder, viva.solve(folder)).verdict is viva.Verdict.PROVED
    for file in sorted((folder / "examples/right").iterdir()):
        assert viva.check(folder, file).verdict is viva.Verdict.PROVED


@pytest.mark.parametrize("length", [1, 2, 3])
def test_every_short_run_is_judged_by_what_both_formulas_say_of_it(length: int) -> None:
    """G (request -> F grant) against G (request -> X grant), by hand."""
    letters = ["-", "request", "grant", "request, grant"]
    for run in itertools.product(letters, repeat=length):
        for loop in range(length):
            lines = [*run[:loop], "repeat:", *run[loop:]]
            long = [*run, *run[loop:] * 4]  # all that happens from any place of the run

            def answered(at: int, first: int, long: list[str] = long) -> bool:
                return "request" not in long[at] or any("grant" in each for each in long[at + first :])

            asked = all(answered(at, 0) for at in range(length))
            later = all("request" not in long[at] or "grant" in long[at + 1] for at in range(length))
            report = viva.check(EXERCISES / "answered-or-not", Submission.from_text("\n".join(lines), "a.txt"))
            assert report.verdict is (viva.Verdict.PROVED if asked != later else viva.Verdict.REFUTED), lines


def test_a_run_that_cannot_be_read_is_told_with_its_line() -> None:
    for lines, words in (
        ("request\n", "repeat:"),
        ("repeat:\n", "reactions"),
        ("request\nrepeat:\nwish\n", "wish"),
    ):
        report = viva.check(EXERCISES / "answered-or-not", Submission.from_text(lines, "a.txt"))
        assert report.verdict is viva.Verdict.REJECTED
        assert words in report.findings[0].text
