"""Entry: many programs that differ from one source in a few pieces, each asked a few questions.

Only proposals rest on what is said here: what is told of a program that comes out right was run anew, outside of this
process. So the limit of steps is an exception, which is cheap, and answers are compared here, loosely.
"""

import ast
import builtins
import contextlib
import itertools
import pickle
import re
import signal
import sys
import types
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from ...heap import read
from ...reviving import revive
from ...values import class_name
from ..compiling import FILENAME, RECURSION, Channel
from ..running import clock
from ..running.dialogue import Silence
from ..running.loading import attempt, module_named, prepare
from ..running.streams import install
from .holes import HOLE, Behaviours, Hole, filled, open_places
from .layout import Layout
from .nearness import alike, nearness, plain

_STEP = "viva_step_"
_LOOPS = re.compile(r"\b(for|while|def|lambda)\b")
_RESTLESS = re.compile(r"\b(random|sys|exec|eval|__\w+__)\b")  # what may change more than the program itself
_OUT = 2  # tests that run out of steps, after which a program is given up
_MOST_YIELDED = 10_000
_Piece = tuple[int, int, str]
_SECONDS = 0.1  # of processor time for one answer: a net below the steps, for steps that take long


class OutOfSteps(BaseException):
    pass


def trying(channel: Channel, job: Any) -> None:
    """The job has `text`, `function`, `tests`, `steps` (for one program), `output`, and `comparison`, the words of what
    is compared besides values: `any_order`, `kinds`, `arguments`, `output`, `exceptions`; `drain` as in `calling`.

    A test is `[call, expected, arguments, written, exception]`: written values, or None where it does not matter.

    A message is `[[pieces, …], whole]`, each list of pieces a program. It is answered by `[steps, runs, [said, …]]`: of
    each program `""` if it is none; else, if `whole`, a digit for each test (1 right, 2 no answer, 0 wrong, 3 to 9
    wrong but the nearer the larger), and otherwise `"1"` if all are right and `"0"` if one is not. `runs` is how many
    tests were run for that.
    """
    sys.setrecursionlimit(RECURSION)
    warnings.simplefilter("ignore")
    silence = Silence(channel, job["output"])
    install(silence)
    clock.install()
    signal.signal(signal.SIGPROF, _burnt)
    taker = _Taker(job, silence)
    while True:
        try:
            programs, whole = channel.receive()
        except EOFError:
            return
        taker.steps = taker.runs = 0
        said = taker.all_said([[tuple(piece) for piece in pieces] for pieces in programs], whole)
        channel.send([taker.steps, taker.runs, said])


class Burnt(OutOfSteps):
    """The processor time is over, and not the steps: such a program is asked nothing more."""


def _burnt(number: int, frame: object) -> None:  # noqa: ARG001 the shape of a handler
    raise Burnt


def changed(text: str, pieces: Any) -> str:
    """The text with the pieces put in; those at one place in their order, and none inside of another."""
    parts: list[str] = []
    at = 0
    for begin, end, new in sorted(pieces, key=lambda piece: (piece[0], piece[1])):
        if begin >= at:
            parts += [text[at:begin], new]
        at = max(at, end)
    return "".join([*parts, text[at:]])


