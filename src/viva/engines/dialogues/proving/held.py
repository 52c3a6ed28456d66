"""Holds what a specification and a program were taken for against what they are, on a run of a check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viva.engines.dialogues import model as m
from viva.engines.dialogues.outputs import Anything as AnythingAllowed
from viva.engines.dialogues.outputs import Output, Pattern
from viva.engines.dialogues.proving.product import BEGIN, VALUE, Product, Step
from viva.engines.dialogues.proving.stretches import Allowed, Anything, Event, Line
from viva.engines.dialogues.suites.cases import Case
from viva.engines.dialogues.trials.judging import Observed
from viva.engines.proofs import terms as t
from viva.engines.proofs.terms.evaluate import Endless, Evaluator, Values
from viva.engines.proofs.translation import values as v

_STEPS = 60_000


class Mistranslated(Exception):
    """What was followed is not what the specification, or the program, did."""


class _Unknown(Exception):
    """A text of which nothing is known but that it depends on a value."""


def holds_on(made: Product, case: Case, observed: Observed) -> bool:
    """Whether all of the run was followed; False where its numbers are too large, or a text is not known. Raises
    `Mistranslated` where it went another way."""
    evaluator = Evaluator(_STEPS)
    try:
        steps = list(_steps(made, case, evaluator))
        if len(steps) != len(case.inputs) + 1 or len(observed.run.blocks) != len(steps):
            raise Mistranslated("another number of reads")
        for number, (step, values) in enumerate(steps):
            assert step.ways is not None
            allowed = [_allowed(each, values, evaluator) for each in step.ways[0].events]
            block = case.general.blocks[number]
            if len(allowed) != len(block) or any(one != other for one, other in zip(allowed, block, strict=True)):
                raise Mistranslated("the specification allows something else")
            written = observed.run.blocks[number]
            shown = [_text(each.text, values, evaluator) for each in step.ways[1].events if isinstance(each, Line)]
            if "".join(shown) != written.text + written.prompt:
                raise Mistranslated("the program writes something else")
    except (Endless, _Unknown):
        return False
    return True


def _steps(made: Product, case: Case, evaluator: Evaluator) -> Iterator[tuple[Step, Values]]:
    place, values = BEGIN, dict[str, object]()
    for given in (None, *case.inputs):
        if given is not None:
            values = {**values, VALUE: tuple(map(ord, given)) if isinstance(given, str) else given}
        taken = [step for step in made.steps if step.begin == place and evaluator.value(step.condition, values)]
        if len(taken) != 1 or not evaluator.value(taken[0].right, values):
            raise Mistranslated("another way")
        yield taken[0], values
        if taken[0].after is None:
            return
        place = taken[0].after
        values = {word: evaluator.value(term, values) for word, term in taken[0].values.items()}


def _allowed(event: Event, values: Values, evaluator: Evaluator) -> Output | AnythingAllowed:
    if isinstance(event, Anything):
        return AnythingAllowed()
    assert isinstance(event, Allowed)
    rows = zip(event.alternatives, event.lists, strict=True)
    patterns = (
        Pattern(tuple(_piece(one, shown, values, evaluator) for one, shown in zip(row, lists, strict=True)))
        for row, lists in rows
    )
    return Output(tuple(dict.fromkeys(patterns)), event.optional)


def _piece(
    one: m.AnyText | v.Value, shown: t.Term | None, values: Values, evaluator: Evaluator
) -> m.AnyText | int | str:  # fmt: skip
    match one:
        case m.AnyText():
            return one
        case v.Int(term):
            return int(evaluator.value(term, values))
        case v.Bool(term):
            return str(bool(evaluator.value(term, values)))
        case _ if shown is not None:
            return _text(shown, values, evaluator)
        case _:
            text = v.as_text(one)
            if text is None:
                raise _Unknown
            return _text(text.term, values, evaluator)


def _text(term: t.Term, values: Values, evaluator: Evaluator) -> str:
    match term.op:
        case "nil":
            return ""
        case "cat":
            return _text(term.args[0], values, evaluator) + _text(term.args[1], values, evaluator)
        case "snoc":
            return _text(term.args[0], values, evaluator) + chr(evaluator.value(term.args[1], values))
        case "ite":
            return _text(term.args[1 if evaluator.value(term.args[0], values) else 2], values, evaluator)
        case "apply" if term.data == "int.str":
            return str(evaluator.value(term.args[0], values))
        case "apply" if term.data.startswith("list of "):
            items = evaluator.value(term.args[0], values)
            return _shown_list(items, str(term.data))
        case "apply":
            raise _Unknown
    return _letters(evaluator.value(term, values))


def _letters(codes: Sequence[int]) -> str:
    return "".join(map(chr, codes))


def _shown_list(items: Sequence[object], kind: str) -> str:
    if kind == "list of text.str":
        return str([_letters(each) for each in items])  # type: ignore[arg-type]
    return str([bool(each) if kind == "list of bool.str" else each for each in items])


__all__ = ["Mistranslated", "holds_on"]
