"""Start reading here: what an exercise of this subject asks for. Specifications are in `engines/dialogues`."""

from __future__ import annotations

from dataclasses import field, replace

from viva.core.records import dataclass
from viva.engines.dialogues.machine_numbers import with_word_bounds
from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.trials.rules import Rules
from viva.languages.finding import DEFAULT, word_bits
from viva.languages.protocol import Language


@dataclass(frozen=True, slots=True)
class Task:
    """What an exercise of this subject asks for, and the file that says so.

    `functions` are those that terms may use, or None where they may use all. `rules` say how strictly a program is held
    to the specification. `secret` keeps words and pictures of the specification from students; `chart` lets them see
    its flow chart before they are told the place. `languages` are those in which a program may be written. `bits` are
    those of its whole numbers: 0 where they have no bound, None where the language of the program says it.
    """

    spec: Spec
    file: str
    functions: tuple[str, ...] | None = None
    rules: Rules = field(default_factory=Rules)
    secret: bool = False
    chart: bool = False
    languages: tuple[str, ...] = DEFAULT
    bits: int | None = None

    @property
    def may_be_written(self) -> bool:
        """Whether a program that Viva writes may be handed in."""
        return set(DEFAULT) <= set(self.languages)

    def within(self, language: Language) -> Task:
        """With tests that a program in this language can be asked: overflow is not the student's unless the teacher
        says so."""
        bits = word_bits(language) if self.bits is None else self.bits
        return replace(self, spec=with_word_bounds(self.spec, bits)) if bits else self
