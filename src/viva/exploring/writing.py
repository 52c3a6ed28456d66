"""Arguments and values as a person types and reads them: as the language of the file writes them."""

from __future__ import annotations

from viva.core.records import dataclass
from viva.core.text.escape import visible_line
from viva.engines.calls import Arguments
from viva.engines.shapes import Either, Instance, Record, Shape
from viva.engines.symbolic import heap
from viva.exploring.suites import arguments_in, as_source
from viva.languages.finding import DEFAULT
from viva.languages.heap import Heap, Reference
from viva.languages.protocol import Language, calls_of

_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Writing:
    language: Language

    def typed(self, text: str) -> Arguments:
        """Arguments as a person types them: as the language writes them, if it reads them itself. Raises ValueError."""
        own = getattr(calls_of(self.language), "read_arguments", None)
        return arguments_in(text) if own is None else tuple(map(_with_records, own(text)))

    def arguments(self, arguments: Arguments) -> str:
        if self.language.name in DEFAULT:
            return " ".join(f"({as_source(value, _LONGEST)})" for value in arguments)
        return self.call("", arguments).strip()

    def value(self, value: object) -> str:
        """A value as answers are shown."""
        return calls_of(self.language).show(_parts((value,))[0], _LONGEST)

    def call(self, function: str, arguments: Arguments) -> str:
        """A call as it is written in the language."""
        return visible_line(calls_of(self.language).show_call(function, _parts(arguments), _LONGEST))

    def same(self, left: Arguments, right: Arguments) -> bool:
        return self.arguments(left) == self.arguments(right)


def is_text(record: Record) -> bool:
    """Whether it stands for a function by its text, and not for what a constructor makes."""
    return not record.fields and not record.name[:1].isupper()


def texts_of(shape: Shape) -> list[str]:
    """The functions of a shape, by their texts."""
    if isinstance(shape, Either):
        return [text for one in shape.alternatives for text in texts_of(one)]
    return [shape.name] if isinstance(shape, Instance) and is_text(Record(shape.name, ())) else []


def _parts(arguments: Arguments) -> list[Heap]:
    whole = heap(arguments)
    assert isinstance(whole.root, Reference)
    return [Heap(slot, whole.nodes) for slot in whole.nodes[whole.root.node].children]


def _with_records(value: object) -> object:
    """With records for what constructors make, which a language reads as a name and its arguments."""
    match value:
        case list():
            return [_with_records(item) for item in value]
        case (str(name), tuple(arguments)) if type(value) is not tuple:
            return Record(name, tuple((f"x{place}", _with_records(item)) for place, item in enumerate(arguments)))
        case tuple():
            return tuple(_with_records(item) for item in value)
    return value
