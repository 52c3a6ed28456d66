"""Inputs that the symbolic engine proposes.

Everything a search says is a proposal: it is run plainly before it counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from viva.core.records import dataclass
from viva.core.terms import Meter
from viva.engines import symbolic
from viva.engines.calls.making import maker
from viva.engines.calls.programs import Compiled, Programs
from viva.engines.calls.question import Arguments, Question
from viva.engines.mining import Constants
from viva.engines.shapes import Maker, Row, as_records, instances, made_rows, rows
from viva.engines.shapes.fields import edge_rows, field_rows
from viva.engines.shapes.kin import kin_rows
from viva.engines.shapes.making import Hidden
from viva.engines.shapes.structured import structured_rows
from viva.engines.symbolic import Beside, Bounds, Counters, Input, differ, explore, mine_constants
from viva.engines.symbolic.chance import frame_for
from viva.engines.symbolic.paths import Fact, facts
from viva.languages.target import Target

EXPLORING = Bounds(runs=100, solver_calls=40)


@dataclass(frozen=True, slots=True)
class Searcher:
    """Proposes inputs to a question; not `able` where the symbolic engine has no values of such shapes. A search that
    outlasts the seconds of the `meter` raises `Ended`."""

    question: Question
    programs: Programs
    meter: Meter | None = None

    @property
    def make(self) -> Maker | None:
        return maker(self.question)

    @property
    def able(self) -> bool:
        return all(map(symbolic.fitting, self.question.shapes))

    @property
    def reference(self) -> Target | None:
        return self._target(self.programs.reference)

    def _target(self, program: Compiled | None) -> Target | None:
        return program.target if program is not None and self.able else None

    @property
    def _beside(self) -> Beside:
        """What is searched together runs each in the sandbox of its own language."""
        reference, requires = self.programs.reference, self.programs.requires
        return Beside(*(None if program is None else program.sandbox for program in (reference, requires)))

    def random(self, number: int, seed: int, *others: Compiled) -> list[Arguments]:
        """Random values with the constants of the reference, and of other programs."""
        if not self.able:
            return []
        proposed = symbolic.random_inputs(self.question.shapes, self.hints(*others), seed)
        return list(made_rows(islice(proposed, number), self.question.shapes, self.make))

    def structured(self, number: int, seed: int, *others: Compiled) -> list[Arguments]:
        """Inputs with texts of the structure that those in the examples have."""
        return structured_rows(self.question.shapes, self.question.examples, self.hints(*others).texts, seed, number)

    def fields(self, *others: Compiled) -> list[Arguments]:
        """Inputs with texts of numbers and of the signs that the reference and other programs speak of."""
        base = next(iter(rows(self.question.shapes, 1, self.make)), None)
        if base is None:
            return []
        return list(
            made_rows(field_rows(self.question.shapes, base, self.hints(*others)), self.question.shapes, self.make)
        )

    def edges(self, bases: Sequence[Arguments], most: int, *others: Compiled) -> list[Arguments]:
        """Inputs in whose texts a number is on the edge of a range that the programs speak of: the others, if there
        are some, and else the reference."""
        known = set(self.hints().integers) if others else set[int]()
        numbers = [number for number in self.hints(*others).integers if number not in known]
        return edge_rows(self.question.shapes, bases, numbers, most) if numbers or not others else []

    def hints(self, *others: Compiled) -> Constants:
        """What the reference and other programs speak of: by their targets, or else by their sources."""
        programs = [*([self.programs.reference] if self.programs.reference and self.able else []), *others]
        known = [program.target or program.plain_target for program in programs]
        return mine_constants([target for target in known if target is not None])

    def kin(self, number: int, seed: int, *others: Compiled) -> list[Arguments]:
        """Inputs whose arguments have to do with each other: where no solver looks for such, or one that sees only what
        runs, and no source."""
        targets = [program.target for program in (self.programs.reference, *others) if program]
        if not self.question.shapes or any(target and target.tree for target in targets):
            return []
        proposed = kin_rows(self.question.shapes, self.hints(*others), seed)
        return list(made_rows(islice(proposed, number), self.question.shapes, self.make))

    def lengths(self, *others: Compiled) -> tuple[int, int]:
        """How long lists and texts get in a search."""
        frame = frame_for(self.question.shapes if self.able else (), self.hints(*others))
        return frame.longest, frame.longest_text

    def branches(
        self,
        program: Compiled | None,
        counters: Counters,
        bounds: Bounds = EXPLORING,
        seeds: Sequence[Arguments] = (),
    ) -> Iterator[Arguments]:
        """Inputs for the branches of one program."""
        target = self._target(program)
        if program is None or target is None:
            return
        proposed = explore(
            program.sandbox, target, self.question.shapes, requires=self._target(self.programs.requires),
            beside=self._beside, bounds=bounds, counters=counters, hints=self.hints(program),
            seeds=list(self._recorded(seeds)), meter=self.meter,
        )  # fmt: skip
        yield from made_rows((found.arguments for found in proposed), self.question.shapes, self.make)

    def structures(self, program: Compiled | None) -> list[Arguments]:
        """Linked structures for the paths of one program, where its arguments are some."""
        linked = any(map(instances, self.question.shapes))
        if not linked or program is None:
            return []
        from viva.engines.heaps.building.arguments import lazy  # noqa: PLC0415 few questions are about structures
        from viva.engines.heaps.schemas.lazy_initialization import Guard, compile_lazily  # noqa: PLC0415

        lazily = lazy(program.function, self.question.shapes)
        if lazily is None:
            return []
        code = compile_lazily(program.language, program.sandbox, program.source)
        requires, guard = self.programs.requires, None
        if requires is not None and requires.language is program.language:
            condition = compile_lazily(program.language, program.sandbox, requires.source, counted=False)
            guard = None if condition is None else Guard(condition, requires.function)
        if code is None:
            return []
        return list(made_rows(lazily.inputs(program.sandbox, code, guard), self.question.shapes, self.make))

    def differences(
        self, submission: Compiled, seeds: Sequence[Arguments], counters: Counters, bounds: Bounds
    ) -> Iterator[Input]:
        """Inputs on which submission and reference may differ, and whether their symbolic runs did."""
        target, reference = self._target(submission), self._target(self.programs.reference)
        if target is None or reference is None:
            return
        for found in differ(
            submission.sandbox, target, reference, self.question.shapes,
            requires=self._target(self.programs.requires), beside=self._beside, bounds=bounds, counters=counters,
            seeds=list(self._recorded(seeds)), meter=self.meter,
        ):  # fmt: skip
            for arguments in made_rows([found.arguments], self.question.shapes, self.make):
                yield replace(found, arguments=arguments)

    def facts(self, submission: Compiled, rows: Sequence[Arguments]) -> Sequence[Fact]:
        """What the paths of both programs depend on, for these inputs; nothing for shapes with classes in them."""
        target, reference = self._target(submission), self._target(self.programs.reference)
        if target is None or reference is None or self.make is not None:
            return ()
        theirs = self._beside.reference or submission.sandbox
        return facts([(reference, theirs), (target, submission.sandbox)], self.question.shapes, rows)

    def _recorded(self, rows: Sequence[Arguments]) -> Iterator[Row]:
        for row in map(self.question.filled, rows):
            try:
                yield tuple(map(as_records, self.question.shapes, row))
            except Hidden:
                continue
