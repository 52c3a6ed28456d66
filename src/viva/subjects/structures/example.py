"""The rung `example`: the smallest failing call before and after, both sides, with what differs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from viva.core.drawing import Drawing
from viva.core.records import dataclass
from viva.core.report import Witness
from viva.core.rungs import Clue
from viva.core.text.escape import visible_line
from viva.core.texts import Say
from viva.drawing import tree
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.comparing.inner import Inner, Lead, inner_differences
from viva.engines.heaps.domain import Domain
from viva.engines.heaps.invariants import LIBRARY
from viva.engines.heaps.layout import spoken
from viva.engines.heaps.parts import element, items
from viva.engines.heaps.running import after
from viva.engines.heaps.view import View, view
from viva.engines.heaps.written import label, show
from viva.languages.heap import Heap, Reference, Slot
from viva.languages.values import rewrite
from viva.subjects.structures import draw
from viva.subjects.structures.model import Failure, Judged, Shown, reason

_FEW = 3
_LONGEST = 60
_NO_LETTERS = re.compile(r"[^a-z]+")
_WITH_A_WORD = ("lost", "added", "swapped", "order", "back", "broken", "shared")


def kept_names(names: Iterable[str], say: Say) -> str:
    """What structures keep, in words; a teacher's own invariant has the name that was given to it."""
    return ", ".join(say("kept_" + _NO_LETTERS.sub("_", name)) if name in LIBRARY else name for name in names)


def hidden_differences(domain: Domain, judged: Judged, failure: Failure) -> tuple[Inner, ...]:
    """What differs where both sides look alike: a count, a height, a link back, the last node."""
    sides = _sides(domain, judged, failure)
    if sides is None:
        return ()
    return tuple(inner_differences(*sides, judged.asked.fields))


def _sides(domain: Domain, judged: Judged, failure: Failure) -> tuple[View, View] | None:
    """The structure that should be there afterwards, and the one that is."""
    actual = (after(failure.outcome) if judged.asked.left else failure.outcome.value) if _ended(failure) else None
    wanted = failure.expected.left if judged.asked.left else failure.expected.value
    if actual is None or not isinstance(wanted.root, Reference):
        return None
    return view(wanted, domain.layout), view(actual, domain.layout)


def _ended(failure: Failure) -> bool:
    return failure.outcome.problem is None


def example(domain: Domain, judged: Judged, failure: Failure, shown: Shown) -> Clue:
    say, asked, expected = shown.say, judged.asked, failure.expected
    before = element(expected.call, 0)
    telling = _Telling(domain, judged, shown, _unchanged(judged, failure, before))
    call = shown.call(asked.method, expected.call)
    wanted, should = telling.told(expected.value, expected.left), telling.told(expected.value, expected.left, "should")
    problem = failure.outcome.problem
    left = after(failure.outcome) if problem is None else None
    start = telling.structure(before)
    inner: tuple[Inner, ...] = ()
    if problem is not None:
        line = shown.crash_line(problem.line)
        got = say(f"got_{reason(failure)}", "got_stopped", kind=problem.kind or problem.reason, line=line or "?")
    else:
        assert failure.outcome.value is not None and left is not None
        got = telling.told(failure.outcome.value, left)
        inner = hidden_differences(domain, judged, failure) if wanted == got else ()
        if wanted == got and not inner:
            start = shown.value(before)
            wanted = telling.told(expected.value, expected.left, whole=True)
            should = telling.told(expected.value, expected.left, "should", whole=True)
            got = telling.told(failure.outcome.value, left, whole=True)
    said = telling.call(asked.method, expected.call)
    text = say("example", before=start, call=said, expected=should, actual=got)
    if inner:
        details = say("and").join(_detail(each, say) for each in inner[:_FEW])
        text = say("example_inner", before=start, call=said, actual=got, details=details)
        wanted, got = f"{wanted}: {_values(inner, say, 'expected')}", f"{got}: {_values(inner, say, 'actual')}"
    elif failure.difference.kind in _WITH_A_WORD:
        names = kept_names(failure.difference.names, say)
        text += " " + say(f"difference_{failure.difference.kind}", names=names)
    witness = Witness(
        "structure",
        {
            "method": asked.method,
            "before": shown.value(before),
            "call": call,
            "expected": wanted,
            "actual": got,
            "given": rewrite(expected.call),
        },
    )
    drawing = _drawn(domain, judged, failure, shown, inner)
    return Clue(text, witness=witness, drawing=drawing)


