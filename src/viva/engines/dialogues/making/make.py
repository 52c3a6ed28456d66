"""Start reading here: tasks at random, each well-formed, not trivial, unlike all before it, and as difficult as wanted.

A plan draws a draft; what becomes of it is decided on the specification, not on the words: it is checked as any
specification of a teacher, the solver finds nothing in it that no input reaches, every side of every branch is taken on
sampled runs, nothing computed is always the same, and its runs differ from those of every task before.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import field

from viva.core.records import dataclass
from viva.core.texts import Sentence
from viva.engines.dialogues import model as m
from viva.engines.dialogues.foreign import bind
from viva.engines.dialogues.making.drafts import Draft
from viva.engines.dialogues.making.measures import Measure, functions_of, measure
from viva.engines.dialogues.making.plans import draw_draft
from viva.engines.dialogues.notations import readable
from viva.engines.dialogues.remarks import remarks
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.suites.samples import sample_ways
from viva.engines.dialogues.variants.varying import differ, profile
from viva.engines.dialogues.wellformed import is_wellformed

_FILE = "spec.txt"
_DRAFTS = 20_000
_PATIENCE = 400
_FEWEST_RUNS = 10


@dataclass(frozen=True, slots=True)
class Made:
    spec: m.Spec
    text: str
    sentences: tuple[Sentence, ...]
    title: Sentence
    measure: Measure

    def statement(self, locale: str) -> str:
        return " ".join(sentence.told(locale) for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for; None where anything will do. `functions` are the only ones that terms may call (the paper's
    set Func)."""

    level: int | None = None
    reads: int | None = None
    nesting: int | None = None
    remembered: int | None = None
    loops: tuple[str, ...] | None = None
    functions: Collection[str] | None = None

    def fits(self, found: Measure, spec: m.Spec) -> bool:
        asked = (
            (self.level, found.level),
            (self.reads, found.reads),
            (self.nesting, found.nesting),
            (self.remembered, found.remembered),
            (self.loops, found.loops),
        )
        allowed = self.functions is None or functions_of(spec) <= set(self.functions)
        return allowed and all(wish is None or wish == seen for wish, seen in asked)


def make_tasks(wanted: Wanted, seed: int, others: Collection[m.Spec] = ()) -> Iterator[Made]:
    """As many as there are within a few thousand drafts; none does what one of the others does. Those that read alike
    but for their numbers come only where nothing new is left."""
    chosen = random.Random(f"tasks {seed}")
    keeper = _Keeper(wanted, list(others))
    since = 0
    for _ in range(_DRAFTS):
        draft = draw_draft(chosen)
        found = keeper.keep(draft, numbers_only=since > _PATIENCE)
        since += 1
        if found:
            since = 0
            yield found


@dataclass(slots=True)
class _Keeper:
    wanted: Wanted
    known: list[m.Spec]
    shapes: set[tuple[str, ...]] = field(default_factory=set)
    tried: set[str] = field(default_factory=set)

    def keep(self, draft: Draft, *, numbers_only: bool) -> Made | None:
        text = "\n".join(draft.lines) + "\n"
        if text in self.tried or (draft.shape in self.shapes and not numbers_only):
            return None
        self.tried.add(text)
        spec = bind(readable.parse(text), {})
        seen = measure(spec)
        if not self.wanted.fits(seen, spec) or not is_sound(spec):
            return None
        if any(not differ(spec, other) for other in self.known):
            return None
        self.known.append(spec)
        self.shapes.add(draft.shape)
        return Made(spec, text, draft.told, draft.title, seen)


def is_sound(spec: m.Spec) -> bool:
    """Well-formed, with something to say that hangs on what is read, and nothing that does nothing."""
    if not is_wellformed(spec, _FILE):
        return False
    said = {"".join(block.text for block in right_run(way.general).blocks) for way in sample_ways(spec)}
    if len(said) < 2:
        return False
    found = profile(spec)
    idle = found.sides_missed or found.constant or found.doubled or found.idle
    return not idle and found.runs >= _FEWEST_RUNS and not remarks(spec, _FILE)
