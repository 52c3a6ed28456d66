"""Programs in any language as the thing tested: called through the command line, once for each test."""

from __future__ import annotations

import subprocess

from viva.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Output:
    """What a program wrote, what it wrote as errors, and how it ended."""

    text: str
    errors: str
    status: int


@dataclass(frozen=True, slots=True)
class Program:
    """A command that can be called: sort = Program("sort", "-n"); sort("2\\n1\\n").text == "1\\n2\\n"."""

    command: tuple[str, ...]
    seconds: float

    def __init__(self, *command: str, seconds: float = 10.0) -> None:
        object.__setattr__(self, "command", command)
        object.__setattr__(self, "seconds", seconds)

    def __call__(self, read: str = "", *arguments: object) -> Output:
        """Runs it on what it shall read, with these further arguments; one that does not end in time raises."""
        done = subprocess.run(
            [*self.command, *map(str, arguments)],
            input=read,
            capture_output=True,
            text=True,
            timeout=self.seconds,
            check=False,
        )
        return Output(done.stdout, done.stderr, done.returncode)
