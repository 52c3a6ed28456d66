"""The search for a small repair: one edit, then several, then along right programs; each stage counted in programs.

Everything that is found is proposed by quick trials inside of the sandbox. It counts once all the tests of the check
came out right with it, in runs of their own that are judged outside; a test that does not is asked from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import combinations

from viva.engines.edits import RARE
from viva.engines.repair.measuring import cost, words
from viva.engines.repair.measuring import size as changed_words
from viva.engines.repair.minimising import Passing, minimised
from viva.engines.repair.model import Checked, Repair, Way, Wrong
from viva.engines.repair.naming import names_by_values
from viva.languages.edits import Change, Piece, Probe, Scripts, put_in
from viva.languages.protocol import Tries

_EDITS = 1000  # programs with one edit
_HOPEFUL = 40  # edits that are tried together, two by two
_SCRIPTS = 8
_VERIFIED = 6  # proposals of a stage that are run with all tests
_ROUNDS = 3  # times that a stage is asked again with a test that its proposal failed
_CONSTANTS = 6
_LONGEST = 8_000  # characters of a text of which thousands of versions can be run
_TRACED = 4
_SMALL = 5  # the cost of a repair to which no smaller one is looked for
_WIDEST = 1000  # programs with several changes, for each number of them
_BEAM = 10
_LIKELY = 30
_DEEPEST = 4
_WORTH = {"1": 1.0, "2": 0.0, "0": 0.05, **{str(digit): 0.1 + (digit - 3) * 0.07 for digit in range(3, 10)}}
_ENOUGH = 5  # words
_MOST_OF_IT = 0.6  # of the words of a right program, without its first line
_KEPT = 0.15  # of the words of a program: with fewer left the repair is another program


@dataclass(slots=True)
class Search:
    """`first` is called once, when a change is seen to mend all quick tests; `tried` counts the programs so far."""

    wrong: Wrong
    first: Callable[[], None] | None = None
    tried: int = 0
    tests: list[Probe] = field(default_factory=list)
    own: tuple[Change, ...] = ()

    def __post_init__(self) -> None:
        self.tests = list(self.wrong.tests)

    @property
    def text(self) -> str:
        return self.wrong.text

    # Stages

    def repair(self) -> Repair | None:
        """The smallest repair that the stages find, checked with all cases. One that makes all that was written idle
        is another program in disguise: it is told only where there is nothing else."""
        if len(self.text) > _LONGEST:
            return None
        edits = self._small()
        said = self._answers(edits)
        found = self._first(_right(edits, said), "edit")
        if found is not None:
            return found
        scripts = self._scripts()
        self.own = scripts.own
        options = [self._guided(scripts.found)]
        if not self._is_small(options[0]):
            along = (change for script in scripts.found for change in script)
            lent = [change for change in (*scripts.borrowed, *along) if not self._tells_all(change)]
            pool = list(dict.fromkeys([*edits, *self._small(further=True), *lent]))
            known = dict(zip(edits, said, strict=True))
            rest = [change for change in pool if change not in known]
            known |= dict(zip(rest, self._answers(rest), strict=True))
            options.append(self._first(_right(rest, [known[change] for change in rest]), "edit"))
            if options[-1] is None or options[-1].way == "whole":
                options.append(self._several(edits, pool, known, options[0]))
        told = [option for option in options if option is not None]
        return min(told, key=lambda option: (option.way == "whole", cost(self.text, option.changes)), default=None)

    def _is_small(self, repair: Repair | None) -> bool:
        return repair is not None and repair.way != "whole" and cost(self.text, repair.changes) <= _SMALL

    def _tells_all(self, change: Change) -> bool:
        """Whether a piece is most of a right program: put in somewhere, it makes the rest idle."""
        new = max(len(words(piece.new)) for piece in change.pieces)
        body = min(len(words(other.partition("\n")[2])) for other in self.wrong.others)
        return len(self.own) > 1 and new > _ENOUGH and new > _MOST_OF_IT * body

    def _small(self, further: bool = False) -> list[Change]:
        wrong = self.wrong
        constants = wrong.language.survey_trusted(wrong.others[0], "").constants
        found = wrong.language.small_changes(
            wrong.sandbox, self.text,
            [value for value in constants if isinstance(value, int)][:_CONSTANTS],
            [value for value in constants if isinstance(value, str)][:_CONSTANTS],
            most=_EDITS, further=further,
        )  # fmt: skip
        return [change for change in found if self._allowed(change)]

    def _allowed(self, change: Change) -> bool:
        """Whether nothing comes in that the exercise forbids, and all is changed where something may be changed."""
        return not any(
            piece.begin < self.wrong.begin
            or self.wrong.forbidden & (set(words(piece.new)) - set(words(self.text[piece.begin : piece.end])))
            for piece in change.pieces
        )

    def _answers(self, changes: Sequence[Change]) -> list[str]:
        with self._tries() as tries:
            self.tried += len(changes)
            return tries.answers([(change,) for change in changes])

    def _several(
        self, edits: Sequence[Change], pool: Sequence[Change], known: Mapping[Change, str], guided: Repair | None
    ) -> Repair | None:
        """Changes that mend together: all pairs of those that help alone, and of the likeliest edits, then the best of
        these with one more.

        Nothing is looked for that would cost more than what is found already.
        """
        most = cost(self.text, guided.changes) if guided is not None and guided.way != "whole" else None
        price = {change: cost(self.text, [change]) for change in pool}
        with self._tries() as tries:
            before = tries.answers([()])[0]
            singles = sorted(
                (change for change in pool if _helps(before, known[change]) and known[change].strip("1")),
                key=lambda change: (-_score(known[change]), price[change]),
            )[:_HOPEFUL]
            likely = [change for change in edits if known[change] and RARE.get(change.kind, 0) == 0][:_LIKELY]
            best: list[tuple[Change, ...]] = [(change,) for change in singles]
            for deep in range(1, _DEEPEST):
                more = [(one, each) for one in best for each in singles]
                if deep == 1:  # what helps only when something else is right shows nothing alone
                    more += [((one,), two) for one, two in combinations(likely, 2)]
                sets = {
                    frozenset((*one, each)): (*one, each)
                    for one, each in more
                    if all(not _overlap(each, other) for other in one)
                    and (most is None or sum(price[other] for other in (*one, each)) < most)
                }
                wider = sorted(sets.values(), key=lambda each: sum(map(price.__getitem__, each)))[:_WIDEST]
                said = tries.answers(wider)
                self.tried += len(wider)
                right = [each for each, answer in zip(wider, said, strict=True) if answer and not answer.strip("1")]
                if right:
                    return self._first(right, "edits")
                order = sorted(range(len(wider)), key=lambda place: -_score(said[place]))
                best = [wider[place] for place in order[:_BEAM] if _score(said[place]) > _score(before)]
        return None

    def _scripts(self) -> Scripts:
        language, sandbox, function = self.wrong.language, self.wrong.sandbox, self.wrong.function
        calls = [test.arguments for test in self.tests[:_TRACED]]
        mine = language.traces(sandbox, self.text, function, calls)
        names = [
            names_by_values(mine, language.traces(sandbox, other, function, calls), function.rpartition(".")[2])
            for other in self.wrong.others[:1]
        ]
        ways = [way for other in self.wrong.others for way in language.rephrased(other, function)]
        found = language.scripts(sandbox, self.text, function, ways, names, most=_SCRIPTS)
        return replace(
            found,
            found=tuple(script for script in found.found if all(map(self._allowed, script))),
            borrowed=tuple(filter(self._allowed, found.borrowed)),
        )

    def _guided(self, scripts: Sequence[tuple[Change, ...]]) -> Repair | None:
        """Along the right programs that are nearest: their differences, without those that are not needed."""
        for _ in range(_ROUNDS):
            with self._tries() as tries:

                def passing(programs: Sequence[Sequence[Change]], tries: Tries = tries) -> list[bool]:
                    self.tried += len(programs)
                    return tries.passing(programs)

                right = [script for script, ok in zip(scripts, passing(scripts), strict=True) if ok]
                small = [minimised(script, passing, lambda change: change.cost) for script in right]
                small = [self._tidy(changes, passing) for changes in small]
                idle = self._idle(small, passing)
            order = sorted(small, key=lambda each: (each in idle, cost(self.text, each)))
            repair, again = self._verified(order, "guided", idle)
            if repair is not None or not again:
                return repair
        return None

    def _tidy(self, changes: tuple[Change, ...], passing: Passing) -> tuple[Change, ...]:
        """Without the words that only fill a place, where it need not be filled: the line is gone instead."""
        for place, change in enumerate(changes):
            if change.kind == "removed":
                begin, end = change.pieces[0].begin, change.pieces[0].end
                first = self.text.rfind("\n", 0, begin) + 1
                last = self.text.find("\n", end) + 1 or len(self.text)
                if not self.text[first:begin].strip() and not self.text[end:last].strip():
                    gone = replace(change, pieces=(Piece(first, last, ""),))
                    tidier = (*changes[:place], gone, *changes[place + 1 :])
                    if passing([tidier])[0]:
                        changes = tidier
        return changes

    # Trials

    @contextmanager
    def _tries(self) -> Iterator[Tries]:
        wrong = self.wrong
        with wrong.language.tries(
            wrong.sandbox, self.text, wrong.function, self.tests,
            steps=wrong.steps, comparison=wrong.comparison, drain=wrong.drain,
        ) as tries:  # fmt: skip
            try:
                yield tries
            finally:
                wrong.meter.charge(tries.steps)

    def _first(self, proposals: Sequence[tuple[Change, ...]], way: Way) -> Repair | None:
        """The likeliest and smallest of them that stands up to all cases."""
        for _ in range(_ROUNDS):
            with self._tries() as tries:
                self.tried += len(proposals)
                proposals = [each for each, ok in zip(proposals, tries.passing(proposals), strict=True) if ok]
                idle = self._idle(proposals, tries.passing)
            order = sorted(proposals, key=lambda each: (each in idle, *self._unlikely(each)))
            repair, again = self._verified(order, way, idle)
            if repair is not None or not again:
                return repair
        return None

    def _idle(self, proposals: Sequence[tuple[Change, ...]], passing: Passing) -> set[tuple[Change, ...]]:
        """Those with which everything that they leave alone could be taken out as well, but for a last statement that
        gives the result: they bring all that counts."""
        without: list[tuple[Change, ...]] = []
        whose: list[tuple[Change, ...]] = []
        for changes in proposals:
            untouched = [each for each in self.own if not any(_within(piece, each) for piece in _pieces(changes))]
            for gone in (untouched, [each for each in untouched if each is not self.own[-1]]):
                if gone:
                    without.append((*changes, *gone))
                    whose.append(changes)
        return {changes for changes, ok in zip(whose, passing(without), strict=True) if ok}

    def _unlikely(self, changes: Sequence[Change]) -> tuple[int, int, int]:
        return sum(RARE.get(change.kind, 0) for change in changes), cost(self.text, changes), changes[0].pieces[0].begin

    def _verified(
        self, proposals: Sequence[tuple[Change, ...]], way: Way, idle: Collection[tuple[Change, ...]]
    ) -> tuple[Repair | None, bool]:
        """The first that passes all cases; and whether a case was found that others should be asked, too."""
        learnt = False
        if proposals and self.first is not None:
            self.first()
            self.first = None
        for changes in proposals[:_VERIFIED]:
            if self.wrong.meter.exhausted:
                return None, False
            result = self.wrong.judged(put_in(self.text, _pieces(changes)))
            if isinstance(result, Checked):
                return self._made(changes, "whole" if changes in idle else way, result), False
            if result is not None and all(test is not result for test in self.tests):
                self.tests.append(result)
                learnt = True
                break
        return None, learnt

    def _made(self, changes: tuple[Change, ...], way: Way, checked: Checked) -> Repair:
        apart, there = changed_words(self.text, changes), len(words(self.text))
        told: Way = "whole" if self._kept(changes) < _KEPT else way
        return Repair(self.text, changes, told, apart, apart / max(1, there), checked)

    def _kept(self, changes: Sequence[Change]) -> float:
        """The share of the body of the function that stays as it is."""
        name = self.wrong.function
        asked = self.wrong.language.survey(self.wrong.sandbox, self.text.encode()).function(name)
        lines = self.text.split("\n")
        first, last = (asked.line, asked.end_line) if asked else (0, len(lines))
        begin, end = (sum(len(line) + 1 for line in lines[:number]) for number in (first, last))
        inside = [(max(piece.begin, begin), min(piece.end, end)) for piece in _pieces(changes)]
        gone = sum(len(words(self.text[one:two])) for one, two in inside if one < two)
        return 1 - gone / max(1, len(words(self.text[begin:end])))


def _right(changes: Sequence[Change], said: Sequence[str]) -> list[tuple[Change, ...]]:
    return [(change,) for change, answer in zip(changes, said, strict=True) if answer and not answer.strip("1")]


def _pieces(changes: Sequence[Change]) -> list[Piece]:
    return [piece for change in changes for piece in change.pieces]


def _helps(before: str, said: str) -> bool:
    """Whether a change makes a difference, and not for the worse."""
    return bool(said) and said != before and _score(said) >= _score(before)


def _score(said: str) -> float:
    """How near to right a program is: each test counts 1 if it is right, and less the further the answer is away."""
    return sum(_WORTH[digit] for digit in said) / max(1, len(said))


def _within(piece: Piece, change: Change) -> bool:
    """Whether a piece is put into what a change takes out, or takes it out itself."""
    return change.pieces[0].begin <= piece.begin and piece.end <= change.pieces[0].end


def _overlap(one: Change, two: Change) -> bool:
    return any(
        (first.begin < second.end and second.begin < first.end) or first == second
        for first in one.pieces
        for second in two.pieces
    )
