"""Files to values: the table of an exercise with its machines and requirements, and what is handed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from viva.core.fault import Fault
from viva.core.report import About, Finding
from viva.core.source import MANIFEST, Source
from viva.core.submission import Submission, Unreadable
from viva.core.table import Table
from viva.core.text.escape import clip
from viva.core.text.reading import Misread
from viva.core.texts import Say
from viva.core.where import Passage
from viva.engines.machines import formats
from viva.engines.machines.comparing.compare import STATES
from viva.engines.machines.expressions import Expression, check, parse
from viva.engines.machines.formats.text import read_signals
from viva.engines.machines.logic import ltl
from viva.engines.machines.model import Signal, Signals, System, Type
from viva.engines.machines.running.behaviour import Behaviour, show_value
from viva.engines.machines.running.input_classes import Explosion
from viva.engines.machines.running.table import explore_all
from viva.engines.machines.semantics import Nondeterministic, OutOfRange
from viva.subjects.machines.model import Answer, Task, Variation
from viva.subjects.machines.steer import measure_types

ENDINGS = (".json", ".txt", ".machine", ".xml", ".moml")
LARGEST = 8 * 2**20
_MOST_STATES = 10_000_000
_LOOKED_AT = 20_000  # states of a teacher's machine that are looked through for faults when the exercise is read


def read_task(settings: Table, source: Source) -> Task:
    """`[machines]` of an exercise that asks for a machine. Raises Fault."""
    file = settings.string("reference", "")
    reference = read_machine(source, file) if file else None
    inputs, outputs = _signals(settings, reference)
    rules = settings.string("properties", "")
    if reference is None and not rules:
        raise Fault(
            "nothing says what the machine has to do",
            MANIFEST,
            remedy='name a machine (reference = "problem.machine.json") or formulas (properties = "rules.ltl")',
        )
    types = {signal.name: signal.type for signal in (*inputs, *outputs)}
    states = settings.integer("states", STATES)
    if not 1 <= states <= _MOST_STATES:
        raise settings.fault("states", f"must be between 1 and {_MOST_STATES}")
    return Task(
        inputs,
        outputs,
        reference,
        file,
        read_requirements(source, rules, types) if rules else (),
        settings.flag("flat", False),
        settings.flag("complete", False),
        states,
        _solution(settings, source),
        _variation(settings.table("vary"), source, types),
    )


def _solution(settings: Table, source: Source) -> System | None:
    file = settings.string("solution", "")
    return read_machine(source, file) if file else None


def _signals(settings: Table, reference: System | None) -> tuple[tuple[Signal, ...], tuple[Signal, ...]]:
    """Those of the reference, or those that the table names."""
    if reference is not None:
        for key in ("inputs", "outputs"):
            if settings.has(key):
                raise settings.fault(key, "is known from the reference", "remove it")
        return reference.inputs, reference.outputs
    found = []
    for key in ("inputs", "outputs"):
        try:
            found.append(tuple(signal for text in settings.strings(key) for signal in read_signals(text)))
        except Misread as problem:
            remedy = problem.remedy or 'each is like "a", "b: bool", "c: {red, green}" or "d: int 0..3"'
            raise settings.fault(key, f"cannot be read: {problem.problem}", remedy) from None
    return found[0], found[1]


def _variation(table: Table, source: Source, types: dict[str, Type]) -> Variation:
    rules = table.string("requires", "")
    found = Variation(
        table.flag("structure", True),
        read_requirements(source, rules, types) if rules else (),
        _where(table),
        tuple(read_machine(source, file) for file in table.strings("accept", [])),
        tuple(read_machine(source, file) for file in table.strings("reject", [])),
    )
    table.finish()
    return found


def _where(table: Table) -> Expression | None:
    text = table.string("where", "")
    if not text:
        return None
    try:
        found = parse(text)
        check(found, measure_types())
    except Misread as problem:
        at = f", column {problem.column}" if problem.column else ""
        raise table.fault("where", f"cannot be read{at}: {problem.problem}", problem.remedy) from None
    return found


def read_requirements(source: Source, file: str, types: dict[str, Type]) -> tuple[ltl.Requirement, ...]:
    try:
        return ltl.read(source.text(file), types)
    except Misread as problem:
        raise problem.fault(file) from None


def read_machine(source: Source, file: str) -> System:
    """A teacher's machine, which has no faults as far as it was looked through."""
    try:
        found = formats.read(source.text(file))
    except Misread as problem:
        raise problem.fault(file) from None
    try:
        behaviour = Behaviour(found)
        explore_all(behaviour, _LOOKED_AT)
    except Explosion:
        return found
    except (Nondeterministic, OutOfRange) as fault:
        state, letter = next(place for place, each in behaviour.faults.items() if each is fault)
        inputs = in_words(behaviour.letters(behaviour.reads(state))[letter]) or "no input"
        raise Fault(f"{told_fault(fault)}, in {behaviour.name(state)} with {inputs}", file) from None
    return found


