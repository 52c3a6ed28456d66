"""The search for a small repair: one edit, then several, then along right programs; each stage counted in programs.

Everything that is found is proposed by quick trials inside of the sandbox. It counts once all the tests of the check
came out right with it, in runs of their own that are judged outside; a test that does not is asked from then on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import combinations

from viva.engines.calls import Case, Failure, Trial
from viva.engines.edits.smallest import RARE
from viva.engines.repair.measuring import cost, distance, words
from viva.engines.repair.minimising import minimised
from viva.engines.repair.model import Checked, Repair, Way
from viva.engines.repair.naming import names_by_values
from viva.engines.shapes import size
from viva.languages.edits import Change, Piece, Test, put_in
from viva.languages.program import NoProgram
from viva.languages.protocol import Tries

_EDITS = 1000  # programs with one edit
_HOPEFUL = 36  # edits that are tried together, two by two
_SCRIPTS = 8
_VERIFIED = 6  # proposals of a stage that are run with all tests
_ROUNDS = 3  # times that a stage is asked again with a test that its proposal failed
_FEW = 5  # of the smallest and of the other tests, failing and passing ones each
_STEPS = 3_000
_MOST_STEPS = 50_000
_CONSTANTS = 6
_TRACED = 4
_KEPT = 0.12  # of the words of a program: with fewer left the repair is another program


@dataclass(slots=True)
class Search:
    """One submission, what is wrong with it, and the right programs to learn from: the reference first."""

    trial: Trial
    cases: Sequence[Case]
    failures: Sequence[Failure]
    others: Sequence[str]
    text: str = ""
    tests: list[Case] = field(default_factory=list)
    tried: int = 0
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.text = self.text or self.trial.program.text
        self.tests = _telling(self.cases, self.failures)

    # Stages

    def repair(self) -> Repair | None:
        """The smallest repair that the stages find, checked with all cases."""
        edits = self._small()
        found = self._first(self._one(edits), "edit")
        if found is not None:
            return found
        several = self._first(self._two(edits), "edits")
        guided = self._guided()
        options = [option for option in (several, guided) if option is not None]
        return min(options, key=lambda option: cost(self.text, option.changes), default=None)

    def _small(self) -> list[Change]:
        submission, reference = self.trial.submission, self.trial.oracle.programs.reference
        constants = reference.facts.constants if reference else ()
        return submission.language.small_changes(
            submission.sandbox, self.text,
            [value for value in constants if isinstance(value, int)][:_CONSTANTS],
            [value for value in constants if isinstance(value, str)][:_CONSTANTS],
            most=_EDITS,
        )  # fmt: skip

    def _one(self, edits: Sequence[Change]) -> list[tuple[Change, ...]]:
        with self._tries() as tries:
            said = tries.answers([(edit,) for edit in edits])
            self.tried += len(edits)
        self.said = said
        whole = "1" * len(self.tests)
        return [(edit,) for edit, answer in zip(edits, said, strict=True) if answer == whole]

    def _two(self, edits: Sequence[Change]) -> list[tuple[Change, ...]]:
        """Pairs of edits each of which changes something for the better, or at least makes no test wrong."""
        with self._tries() as tries:
            before = tries.answers([()])[0]
            hopeful = sorted(
                (number for number, said in enumerate(self.said) if _helps(before, said)),
                key=lambda number: (-_better(before, self.said[number]), number),
            )[:_HOPEFUL]
            pairs = [
                (edits[one], edits[two])
                for one, two in combinations(sorted(hopeful), 2)
                if not _overlap(edits[one], edits[two])
            ]
            self.tried += len(pairs)
            return [pair for pair, ok in zip(pairs, tries.passing(pairs), strict=True) if ok]

    def _guided(self) -> Repair | None:
        """Along the right programs that are nearest: their differences, without those that are not needed."""
        submission = self.trial.submission
        language, sandbox, function = submission.language, submission.sandbox, submission.function
        calls = [case.arguments for case in self.tests[:_TRACED]]
        mine = language.traces(sandbox, self.text, function, calls)
        names = [
            names_by_values(mine, language.traces(sandbox, other, function, calls), function.rpartition(".")[2])
            for other in self.others[:1]
        ]
        ways = [way for other in self.others for way in language.rephrased(other, function)]
        found = language.scripts(sandbox, self.text, function, ways, names, _SCRIPTS)
        for _ in range(_ROUNDS):
            with self._tries() as tries:

                def passing(programs: Sequence[Sequence[Change]], tries: Tries = tries) -> list[bool]:
                    self.tried += len(programs)
                    return tries.passing(programs)

                right = [script for script, ok in zip(found.found, passing(found.found), strict=True) if ok]
                small = [minimised(script, passing, lambda change: change.cost) for script in right]
                small = [self._tidy(changes, passing) for changes in small]
            repair, again = self._verified(sorted(small, key=lambda each: cost(self.text, each)), "guided")
            if repair is not None or not again:
                return repair
        return None

    def _tidy(self, changes: tuple[Change, ...], passing: object) -> tuple[Change, ...]:
        return changes

    # Trials

    @contextmanager
    def _tries(self) -> Iterator[Tries]:
        submission, comparison = self.trial.submission, self.trial.question.comparison
        steps = min(max(_STEPS, 20 * max(case.steps for case in self.tests)), _MOST_STEPS)
        with submission.language.tries(
            submission.sandbox, self.text, submission.function, [self._test(case) for case in self.tests],
            steps=steps, comparison=["any_order"] if comparison.any_order or comparison.equality else [],
            drain=any(case.drained for case in self.tests),
        ) as tries:  # fmt: skip
            try:
                yield tries
            finally:
                self.trial.meter.charge(tries.steps)

    def _test(self, case: Case) -> Test:
        comparison, expected = self.trial.question.comparison, case.expected
        assert expected is not None
        return Test(
            case.arguments,
            expected.value,
            expected.arguments if comparison.arguments else None,
            expected.written if comparison.output else None,
            expected.problem.kind if expected.problem else None,
        )

    def _first(self, proposals: Sequence[tuple[Change, ...]], way: Way) -> Repair | None:
        """The likeliest and smallest of them that stands up to all cases."""
        for _ in range(_ROUNDS):
            repair, again = self._verified(sorted(proposals, key=self._unlikely), way)
            if repair is not None or not again:
                return repair
            with self._tries() as tries:
                self.tried += len(proposals)
                proposals = [each for each, ok in zip(proposals, tries.passing(proposals), strict=True) if ok]
        return None

    def _unlikely(self, changes: Sequence[Change]) -> tuple[int, int, int]:
        return sum(RARE.get(change.kind, 0) for change in changes), cost(self.text, changes), changes[0].pieces[0].begin

    def _verified(self, proposals: Sequence[tuple[Change, ...]], way: Way) -> tuple[Repair | None, bool]:
        """The first that passes all cases; and whether a case was found that others should be asked, too."""
        learnt = False
        for changes in proposals[:_VERIFIED]:
            if self.trial.meter.exhausted:
                return None, False
            failed = self.failing(changes)
            if failed is None:
                return self._made(changes, way), False
            if all(case is not failed for case in self.tests):
                self.tests.append(failed)
                learnt = True
                break
        return None, learnt

    def failing(self, changes: Sequence[Change]) -> Case | None:
        """The first case that does not come out right with the changes, in runs as the submission's own were."""
        text = put_in(self.text, (piece for change in changes for piece in change.pieces))
        changed = self.trial.submission.edited(text.encode())
        program = changed.program()
        if isinstance(program, NoProgram):
            return self.cases[0]
        right = 0
        for case, _, failure in replace(self.trial, submission=changed, program=program).failures(self.cases):
            if failure:
                return case
            right += 1
        return None if right == len(self.cases) else self.cases[right]

    def _made(self, changes: tuple[Change, ...], way: Way) -> Repair:
        after = put_in(self.text, (piece for change in changes for piece in change.pieces))
        apart, there = distance(self.text, after), len(words(self.text))
        left = 1 - sum(len(words(self.text[piece.begin : piece.end])) for piece in _pieces(changes)) / max(1, there)
        told: Way = "whole" if way == "guided" and left < _KEPT else way
        return Repair(self.text, changes, told, apart, apart / max(1, there), Checked("tested", len(self.cases)))