class _Taker:
    def __init__(self, job: Any, silence: Silence) -> None:
        self.job = job
        self.silence = silence
        self.steps = self.runs = 0
        self.burnt = False
        self.places = open_places(job["text"])
        self.tests = [_Test(*test) for test in job["tests"]]
        self.order = list(range(len(self.tests)))
        self.killed: Counter[int] = Counter()
        self.counting = _counting(job["text"])
        self.restless = bool(_RESTLESS.search(job["text"]))

    def all_said(self, programs: list[list[_Piece]], whole: bool) -> list[str]:
        """Programs that differ in one expression only are asked together."""
        together: dict[object, list[int]] = {}
        for number, pieces in enumerate(programs):
            together.setdefault(self.but_one(pieces) or number, []).append(number)
        found = ["" for _ in programs]
        for numbers in together.values():
            if len(numbers) > 1:
                *others, (begin, end, _) = self.in_order(programs[numbers[0]])
                news = [self.in_order(programs[number])[-1][2] for number in numbers]
                said = self.alternatives((begin, end), news, others, whole)
            else:
                said = [self.said(programs[number], whole) for number in numbers]
            for number, one in zip(numbers, said, strict=True):
                found[number] = one
        return found

    def in_order(self, pieces: list[_Piece]) -> list[_Piece]:
        """One that puts an expression in the place of another comes last."""
        return sorted(pieces, key=lambda piece: ((piece[0], piece[1]) in self.places, piece))

    def but_one(self, pieces: list[_Piece]) -> tuple[object, ...] | None:
        """What programs have in common that differ in one expression; None where that is not so."""
        *others, (begin, end, _) = self.in_order(pieces) if pieces else [(0, 0, "")]
        return (begin, end, *others) if (begin, end) in self.places else None

    def alternatives(self, place: tuple[int, int], news: list[str], others: list[_Piece], whole: bool) -> list[str]:
        """Compiled once, with a hole. What has the same values as another expression, wherever it is asked for one,
        comes to the same: it is not run again. Whatever is right is asked again as the text that it is."""
        function = self.loaded([*others, (*place, f"({HOLE}(locals(), globals()))")])
        known: dict[int, Behaviours] = {}
        found: list[str] = []
        for new in news:
            hole = filled(new, self.places[place])
            if hole is None or function is None:
                found.append(self.said([*others, (*place, new)], whole))
                continue
            setattr(builtins, HOLE, hole)
            said = self.through(function, hole, known, whole)
            found.append(said if said.strip("1") else self.said([*others, (*place, new)], whole))
        return found

    def through(self, function: Callable[..., object], hole: Hole, known: dict[int, Behaviours], whole: bool) -> str:
        def asked(number: int) -> str:
            behaviours = known.setdefault(number, Behaviours())
            answer = behaviours.known(hole)
            if answer is None:
                hole.watch()
                answer = self.answer(function, self.tests[number])
                behaviours.learn(hole.seen(), answer)
            return answer

        return self.each(asked, whole)

    def said(self, pieces: list[_Piece], whole: bool) -> str:
        function = self.loaded(pieces)
        if function is None:
            return ""
        return self.each(lambda number: self.answer(function, self.tests[number]), whole)

    def each(self, asked: Callable[[int], str], whole: bool) -> str:
        if whole:
            out = 0
            self.burnt = False
            answers: list[str] = []
            for number in range(len(self.tests)):
                answer = "2" if out >= _OUT or self.burnt else asked(number)
                out += answer == "2"
                answers.append(answer)
            return "".join(answers)
        for number in self.order:
            if asked(number) != "1":
                # Whichever test most programs fail is asked first: it spares the others.
                self.killed[number] += 1
                self.order.sort(key=lambda test: -self.killed[test])
                return "0"
        return "1"

    def loaded(self, pieces: Any) -> Callable[..., object] | None:
        try:
            code = self.compiled(pieces)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        namespace = module_named("submission")
        self.limited()
        prepare(0)
        self.silence.begin()
        _, problem = attempt(lambda: exec(code, namespace))
        if problem is not None:
            return None
        first, *rest = self.job["function"].split(".")
        found = namespace.get(first)
        for part in rest:
            found = getattr(found, part, None)
        return found if callable(found) else None

    def compiled(self, pieces: Any) -> types.CodeType:
        """With steps counted. Where no loop comes in, they are counted by pieces of text, which is far quicker than by
        another tree; where the pieces do not go together that way, there may still be a program."""
        text = self.job["text"]
        if not any(_LOOPS.search(new) for _, _, new in pieces):
            with contextlib.suppress(SyntaxError, ValueError):
                return compile(changed(text, [*self.counting, *pieces]), FILENAME, "exec", dont_inherit=True)
        tree = ast.parse(changed(text, pieces), FILENAME)
        return compile(counted(tree), FILENAME, "exec", dont_inherit=True)

    def limited(self) -> Callable[[], int]:
        """Lets a run make so many steps; what is given says how many it has made."""
        most: int = self.job["steps"]
        left = itertools.chain(iter(range(most)), _Out())
        setattr(builtins, _STEP, left.__next__)

        def made() -> int:
            try:
                return int(next(left))
            except OutOfSteps:
                return most

        return made

    def answer(self, function: Callable[..., object], test: "_Test") -> str:
        self.runs += 1
        arguments = test.fresh()
        made = self.limited()
        self.silence.begin()
        if self.restless:
            prepare(0)
        result, raised, out = None, None, False
        signal.setitimer(signal.ITIMER_PROF, _SECONDS, _SECONDS / 10)
        try:
            result = self.drained(function(*arguments))
        except OutOfSteps as end:
            out, self.burnt = True, isinstance(end, Burnt)
        except BaseException as error:  # noqa: BLE001 whatever it raises is its outcome; only its name is wanted
            raised = class_name(type(error))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0.0)
        self.steps += made()
        if out:
            return "2"
        try:
            if self.right(test, result, raised, arguments):
                return "1"
            return "0" if raised is not None else str(3 + min(6, int(7 * test.near(result, arguments))))
        except BaseException:  # noqa: BLE001 comparing may call what was submitted
            return "0"

    def drained(self, value: object) -> object:
        if self.job.get("drain") and isinstance(value, Iterator):
            return list(itertools.islice(value, _MOST_YIELDED))
        return value

    def right(self, test: "_Test", result: object, raised: str | None, arguments: Any) -> bool:
        if test.exception is not None:
            return raised == test.exception
        if raised is not None:
            return False
        kind = self.job["comparison"]
        if not alike(test.expected, result, "any_order" in kind, "kinds" in kind):
            return False
        if test.written is not None and test.written.split() != self.silence.written().split():
            return False
        return test.arguments is None or alike(test.arguments, list(arguments))


