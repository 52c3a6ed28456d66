"""Start reading here: what an exercise of this subject asks for, as frozen values.

A function is judged by what it answers to inputs in the domain: values of the parameters' shapes that `requires`
admits and on which the reference gives an answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from viva.engines.shapes import Shape
from viva.languages.finding import DEFAULT, language_for
from viva.languages.protocol import Language

TOLERANCE = 1e-9

Arguments = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    shape: Shape


@dataclass(frozen=True, slots=True)
class Comparison:
    """What has to be the same. Without options: the returned value, by `==`; floats up to a rounding error.

    `exceptions` is None (inputs on which the reference raises are outside the domain), `kind` or `message`.
    `equality` is the source of a teacher's `equal(expected, actual)`.
    """

    strict: bool = False
    exceptions: str | None = None
    output: bool = False
    arguments: bool = False
    tolerance: float = TOLERANCE
    any_order: bool = False
    equality: str | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """What a submission may not use: functions and methods by name, modules, and words for constructs."""

    functions: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    syntax: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.functions or self.methods or self.modules or self.syntax)

    @property
    def watched(self) -> tuple[str, ...]:
        """The names for the hook on calls. What could hide a construct from the reader of the source goes too."""
        hidden = ("eval", "exec", "compile") if self.syntax or self.modules else ()
        methods = tuple(name if "." in name else f".{name}" for name in self.methods)
        return (*self.functions, *methods, *(f"{name}.*" for name in self.modules), *hidden)


@dataclass(frozen=True, slots=True)
class InputClass:
    """Inputs that the teacher counts as one case: those for which the expression `when` holds."""

    name: str
    when: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Slot:
    """A part of reference and statement that variants fill: pieces of source, and the words for them."""

    name: str
    values: tuple[str, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """`reference` is None where properties alone decide; sources are texts of the exercise's files. `languages` are
    those of submissions."""

    function: str
    parameters: tuple[Parameter, ...]
    reference: str | None
    reference_file: str | None = None
    reference_name: str = ""
    requires: str | None = None
    properties: str | None = None
    properties_file: str = ""
    analyses: str | None = None
    analyses_file: str = ""
    comparison: Comparison = Comparison()
    rules: Rules = Rules()
    classes: tuple[InputClass, ...] = ()
    examples: tuple[Arguments, ...] = ()
    solution: str | None = None
    slots: tuple[Slot, ...] = ()
    growth: bool = True
    languages: tuple[str, ...] = DEFAULT

    @property
    def reference_language(self) -> Language:
        return language_for(self.reference_file or "", (*self.languages, *DEFAULT))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(parameter.name for parameter in self.parameters)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return tuple(parameter.shape for parameter in self.parameters)
