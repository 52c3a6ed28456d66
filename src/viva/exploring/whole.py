"""The file as a whole program: run once on given lines of input, and what of it has run then."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from viva.core.text.escape import visible_line
from viva.engines.calls import Compiled, Voice
from viva.engines.calls.showing import describe_ending
from viva.languages.outcome import Outcome
from viva.languages.problem import Problem
from viva.languages.program import Program
from viva.languages.transcript import Prompt, Read, Transcript, Write
from viva.sandbox import Limits

_LIMITS = Limits(output=1 << 20)
_STEPS = 200_000


def words(text: str) -> list[str]:
    """Lines of input as a person types them: words, with quotes where a line has blanks. Raises ValueError."""
    return shlex.split(text)


def run(file: Compiled, program: Program, lines: Sequence[str]) -> Transcript:
    return file.language.runs.run_console(file.sandbox, program, lines, steps=_STEPS, limits=_LIMITS)


def dialogue(voice: Voice, transcript: Transcript) -> list[str]:
    """What was read and written, in its order, and how the run ended."""
    said: list[str] = []
    for event in transcript.events:
        match event:
            case Read(None):
                said.append(voice.say("explore_read_end"))
            case Read(text):
                said.append(f"< {visible_line(str(text))}")
            case Write(text) | Prompt(text):
                said += [f"> {visible_line(line)}" for line in text.removesuffix("\n").split("\n") if line]
    if transcript.ended is not None:
        said.append(describe_ending(Outcome(None, transcript.error or Problem(transcript.ended))))
        if not transcript.coverage.branches and not transcript.coverage.expressions:
            said.append(voice.say("explore_unseen"))
    return said
