"""The search for a small repair: one edit, then along right programs, then several; each stage counted in programs.

Everything that is found is proposed by quick trials inside of the sandbox. It counts once it was judged, by runs of
their own that are looked at outside; a test that it fails there is asked from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace

from viva.core.records import dataclass
from viva.engines.edits import RARE
from viva.engines.repair.combining import cheaper, several
from viva.engines.repair.keeping import body, idle, keeps, overtakes, pastes, tells_all
from viva.engines.repair.measuring import cost, words
from viva.engines.repair.measuring import size as changed_words
from viva.engines.repair.minimising import minimise_changes
from viva.engines.repair.model import Checked, Repair, Way, Wrong
from viva.engines.repair.naming import names_by_values
from viva.engines.repair.tidying import brings_idle, tidy_changes
from viva.engines.repair.trials import Changes, Trials, pieces
from viva.languages.edits import Change, Scripts, put_in
from viva.languages.survey import Survey

_EDITS = 1000  # programs with one edit
_FURTHER = 2500  # with what may be missing, or be a condition more
_SCRIPTS = 8
_ROUNDS = 4  # times that all is looked for again with a test that a proposal failed
_JUDGED = 6  # proposals of a round that are judged
_CONSTANTS = 6
_LONGEST = 8_000  # characters of a text of which thousands of versions can be run
_TRACED = 4
_LOOKED_AT = 8  # proposals of a stage of which it is asked how much they leave
_LARGE = 0.3  # of the words: a repair that changes less is no other program
_SMALL = 6  # the cost of a repair to which no smaller one is looked for


@dataclass(frozen=True, slots=True)
class _Proposal:
    """Changes with which all quick tests pass. `whole`: nothing of what was written counts any more, or stays;
    `overtakes`: a good part of it does not count any more."""

    changes: Changes
    way: Way
    whole: bool = False
    overtakes: bool = False


@dataclass(slots=True)
class Search:
    """`first` is called once, when changes are seen to mend all quick tests; `tried` counts the programs. At `most` so
    many repairs are looked for."""

    wrong: Wrong
    first: Callable[[], None] | None = None
    most: int = 1
    own: tuple[Change, ...] = ()
    nested: tuple[Change, ...] = ()
    facts: Survey = field(init=False)
    trials: Trials = field(init=False)
    body: tuple[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.trials = Trials(self.wrong, list(self.wrong.tests), first=self.first)
        self.facts = self.wrong.reads.survey(self.wrong.sandbox, self.wrong.text.encode())
        self.body = body(self.wrong, self.facts)

    @property
    def tried(self) -> int:
        return self.trials.tried

    @property
    def text(self) -> str:
        return self.wrong.text

    def repair(self) -> Repair | None:
        """The smallest repair that the stages find, judged, with the `others`. One that makes all that was written idle
        is another program in disguise: it is told only where there is nothing else."""
        if len(self.text) > _LONGEST:
            return None
        try:
            found = self._repairs()
        finally:
            self.trials.close()
        if not found:
            return None
        return replace(found[0], others=tuple(sorted(found[1:], key=lambda one: (one.way == "whole", one.size))))

    def _repairs(self) -> list[Repair]:
        edits = self._small()
        scripts = None
        for _ in range(_ROUNDS):
            before = len(self.trials.tests)
            found = self._judged(self._singles(edits), [])
            if len(found) < self.most and not self.wrong.meter.exhausted:
                if scripts is None:
                    scripts = self._scripts()
                    self.own, self.nested = scripts.own, scripts.nested
                found = self._judged(self._found(edits, scripts), found)
            if found or self.wrong.meter.exhausted or len(self.trials.tests) == before:
                return found
        return []

    # Stages

    def _singles(self, changes: Sequence[Change]) -> list[_Proposal]:
        """The changes that mend alone."""
        passing = self.trials.passing([(change,) for change in changes])
        return self._proposals([(change,) for change, ok in zip(changes, passing, strict=True) if ok], "edit")

    def _found(self, edits: Sequence[Change], scripts: Scripts) -> list[_Proposal]:
        """All that mends the quick tests, beyond single edits of the catalogue."""
        guided = self._guided(scripts.found)
        least = min((self._cost(one.changes) for one in guided if not one.whole), default=None)
        if least is not None and least <= _SMALL:
            return guided
        along = (change for script in scripts.found for change in script)
        lent = [change for change in (*scripts.borrowed, *along) if not tells_all(self.wrong, self.own, change)]
        pool = list(dict.fromkeys([*edits, *self._small(further=True), *lent]))
        tried = set(edits)
        singles = self._singles([change for change in pool if change not in tried])
        found = [*guided, *singles]
        if all(one.whole or one.overtakes for one in singles):
            known = dict(zip(pool, self.trials.answers([(change,) for change in pool]), strict=True))
            found += self._proposals(several(self.trials, edits, known, least), "edits")
        return [*found, *self._cheaper(found, pool)]

    def _cheaper(self, found: Sequence[_Proposal], pool: Sequence[Change]) -> list[_Proposal]:
        """The best so far, with small changes in the place of large ones."""
        order = sorted((one for one in found if not one.whole), key=self._order)
        if not order or len(order[0].changes) < 2:
            return []
        changes = cheaper(self.trials, order[0].changes, pool)
        return self._proposals([changes], "edits") if changes != order[0].changes else []

    def _small(self, further: bool = False) -> list[Change]:
        wrong = self.wrong
        models = [wrong.reads.survey_trusted(other, "") for other in wrong.others[:1]]
        constants = [constant for model in models for constant in model.constants]
        found = wrong.mends.small_changes(
            wrong.sandbox, self.text,
            [value for value in constants if isinstance(value, int)][:_CONSTANTS],
            [value for value in constants if isinstance(value, str)][:_CONSTANTS],
            most=_FURTHER if further else _EDITS, further=further,
        )  # fmt: skip
        return [change for change in found if self._allowed(change)]

    def _allowed(self, change: Change) -> bool:
        """Whether nothing comes in that the exercise forbids, and all is changed where something may be changed."""
        return not any(
            piece.begin < self.wrong.begin
            or self.wrong.forbidden & (set(words(piece.new)) - set(words(self.text[piece.begin : piece.end])))
            for piece in change.pieces
        )

    def _scripts(self) -> Scripts:
        mends, sandbox, function = self.wrong.mends, self.wrong.sandbox, self.wrong.function
        calls = [test.arguments for test in self.trials.tests[:_TRACED]]
        mine = mends.traces(sandbox, self.text, function, calls)
        names = [
            names_by_values(mine, mends.traces(sandbox, other, function, calls), function.rpartition(".")[2])
            for other in self.wrong.others[:1]
        ]
        ways = [way for other in self.wrong.others for way in mends.rephrased(other, function)]
        found = mends.scripts(sandbox, self.text, function, ways, names, most=_SCRIPTS)
        return replace(
            found,
            found=tuple(script for script in found.found if all(map(self._allowed, script))),
            borrowed=tuple(filter(self._allowed, found.borrowed)),
        )

    def _guided(self, scripts: Sequence[Changes]) -> list[_Proposal]:
        """Along the right programs that are nearest: their differences, without those that are not needed."""
        with self.trials.open() as tries:

            def passing(programs: Sequence[Sequence[Change]]) -> list[bool]:
                return self.trials.passed(tries, [tuple(program) for program in programs])

            mending = [script for script, ok in zip(scripts, passing(scripts), strict=True) if ok]
            small = [minimise_changes(script, passing, lambda change: change.cost) for script in mending]
        return self._proposals(list(dict.fromkeys(small)), "guided")

    # Choice

    def _proposals(self, found: Sequence[Changes], way: Way) -> list[_Proposal]:
        large = [changes for changes in found if changed_words(self.text, changes) > _LARGE * len(words(self.text))]
        useless = {changes for changes in large if not keeps(self.text, self.body, changes)}
        cheap = sorted((changes for changes in found if changes not in useless), key=self._cost)[:_LOOKED_AT]
        useless |= idle(self.text, self.own, cheap, self.trials.passing) if cheap else set()
        taken = {
            one for one in cheap if one not in useless and overtakes(self.text, self.own, one, self.trials.passing)
        }
        return [
            _Proposal(changes, way, changes in useless, changes in taken)
            for changes in found
            if not (pastes(self.wrong, changes) and keeps(self.text, self.body, changes))
        ]

    def _judged(self, proposals: Sequence[_Proposal], found: list[Repair]) -> list[Repair]:
        """What was `found`, and the smallest that stand up to the judgement; what one fails there is asked of all from
        then on. Beside another, no repair is told that makes what was written idle."""
        left = sorted(proposals, key=self._order)
        known = {repair.after for repair in found}
        for _ in range(_JUDGED - 1 + self.most):
            if not left or len(found) == self.most or self.wrong.meter.exhausted:
                break
            first, *left = left
            tidy = None if found and (first.whole or first.overtakes) else self._tidied(first)
            after = put_in(self.text, pieces(tidy.changes)) if tidy else ""
            if tidy is None or after in known:
                continue
            result = self.wrong.judged(after)
            if isinstance(result, Checked):
                known.add(after)
                found = [*found, self._made(tidy, result)]
            elif result is not None and all(test is not result for test in self.trials.tests):
                self.trials.tests.append(result)
                passing = self.trials.passing([one.changes for one in left]) if left else []
                left = [one for one, ok in zip(left, passing, strict=True) if ok]
        return found

    def _tidied(self, proposal: _Proposal) -> _Proposal | None:
        """The proposal without what is idle in it; None where that cannot be."""
        large = changed_words(self.text, proposal.changes) > _LARGE * len(words(self.text))
        with self.trials.open() as tries:

            def passing(programs: Sequence[Changes]) -> list[bool]:
                return self.trials.passed(tries, programs)

            changes = tidy_changes(self.text, proposal.changes, self.nested, passing, large)
            if brings_idle(self.wrong, self.facts, changes):
                changes = tidy_changes(self.text, changes, self.nested, passing, True)
                if brings_idle(self.wrong, self.facts, changes):
                    return None
        return replace(proposal, changes=changes)

    def _order(self, proposal: _Proposal) -> tuple[bool, bool, int, int, int]:
        rare = sum(RARE.get(change.kind, 0) for change in proposal.changes)
        return (
            proposal.whole,
            proposal.overtakes,
            rare + self._cost(proposal.changes),
            rare,
            proposal.changes[0].pieces[0].begin,
        )

    def _cost(self, changes: Changes) -> int:
        return cost(self.text, changes)

    def _made(self, proposal: _Proposal, checked: Checked) -> Repair:
        apart, there = changed_words(self.text, proposal.changes), len(words(self.text))
        way: Way = "whole" if proposal.whole else proposal.way
        return Repair(self.text, proposal.changes, way, apart, apart / max(1, there), checked)
