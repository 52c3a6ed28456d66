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

from vivabox.python import clock
from vivabox.python.compiling import FILENAME, RECURSION, declared_encoding, decoded
from vivabox.python.dialogue import Silence
from vivabox.python.instrument import instrument
from vivabox.python.loading import attempt, load, module_named, prepare
from vivabox.python.pieces import placed
from vivabox.python.streams import install
from vivabox.python.ticks import Ticks
from vivabox.sites import Hooks

from .lazy_fields import Key, Paths, Unsupported, same
from .running import MOST_INTERRUPTIONS, OutOfSteps

SAME = "__viva same__"
_TOGETHER = 200


def compile_class(channel: Any, job: Any) -> None:
    """The job has `source` (base64); the answer has `problem`, or `code`, `counters` and `sites`."""
    sys.setrecursionlimit(RECURSION)
    warnings.simplefilter("ignore")
    source = base64.b64decode(job["source"])
    try:
        text = decoded(source, declared_encoding(source))
        tree = ast.parse(text, FILENAME)
        hooked, plan = instrument(tree, Hooks(steps=True), lines=re.split("\r\n|\r|\n", text))
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
    `lazier`, `tree`, `steps`, `most` (paths), `output`, `traces`; and `building`: None, or the method by which the
    object is built instead of lazily, how often at most, and the number of concrete keys (0: keys are symbolic).

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
            cls = self.namespace.get(part["class"])
            if not isinstance(cls, type):
                return "missing"
            part["class"] = cls
            self.lazily(cls, [*part["links"], *part["back"], *([part["key"]] if part["key"] else [])])
        job = self.job
        self.paths = Paths(shape, job["most_nodes"], job["three_way"], job["lazier"], job["tree"])
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
            if name in fields and self.paths is not None and id(owner) in self.paths.numbers:
                return self.paths.missing(owner, name)
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
        while more and runs < self.job["most"]:
            found.append(self.path())
            runs += 1
            if len(found) >= _TOGETHER:
                channel.send(found)
                found = []
            more = self.paths.next()
        channel.send(found)
        channel.send({"done": {"aliases": self.paths.aliases, "cut": self.paths.cut, "whole": not more}})

    def path(self) -> dict[str, Any]:
        paths = self.paths
        prepare(0)
        self.interruptions = 0
        self.silence.begin()
        self.ticks.limit_steps(self.job["steps"], self.interrupt)
        shape = self.job["shape"]
        main = 1 if shape[0] is None else 0
        self.lines = []
        self.way = hashlib.sha256()
        try:
            receiver = paths.made(main) if self.job["building"] is None else self.built()
        except (Unsupported, OutOfSteps, Exception) as error:  # noqa: BLE001 what builds may raise whatever it likes
            return {**paths.input(), "given": [], "outcome": ["unbuilt", type(error).__name__], "lines": []}
        arguments: list[Any] = []
        given: list[list[Any]] = []
        for kind in self.job["arguments"]:
            if kind == "instance":
                arguments.append(paths.made(main))
                given.append(["object", paths.numbers[id(arguments[-1])]])
            else:
                key = self.key()
                arguments.append(key)
                given.append(["key", key.number if isinstance(key, Key) else 0])
        method = getattr(type(receiver), self.job["method"], None)
        outcome = self.called(method, receiver, arguments)
        told = {**paths.input(), "given": given, "outcome": outcome}
        if self.job["traces"]:
            told |= {"lines": self.lines, "way": self.way.hexdigest()}
        return told

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

    def called(self, method: Any, receiver: Any, arguments: list[Any]) -> list[str]:
        if self.job["traces"]:
            sys.settrace(self.traced)
        try:
            method(receiver, *arguments)
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
