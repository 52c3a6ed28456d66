"""The search for a small repair: one edit, then along right programs, then several; each stage counted in programs.

Everything that is found is proposed by quick trials inside of the sandbox. It counts once it was judged, by runs of
their own that are looked at outside; a test that it fails there is asked from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from viva.engines.edits import RARE
from viva.engines.repair.combining import cheaper, several
from viva.engines.repair.keeping import body, brings_much, idle, keeps, tells_all
from viva.engines.repair.measuring import cost, words
from viva.engines.repair.measuring import size as changed_words
from viva.engines.repair.minimising import minimised
from viva.engines.repair.model import Checked, Repair, Way, Wrong
from viva.engines.repair.naming import names_by_values
from viva.engines.repair.trials import Changes, Trials, pieces, right
from viva.languages.edits import Change, Piece, Scripts, put_in

_EDITS = 1000  # programs with one edit
_SCRIPTS = 8
_ROUNDS = 4  # times that all is looked for again with a test that a proposal failed
_JUDGED = 6  # proposals of a round that are judged
_CONSTANTS = 6
_LONGEST = 8_000  # characters of a text of which thousands of versions can be run
_TRACED = 4
_LARGE = 0.3  # of the words: a repair that changes less is no other program
_SMALL = 5  # the cost of a repair to which no smaller one is looked for


@dataclass(frozen=True, slots=True)
class _Proposal:
    """Changes with which all quick tests pass. `whole`: nothing of what was written counts any more, or stays."""

    changes: Changes
    way: Way
    whole: bool = False


@dataclass(slots=True)
class Search:
    """`first` is called once, when changes are seen to mend all quick tests; `tried` counts the programs."""

    wrong: Wrong
    first: Callable[[], None] | None = None
    own: tuple[Change, ...] = ()
    trials: Trials = field(init=False)
    body: tuple[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.trials = Trials(self.wrong, list(self.wrong.tests), first=self.first)
        self.body = body(self.wrong)

    @property
    def tried(self) -> int:
        return self.trials.tried

    @property
    def text(self) -> str:
        return self.wrong.text

    def repair(self) -> Repair | None:
        """The smallest repair that the stages find, judged. One that makes all that was written idle is another
        program in disguise: it is told only where there is nothing else."""
        if len(self.text) > _LONGEST:
            return None
        edits = self._small()
        said = self.trials.answers([(change,) for change in edits])
        proposals = [_Proposal((change,), "edit") for change, answer in zip(edits, said, strict=True) if right(answer)]
        found, proposals = self._judged(proposals)
        scripts = None
        for _ in range(_ROUNDS):
            if found is not None or self.wrong.meter.exhausted:
                break
            if scripts is None:
                scripts = self._scripts()
                self.own = scripts.own
            else:  # there is one test more
                said = self.trials.answers([(change,) for change in edits])
            before = len(self.trials.tests)
            found, _ = self._judged(self._found(edits, said, scripts))
            if found is None and len(self.trials.tests) == before:
                break
        return found

    # Stages

    def _found(self, edits: Sequence[Change], said: Sequence[str], scripts: Scripts) -> list[_Proposal]:
        """All that mends the quick tests, beyond single edits of the catalogue."""
        known = dict(zip(edits, said, strict=True))
        found = [_Proposal((change,), "edit") for change in edits if right(known[change])]
        guided = self._guided(scripts.found)
        found += guided
        least = min((self._cost(one.changes) for one in guided if not one.whole), default=None)
        if least is None or least > _SMALL:
            along = (change for script in scripts.found for change in script)
            lent = [change for change in (*scripts.borrowed, *along) if not tells_all(self.wrong, self.own, change)]
            rest = [each for each in dict.fromkeys([*self._small(further=True), *lent]) if each not in known]
            known |= dict(zip(rest, self.trials.answers([(change,) for change in rest]), strict=True))
            singles = self._proposals([(change,) for change in rest if right(known[change])], "edit")
            found += singles
            if all(one.whole for one in singles):
                found += self._proposals(several(self.trials, edits, known, least), "edits")
            found += self._cheaper(found, known)
        return found

    def _cheaper(self, found: Sequence[_Proposal], known: Sequence[Change] | dict[Change, str]) -> list[_Proposal]:
        """The best so far, with small changes in the place of large ones."""
        order = sorted((one for one in found if not one.whole), key=self._order)
        if not order or len(order[0].changes) < 2:
            return []
        changes = cheaper(self.trials, order[0].changes, list(known))
        return self._proposals([changes], "edits") if changes != order[0].changes else []

    def _small(self, further: bool = False) -> list[Change]:
        wrong = self.wrong
        models = [wrong.language.survey_trusted(other, "") for other in wrong.others[:1]]
        constants = [constant for model in models for constant in model.constants]
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

    def _scripts(self) -> Scripts:
        language, sandbox, function = self.wrong.language, self.wrong.sandbox, self.wrong.function
        calls = [test.arguments for test in self.trials.tests[:_TRACED]]
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

    def _guided(self, scripts: Sequence[Changes]) -> list[_Proposal]:
        """Along the right programs that are nearest: their differences, without those that are not needed."""
        with self.trials.open() as tries:

            def passing(programs: Sequence[Sequence[Change]]) -> list[bool]:
                return self.trials.passed(tries, [tuple(program) for program in programs])

            mending = [script for script, ok in zip(scripts, passing(scripts), strict=True) if ok]
            small = [minimised(script, passing, lambda change: change.cost) for script in mending]
            tidy = dict.fromkeys(self._tidy(changes, passing) for changes in small)
        return self._proposals(list(tidy), "guided")

    def _tidy(self, changes: Changes, passing: Callable[[Sequence[Changes]], list[bool]]) -> Changes:
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

    # Choice

    def _proposals(self, found: Sequence[Changes], way: Way) -> list[_Proposal]:
        large = [changes for changes in found if changed_words(self.text, changes) > _LARGE * len(words(self.text))]
        new = [changes for changes in found if changes in large or brings_much(changes)]
        useless = idle(self.text, self.own, new, self.trials.passing) if new else set()
        useless |= {changes for changes in large if not keeps(self.text, self.body, changes)}
        return [_Proposal(changes, way, changes in useless) for changes in found]

    def _judged(self, proposals: Sequence[_Proposal]) -> tuple[Repair | None, list[_Proposal]]:
        """The smallest that stands up to the judgement, or those that are left with what was learnt."""
        left = sorted(proposals, key=self._order)
        for _ in range(_JUDGED):
            if not left or self.wrong.meter.exhausted:
                break
            first, *left = left
            result = self.wrong.judged(put_in(self.text, pieces(first.changes)))
            if isinstance(result, Checked):
                return self._made(first, result), []
            if result is not None and all(test is not result for test in self.trials.tests):
                self.trials.tests.append(result)
                passing = self.trials.passing([one.changes for one in left]) if left else []
                left = [one for one, ok in zip(left, passing, strict=True) if ok]
        return None, left

    def _order(self, proposal: _Proposal) -> tuple[bool, int, int, int]:
        rare = sum(RARE.get(change.kind, 0) for change in proposal.changes)
        return proposal.whole, rare + self._cost(proposal.changes), rare, proposal.changes[0].pieces[0].begin

    def _cost(self, changes: Changes) -> int:
        return cost(self.text, changes)

    def _made(self, proposal: _Proposal, checked: Checked) -> Repair:
        apart, there = changed_words(self.text, proposal.changes), len(words(self.text))
        way: Way = "whole" if proposal.whole else proposal.way
        return Repair(self.text, proposal.changes, way, apart, apart / max(1, there), checked)
