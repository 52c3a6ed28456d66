"""Reads the table `[automata]` of an exercise, and finds every mistake of the teacher in it."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

from viva.core.fault import Fault
from viva.core.source import MANIFEST, Source
from viva.core.table import Table
from viva.engines import logic
from viva.engines.automata import Explosion, Machine, complement, minimise, product, words
from viva.engines.automata.product import OPERATIONS
from viva.subjects.automata.model import STARTS_FROM_GIVEN, TASKS, Language, Task, Weights
from viva.subjects.automata.notation import language_of, read_language, read_machine

_MODES = ("viva", "automata-tutor")


def read_task(source: Source, settings: Table) -> Task:
    kind = settings.choice("task", TASKS)
    alphabet = _alphabet(settings)
    operation = settings.choice("operation", tuple(OPERATIONS), "intersection")
    files = _given_files(settings, kind)
    given = tuple(read_machine(source.text(file), file) for file in files)
    language = _language(source, settings, kind, alphabet, given, files, operation)
    task = Task(
        kind=kind,
        language=language,
        given=given,
        given_files=files,
        operation=operation,
        partial=settings.flag("partial", False),
        epsilon=settings.flag("epsilon", True),
        construction=settings.flag("construction", False),
        states=_positive(settings, "states"),
        inside=_count(settings, "inside", 1),
        outside=_count(settings, "outside", 0),
        edits=_positive(settings, "edits"),
        weights=_weights(settings.table("score")),
        variation=_variation(settings.table("vary"), kind),
    )
    _check(task, settings)
    return task


def _alphabet(settings: Table) -> tuple[str, ...] | None:
    if not settings.has("alphabet"):
        return None
    letters = tuple(settings.string("alphabet"))
    if not letters:
        raise settings.fault("alphabet", "is empty", 'write its letters, as in "ab"')
    if len(set(letters)) != len(letters):
        raise settings.fault("alphabet", "names a letter twice")
    if any(letter.isspace() for letter in letters):
        raise settings.fault("alphabet", "has a blank as a letter", "write the letters without blanks between them")
    return letters


def _given_files(settings: Table, kind: str) -> tuple[str, ...]:
    if kind not in STARTS_FROM_GIVEN:
        if settings.has("given"):
            raise settings.fault("given", f"does not belong to the task {kind!r}", "name the language with `language`")
        return ()
    if kind == "product":
        files = settings.strings("given")
        if len(files) != 2:
            raise settings.fault("given", "must name two automata", 'as in ["left.fa.json", "right.fa.json"]')
        return files
    return (settings.string("given"),)


def _language(  # noqa: PLR0917
    source: Source,
    settings: Table,
    kind: str,
    alphabet: tuple[str, ...] | None,
    given: tuple[Machine, ...],
    files: tuple[str, ...],
    operation: str,
) -> Language:
    """The language that is named, or else that of what is given."""
    if settings.has("language") or kind not in ("determinise", "minimise", "product"):
        file = settings.string("language")
        if given and alphabet is None:
            alphabet = given[0].alphabet
        named = read_language(source, file, alphabet)
        for machine, its_file in zip(given, files, strict=True):
            language_of(machine, its_file, named.alphabet)
        return named
    if kind != "product":
        return language_of(given[0], files[0], alphabet)
    letters = alphabet or tuple(dict.fromkeys((*given[0].alphabet, *given[1].alphabet)))
    parts = [language_of(machine, file, letters) for machine, file in zip(given, files, strict=True)]
    try:
        both = minimise(product(parts[0].minimal, parts[1].minimal, OPERATIONS[operation]))
    except Explosion as explosion:
        raise Fault(str(explosion), files[0], remedy="give smaller automata") from None
    return Language(files[0], letters, both, None)


def _positive(settings: Table, key: str) -> int | None:
    if not settings.has(key):
        return None
    number = settings.integer(key)
    if number < 1:
        raise settings.fault(key, "must be at least 1")
    return number


def _count(settings: Table, key: str, default: int) -> int:
    number = settings.integer(key, default)
    if not 0 <= number <= 1000:
        raise settings.fault(key, "must be from 0 to 1000")
    return number


def _weights(table: Table) -> Weights:
    weights = Weights(
        mode=table.choice("mode", _MODES, "viva"),
        keep=table.number("keep", 0.75),
        words=table.number("words", 0.7),
        formula=table.number("formula", 0.3),
    )
    table.finish()
    if not 0 < weights.keep < 1:
        raise table.fault("keep", "must be above 0 and below 1")
    if weights.words < 0 or weights.formula < 0 or weights.words + weights.formula == 0:
        raise table.fault("words", "and `formula` cannot be negative, nor both 0")
    return weights


def _variation(table: Table, kind: str) -> logic.Options:
    """How formulas are varied: the options of the paper, with exact filters unless `filter` is "lenient"."""
    band = Fraction(str(table.number("band", 0.0)))
    spread = Fraction(str(table.number("spread", 0.5)))
    if band < 0 or spread < 0:
        raise table.fault("band", "and `spread` cannot be negative")
    stated = any(table.has(key) for key in ("keep_equal", "keep_different", "spread"))
    literals = logic.Literals(table.flag("keep_equal", True), table.flag("keep_different", True), spread)
    options = logic.Options(
        filter="lenient" if table.choice("filter", ("strict", "lenient"), "strict") == "lenient" else "strict",
        band=band,
        nondeterministic=kind == "nfa",
        complement=table.flag("complement", False),
        search="constraints" if table.choice("search", ("edits", "constraints"), "edits") == "constraints" else "edits",
        # Without a word of the teacher literals are first kept equal and different, then free.
        literals=literals if stated else None,
    )
    table.finish()
    return options


def _check(task: Task, settings: Table) -> None:
    """What no answer could satisfy."""
    if not task.alphabet:
        raise Fault("the alphabet is empty", MANIFEST, remedy='name it with alphabet = "ab" in [automata]')
    if task.kind == "words":
        for key, wanted, language in (
            ("inside", task.inside, task.asked),
            ("outside", task.outside, complement(task.asked)),
        ):
            there = sum(1 for _ in islice(words(language), wanted))
            if there < wanted:
                raise settings.fault(key, f"asks for {wanted} words, and there are only {there}")
        if not task.inside and not task.outside:
            raise settings.fault("inside", "and `outside` are both 0, so nothing is asked for")
    if task.kind == "dfa" and task.states is not None and task.states < len(task.asked.moves):
        raise settings.fault("states", f"is below the {len(task.asked.moves)} states that every complete DFA needs")