class _Test:
    def __init__(self, call: Any, expected: Any, arguments: Any, written: str | None, exception: str | None) -> None:
        self.call = read(call)
        self.pickled: bytes | None = None
        with contextlib.suppress(Exception):  # values of classes of the submission are made anew each time
            self.pickled = pickle.dumps(revive(self.call))
        self.expected = None if expected is None else plain(expected)
        self.arguments = None if arguments is None else plain(arguments)
        self.written = written
        self.exception = exception

    def near(self, result: object, arguments: Any) -> float:
        near = nearness(self.expected, result)
        return near if self.arguments is None else (near + nearness(self.arguments, list(arguments))) / 2

    def fresh(self) -> Any:
        if self.pickled is not None:
            return pickle.loads(self.pickled)
        return revive(self.call, {**vars(builtins), **vars(sys.modules["submission"])})


def _counting(text: str) -> list[list[Any]]:
    """Pieces that count a step in every round of a loop and in every call."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    layout = Layout(text)
    found: list[list[Any]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.While | ast.FunctionDef):
            begin = layout.span(node.body[0])[0]
            line = layout.starts[node.body[0].lineno - 1]
            margin = text[line:begin]
            found.append([begin, begin, f"{_STEP}()\n{margin}" if not margin.strip() else f"{_STEP}(); "])
    return found


def counted(tree: ast.Module) -> ast.Module:
    """The tree with a step counted in every round of a loop and in every call, in place."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.While | ast.FunctionDef):
            first = node.body[0]
            place = {
                "lineno": first.lineno, "col_offset": first.col_offset, "end_lineno": first.lineno,
                "end_col_offset": first.col_offset,
            }  # fmt: skip
            call = ast.Call(ast.Name(_STEP, ast.Load(), **place), [], [], **place)
            node.body.insert(0, ast.Expr(call, **place))
    return tree


class _Out:
    """An iterator that raises again and again."""

    def __iter__(self) -> "_Out":
        return self

    def __next__(self) -> int:
        raise OutOfSteps
