"""How the subject speaks: sentences of its catalogue in a locale, values as source in a programming language."""

from __future__ import annotations

from dataclasses import dataclass

from viva.core.json import Json
from viva.core.texts import Catalogue, catalogue
from viva.engines.calls import Arguments
from viva.engines.calls.showing import answer, as_json, call_text, input_json, shown_heap, shown_value
from viva.languages.heap import Heap
from viva.languages.outcome import Outcome
from viva.languages.protocol import Language


@dataclass(frozen=True, slots=True)
class Voice:
    texts: Catalogue
    language: Language

    def say(self, key: str, **slots: object) -> str:
        return self.texts.say(key, **slots)

    def say_of(self, kind: str, name: str, other: str, /, **slots: object) -> str:
        """The sentence for a case with a name, or the one for all others."""
        key = f"{kind}_{name}"
        return self.say(key if key in self.texts.templates else f"{kind}_{other}", **slots)

    def call(self, function: str, arguments: Arguments) -> str:
        return call_text(function, arguments, self.language)

    def answer(self, outcome: Outcome) -> str:
        return answer(outcome, self.language)

    def value(self, value: object) -> str:
        return shown_value(value, self.language)

    def heap(self, heap: Heap) -> str:
        return shown_heap(heap, self.language)

    def json(self, heap: Heap) -> Json:
        return as_json(heap, self.language)

    def inputs(self, arguments: Arguments) -> list[Json]:
        return input_json(arguments, self.language)


def voice_in(locale: str, language: Language) -> Voice:
    return Voice(catalogue(__package__, locale), language)
