"""Model answers: the solution that the exercise names, the reference, or a right example. And which right submissions
would make good further references: those that others can be proved equal to. Nothing of that decides a verdict: the
teacher looks at what is proposed, and adds it to the exercise or does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.source import MANIFEST
from viva.core.subject import ProposedReference
from viva.core.submission import Submission, Unreadable
from viva.engines.calls import Compiled, programs_of, sandbox_of
from viva.engines.calls.proving.equality import ProvedEqual, prove_equal
from viva.languages.finding import default_language, language_for, language_named, suffixes
from viva.languages.protocol import reads_of
from viva.subjects.functions.model import Task

_MOST_CANDIDATES = 12
_MOST_ATTEMPTS = 150


def model(exercise: Exercise) -> Submission:
    """The reference itself, unless the exercise forbids what it uses: then its solution, or a right example."""
    task = exercise.task_as(Task)
    if task.solution is not None:
        return _answer(task.solution.text.encode(), task.solution.language)
    right = exercise.source.below("examples/right/")
    examples = [path for path in right if path.endswith(suffixes(task.languages))]
    reference = task.question.reference
    if examples and (task.rules or reference is None):
        return _answer(right[examples[0]], language_for(examples[0], task.languages).name)
    if reference is None:
        raise Fault(
            "there is no model answer", file=MANIFEST, remedy='name one with solution = "solution.py" in [functions]'
        )
    if reference.function == task.function:
        return _answer(reference.text.encode(), reference.language)
    renamed = reads_of(task.teachers_language).renamed(reference.text, reference.function, task.function)
    return _answer(renamed.encode(), reference.language)


def _answer(content: bytes, language: str) -> Submission:
    file = f"submission{language_named(language).suffixes[0]}"
    return Submission(file, {file: content})


def proposals(
    exercise: Exercise, proved: Mapping[str, Submission], passed: Mapping[str, Submission]
) -> list[ProposedReference]:
    """The one that carries the most first; then, of what is left, again the one that carries the most. Candidates are
    those that were handed in most often; the number of attempts to prove something is bounded."""
    task = exercise.task_as(Task)
    question = task.question
    if question.reference is None or not question.comparison.of_values_only:
        return []
    language = default_language()
    open_ones, others = _by_source(task, passed), _by_source(task, proved)
    with programs_of(question) as programs, sandbox_of(language) as sandbox:
        compiled = {source: Compiled(language, sandbox, source, question.function) for source in (*open_ones, *others)}

        def equal(one: bytes, two: bytes) -> bool:
            answer = prove_equal(question, [compiled[one]], programs.requires, compiled[two])
            return isinstance(answer, ProvedEqual)

        return _best(_carried(open_ones, others, equal), open_ones)


def _carried(
    open_ones: Mapping[bytes, tuple[str, ...]],
    others: Mapping[bytes, tuple[str, ...]],
    equal: Callable[[bytes, bytes], bool],
) -> dict[bytes, list[bytes]]:
    """Which of those that only passed a candidate is proved equal to."""
    often = {source: len(names) for source, names in (*open_ones.items(), *others.items())}
    candidates = sorted(often, key=lambda source: (-often[source], source not in open_ones, source))[:_MOST_CANDIDATES]
    attempts = 0
    carried: dict[bytes, list[bytes]] = {}
    for candidate in candidates:
        if attempts >= _MOST_ATTEMPTS or not equal(candidate, candidate):
            continue
        carried[candidate] = [candidate] if candidate in open_ones else []
        for other in open_ones:
            if other != candidate and attempts < _MOST_ATTEMPTS:
                attempts += 1
                carried[candidate] += [other] if equal(candidate, other) else []
    return carried


def _best(carried: Mapping[bytes, list[bytes]], names: Mapping[bytes, tuple[str, ...]]) -> list[ProposedReference]:
    """A cover of what can be carried, the largest first."""
    found: list[ProposedReference] = []
    left = {source for sources in carried.values() for source in sources}
    while left:
        gains = {
            source: sorted(name for other in others if other in left for name in names[other])
            for source, others in carried.items()
        }
        best = min(gains, key=lambda source: (-len(gains[source]), source))
        if not gains[best]:
            break
        found.append(ProposedReference(best, ".py", tuple(gains[best])))
        left -= set(carried[best])
    return found


def _by_source(task: Task, answers: Mapping[str, Submission]) -> dict[bytes, tuple[str, ...]]:
    """Who handed in the same file, of those files that are in Python."""
    found: dict[bytes, tuple[str, ...]] = {}
    for name, answer in sorted(answers.items()):
        try:
            file, source = answer.single(suffixes(task.languages))
        except Unreadable:
            continue
        if language_for(file, task.languages) is default_language():
            found[source] = (*found.get(source, ()), name)
    return found
