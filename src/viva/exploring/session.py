"""The session of QuickEval (chapter 3 of its paper): run, look at what was not evaluated, run on.

A session is about one file; suites belong to functions. What a command answers is text: the session knows nothing of
terminals. Submitted code runs in the sandbox only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from itertools import islice

from viva.core.records import dataclass
from viva.core.terms import Budget
from viva.drawing.listing import as_text
from viva.engines import symbolic
from viva.engines.calls import (
    Arguments,
    Compiled,
    Judge,
    Oracle,
    Parameter,
    Programs,
    Question,
    Searcher,
    Tested,
    Trial,
    Voice,
    distinct,
    drive,
    maker,
    programs_of,
    proposals,
    suite,
)
from viva.engines.calls.inputs.steering import steer
from viva.engines.coverage import Accumulated, figures, mark_lines
from viva.engines.shapes import Record, Shape, Unknown, made_rows, read_shape, shape_of, size, surveyed_classes
from viva.engines.symbolic import Bounds, heap
from viva.exploring import reporting, whole
from viva.exploring.blaming import FORMULAS, KINDS, blame
from viva.exploring.suites import Kept, Suites
from viva.exploring.writing import Writing, is_text, texts_of
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.languages.protocol import calls_of
from viva.sandbox import Limits

_RULE = "-" * 60
_STEPS = 200_000
_LIMITS = Limits(output=64 << 20)
_SHORT = Limits(cpu_seconds=1.0, output=64 << 20)
_SEARCH = Bounds(runs=200, solver_calls=100)
_MOST = 200
_DIFFERENCES = 5
_BLAMED = 5
_WATCHED = 60
COMMANDS = ("r", "i", "f", "d", "p", "a", "w", "u", "t", "g", "c", "b", "o", "m", "z", "s", "h", "q")


class Misused(Exception):
    """A command that cannot be followed; the sentence says why."""


@dataclass(slots=True)
class Session:
    """About `file`, with `program` made of it. `model` is what the exercise asks, where there is one: it gives types
    and the model solution."""

    file: Compiled
    program: Program
    store: Suites
    voice: Voice
    model: Question | None = None
    colour: bool = False
    seed: int = 0
    shown: Accumulated = field(init=False)
    writing: Writing = field(init=False)
    kept: dict[str, Accumulated] = field(default_factory=dict)
    suites: dict[str, list[Kept]] = field(default_factory=dict)
    last: list[tuple[str, Arguments, Outcome]] = field(default_factory=list)
    current: str = ""
    drawn: dict[str, Iterator[Arguments]] = field(default_factory=dict)
    undo: list[tuple[dict[str, list[Kept]], Accumulated, dict[str, Accumulated]]] = field(default_factory=list)
    finished: bool = False
    compiled: dict[str, Compiled] = field(default_factory=dict)
    called_fine: dict[str, set[int]] = field(default_factory=dict)
    ranked_by: tuple[str, str] = ("statements", "ochiai")

    def __post_init__(self) -> None:
        self.shown = Accumulated(self.program)
        self.writing = Writing(self.file.language)

    @property
    def functions(self) -> list[str]:
        """Those of the file, and then its methods, as `Class.method`; what Python calls itself is left out."""
        methods = [function.name for function in self.file.facts.functions if "." in function.name]
        return [
            *(function.name for function in self.program.functions),
            *(name for name in methods if not name.partition(".")[2].startswith("__")),
        ]

    def follow(self, line: str) -> str:
        """The answer to one command. Raises Misused."""
        word, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], str]] = {
            "r": self.random, "i": self.own, "f": self.saved, "d": self.suite, "a": self.accept, "w": self.flag,
            "u": self.uncovered, "g": self.directed, "c": self.compare, "b": self.blame, "o": self.fine,
            "m": self.minimise, "z": self.undone, "s": self.source_text, "t": self.totals, "p": self.whole_program,
            "h": self.help, "q": self.quit,
        }  # fmt: skip
        if word not in commands:
            raise Misused(self.voice.say("explore_no_command", word=word))
        return commands[word](rest.strip())

    # Commands

    def random(self, rest: str) -> str:
        """`r FUNCTION N`"""
        function, rest = self.named(rest)
        number = _count(rest, 1, self.voice)
        self.remember()
        inputs = list(islice(self.inputs(function), number))
        return self.executed(function, inputs, self.voice.say("explore_random"))

    def own(self, rest: str) -> str:
        """`i FUNCTION ARGUMENTS`"""
        function, rest = self.named(rest)
        try:
            typed = self.writing.typed(rest)
        except ValueError as problem:
            raise Misused(self.voice.say("explore_no_value", text=str(problem))) from None
        arguments = self.with_functions(function, typed)
        self.remember()
        return self.executed(function, [arguments], "")

    def with_functions(self, function: str, typed: Arguments) -> Arguments:
        """With functions among the arguments by the texts that the language knows them by."""
        alike = getattr(calls_of(self.file.language), "same_function", None)
        texts = {
            place: one.name for place, one in enumerate(typed) if alike and isinstance(one, Record) and is_text(one)
        }
        found = list(typed)
        shapes = self.shapes(function) if texts else []
        for place, text in texts.items():
            known = texts_of(shapes[place]) if place < len(shapes) else []
            named = next((one for one in known if alike and alike(one, text)), None)
            if named is None:
                raise Misused(self.voice.say("explore_no_such_text", text=text, known=", ".join(known)))
            found[place] = Record(named, ())
        return tuple(found)

    def saved(self, rest: str) -> str:
        """`f FUNCTION`"""
        function, _ = self.named(rest)
        inputs = [kept.arguments for kept in self.inputs_of(function)]
        if not inputs:
            return self.voice.say("explore_empty", function=function) + "\n"
        self.remember()
        return self.executed(function, inputs, self.voice.say("explore_file"), keep=False)

    def suite(self, rest: str) -> str:
        """`d FUNCTION`"""
        function, _ = self.named(rest)
        lines = [self.written(function, kept) for kept in self.inputs_of(function)]
        return "\n".join(lines or [self.voice.say("explore_empty", function=function)]) + "\n"

    def accept(self, rest: str) -> str:
        """`a`: what the last input gave is right."""
        function, arguments, outcome = self.chosen(rest)
        self.remember()
        self.judged(function, Kept(arguments, expected=self.answer(outcome)))
        return (
            self.voice.say("explore_accepted", call=self.spoken(function, arguments), value=self.answer(outcome)) + "\n"
        )

    def flag(self, rest: str) -> str:
        """`w [EXPECTED]`: what the last input gave is wrong."""
        function, arguments, outcome = self.chosen("")
        expected: str | None = None
        if rest:
            try:
                expected = self.writing.value(self.writing.typed(rest)[0])
            except (ValueError, IndexError):
                raise Misused(self.voice.say("explore_no_value", text=rest)) from None
        self.remember()
        self.judged(function, Kept(arguments, expected=expected, flagged=self.answer(outcome)))
        return (
            self.voice.say("explore_flagged", call=self.spoken(function, arguments), value=self.answer(outcome)) + "\n"
        )

    def uncovered(self, rest: str) -> str:
        """`u FUNCTION`: what was never evaluated, and what was always true or false."""
        function, _ = self.named(rest)
        first, last = self.lines(function)
        lines = self.program.text.split("\n")
        found: list[str] = []
        for gap in self.shown.gaps(first, last):
            end = gap.site.end_column if gap.site.end_line == gap.site.line else None
            piece = lines[gap.site.line - 1][gap.site.column : end]
            found.append(self.voice.say(f"explore_{gap.state.value}", line=gap.site.line, piece=piece.strip()))
        return "\n".join(found or [self.voice.say("explore_all", function=function)]) + "\n"

    def totals(self, rest: str) -> str:
        """`t [FUNCTION]`: the figures of `hpc report`, of a function or of the file with a line for each function."""
        if rest:
            function, _ = self.named(rest)
            return reporting.report(self.voice, figures(self.shown, *self.lines(function)))
        whole = reporting.report(self.voice, figures(self.shown))
        return whole + "\n" + reporting.index(self.voice, self.rows())

    def rows(self) -> list[reporting.Row]:
        """What was covered of each function, in the order of the file."""
        places = sorted((*self.lines(name), name) for name in self.functions)
        return reporting.rows(self.shown, [(name, first, last) for first, last, name in places])

    def whole_program(self, rest: str) -> str:
        """`p LINE…`: the file as a program, with these lines of input."""
        try:
            lines = whole.words(rest)
        except ValueError as problem:
            raise Misused(self.voice.say("explore_no_words", problem=str(problem))) from None
        self.remember()
        transcript = whole.run(self.file, self.program, lines)
        if transcript.ended == "missing_function":
            raise Misused(self.voice.say("explore_no_program"))
        self.shown.add(transcript.coverage)
        said = [
            _RULE,
            self.voice.say("explore_whole", count=len(lines)),
            *whole.dialogue(self.voice, transcript),
            _RULE,
        ]
        return "\n".join(said) + "\n" + as_text(mark_lines(self.shown), self.colour)

    def directed(self, rest: str) -> str:
        """`g FUNCTION`: inputs searched for, for what is not covered yet."""
        function, _ = self.named(rest)
        self.remember()
        found = self.search(function)
        if not found:
            return self.voice.say("explore_nothing_found", function=function) + "\n"
        return self.executed(function, found, self.voice.say("explore_directed"))

    def compare(self, rest: str) -> str:
        """`c`: the suite, and what was tried last, on the model solution too."""
        function, _ = self.named(rest or (self.model.function if self.model else ""))
        differences, count, number = self.differences(function)
        lines = [
            self.voice.say("explore_differs", call=self.spoken(function, arguments), expected=expected, actual=actual)
            for arguments, expected, actual in differences
        ]
        summary = self.voice.say("explore_compared", count=number, differences=count)
        return "\n".join([*lines, summary]) + "\n"

    def blame(self, rest: str) -> str:
        """`b [FUNCTION] [KIND] [FORMULA]`: the places by which wrong runs stand out."""
        first = rest.partition(" ")[0]
        function, rest = (self.named("")[0], rest) if first in (*KINDS, *FORMULAS) else self.named(rest)
        for word in rest.split():
            if word in KINDS:
                self.ranked_by = (word, self.ranked_by[1])
            elif word in FORMULAS:
                self.ranked_by = (self.ranked_by[0], word)
            else:
                raise Misused(self.voice.say("explore_no_ranking", word=word, names=", ".join((*KINDS, *FORMULAS))))
        return self.blamed(function)

    def fine(self, rest: str) -> str:
        """`o LINE…`: these places are fine; the others are ranked anew."""
        lines = rest.split()
        if not lines or not all(line.isdecimal() for line in lines):
            raise Misused(self.voice.say("explore_no_line", text=rest))
        self.called_fine.setdefault(self.current, set()).update(map(int, lines))
        return self.blamed(self.named("")[0])

    def blamed(self, function: str) -> str:
        found = blame(
            self.program, self.file.facts, self.judged_runs(function),
            kind=self.ranked_by[0], formula=self.ranked_by[1], fine=self.called_fine.get(function, ()),
        )  # fmt: skip
        if not found:
            return self.voice.say("explore_nothing_blamed") + "\n"
        source = self.program.text.split("\n")
        lines = [
            self.voice.say(
                "explore_blamed", line=each.line, score=f"{each.score:.2f}", name=each.name and f", {each.name}",
                text=source[each.line - 1].strip() if 0 < each.line <= len(source) else "",
            )
            for each in found[:_BLAMED]
        ]  # fmt: skip
        return "\n".join([self.voice.say("explore_blame", formula=self.ranked_by[1]), *lines]) + "\n"

    def judged_runs(self, function: str) -> list[tuple[Outcome, bool]]:
        """Runs of which somebody knows whether they are right: a person, or the model solution."""
        judged = [kept for kept in self.inputs_of(function) if _judged(kept)]
        outcomes = self.outcomes(function, [kept.arguments for kept in judged])
        known = [
            (outcome, kept.expected == self.answer(outcome) if kept.expected is not None else False)
            for kept, outcome in zip(judged, outcomes, strict=False)
            if kept.expected is not None or kept.flagged == self.answer(outcome)
        ]
        if self.model is not None and self.model.function == function:
            tested = self.tested(function)
            wrong = {id(failure.case) for failure in tested.failures}
            failing = [case for case in tested.cases if id(case) in wrong][:_WATCHED]
            passing = [case for case in tested.cases if id(case) not in wrong][:_WATCHED]
            cases = [*failing, *passing]
            again = self.outcomes(function, [case.arguments for case in cases])
            known += [(outcome, id(case) not in wrong) for case, outcome in zip(cases, again, strict=False)]
        return known

    def minimise(self, rest: str) -> str:
        """`m FUNCTION`: leaves out inputs that cover nothing the others do not."""
        function, _ = self.named(rest)
        self.remember()
        before = self.inputs_of(function)
        outcomes = self.outcomes(function, [kept.arguments for kept in before])
        weight = [_size(outcome) for outcome in outcomes]
        order = sorted(range(len(before)), key=lambda place: (not _judged(before[place]), -weight[place], place))
        seen = Accumulated(self.program)
        chosen = [place for place in order if seen.add(outcomes[place].coverage) or _judged(before[place])]
        self.suites[function] = [before[place] for place in sorted(chosen)]
        self.kept[function] = seen
        self.store.save(function, self.suites[function])
        return self.voice.say("explore_minimised", before=len(before), after=len(chosen)) + "\n"

    def undone(self, rest: str) -> str:  # noqa: ARG002 the shape of a command
        """`z`"""
        if not self.undo:
            raise Misused(self.voice.say("explore_nothing_to_undo"))
        suites, self.shown, self.kept = self.undo.pop()
        for function in self.suites:
            self.store.save(function, suites.get(function, []))
        self.suites = suites
        return self.voice.say("explore_undone") + "\n"

    def source_text(self, rest: str) -> str:
        """`s FUNCTION`"""
        function, _ = self.named(rest)
        return self.annotated([function])

    def help(self, rest: str) -> str:  # noqa: ARG002 the shape of a command
        return "\n".join(self.voice.say(f"explore_help_{command}") for command in COMMANDS) + "\n"

    def quit(self, rest: str) -> str:  # noqa: ARG002 the shape of a command
        self.finished = True
        return ""

    # What commands are made of

    def named(self, rest: str) -> tuple[str, str]:
        """The function that a command names, or the one before; and what is left of the command."""
        word, _, others = rest.partition(" ")
        if word in self.functions:
            self.current = word
            return word, others.strip()
        if all(map(str.isidentifier, word.split("."))) and word not in ("True", "False", "None"):
            raise Misused(self.voice.say("explore_no_function", function=word, names=", ".join(self.functions) or "-"))
        if not self.current:
            if len(self.functions) != 1:
                raise Misused(self.voice.say("explore_which", names=", ".join(self.functions) or "-"))
            self.current = self.functions[0]
        return self.current, rest

    def lines(self, function: str) -> tuple[int, int]:
        signature = self.file.facts.function(function)
        if signature is None:
            raise Misused(self.voice.say("explore_no_function", function=function, names=", ".join(self.functions)))
        return signature.line, signature.end_line

    def inputs_of(self, function: str) -> list[Kept]:
        if function not in self.suites:
            self.suites[function] = self.store.load(function)
        return self.suites[function]

    def covered(self, function: str) -> Accumulated:
        """What the suite of a function covers in this file."""
        if function not in self.kept:
            seen = Accumulated(self.program)
            for outcome in self.outcomes(function, [kept.arguments for kept in self.inputs_of(function)]):
                seen.add(outcome.coverage)
            self.kept[function] = seen
        return self.kept[function]

    def outcomes(self, function: str, inputs: Sequence[Arguments]) -> list[Outcome]:
        if not inputs:
            return []
        outcomes = self.called(function, inputs, ["ticks"], _LIMITS)
        for place, outcome in enumerate(outcomes):
            if outcome.problem is not None and not outcome.while_loading and _is_unseen(outcome):
                (again,) = self.called(function, [inputs[place]], ["ticks", "so far"], _SHORT)
                outcomes[place] = replace(outcome, coverage=again.coverage)
        return outcomes

    def called(self, function: str, inputs: Sequence[Arguments], report: list[str], limits: Limits) -> list[Outcome]:
        file = self.file
        calls = list(map(heap, inputs))
        return list(
            calls_of(file.language).call(
                file.sandbox, self.program, function, calls, steps=_STEPS, report=report, limits=limits, drain=True
            )
        )

    def executed(self, function: str, inputs: list[Arguments], heading: str, keep: bool = True) -> str:
        """Runs inputs, shows what they gave and what is still not evaluated, and keeps those that cover new things."""
        covered = self.covered(function)
        said = [_RULE] + ([heading] if heading else [])
        invoked: dict[str, None] = {function: None}
        self.last = []
        for arguments, outcome in zip(inputs, self.outcomes(function, inputs), strict=False):
            self.last.append((function, arguments, outcome))
            self.shown.add(outcome.coverage)
            said += [
                self.voice.say("explore_input", arguments=self.writing.arguments(arguments)),
                self.output(function, arguments, outcome),
                "",
            ]
            if covered.add(outcome.coverage) and keep:
                self.inputs_of(function).append(Kept(arguments))
            invoked |= dict.fromkeys(self.invoked(outcome))
        if keep:
            self.store.save(function, self.inputs_of(function))
        return "\n".join([*said, _RULE]) + "\n" + self.annotated(list(invoked))

    def output(self, function: str, arguments: Arguments, outcome: Outcome) -> str:
        """The result, and whether it is the one that was accepted before."""
        if outcome.problem is not None and outcome.problem.kind == "type" and outcome.problem.message:
            return self.voice.say("explore_no_fit", type=outcome.problem.message)
        answer = self.answer(outcome)
        text = self.voice.say("explore_output", value=answer)
        for kept in self.inputs_of(function):
            if self.writing.same(kept.arguments, arguments):
                if kept.expected is not None and kept.expected != answer:
                    return text + "   " + self.voice.say("explore_unlike", expected=kept.expected)
                if kept.expected is not None:
                    return text + "   " + self.voice.say("explore_like")
                if kept.flagged == answer:
                    return text + "   " + self.voice.say("explore_flagged_before")
        return text

    def invoked(self, outcome: Outcome) -> Iterator[str]:
        """The functions of the file that a run has entered, in the order of the file."""
        entered = {self.program.sites[site].line for site in outcome.coverage.branches}
        for function in self.file.facts.functions:
            if "." not in function.name and any(function.line <= line <= function.end_line for line in entered):
                yield function.name

    def annotated(self, functions: list[str]) -> str:
        said: list[str] = []
        for function in functions:
            first, last = self.lines(function)
            complete = not any(True for _ in self.shown.gaps(first, last))
            key = "explore_complete" if complete else "explore_unevaluated"
            said.append(self.voice.say(key, function=function))
            said.append(as_text(mark_lines(self.shown, first, last), self.colour).rstrip("\n"))
        return "\n".join(said) + "\n"

    def shapes(self, function: str) -> list[Shape]:
        """From annotations, from the exercise, or from the inputs so far."""
        if self.model is not None and self.model.function == function:
            return list(self.model.shapes)
        signature = self.file.facts.function(function)
        if signature is None:
            raise Misused(self.voice.say("explore_no_function", function=function, names=", ".join(self.functions)))
        tried = [kept.arguments for kept in self.inputs_of(function)]
        classes = surveyed_classes(self.file.facts.classes)
        owner = function.rpartition(".")[0]
        parameters = list(signature.parameters)
        if owner and parameters and parameters[0][0] == "self":
            parameters[0] = ("self", ["name", owner])
        found: list[Shape] = []
        for position, (name, kind) in enumerate(parameters):
            column = [arguments[position] for arguments in tried if len(arguments) > position]
            try:
                found.append(read_shape(kind, classes) if kind is not None or not column else shape_of(column))
            except Unknown:
                raise Misused(self.voice.say("explore_no_type", function=function, parameter=name)) from None
        return found

    def question(self, function: str) -> Question:
        """What can be asked of any function of the file. Instances of its own classes are records: the file may be a
        submission, and is never run out of the sandbox."""
        shapes = self.shapes(function)
        parameters = tuple(Parameter(f"x{place}", shape) for place, shape in enumerate(shapes))
        asked = self.model if self.model is not None and self.model.function == function else None
        return Question(function, parameters, definitions=asked.definitions if asked else None)

    def inputs(self, function: str) -> Iterator[Arguments]:
        """Random inputs, never the same twice in a session."""
        if function not in self.drawn:
            searcher = self.searcher(function)
            self.drawn[function] = iter(searcher.random(5 * _MOST, self.seed, self.named_function(function)))
        return self.drawn[function]

    def named_function(self, function: str) -> Compiled:
        if function not in self.compiled:
            file = self.file
            self.compiled[function] = Compiled(file.language, file.sandbox, file.source, function, file.file)
        return self.compiled[function]

    def searcher(self, function: str) -> Searcher:
        return Searcher(self.question(function), Programs())

    def search(self, function: str, most: int = 5) -> list[Arguments]:
        """Inputs that cover something new, found by turning branches."""
        searcher, program = self.searcher(function), self.named_function(function)
        counters = symbolic.Counters()
        if program.target is None:
            known = [kept.arguments for kept in self.inputs_of(function)]
            taken = frozenset(self.shown.branches)
            proposals = list(steer(searcher, program, self.program, known, taken, seed=self.seed))
        else:
            proposals = list(searcher.branches(program, counters, _SEARCH))
        covered = self.shown.copy()
        found: list[Arguments] = []
        for arguments, outcome in zip(proposals, self.outcomes(function, proposals), strict=False):
            if len(found) < most and covered.add(outcome.coverage):
                found.append(arguments)
        return found

    def differences(self, function: str) -> tuple[list[tuple[Arguments, str, str]], int, int]:
        """The smallest inputs on which this file and the model solution differ, how many do so, and how many were
        compared."""
        tested = self.tested(function)
        wrong = sorted(tested.failures, key=lambda failure: size(list(failure.case.arguments)))[:_DIFFERENCES]
        found = [
            (failure.case.arguments, self.answer(failure.case.expected), self.answer(failure.outcome))
            for failure in wrong
            if failure.case.expected is not None
        ]
        return found, len(tested.failures), len(tested.cases)

    def tested(self, function: str) -> Tested:
        """The suite of the session and what was tried last, then the tests and the search of a check."""
        model = self.model
        if model is None or model.function != function:
            raise Misused(self.voice.say("explore_no_model"))
        tried = [arguments for name, arguments, _ in self.last if name == function]
        own = made_rows([*(kept.arguments for kept in self.inputs_of(function)), *tried], model.shapes, maker(model))
        judge, tested = Judge(model.comparison, calls_of(self.file.language)), Tested()
        with programs_of(model) as programs:
            oracle, searcher = Oracle(model, programs), Searcher(model, programs)
            trial = Trial(self.named_function(function), self.program, oracle, judge, Budget().meter())
            tested.add(trial, oracle.cases(distinct(own)))
            if not tested.settled:
                tests = suite(searcher, oracle, lambda: proposals(searcher, self.seed))
                tested.add(trial, tests.cases)
            if not tested.settled and not tests.exhaustive:
                drive(trial, searcher, tested, self.seed + 1)
        return tested

    def chosen(self, rest: str) -> tuple[str, Arguments, Outcome]:
        """The last input, or the one with a number among those that were run last."""
        if not self.last:
            raise Misused(self.voice.say("explore_nothing_run"))
        place = _count(rest, len(self.last), self.voice)
        if not 1 <= place <= len(self.last):
            raise Misused(self.voice.say("explore_no_such", number=place, count=len(self.last)))
        return self.last[place - 1]

    def judged(self, function: str, kept: Kept) -> None:
        """Keeps an input together with what a person said of its output."""
        same = [self.writing.same(other.arguments, kept.arguments) for other in self.inputs_of(function)]
        others = [other for other, met in zip(self.inputs_of(function), same, strict=True) if not met]
        place = same.index(True) if True in same else len(others)
        others.insert(place, kept)
        self.suites[function] = others
        self.store.save(function, others)

    def written(self, function: str, kept: Kept) -> str:
        text = f"{function} {self.writing.arguments(kept.arguments)}"
        if kept.expected is not None:
            text += "   " + self.voice.say("explore_expects", value=kept.expected)
        if kept.flagged is not None:
            text += "   " + self.voice.say("explore_was_flagged", value=kept.flagged)
        return text

    def spoken(self, function: str, arguments: Arguments) -> str:
        return f"{function} {self.writing.arguments(arguments)}"

    def answer(self, outcome: Outcome) -> str:
        return self.voice.answer(outcome)

    def remember(self) -> None:
        suites = {function: list(inputs) for function, inputs in self.suites.items()}
        kept = {function: seen.copy() for function, seen in self.kept.items()}
        self.undo.append((suites, self.shown.copy(), kept))
        del self.undo[:-20]


def needed_inputs(session: Session, function: str, most: int) -> tuple[list[Arguments], list[tuple[Arguments, str]]]:
    """For the table of a folder: inputs that this file needs beyond the suite, and inputs on which it breaks off."""
    covered = session.covered(function)
    session.shown = covered.copy()
    tried = list(islice(session.inputs(function), most))
    fresh: list[Arguments] = []
    for inputs in (tried, session.search(function, most)):
        for arguments, outcome in zip(inputs, session.outcomes(function, inputs), strict=False):
            if session.shown.add(outcome.coverage):
                fresh.append(arguments)
    session.suites[function] = session.inputs_of(function) + [Kept(arguments) for arguments in fresh]
    session.store.save(function, session.suites[function])
    inputs = [kept.arguments for kept in session.suites[function]]
    broken = [
        (arguments, session.answer(outcome))
        for arguments, outcome in zip(inputs, session.outcomes(function, inputs), strict=False)
        if outcome.problem
    ]
    return fresh, broken


def _count(text: str, default: int, voice: Voice) -> int:
    if not text:
        return default
    if not text.isdecimal() or not 1 <= int(text) <= _MOST:
        raise Misused(voice.say("explore_no_number", text=text, most=_MOST))
    return int(text)


def _judged(kept: Kept) -> bool:
    return kept.expected is not None or kept.flagged is not None


def _is_unseen(outcome: Outcome) -> bool:
    """Whether it was ended from outside, so that nothing is known of what it ran."""
    return not outcome.coverage.branches and not outcome.coverage.expressions


def _size(outcome: Outcome) -> int:
    return len(outcome.coverage.branches) + len(outcome.coverage.expressions)
