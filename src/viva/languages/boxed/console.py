"""Submissions as console programs: what they read and wrote, in the order in which it happened."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from viva.core.json import Json
from viva.languages import wire
from viva.languages.boxed.program import job
from viva.languages.boxed.telling import read_lacked, tellable
from viva.languages.coverage import NOTHING, read_coverage
from viva.languages.heap import Malformed
from viva.languages.problem import Problem, read_problem, read_reason
from viva.languages.program import Program
from viva.languages.protocol.runs import OUTPUT, STEPS
from viva.languages.transcript import Event, Prompt, Read, Transcript, Write
from viva.sandbox import Conversation, Limits, Sandbox

_IN_ONE_PROCESS = 160


class _Listener:
    def __init__(self, conversation: Conversation, program: Program, inputs: Iterator[str]) -> None:
        self.conversation = conversation
        self.program = program
        self.inputs = inputs
        self.events: list[Event] = []
        self.ended = False
        self.clean = False

    def transcript(self) -> Transcript:
        while (message := self.conversation.receive()) is not None:
            try:
                said = wire.record(message)
                self.events += map(_event, wire.items(said.get("events")))
                if "end" in said:
                    return self.end(said)
                if "read" in said:
                    self.answer(wire.optional_number(said["read"]), wire.flag(said.get("to_the_end", False)))
            except Malformed:
                return self.stopped("protocol_error")
        return self.stopped(self.conversation.close().reason or "no_result")

    def answer(self, line: int | None, to_the_end: bool) -> None:
        """Who reads all that there is does not ask for a line where there is none."""
        text = next(self.inputs, None)
        if text is None and to_the_end:
            self.conversation.send({"line": None})
            return
        if text is not None and ("\n" in text or "\r" in text):
            raise ValueError("a line of input has no line break in it")
        self.events.append(Read(text, line))
        self.conversation.send({"line": text})

    def end(self, said: dict[str, Json]) -> Transcript:
        self.ended, self.clean = True, said.get("clean") is True
        ended = None if said["end"] is None else read_reason(said["end"])
        error = read_problem(said.get("problem"))
        code = wire.optional_number(wire.record(said["problem"]).get("exit")) if error else said.get("exit")
        line = wire.optional_number(said.get("line"))
        if ended is None:
            error = None
        elif error is None:
            error = Problem(ended, message=wire.text(said.get("name", "")), line=line)
        elif error.kind == "EOFError" and any(event == Read(None, error.line) for event in self.events):
            ended = "unexpected_read"
            error = replace(error, reason=ended)
        return Transcript(
            events=tuple(self.events),
            ended=ended,
            error=tellable(error, self.program),
            steps=wire.optional_number(said.get("steps")),
            exit_code=wire.optional_number(code) if code is None or isinstance(code, int) else None,
            coverage=read_coverage(self.program, said),
            lacked=read_lacked(said, self.program),
        )

    def stopped(self, reason: str) -> Transcript:
        return Transcript(tuple(self.events), reason, None, None, None, NOTHING)


def _event(data: Json) -> Event:
    match wire.items(data):
        case ["write", text, line]:
            return Write(wire.text(text), wire.optional_number(line))
        case ["prompt", text, line]:
            return Prompt(wire.text(text), wire.optional_number(line))
    raise Malformed("not an event")


class ConsoleRuns:
    """The functions of the sandbox that `run` a program once, and `again` and again."""

    def __init__(self, *, run: str, again: str) -> None:
        self._run = run
        self._again = again

    def run_console(
        self,
        sandbox: Sandbox,
        program: Program,
        inputs: Iterable[str],
        *,
        steps: int = STEPS,
        seed: int = 0,
        output: int = OUTPUT,
        forbidden: Iterable[str] = (),
        limits: Limits | None = None,
    ) -> Transcript:
        """Runs the program; a line is taken from `inputs` only when the program asks for one."""
        told = job(program, steps, seed, output, forbidden)
        with sandbox.converse(self._run, told, limits or Limits()) as conversation:
            transcript = _Listener(conversation, program, iter(inputs)).transcript()
            return replace(transcript, cpu_seconds=conversation.close().cpu_seconds)

    def run_console_often(
        self,
        sandbox: Sandbox,
        runs: Iterable[tuple[Program, Iterable[str]]],
        *,
        steps: int = STEPS,
        seed: int = 0,
        output: int = OUTPUT,
        forbidden: Iterable[str] = (),
        limits: Limits | None = None,
    ) -> Iterator[Transcript]:
        """Runs programs on inputs, one after the other, several in a process as long as each leaves it clean.

        A run that a limit ended in a shared process is run again alone, so that what adds up is never blamed on it. The
        processor time of a process is told with its last run. What a shared run shows should be seen again in a run of
        its own (`run_console`) before it is held against anyone.
        """
        limits = limits or Limits()
        conversation: Conversation | None = None
        count = 0
        last: Program | None = None
        try:
            for program, inputs in runs:
                lines = list(inputs)
                told = job(program, steps, seed, output, forbidden)
                shared = conversation is not None
                if conversation is None:
                    conversation, count = sandbox.converse(self._again, told, limits), 0
                else:
                    conversation.send({} if program is last else told)
                last = program
                listener = _Listener(conversation, program, iter(lines))
                transcript = replace(listener.transcript(), shared=shared)
                count += 1
                if not listener.clean or count >= _IN_ONE_PROCESS:
                    transcript = replace(transcript, cpu_seconds=conversation.close().cpu_seconds)
                    conversation = None
                    if shared and not listener.ended:
                        spent = transcript.cpu_seconds
                        transcript = self.run_console(
                            sandbox,
                            program,
                            lines,
                            steps=steps,
                            seed=seed,
                            output=output,
                            forbidden=forbidden,
                            limits=limits,
                        )
                        transcript = replace(transcript, cpu_seconds=transcript.cpu_seconds + spent)
                yield transcript
        finally:
            if conversation is not None:
                conversation.close()