def _unchanged(judged: Judged, failure: Failure, before: Heap) -> bool:
    left = after(failure.outcome) if _ended(failure) else failure.expected.left
    forms = {form(heap, judged.asked.fields) for heap in (before, failure.expected.left, left) if heap is not None}
    return judged.asked.result and judged.asked.left and len(forms) == 1


def _drawn(domain: Domain, judged: Judged, failure: Failure, shown: Shown, inner: Sequence[Inner]) -> Drawing:
    say, asked, expected = shown.say, judged.asked, failure.expected
    fields = tuple(dict.fromkeys(each.field for each in inner))
    sides = _sides(domain, judged, failure)
    result = view(expected.left if asked.left else expected.value, domain.layout)
    before = element(expected.call, 0)
    trees = draw.structure(say("draw_before"), view(before, domain.layout), fields=fields)
    if result.entries and not _unchanged(judged, failure, before):
        trees += draw.structure(say("draw_expected"), result, fields=fields)
        if sides is not None:
            wrong = frozenset(each.cell for each in inner if each.cell is not None)
            trees += draw.structure(say("draw_actual"), sides[1], result, fields=fields, wrong=wrong)
    return tree.draw(say("draw_example", call=shown.call(asked.method, expected.call)), trees, wrap=True)


@dataclass(frozen=True, slots=True)
class _Telling:
    domain: Domain
    judged: Judged
    shown: Shown
    unchanged: bool
    """Neither side changes the structure, and something is returned: then that is all there is to tell."""

    def structure(self, heap: Heap) -> str:
        seen = view(heap, self.domain.layout)
        if seen.entries and all(entry is None for _, entry in seen.entries):
            return self.shown.say("nothing_in_it")
        return show(seen) or self.shown.value(heap)

    def call(self, method: str, call: Heap) -> str:
        """A call as people write it: a structure that is handed over as short as the others."""
        given = [
            self.structure(element(call, number)) if isinstance(slot, Reference) else self.shown.value(Heap(slot, ()))
            for number, slot in enumerate(items(call))
        ]
        return f"{method}({', '.join(given[1:])})"

    def told(self, value: Heap, left: Heap, way: str = "does", *, whole: bool = False) -> str:
        """What came of a call, or should: what it returned, if that counts, and what it left. `whole`: all fields."""
        said: list[str] = []
        layout = self.domain.layout
        if self.judged.asked.result:
            structure = not whole and isinstance(value.root, Reference) and view(value, layout).cells
            shown = show(view(value, layout)) if structure else self.shown.value(value)
            said.append(self.shown.say(f"{way}_return", value=shown))
        if self.judged.asked.left and not self.unchanged:
            short = bool(view(left, layout).entries) and not whole
            said.append(self.shown.say(f"{way}_leave", left=self.structure(left) if short else self.shown.value(left)))
        return self.shown.say("and").join(said)


def _detail(each: Inner, say: Say) -> str:
    """One field that is otherwise than it should be, in words."""
    key = f"detail_{'link' if each.is_link else 'data'}{'' if each.cell is not None else '_own'}"
    actual, expected = (_value(each, value, say) for value in (each.actual, each.expected))
    return say(key, field=spoken(each.field), node=visible_line(label(each.key)), actual=actual, expected=expected)


def _value(each: Inner, value: Lead | Slot, say: Say) -> str:
    if isinstance(value, Lead):
        return say("lead_other" if value.other else "lead_to", key=visible_line(label(value.key)))
    if each.is_link:
        return say("lead_nowhere")
    return visible_line(repr(value) if isinstance(value, str | None) else label(value))[:_LONGEST]


def _values(inner: Sequence[Inner], say: Say, side: str) -> str:
    found = []
    for each in inner[:_FEW]:
        value = each.expected if side == "expected" else each.actual
        owner = "" if each.cell is None else f"{visible_line(label(each.key))}."
        found.append(f"{owner}{spoken(each.field)} {_value(each, value, say)}")
    return ", ".join(found)