def told_fault(fault: Nondeterministic | OutOfRange) -> str:
    """What is wrong with a teacher's machine."""
    if isinstance(fault, OutOfRange):
        step = fault.step.transition
        return f"the transition from {step.source!r} to {step.target!r} gives {fault.name!r} the value {fault.value}"
    one, other = fault.one.transition, fault.other.transition
    return f"two transitions of {one.source!r} are enabled at once, to {one.target!r} and to {other.target!r}"


def in_words(signals: Signals, say: Say | None = None) -> str:
    """`a, b = false`; empty where nothing is present."""
    found = [name if value is True else f"{name} = {show_value(value)}" for name, value in signals.items()]
    return ", ".join(found) or (say("nothing") if say else "")


def read_submission(task: Task, submission: Submission, say: Say) -> Answer:
    """The submitted machine, with the inputs and outputs of the exercise. Raises Unreadable."""
    file, text = submission.text(ENDINGS, LARGEST)
    system = parse_system(text, file, formats.read, say)
    told = [say(key, **slots) for key, slots in _misfits(task, system)]
    if told:
        raise Unreadable("unknown_signal", [Finding(each, About.POLICY, signature="unknown_signal") for each in told])
    return Answer(file, _completed(task, system))


def _completed(task: Task, system: System) -> System:
    """With all signals of the exercise: an input that is left out is never looked at, an output never there. Who writes
    an output without declaring it has meant it."""
    known = system.types
    inputs = (*system.inputs, *(signal for signal in task.inputs if signal.name not in known))
    outputs = (*system.outputs, *(signal for signal in task.outputs if signal.name not in known))
    return replace(system, inputs=inputs, outputs=outputs)


def parse_system(text: str, file: str, read: Callable[[str], System], say: Say) -> System:
    try:
        return read(text)
    except Misread as problem:
        raise unreadable(problem, file, say) from None


def unreadable(problem: Misread, file: str, say: Say) -> Unreadable:
    key = "unreadable" if problem.what_to_do is None else "unreadable_remedy"
    said = say(key, file=file, problem=problem.said, remedy=problem.what_to_do).replace("?.", "?")
    where = Passage(file, problem.line, problem.column) if problem.line else None
    return Unreadable(problem.reason, [Finding(said, About.POLICY, signature=problem.reason, where=where)])


def _misfits(task: Task, system: System) -> list[tuple[str, dict[str, object]]]:
    """Inputs that nobody gives, inputs that are something else here, and signals of another type."""
    found: list[tuple[str, dict[str, object]]] = []
    declared = {signal.name for signal in system.inputs}
    for signal in task.inputs:
        if signal.name in system.types and signal.name not in declared:
            found.append(("input_is_other", {"name": clip(signal.name)}))
    for kind, asked, given in (("input", task.inputs, system.inputs), ("output", task.outputs, system.outputs)):
        types = {signal.name: signal.type for signal in asked}
        for signal in given:
            slots: dict[str, object] = {"name": clip(signal.name), "names": _list(asked)}
            of = types.get(signal.name)
            if of is None and kind == "input":
                found.append(("unknown_input", slots))
            elif of is not None and not _fits(signal.type, of, kind):
                found.append((f"other_type_{kind}", slots | {"type": signal.type, "asked": of}))
    return found[:5]


def _fits(given: Type, asked: Type, kind: str) -> bool:
    """A pure signal is a boolean one that is never false. What an input can be must have a place; which values of an
    output are declared does not matter, only which ones come."""
    if given.kind != asked.kind:
        return {given.kind, asked.kind} == {"pure", "bool"}
    if kind == "output":
        return True
    return set(asked.names) <= set(given.names) and given.low <= asked.low and asked.high <= given.high


def _list(signals: Sequence[Signal]) -> str:
    return ", ".join(signal.name for signal in signals)
