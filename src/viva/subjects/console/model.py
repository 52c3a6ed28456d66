"""Start reading here: what an exercise of this subject asks for. Specifications are in `engines/dialogues`."""

from __future__ import annotations

from dataclasses import dataclass

from viva.engines.dialogues.model import Spec
from viva.languages.finding import DEFAULT


@dataclass(frozen=True, slots=True)
class Rules:
    """How strictly a program is held to its specification; `rules.py` applies them.

    `prompts`: lines before a read are free once all that is due there was written. `around`: free text may stand before
    and after what is due on its line. `batch`: the program may read everything before it writes, so that only what it
    wrote counts, and the end of the input may be met.
    """

    prompts: bool = False
    around: bool = False
    batch: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """What an exercise of this subject asks for, and the file that says so.

    `code` is the file with the Python functions of the exercise; `functions` are those that terms may use, or None
    where they may use all. `secret` keeps words and pictures of the specification from students. `languages` are those
    in which a program may be written.
    """

    spec: Spec
    file: str
    code: str | None = None
    functions: tuple[str, ...] | None = None
    rules: Rules = Rules()
    secret: bool = False
    languages: tuple[str, ...] = DEFAULT