def _pieces(changes: Sequence[Change]) -> list[Piece]:
    return [piece for change in changes for piece in change.pieces]


def _telling(cases: Sequence[Case], failures: Sequence[Failure]) -> list[Case]:
    """A few tests: failing and passing ones, small ones and others from all over; those that cost least."""
    wrong = {id(failure.case) for failure in failures}
    known = dict.fromkeys(map(id, cases))
    failing = [failure.case for failure in failures if failure.case.expected is not None]
    passing = [case for case in cases if id(case) not in wrong and id(case) in known]
    chosen: list[Case] = []
    for group in (failing, passing):
        by_size = sorted({id(case): case for case in group}.values(), key=lambda case: size(list(case.arguments)))
        rest = by_size[_FEW:]
        spread = [rest[number * len(rest) // _FEW] for number in range(_FEW)] if len(rest) > _FEW else rest
        chosen += [*by_size[:_FEW], *spread]
    return chosen


def _helps(before: str, said: str) -> bool:
    return bool(said) and said != before and _better(before, said) >= 0


def _better(before: str, said: str) -> int:
    return sum((new == "1") - (old == "1") for old, new in zip(before, said, strict=False)) if before else said.count("1")


def _overlap(one: Change, two: Change) -> bool:
    return any(
        first.begin < second.end and second.begin < first.end or (first.begin, first.end) == (second.begin, second.end)
        for first in one.pieces
        for second in two.pieces
    )
