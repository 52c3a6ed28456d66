"""Start reading here: the five questions that every subject answers, and nothing else is public.

Data flows one way through a check: read the exercise, read the submission, examine, explain, show.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, runtime_checkable

from viva.core.drawing import Drawing, Frames, Staves
from viva.core.exercise import Exercise, Wish
from viva.core.records import dataclass
from viva.core.report import Report, Witness
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import USUAL, Terms


class Subject(Protocol):
    """One kind of exercise. A third party adds one with the entry point group `viva.subjects`."""

    name: str

    def read(self, source: Source) -> Exercise:
        """The exercise in these files. Raises Fault, with file, line and remedy."""

    def check(self, exercise: Exercise, submission: Submission, terms: Terms) -> Report:
        """Examines the submission. Raises Unreadable where there is nothing to examine, and Fault where the exercise
        or the machine is at fault; the caller turns the former into `rejected`."""

    def vary(self, exercise: Exercise, seed: int) -> Iterator[Exercise]:
        """Other exercises, endless or finite, never a duplicate: of the same difficulty, or harder or easier ones where
        `exercise.wish` says so."""

    def solve(self, exercise: Exercise) -> Submission:
        """A model answer that checks as right."""

    def draw(self, exercise: Exercise, thing: Submission | Witness | None = None) -> Drawing:
        """The exercise, a submission to it or a witness, as a picture."""


@runtime_checkable
class Proofreads(Protocol):
    """What a subject may answer besides: whether a submission can be read at all, for who is still writing it. Nothing
    of it is run, and nothing is said of whether it is right."""

    def proofread(self, exercise: Exercise, submission: Submission, terms: Terms) -> None:
        """Raises Unreadable where a check would reject what stands there."""


@runtime_checkable
class ShowsFrames(Protocol):
    """What a subject may answer besides, and all of Viva's own do: what happens in time."""

    def frames(
        self, exercise: Exercise, submission: Submission, witness: Witness, terms: Terms = USUAL
    ) -> Frames | None:
        """What the submission does with what the witness gives it, step by step, and what came of it; None where there
        is nothing to step through. All of it follows from the submission and the witness: of the model answer nothing
        is shown that the witness does not say. Raises Unreadable where the submission cannot be read."""


@runtime_checkable
class TakesInputs(Protocol):
    """What a subject may answer besides: what somebody who tries out their own answer gives it, as a witness that says
    nothing of what is right, to be stepped through by `frames`."""

    def witness_of_input(self, exercise: Exercise, text: str, terms: Terms) -> Witness:
        """Raises Unreadable where the text is no input of this exercise."""


@runtime_checkable
class EngravesText(Protocol):
    """What a subject may answer besides: the notes of a text, for an editor that shows them while they are written."""

    def staves(self, exercise: Exercise, text: str, terms: Terms) -> Staves | None:
        """An empty text is what an answer begins as; None where the answer is not notes. Raises Unreadable where the
        text cannot be read."""


@runtime_checkable
class SolvesIn(Protocol):
    """What a subject may answer besides: a model answer in one of several languages."""

    def solve_in(self, exercise: Exercise, language: str) -> Submission:
        """Raises Fault where there is none in this language."""


@runtime_checkable
class TellsDifficulty(Protocol):
    """What a subject may answer besides: what makes a variant harder or easier."""

    def tell_difficulty(self, wish: Wish, locale: str) -> str:
        """One sentence for students."""


@runtime_checkable
class DrawsFiles(Protocol):
    """What a subject may answer besides: a picture of a file that belongs to no exercise. `drawn_endings` are those of
    the names of such files."""

    drawn_endings: tuple[str, ...]

    def draw_file(self, file: Submission) -> Drawing:
        """The file as it is. Raises Unreadable."""


@dataclass(frozen=True, slots=True)
class ProposedReference:
    """A right answer that would show of others that they are right for every input: `carries` are their names, the
    answer's own among them."""

    content: bytes
    suffix: str
    carries: tuple[str, ...]


@runtime_checkable
class ProposesReferences(Protocol):
    """What a subject may answer besides: which right answers the teacher might make part of the exercise, so that more
    is proved. `setting` is the key in the subject's table that names them."""

    setting: str

    def propose_references(
        self, exercise: Exercise, proved: Mapping[str, Submission], passed: Mapping[str, Submission]
    ) -> Sequence[ProposedReference]:
        """Those that would carry the most of the answers that only passed, the one that carries the most first."""

    def named_references(self, exercise: Exercise) -> Sequence[str]:
        """The files that the exercise names already."""


@runtime_checkable
class LearnsMistakes(Protocol):
    """What a subject may answer besides, where it knows mistakes by more than their signature: what its own library
    says of an answer."""

    def mistake_of(self, report: Report) -> tuple[str, bool] | None:
        """What the mistake is called, and whether the library has a text for it; None where this cannot be said."""

    def learn(self, exercise: Exercise, report: Report, text: str) -> Mapping[str, str]:
        """The files of the exercise with this text for the mistake."""


@runtime_checkable
class OffersLazyAnswers(Protocol):
    """What a subject may answer besides: submissions that do not do what an exercise asks, by what they leave undone.
    None of them should reach half of the marks."""

    def lazy_answers(self, exercise: Exercise) -> Mapping[str, Submission]: ...


@runtime_checkable
class DrawsQuestions(Protocol):
    """A subject whose drawing of an exercise shows what is asked and nothing of the answer, so that it may stand on a
    worksheet."""

    draws_questions: bool

    def draw(self, exercise: Exercise, thing: Submission | Witness | None = None) -> Drawing: ...
