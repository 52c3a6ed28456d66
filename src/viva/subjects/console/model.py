"""Start reading here: what an exercise of this subject asks for. Specifications are in `engines/dialogues`."""

from __future__ import annotations

from dataclasses import dataclass, field

from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.rules import Rules
from viva.languages.finding import DEFAULT


@dataclass(frozen=True, slots=True)
class Task:
    """What an exercise of this subject asks for, and the file that says so.

    `functions` are those that terms may use, or None where they may use all. `rules` say how strictly a program is held
    to the specification. `secret` keeps words and pictures of the specification from students; `chart` lets them see
    its flow chart before they are told the place. `languages` are those in which a program may be written.
    """

    spec: Spec
    file: str
    functions: tuple[str, ...] | None = None
    rules: Rules = field(default_factory=Rules)
    secret: bool = False
    chart: bool = False
    languages: tuple[str, ...] = DEFAULT

    @property
    def may_be_written(self) -> bool:
        """Whether a program that Viva writes may be handed in."""
        return set(DEFAULT) <= set(self.languages)
