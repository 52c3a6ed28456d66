"""Start reading here: what is asked of a function, as frozen values.

A function is judged by what it answers to inputs in the domain: values of the parameters' shapes that `requires`
admits and on which the reference gives an answer.
"""

from __future__ import annotations

from viva.core.records import dataclass
from viva.engines.shapes import Shape, holds, is_called_again
from viva.engines.shapes.usual import REACH, usual
from viva.languages.finding import DEFAULT, language_named
from viva.languages.protocol import calls_of

TOLERANCE = 1e-9
_BEYOND = 2**60 + 1  # a whole number that no double is

Arguments = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Parameter:
    """`default` holds what the reference takes where the argument is left out; it is empty where it must be given."""

    name: str
    shape: Shape
    default: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """A trusted source, and the function in it that counts. Without a `file` it was not written by anyone."""

    text: str
    function: str
    language: str
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What has to be the same. Without options: the returned value, as the language compares; floats up to a rounding
    error.

    `exceptions` is None (inputs on which the reference raises are outside the domain), `kind` or `message`.
    `equality` is the source, in Python, of an `equal(expected, actual)` that decides instead.
    """

    strict: bool = False
    exceptions: str | None = None
    output: bool = False
    arguments: bool = False
    tolerance: float = TOLERANCE
    any_order: bool = False
    equality: str | None = None

    @property
    def of_values_only(self) -> bool:
        """Whether nothing but the returned values is compared, and as usual."""
        return not (self.exceptions or self.output or self.arguments or self.any_order or self.equality)


@dataclass(frozen=True, slots=True)
class InputClass:
    """Inputs that count as one case: those for which `when` holds, an expression of Python over the parameters. `file`
    is where it is written."""

    name: str
    when: str
    weight: float = 1.0
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """`reference` is None where something else decides. `definitions` has the classes of which arguments are instances;
    it is Python and runs here, because it is trusted. `letters` are those beyond printable ASCII that texts may have;
    None if they may have any. `reach` is how small and how large floats are. `languages` are those in which the
    function is asked, with that of the reference: nothing is asked that is no value in one of them."""

    function: str
    parameters: tuple[Parameter, ...]
    reference: Source | None = None
    requires: Source | None = None
    definitions: Source | None = None
    comparison: Comparison = Comparison()
    classes: tuple[InputClass, ...] = ()
    examples: tuple[Arguments, ...] = ()
    letters: frozenset[str] | None = None
    reach: tuple[float, float] = REACH
    languages: tuple[str, ...] = DEFAULT

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(parameter.name for parameter in self.parameters)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return tuple(parameter.shape for parameter in self.parameters)

    @property
    def arities(self) -> tuple[int, ...]:
        """How many arguments a call may have, the full call first."""
        required = sum(not parameter.default for parameter in self.parameters)
        return tuple(range(len(self.parameters), required - 1, -1))

    @property
    def looks_into_answers(self) -> bool:
        """Whether what is compared has to be in the answers themselves: neither is there code of the teacher that
        compares, nor are functions that are answers called."""
        return self.comparison.equality is None and not any(map(is_called_again, self.shapes))

    def holds(self, arguments: Arguments) -> bool:
        """Whether the declared types have these arguments. Nothing is judged for which this is false."""
        return (
            len(arguments) in self.arities
            and all(map(holds, self.shapes, arguments))
            and usual(arguments, self.letters, self.reach)
            and self._fits(arguments)
        )

    def _fits(self, arguments: Arguments) -> bool:
        """Whether they are values of every language that is asked."""
        shared = len(self.languages) > 1
        return self.languages == DEFAULT or all(
            calls_of(language_named(name)).fits(arguments, shared=shared) for name in self.languages
        )

    @property
    def has_doubles_only(self) -> bool:
        """Whether some language that is asked takes doubles for whole numbers."""
        return not all(calls_of(language_named(name)).fits((_BEYOND,), shared=False) for name in self.languages)

    def filled(self, arguments: Arguments) -> Arguments:
        """The arguments with the defaults of the reference for those that are left out."""
        return (*arguments, *(value for parameter in self.parameters[len(arguments) :] for value in parameter.default))
