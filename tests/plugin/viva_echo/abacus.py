"""A language for the tests that has nothing of Python: it offers runs only, by an interpreter of its own."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

from viva.core.isolation import Isolation
from viva.core.terms import ENGLISH
from viva.languages import protocol
from viva.languages.coverage import NOTHING
from viva.languages.problem import Problem
from viva.languages.program import MOST_BYTES, Explanation, NoProgram, Program
from viva.languages.sites import Hooks
from viva.languages.transcript import Event, Read, Transcript, Write
from viva.sandbox import Limits, Sandbox, sandbox_for

_INSIDE = Path(__file__).parent / "inside"


class _Runs:
    def warm_sandbox(self, isolation: Isolation | None = None) -> AbstractContextManager[Sandbox]:
        return sandbox_for([_INSIDE], ("abacusbox.running",), isolation)

    def prepare(
        self, sandbox: Sandbox, source: bytes, hooks: Hooks | None = None, most_bytes: int = MOST_BYTES
    ) -> Program | NoProgram:
        text = source.decode("utf-8", "replace")
        said = sandbox.run("abacusbox.running:look", {"text": text}, Limits()).messages
        match said:
            case [0]:
                return Program(text, hooks or Hooks(), text, (), (), (), (), (), 0)
            case [int(line)]:
                return NoProgram("syntax_error", "", "no such word", text, line)
        return NoProgram("too_complex", "", "it could not be looked at", text)

    def explain(self, problem: NoProgram, locale: str = ENGLISH) -> Explanation:
        return Explanation("word", f"Line {problem.line} begins with neither `read` nor `write`.", line=problem.line)

    def run_console(
        self,
        sandbox: Sandbox,
        program: Program,
        inputs: Iterable[str],
        *,
        steps: int = 0,
        seed: int = 0,
        output: int = 0,
        forbidden: Iterable[str] = (),
        limits: Limits | None = None,
    ) -> Transcript:
        events: list[Event] = []
        lines = iter(inputs)
        with sandbox.converse("abacusbox.running:run", {"text": program.code}, limits or Limits()) as conversation:
            while (message := conversation.receive()) is not None:
                match message:
                    case "read":
                        events.append(Read(next(lines, None), None))
                        if events[-1].text is None:
                            return _ended(events, "unexpected_read", Problem("unexpected_read"))
                        conversation.send(events[-1].text)
                    case {"write": str(text)}:
                        events.append(Write(f"{text}\n", None))
                    case {"unknown": str(name)}:
                        return _ended(events, "crash", Problem("crash", "Unknown", name))
                    case _:
                        return _ended(events, None, None)
            return _ended(events, conversation.close().reason or "no_result", None)

    def run_console_often(
        self,
        sandbox: Sandbox,
        runs: Iterable[tuple[Program, Iterable[str]]],
        *,
        steps: int = 0,
        seed: int = 0,
        output: int = 0,
        forbidden: Iterable[str] = (),
        limits: Limits | None = None,
    ) -> Iterator[Transcript]:
        return (self.run_console(sandbox, program, inputs, limits=limits) for program, inputs in runs)


def _ended(events: list[Event], ended: str | None, error: Problem | None) -> Transcript:
    return Transcript(tuple(events), ended, error, None, None, NOTHING)


name = "abacus"
suffixes: tuple[str, ...] = (".abacus",)
runs: protocol.Runs = _Runs()
calls: protocol.Calls | None = None
reads: protocol.Reads | None = None
mends: protocol.Mends | None = None
