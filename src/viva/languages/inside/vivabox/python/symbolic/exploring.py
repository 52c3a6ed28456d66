"""Entries: compiles a class for lazy fields, and runs all paths of one of its methods."""

import ast
import base64
import builtins
import hashlib
import marshal
import os
import re
import sys
import warnings
from typing import Any

from ...sites import Hooks
from ..compiling import FILENAME, RECURSION, declared_encoding, decoded
from ..hooks.instrument import instrument
from ..hooks.pieces import placed
from ..hooks.ticks import Ticks
from ..running import clock
from ..running.dialogue import Silence
from ..running.loading import attempt, load, module_named, prepare
from ..running.streams import install
from .guarding import Guard
from .lazy_fields import Paths, Pruned, same
from .opaque_keys import Key, Unsupported
from .running import MOST_INTERRUPTIONS, OutOfSteps

SAME = "__viva same__"
_TOGETHER = 200
_RUNS_FOR_A_PATH = 4


class Holder:
    """Holds an argument that may be None."""


def compile_class(channel: Any, job: Any) -> None:
    """The job has `source` (base64) and `counted` (whether steps are); the answer has `problem`, or `code`, `counters`
    and `sites`."""
    sys.setrecursionlimit(RECURSION)
    warnings.simplefilter("ignore")
    source = base64.b64decode(job["source"])
    try:
        text = decoded(source, declared_encoding(source))
        tree = ast.parse(text, FILENAME)
        hooked, plan = instrument(tree, Hooks(steps=job["counted"]), lines=re.split("\r\n|\r|\n", text))
        rewritten = ast.fix_missing_locations(_Identity().visit(hooked))
        code = compile(rewritten, FILENAME, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        channel.send({"problem": type(error).__name__})
        return
    channel.send(
        {
            "code": base64.b64encode(marshal.dumps(code)).decode(),
            "counters": [int(passes_value) for passes_value in plan.counters],
            "sites": len(plan.sites),
        }
    )


class _Identity(ast.NodeTransformer):
    """`a is b` asks `same(a, b)`: a reference that nobody has looked at yet is looked at here."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) != 1 or not isinstance(node.ops[0], ast.Is | ast.IsNot):
            return node
        name = placed(ast.Name(SAME, ast.Load()), node)
        call: ast.expr = placed(ast.Call(name, [node.left, node.comparators[0]], []), node)
        negated: ast.expr = placed(ast.UnaryOp(ast.Not(), call), node)
        return call if isinstance(node.ops[0], ast.Is) else negated


def explore(channel: Any, job: Any) -> None:
    """The job has `code`, `counters`, `sites`, `shape`, `method`, `arguments` (their kinds), `most_nodes`, `three_way`,
    `lazier`, `tree`, `steps`, `most` (paths), `output`, `traces`; `building`: None, or the method by which the object
    is built instead of lazily, how often at most, and the number of concrete keys (0: keys are symbolic); and `guard`:
    None, or the `code` and the `name` of a condition (see `guarding.py`), which may be a method.

    Without a class in `shape[0]`, and with `holder` there, `method` is a function. Its arguments are `key`, `instance`
    or `maybe`, which may be None.

    Messages are lists of schemas, and at the end `{"done": ...}`.
    """
    explorer = _Explorer(channel, job)
    problem = explorer.loaded()
    if problem is not None:
        channel.send({"problem": problem})
        return
    explorer.run(channel)


class _Explorer:
    def __init__(self, channel: Any, job: Any) -> None:
        self.job = job
        self.ticks = Ticks(job["counters"], job["sites"])
        self.silence = Silence(channel, job["output"])
        self.interruptions = 0
        install(self.silence)
        clock.install()
        self.ticks.install()
        vars(builtins)[SAME] = same
        self.namespace = module_named("submission")
        self.paths: Any = None
        self.guard: Guard | None = None
        self.unsure = 0  # paths for which no legal structure was found, though there may be one
        self.lines: list[int] = []
        self.way = hashlib.sha256()

    def loaded(self) -> str | None:
        prepare(0)
        self.ticks.limit_steps(self.job["steps"] * 10, self.interrupt)
        _, problem = attempt(lambda: exec(load(self.job["code"]), self.namespace))
        if problem is not None:
            return str(problem["kind"])
        shape = self.job["shape"]
        for part in shape:
            if part is None:
                continue
            cls = Holder if part.get("holder") else self.namespace.get(part["class"])
            if not isinstance(cls, type):
                return "missing"
            part["class"] = cls
            own = [part["key"]] if part["key"] else []
            self.lazily(cls, [*part["links"], *part["back"], *own, *part["data"]])
        job = self.job
        self.paths = Paths(shape, job["most_nodes"], job["three_way"], job["lazier"], job["tree"])
        return self.guarded(job["guard"]) if job["guard"] else None

    def guarded(self, told: Any) -> str | None:
        """The teacher's condition, with the program's classes under their names; and what methods of the teacher's
        class it may call on objects of the program, as far as these have none."""
        namespace = module_named("guard")
        _, problem = attempt(lambda: exec(load(told["code"]), namespace))
        first, *rest = told["name"].split(".")
        found = namespace.get(first)
        if rest and isinstance(found, type):
            ours = self.namespace.get(first)
            for name, value in vars(found).items():
                if isinstance(ours, type) and not hasattr(ours, name):
                    setattr(ours, name, value)
            found = vars(found).get(rest[0])
        for name, value in namespace.items():
            if isinstance(value, type) and isinstance(self.namespace.get(name), type):
                namespace[name] = self.namespace[name]
        if problem is not None or not callable(found):
            return "guard"
        self.guard = self.paths.guard = Guard(self.paths, found)
        return None

    def lazily(self, cls: Any, fields: list[str]) -> None:
        """A missing field is made when it is read. Defaults in the class would hide that it is missing."""
        for owner in cls.__mro__:
            for name in fields:
                default = vars(owner).get(name)
                if name in vars(owner) and not hasattr(default, "__get__"):
                    delattr(owner, name)
        before = getattr(cls, "__getattr__", None)

        def missing(owner: Any, name: str) -> Any:
            if name in fields and self.paths is not None:
                if id(owner) in self.paths.numbers:
                    return self.paths.missing(owner, name)
                if self.guard is not None and id(owner) in self.guard.numbers:
                    return self.guard.missing(owner, name)
            if before is not None:
                return before(owner, name)
            raise AttributeError(f"{type(owner).__name__!r} object has no attribute {name!r}")

        cls.__getattr__ = missing

    def interrupt(self) -> None:
        self.interruptions += 1
        if self.interruptions > MOST_INTERRUPTIONS:
            os._exit(1)
        self.ticks.limit_steps(self.job["steps"], self.interrupt)
        raise OutOfSteps

    def run(self, channel: Any) -> None:
        found: list[Any] = []
        runs = 0
        more = True
        kept = 0
        while more and kept < self.job["most"] and runs < _RUNS_FOR_A_PATH * self.job["most"]:
            path = self.path()
            runs += 1
            if path is not None:
                found.append(path)
                kept += 1
            if len(found) >= _TOGETHER:
                channel.send(found)
                found = []
            more = self.paths.next()
        channel.send(found)
        channel.send(
            {"done": {"aliases": self.paths.aliases, "cut": self.paths.cut, "whole": not (more or self.unsure)}}
        )

    def path(self) -> dict[str, Any] | None:
        """What one run says; None where no legal structure begins so."""
        paths = self.paths
        prepare(0)
        self.interruptions = 0
        self.silence.begin()
        self.ticks.limit_steps(self.job["steps"], self.interrupt)
        self.lines = []
        self.way = hashlib.sha256()
        try:
            given, arguments = self.arguments()
        except Pruned:
            return None
        except (Unsupported, OutOfSteps, Exception) as error:  # noqa: BLE001 what builds may raise whatever it likes
            return {**paths.input(), "given": [], "outcome": ["unbuilt", type(error).__name__], "lines": []}
        outcome = self.called(self.function(), arguments)
        if outcome is None:
            return None
        told = {**paths.input(), "given": given, "outcome": outcome}
        if self.job["traces"]:
            told |= {"lines": self.lines, "way": self.way.hexdigest()}
        if self.guard is not None:
            self.ticks.limit_steps(self.job["steps"] * 10, self.interrupt)
            completions, certain = self.guard.completions()
            self.unsure += not (completions or certain)
            if not completions:
                return None
            told["completions"] = completions
        return told

    def function(self) -> Any:
        shape, name = self.job["shape"], self.job["method"]
        if shape[0] is not None and shape[0].get("holder"):
            return self.namespace.get(name)
        return getattr((shape[0] or shape[1])["class"], name, None)

    def arguments(self) -> tuple[list[list[Any]], list[Any]]:
        """What the function is called with, the object first where it is a method. The guard sees the same."""
        paths, shape = self.paths, self.job["shape"]
        method = shape[0] is None or not shape[0].get("holder")
        main = 1 if shape[0] is None else 0
        arguments: list[Any] = []
        given: list[list[Any]] = []
        if self.guard is not None:
            self.guard.given = [["object", 0]] if method else given
        if method:
            arguments.append(paths.made(main) if self.job["building"] is None else self.built())
        for kind in self.job["arguments"]:
            if kind == "maybe":
                holder = paths.made(0)
                given.append(["object", paths.numbers[id(holder)]])
                arguments.append(holder)
            elif kind == "instance":
                arguments.append(paths.made(main if method else 1))
                given.append(["object", paths.numbers[id(arguments[-1])]])
            else:
                key = self.key()
                arguments.append(key)
                given.append(["key", key.number if isinstance(key, Key) else 0])
        if not method:  # when all are there: the guard looks at all of them
            arguments = [paths.settle(each, "value") if type(each) is Holder else each for each in arguments]
        return given, arguments

    def key(self) -> Any:
        concrete = self.job["building"][2] if self.job["building"] else 0
        if concrete:
            return self.paths.choose(list(range(1, concrete + 1)))
        return Key(self.paths, self.paths.variable())

    def built(self) -> Any:
        """By a sequence of calls, as long as one of the paths has it."""
        name, most, _ = self.job["building"]
        shape = self.job["shape"]
        cls = (shape[1] if shape[0] is None else shape[0])["class"]
        calls = self.paths.choose(list(range(most + 1)))
        made = cls() if shape[0] is not None else cls(self.key())
        for _ in range(calls):
            result = getattr(cls, name)(made, self.key())
            made = result if isinstance(result, cls) else made
        return made

    def called(self, method: Any, arguments: list[Any]) -> list[str] | None:
        if self.job["traces"]:
            sys.settrace(self.traced)
        try:
            method(*arguments)
        except Pruned:
            return None
        except Unsupported:
            return ["unsupported"]
        except OutOfSteps:
            return ["endless"]
        except BaseException as error:  # noqa: BLE001 whatever it raises is its outcome
            return ["raised", type(error).__name__]
        finally:
            sys.settrace(None)
        return ["returned"]

    def traced(self, frame: Any, event: str, _: object) -> Any:
        if frame.f_code.co_filename != FILENAME:
            return None
        frame.f_trace_opcodes = True
        if event == "line":
            self.lines.append(frame.f_lineno)
        elif event == "opcode":  # finer than lines: an `and` that ends early is another way
            self.way.update(b"%d:%d;" % (frame.f_code.co_firstlineno, frame.f_lasti))
        return self.traced
