"""A controller made of what was handed in: it runs in the sandbox, one call for each round."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from viva.core.exercise import Exercise
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.engines.robots import PLANTS, Broken, Controller, Episode, run
from viva.engines.signals import Monitor
from viva.languages.finding import DEFAULT, language_for, suffixes
from viva.languages.outcome import Outcome
from viva.languages.problem import Problem
from viva.languages.program import NoProgram, Program
from viva.languages.protocol import Language
from viva.languages.values import Missing, revive
from viva.sandbox import Limits, Sandbox
from viva.subjects.labs.model import Environment, Task
from viva.subjects.labs.notation import STEP

_SECONDS = 5.0  # of the processor, for the controller of one run: the net below the counted steps
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Nonsense:
    """What a controller gave that are no commands."""

    shown: str


@dataclass(frozen=True, slots=True)
class Driver:
    """A handed-in program, ready to drive."""

    task: Task
    language: Language
    sandbox: Sandbox
    program: Program

    def drive(self, environment: Environment, known: bool = True) -> Run:
        """One run in a process of its own, watched by all goals and, if asked for, the known faults."""
        goals = tuple(Monitor(goal.formula) for goal in self.task.goals)
        watched = self.task.slips if known else ()
        slips = tuple(Monitor(slip.formula) for slip in watched)
        fatal = [monitor for monitor, slip in zip(slips, watched, strict=True) if slip.critical]
        with self._controller() as controller:
            episode = run(
                environment.arena,
                controller,
                (*goals, *slips),
                seed=environment.seed,
                uncertain=self.task.uncertain,
                fatal=fatal,
            )
        return Run(environment, episode, goals, slips)

    @contextmanager
    def _controller(self) -> Iterator[Controller]:
        limits = Limits(cpu_seconds=_SECONDS, wall_seconds=6 * _SECONDS, memory=self.task.memory)
        names = tuple(PLANTS[self.task.plant].commands)
        with self.language.drive(self.sandbox, self.program, STEP, steps=self.task.steps, limits=limits) as answers:
            yield lambda sensors: _commands(answers.ask([dict(sensors)]), names, self.language)


def driven(exercise: Exercise, submission: Submission, environment: Environment, terms: Terms) -> Run:
    """One run of what was handed in, for a picture or a variant. Raises Unreadable where it is no program."""
    file, source = submission.single(suffixes(DEFAULT))
    language = language_for(file)
    with language.warm_sandbox(terms.isolation) as sandbox:
        program = language.prepare(sandbox, source)
        if isinstance(program, NoProgram):
            raise Unreadable(program.reason, language.explain(program, terms.locale).text)
        return Driver(exercise.task_as(Task), language, sandbox, program).drive(environment)


@dataclass(frozen=True, slots=True)
class Run:
    """What came of a run. `goals` and `slips` are the formulas as they stood when it ended."""

    environment: Environment
    episode: Episode
    goals: tuple[Monitor, ...]
    slips: tuple[Monitor, ...]

    @property
    def problem(self) -> Problem | Nonsense | None:
        found = self.episode.broken
        return found if isinstance(found, Problem | Nonsense) else None


def _commands(outcome: Outcome, names: Sequence[str], language: Language) -> Sequence[float]:
    """A number for each command: in order, by name, or alone where there is only one."""
    if outcome.problem is not None:
        raise Broken(outcome.problem)
    assert outcome.value is not None
    nonsense = Broken(Nonsense(language.show(outcome.value, _SHOWN)))
    try:
        value = revive(outcome.value, {})
    except (Missing, TypeError, ValueError, KeyError, RecursionError) as problem:  # none that is plain data
        raise nonsense from problem
    if isinstance(value, Mapping) and set(value) == set(names):
        value = [value[name] for name in names]
    elif len(names) == 1 and not isinstance(value, list | tuple):
        value = [value]
    if not isinstance(value, list | tuple) or len(value) != len(names):
        raise nonsense
    if not all(isinstance(each, int | float) and _finite(each) for each in value):
        raise nonsense
    return [float(each) for each in value]


def _finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:
        return False
