"""A controller made of what was handed in: a program in the sandbox, one call for each round, or a state machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from decimal import Decimal
from fractions import Fraction
from math import inf, isnan

from viva.core.exercise import Exercise
from viva.core.records import dataclass
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.core.text.reading import Misread
from viva.core.texts import Say, catalogue
from viva.engines.machines import formats
from viva.engines.machines.model import Signals, System, machines_of
from viva.engines.machines.running.behaviour import Run as Reacting
from viva.engines.machines.semantics import Nondeterministic, OutOfRange
from viva.engines.robots import MEMORY, PLANTS, STEPS, Broken, Controller, Episode, run
from viva.engines.signals import Monitor, Robust, robustness, trace
from viva.languages.finding import default_language, language_for, suffixes
from viva.languages.heap import Heap, Reference
from viva.languages.outcome import Lacking, Outcome
from viva.languages.problem import Problem
from viva.languages.program import NoProgram, Program
from viva.languages.protocol import Driven, Language, calls_of
from viva.languages.protocol.drives import drives_of
from viva.languages.values import Missing, revive
from viva.sandbox import Limits, Sandbox
from viva.subjects.labs.model import Environment, Goal, Slip, Task, Wiring
from viva.subjects.labs.notation import STEP

Effort = Callable[[], Mapping[str, int]]

MACHINES = (".machine.json", ".machine.txt", ".machine")
_SECONDS = 5.0  # of the processor, for the controller of one run: the net below the counted steps
_FAR = 60  # times as many by the clock, far beyond what a loaded machine needs: the check as a whole ends before
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Nonsense:
    """What a controller gave that are no commands, and why: it is `nothing`, one of them is no number (`type`), not a
    number or infinite (`undefined`, `infinite`), there are too many or too few (`count`), or they have other names
    (`names`)."""

    shown: str
    kind: str = "type"
    count: int = 0


@dataclass(frozen=True, slots=True)
class Stuck:
    """The state in which a machine cannot react: two transitions at once, or a value out of its range."""

    told: str


@dataclass(frozen=True, slots=True)
class Driver:
    """What was handed in, ready to drive: `start` begins a controller for one run, and gives with it what says how much
    it used in its last round."""

    task: Task
    start: Callable[[], AbstractContextManager[tuple[Controller, Effort]]]

    def drive(
        self, environment: Environment, goals: Sequence[Goal] | None = None, slips: Sequence[Slip] | None = None
    ) -> Run:
        """One run of a controller of its own, watched by some goals and known faults, or else by all of them. It ends
        when they are decided, and it is known what there is for goals that are missed."""
        watched = tuple((goal, Monitor(goal.formula)) for goal in (self.task.goals if goals is None else goals))
        known = tuple((slip, Monitor(slip.formula)) for slip in (self.task.slips if slips is None else slips))
        scales = {monitor: goal.scale for goal, monitor in watched}

        def enough(monitor: Monitor, found: Robust) -> bool:
            return found.decided and (found.high >= 0 or found.concrete or found.high <= -scales.get(monitor, 0.0))

        with self.start() as (controller, effort):
            beyond: list[tuple[str, float]] = []
            episode = run(
                environment.arena,
                _noticing(controller, environment.arena.plant, beyond),
                [monitor for _, monitor in (*watched, *known)],
                seed=environment.seed,
                uncertain=self.task.uncertain,
                fatal=[monitor for slip, monitor in known if slip.critical],
                enough=enough,
                effort=effort,
                # Known faults explain a goal that is missed; where none is, nobody asks for them.
                leading={monitor: inf if goal.by is None else goal.by for goal, monitor in watched},
            )
        return Run(environment, episode, watched, known, beyond[0] if beyond else None)


@dataclass(frozen=True, slots=True)
class Run:
    """What came of a run. `goals` and `slips` are the formulas as they stood when it ended; `beyond` is the first
    command that was far more than there is."""

    environment: Environment
    episode: Episode
    goals: tuple[tuple[Goal, Monitor], ...]
    slips: tuple[tuple[Slip, Monitor], ...]
    beyond: tuple[str, float] | None = None

    @property
    def decided_at(self) -> float | None:
        """When all goals and, where one is missed, all known faults were decided, if they were."""
        met = all(monitor.interval.low >= 0 for _, monitor in self.goals)
        times = [monitor.decided_at for _, monitor in (self.goals if met else (*self.goals, *self.slips))]
        return max((time for time in times if time is not None), default=None) if None not in times else None

    @property
    def problem(self) -> Problem | Nonsense | Stuck | None:
        found = self.episode.broken
        return found if isinstance(found, Problem | Nonsense | Stuck) else None


def _noticing(controller: Controller, plant: str, beyond: list[tuple[str, float]]) -> Controller:
    """The controller, and the first command that lies further outside of its bounds than they lie apart."""
    bounds = PLANTS[plant].commands

    def step(sensors: Mapping[str, float]) -> Sequence[float]:
        given = controller(sensors)
        if not beyond:
            for value, (name, (low, high)) in zip(given, bounds.items(), strict=True):
                if not 2 * low - high <= value <= 2 * high - low:
                    beyond.append((name, value))
                    break
        return given

    return step


def prepare_controller(task: Task, language: Language, sandbox: Sandbox, source: bytes) -> Program | NoProgram:
    """What was handed in, ready to be driven in this plant."""
    drives, plant = drives_of(language), PLANTS[task.plant]
    if drives is None:
        return language.runs.prepare(sandbox, source)
    return drives.prepare(sandbox, source, STEP, plant.sensors, tuple(plant.commands))


def by_program(task: Task, language: Language, sandbox: Sandbox, program: Program, *, weigh: bool = False) -> Driver:
    """`weigh`: say how much the controller keeps, even if no formula asks for it, where that can be said."""
    drives = drives_of(language)
    weigh = drives is None and (weigh or task.speaks_of(MEMORY))

    def driven_within(limits: Limits) -> AbstractContextManager[Driven]:
        if drives is not None:
            return drives.drive(sandbox, program, limits=limits)
        sensors = PLANTS[task.plant].sensors
        return calls_of(language).drive(sandbox, program, STEP, sensors, steps=task.steps, weigh=weigh, limits=limits)

    @contextmanager
    def start() -> Iterator[tuple[Controller, Effort]]:
        limits = Limits(cpu_seconds=_SECONDS, wall_seconds=_FAR * _SECONDS, memory=task.memory)
        plant = PLANTS[task.plant]
        names = tuple(plant.commands)
        effort = {STEPS: 0, MEMORY: 0} if weigh else {STEPS: 0}
        with driven_within(limits) as driven:

            def controller(sensors: Mapping[str, float]) -> Sequence[float]:
                outcome = driven.ask([sensors[name] for name in plant.sensors])
                effort[STEPS] = outcome.steps or 0
                if weigh:
                    effort[MEMORY] = outcome.kept_words or 0
                return _commands(outcome, names, language if drives is None else default_language())

            yield controller, lambda: effort

    return Driver(task, start)


def by_machine(task: Task, system: System) -> Driver:
    """A reaction for each round; a command stays until another one is given."""
    wiring = task.wiring
    assert wiring is not None

    @contextmanager
    def start() -> Iterator[tuple[Controller, Effort]]:
        reacting = Reacting(system)
        kept = len(list(machines_of(system.machine))) + len(system.variables)
        given = [0.0] * len(PLANTS[task.plant].commands)

        def controller(sensors: Mapping[str, float]) -> Sequence[float]:
            nonlocal given
            try:
                outputs, _ = reacting.step(_inputs(wiring, sensors))
            except (Nondeterministic, OutOfRange) as problem:
                raise Broken(Stuck(reacting.state)) from problem
            for name in outputs:
                given = list(wiring.outputs[name])
            return given

        yield controller, lambda: {STEPS: 1, MEMORY: kept}  # a reaction; its states and variables

    return Driver(task, start)


def read_machine(task: Task, content: bytes, file: str, say: Say) -> System:
    """A state machine over the inputs and outputs of this lab. Raises Unreadable."""
    if task.wiring is None:
        raise Unreadable("wrong_files", say("no_machines", file=file))
    try:
        system = formats.read(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise Unreadable("encoding", say("not_text", file=file)) from None
    except Misread as problem:
        raise Unreadable("syntax_error", str(problem)) from None
    for kind, found, known in (
        ("input", system.inputs, task.wiring.inputs),
        ("output", system.outputs, task.wiring.outputs),
    ):
        for signal in found:
            if signal.name not in known:
                names = ", ".join(known)
                raise Unreadable("type_error", say(f"unknown_{kind}", name=signal.name, names=names))
            if str(signal.type) != "pure":
                raise Unreadable("type_error", say("not_pure", name=signal.name))
    return system


def _inputs(wiring: Wiring, sensors: Mapping[str, float]) -> Signals:
    now = trace([0.0], {name: [value] for name, value in sensors.items()})
    return {name: True for name, condition in wiring.inputs.items() if robustness(condition, now) > 0}


def drive_environment(
    exercise: Exercise, submission: Submission, environment: Environment, terms: Terms, *, watch: bool = True
) -> Run:
    """One run of what was handed in, for a picture or a variant; to the end of its time where nothing is to watch it.
    Raises Unreadable where it is no controller."""
    task = exercise.task_as(Task)
    say = catalogue(__package__, terms.locale).say
    watched = (None, None) if watch else ((), ())
    file, source = submission.single((*suffixes(task.languages), *MACHINES))
    if file.endswith(MACHINES):
        return by_machine(task, read_machine(task, source, file, say)).drive(environment, *watched)
    language = language_for(file, task.languages)
    with language.runs.warm_sandbox(terms.isolation) as sandbox:
        program = prepare_controller(task, language, sandbox, source)
        if isinstance(program, NoProgram):
            raise Unreadable(program.reason, language.runs.explain(program, terms.locale).text)
        return by_program(task, language, sandbox, program, weigh=not watch).drive(environment, *watched)


def _commands(outcome: Outcome, names: Sequence[str], language: Language) -> Sequence[float]:
    """A number for each command: in order, by name, or alone where there is only one."""
    if outcome.problem is not None and outcome.lacked:
        raise Lacking(outcome.lacked)
    if outcome.problem is not None:
        raise Broken(outcome.problem)
    assert outcome.value is not None
    value = _numbers(outcome.value)
    if isinstance(value, Mapping) and set(value) == set(names):
        value = [value[name] for name in names]
    elif len(names) == 1 and not isinstance(value, list | tuple):
        value = [value]
    if isinstance(value, list | tuple) and len(value) == len(names) and all(map(_is_finite, value)):
        return value
    kind, count = _fault_of(outcome.value, value, len(names))
    raise Broken(Nonsense(calls_of(language).show(outcome.value, _SHOWN), kind, count))


def _is_finite(each: object) -> bool:
    if isinstance(each, Decimal):
        return each.is_finite()
    return isinstance(each, int | float | Fraction) and each - each == 0


def _fault_of(given: Heap, value: object, wanted: int) -> tuple[str, int]:
    """Why these are no commands, and how many there are."""
    if given.root is None and not given.nodes:
        return "nothing", 0
    if isinstance(value, Mapping):
        return "names", len(value)
    values = value if isinstance(value, list | tuple) else [value]
    if not all(isinstance(each, int | float | Fraction | Decimal) for each in values):
        return "type", len(values)
    if len(values) != wanted:
        return "count", len(values)
    return ("undefined" if any(map(isnan, values)) else "infinite"), len(values)


def _numbers(heap: Heap) -> object:
    """What a heap holds, most often a few numbers; None where it is not plain data."""
    if len(heap.nodes) == 1 and heap.nodes[0].kind in ("list", "tuple") and heap.root == Reference(0):
        return heap.nodes[0].children
    try:
        return revive(heap, {})
    except (Missing, TypeError, ValueError, KeyError, RecursionError):
        return None
