"""How a check speaks: sentences of a catalogue, values as source in a programming language."""

from __future__ import annotations

from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.texts import Say
from viva.engines.calls.question import Arguments
from viva.engines.calls.showing import answer, as_json, call_text, input_json, shown_heap, shown_value
from viva.languages.heap import Heap
from viva.languages.outcome import Outcome
from viva.languages.protocol import Calls


@dataclass(frozen=True, slots=True)
class Voice:
    say: Say
    calls: Calls

    def call(self, function: str, arguments: Arguments) -> str:
        return call_text(function, arguments, self.calls)

    def answer(self, outcome: Outcome) -> str:
        return answer(outcome, self.calls)

    def value(self, value: object) -> str:
        return shown_value(value, self.calls)

    def heap(self, heap: Heap) -> str:
        return shown_heap(heap, self.calls)

    def json(self, heap: Heap) -> Json:
        return as_json(heap, self.calls)

    def inputs(self, arguments: Arguments) -> list[Json]:
        return input_json(arguments, self.calls)
