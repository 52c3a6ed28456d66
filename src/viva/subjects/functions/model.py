"""Start reading here: what an exercise of this subject asks for, as frozen values.

What is asked of the function itself is a `Question` of `viva.engines.calls`.
"""

from __future__ import annotations

from viva.core.records import dataclass
from viva.engines.calls import Arguments, Question, Source
from viva.engines.calls.inputs.concolic import STEPS
from viva.languages.finding import DEFAULT, language_named
from viva.languages.protocol import Language
from viva.languages.survey import Documented


@dataclass(frozen=True, slots=True)
class Rules:
    """What a submission may not use: functions and methods by name, modules, and words for constructs."""

    functions: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    syntax: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of functions, methods and modules, each as it is written in a program."""
        return tuple(name.rpartition(".")[2] for name in (*self.functions, *self.methods, *self.modules))

    def __bool__(self) -> bool:
        return bool(self.functions or self.methods or self.modules or self.syntax)

    @property
    def watched(self) -> tuple[str, ...]:
        """The names for the hook on calls. What could hide a construct from the reader of the source goes too."""
        hidden = ("eval", "exec", "compile") if self.syntax or self.modules else ()
        methods = tuple(name if "." in name else f".{name}" for name in self.methods)
        return (*self.functions, *methods, *(f"{name}.*" for name in self.modules), *hidden)


@dataclass(frozen=True, slots=True)
class Task:
    """`properties` decide beside the reference of the question, or alone where it has none. `growth`: whether the work
    is compared with that of the reference. `too_slow` is what inputs are that take too many steps: `left_out`, or
    `refuted`. `past_loops`: a loop without end is left after so many rounds, to see what comes of the rest; or 0.
    `search` is how many steps are spent on looking for a difference before anyone says that there is none.
    `languages` are those of submissions. `stated` are the examples of the table, `documented` those of the reference's
    own documentation: the reference has to keep to both. `by_name`: the exercise gives arguments by the names of the
    parameters. `corpus` are other right programs, from which a fix may be learnt; `fix` is how one is told: the
    `change`, or the same with `holes`. `references` are further right solutions in Python: a submission that is
    proved equal to one of them is proved."""

    question: Question
    properties: Source | None = None
    analyses: Source | None = None
    solution: Source | None = None
    rules: Rules = Rules()
    growth: bool = True
    too_slow: str = "left_out"
    past_loops: int = 0
    search: int = STEPS
    languages: tuple[str, ...] = DEFAULT
    stated: tuple[Arguments, ...] = ()
    documented: tuple[Documented, ...] = ()
    by_name: bool = False
    corpus: tuple[Source, ...] = ()
    fix: str = "change"
    references: tuple[Source, ...] = ()

    @property
    def function(self) -> str:
        return self.question.function

    @property
    def teachers_language(self) -> Language:
        """That of the reference, or else the first that submissions may be in."""
        reference = self.question.reference
        return language_named(reference.language if reference else self.languages[0])
