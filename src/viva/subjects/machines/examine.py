"""The verdict on a machine: proved by a comparison of all states, or refuted with a shortest sequence of reactions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.report import About, Finding, Report
from viva.core.submission import Submission, Unreadable
from viva.core.table import nearest
from viva.core.terms import Terms
from viva.core.text.escape import clip
from viva.core.texts import Say, catalogue
from viva.core.where import Passage, State, Transition, Where
from viva.engines.machines.actions import show_actions
from viva.engines.machines.comparing.compare import Comparison, Over, compare
from viva.engines.machines.expressions import Expression, names_in, show
from viva.engines.machines.logic.ltl import guards_of
from viva.engines.machines.model import FSM, System, machines_of, transitions_of
from viva.engines.machines.model import Transition as Step
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.input_classes import Explosion, told_apart
from viva.engines.machines.semantics import Nondeterministic
from viva.subjects.machines import explain, requirements
from viva.subjects.machines.diagnosis import diagnose
from viva.subjects.machines.model import Answer, Task
from viva.subjects.machines.notation import in_words, read_submission, told_fault
from viva.subjects.machines.score import score


@dataclass(frozen=True, slots=True)
class Examination:
    """What a check works with: the machine as asked, where there is one, and as handed in, side by side."""

    task: Task
    answer: Answer
    asked: Behaviour | None
    given: Behaviour
    say: Say
    over: Over


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    """Whether the machine does what is asked. Raises Unreadable."""
    task = exercise.task_as(Task)
    say = catalogue(__package__, terms.locale).say
    answer = read_submission(task, submission, say)
    report = outcome.begun(exercise, terms, say("method_compare" if task.reference else "method_requirements"))
    try:
        seen = _side_by_side(task, answer, say, _net(terms))
    except Explosion:
        return outcome.undecided(report, say("too_many_inputs"))
    covered = "" if not task.flat or answer.system.is_flat else _behaves(seen, say)
    _refuse_shape(task, answer, covered, say)
    report = replace(report, findings=tuple(_quality(answer.system, task, say)))
    _refuse_faults(replace(compare(seen.given, seen.given, task.states, None, seen.over), left_fault=None), seen)
    if seen.asked is not None:
        found = compare(seen.asked, seen.given, task.states, None, seen.over)
        _refuse_faults(found, seen)
        details = {"pairs": found.pairs, "states": found.states}
        report = replace(report, evidence=replace(report.evidence, details=details))
        if found.equal is None:
            return outcome.undecided(report, say("too_many_inputs" if found.crowded else "undecided"))
        covered = say("covered_equal" if found.equal else "covered_wrong", count=found.pairs)
        report = replace(report, evidence=replace(report.evidence, covered=covered))
        if not found.equal:
            return _refuted(report, seen, seen.asked, found)
    _refuse_gaps(seen)
    if task.requirements:
        return requirements.judge_requirements(report, task, seen.given, say, seen.over)
    return outcome.proved(report, Decision("all pairs of states that the same inputs lead to"))


def _net(terms: Terms) -> Over:
    """The seconds of this check, below the counted work."""
    meter = terms.budget.meter()
    return lambda: meter.over


def _side_by_side(task: Task, answer: Answer, say: Say, over: Over) -> Examination:
    """Both with the same inputs and outputs, and inputs told apart as far as either or a requirement does so."""
    guards: list[Expression] = [guard for each in task.requirements for guard in guards_of(each.formula)]
    shown = [signal.name for signal in task.outputs]
    names = [signal.name for signal in task.inputs]
    like = task.reference or System(task.inputs, task.outputs, FSM(()))
    values = told_apart([like, answer.system], guards)
    asked = None if task.reference is None else Behaviour(task.reference, values=values, shown=shown, inputs=names)
    given = Behaviour(answer.system, values=values, shown=shown, inputs=names)
    return Examination(task, answer, asked, given, say, over)


def _refuted(report: Report, seen: Examination, asked: Behaviour, found: Comparison) -> Report:
    _replay(found, asked, seen.given)
    why = diagnose(asked, seen.given, found.word, seen.answer, seen.over)
    if why.misreadings:
        details: dict[str, Json] = {**report.evidence.details, "reading": list(why.misreadings)}
        report = replace(report, evidence=replace(report.evidence, details=details))
    marks = score(why.differences, asked, why.mending)
    return outcome.refuted(report, "wrong", marks, explain.findings(seen.answer, why, seen.say))


def _replay(found: Comparison, asked: Behaviour, given: Behaviour) -> None:
    """The sequence once more, reaction by reaction, in machines that nothing was asked before."""
    outputs = []
    for behaviour in (asked, given):
        fresh = Behaviour(behaviour.system, values=behaviour.values, shown=behaviour.shown, inputs=behaviour.inputs)
        outputs.append([reaction.outputs for reaction in fresh.run(found.word)])
    if outputs[0][:-1] != outputs[1][:-1] or outputs[0][-1] == outputs[1][-1]:
        raise AssertionError("the machines do not part where they should")


def _behaves(seen: Examination, say: Say) -> str:
    """How a machine of the wrong shape behaves all the same."""
    if seen.asked is None:
        return ""
    found = compare(seen.asked, seen.given, seen.task.states, None, seen.over)
    if found.equal is None or found.fault is not None:
        return ""
    return say("covered_but_right" if found.equal else "covered_and_wrong")


def _refuse_shape(task: Task, answer: Answer, covered: str, say: Say) -> None:
    if not task.flat or answer.system.is_flat:
        return
    machine = answer.system.machine
    if isinstance(machine, FSM):
        name = next(state.name for state in machine.states if state.refinement is not None)
        told, where = say("not_flat_state", state=clip(name)), State(name)
        finding = Finding(told, About.POLICY, signature="not_flat", where=where)
    else:
        finding = Finding(say("not_flat_parts"), About.POLICY, signature="not_flat")
    raise Unreadable("forbidden", [finding], covered)


def _refuse_faults(found: Comparison, seen: Examination) -> None:
    """Two transitions enabled at once, or a value out of range: told with the shortest inputs that lead there."""
    if found.left_fault is not None:
        way = "; then ".join(in_words(letter) or "no input" for letter in found.word)
        raise Fault(f"{told_fault(found.left_fault)}, after these inputs: {way}", seen.task.reference_file)
    if found.fault is None:
        return
    fault, say = found.fault, seen.say
    way = say("arrow").join(in_words(letter, say) for letter in found.word)
    if isinstance(fault, Nondeterministic):
        one, other = fault.one.transition, fault.other.transition
        told = say("two_enabled", state=clip(one.source), one=_told_step(one), other=_told_step(other), inputs=way)
        raise Unreadable("nondeterministic", [_policy(told, "nondeterministic", _place_of(other, seen.answer.file))])
    step = fault.step.transition
    slots = {"name": fault.name, "value": fault.value, "step": _told_step(step), "inputs": way}
    told = say("out_of_range", **slots)
    raise Unreadable("out_of_range", [_policy(told, "out_of_range", _place_of(step, seen.answer.file))])


def _refuse_gaps(seen: Examination) -> None:
    """With `complete`, an input for which a state has no transition."""
    if not seen.task.complete:
        return
    say, behaviour = seen.say, seen.given
    for state in range(len(behaviour)):
        row = behaviour.row(state)
        for at, letter in enumerate(behaviour.letters(row.reads)):
            if row.targets[at] == state and all(value is None for value in row.outputs[at]) and _stays(seen, state, at):
                name = behaviour.name(state)
                told = say("missing_reaction", state=clip(name), inputs=in_words(letter, say))
                raise Unreadable("incomplete", [_policy(told, "incomplete", State(name))])


def _stays(seen: Examination, state: int, letter: int) -> bool:
    """Whether nothing was taken, as against a transition back to the same state without outputs."""
    machine = seen.answer.system.machine
    if not isinstance(machine, FSM):
        return False
    behaviour = seen.given
    inputs = behaviour.letters(behaviour.reads(state))[letter]
    return not behaviour.taken(state, inputs)


def _policy(told: str, signature: str, where: Where) -> Finding:
    return Finding(told, About.POLICY, signature=signature, where=where)


def _place_of(step: Step, file: str) -> Where:
    return Passage(file, step.line) if step.line else Transition(step.source, show(step.guard), step.target)


def _told_step(step: Step) -> str:
    actions = f" / {show_actions(step.actions)}" if step.actions else ""
    return clip(f"{step.source} -> {step.target}: {show(step.guard)}{actions}", 80)


def _quality(system: System, task: Task, say: Say) -> Iterator[Finding]:
    """States without a way in, and signals that are written for nobody."""
    for path, machine in machines_of(system.machine):
        entered = _entered(machine)
        for state in machine.states:
            if state.name not in entered:
                name = ".".join((*path, state.name))
                told = say("no_way_in", state=clip(name))
                yield Finding(told, About.QUALITY, signature="no_way_in", where=State(name))
                return
    read = {name for step in transitions_of(system.machine) for each in _expressions(step) for name in names_in(each)}
    for signal in (*system.internal, *system.outputs):
        if signal.name not in read and all(signal.name != output.name for output in task.outputs):
            meant = nearest(signal.name, [output.name for output in task.outputs])
            told = say("written_for_nobody", name=clip(signal.name), outputs=_list(task))
            yield Finding(
                f"{told} {meant.capitalize()}" if meant else told, About.QUALITY, signature="written_for_nobody"
            )
            return


def _entered(machine: FSM) -> set[str]:
    """The states to which transitions lead from the first one, whatever their guards are."""
    following: dict[str, list[str]] = {}
    for step in machine.transitions:
        following.setdefault(step.source, []).append(step.target)
    found, waiting = {machine.initial.name}, [machine.initial.name]
    for name in waiting:
        new = [target for target in following.get(name, ()) if target not in found]
        found.update(new)
        waiting += new
    return found


def _expressions(step: Step) -> Iterator[Expression]:
    yield step.guard
    for action in step.actions:
        yield action.value


def _list(task: Task) -> str:
    return ", ".join(output.name for output in task.outputs)
