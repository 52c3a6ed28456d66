"""Reads the table `[console]` of an exercise, with the files it names, and the answers that are given in text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viva.core.source import Source
from viva.core.submission import Unreadable
from viva.core.table import Table
from viva.core.text.reading import Misread
from viva.core.texts import Say
from viva.engines.dialogues import notations
from viva.engines.dialogues.foreign import bind, load
from viva.engines.dialogues.machine_numbers import BITS
from viva.engines.dialogues.model import Read, Spec, Value, parts
from viva.engines.dialogues.notations import runs
from viva.engines.dialogues.running import way_of
from viva.engines.dialogues.traces import Trace
from viva.engines.dialogues.trials.pairs import Pair
from viva.engines.dialogues.trials.rules import Rules, written_texts
from viva.engines.dialogues.wellformed import check, check_names
from viva.languages.finding import PROGRAMS, read_languages
from viva.services.varying.slots import read_slots
from viva.subjects.console.model import Task
from viva.subjects.console.suite import is_known

_WORDS = ("specified", "any")


def read_task(settings: Table, source: Source) -> Task:
    """What all kinds of task share: the specification, and how strictly programs are held to it. Raises Fault."""
    file = settings.string("spec")
    code = settings.string("python", "")
    allowed = settings.strings("functions") if settings.has("functions") else None
    own = load(source.text(code), code) if code else {}
    check_names(allowed or (), own, lambda problem, remedy: settings.fault("functions", problem, remedy))
    spec = bind(notations.of(file).parse(source.text(file), file), own)
    languages = read_languages(settings, default=PROGRAMS)
    check(spec, file, allowed, tried=is_known(spec))
    for slot in read_slots(settings):
        if any(isinstance(part, Read) and part.variable == slot.name for part in parts(spec)):
            problem = "is also a name that the specification reads into"
            raise settings.table("slots").fault(slot.name, problem, "give the slot another name")
    secret, chart = settings.flag("secret", False), settings.flag("chart", False)
    task = Task(spec, file, allowed, _rules(settings, spec), secret, chart, languages)
    return replace(task, bits=_bits(settings))


def _bits(settings: Table) -> int | None:
    """0 says that numbers have no bound; None that it is that of the language of each program."""
    bits = settings.value("bits")
    if bits is None or (isinstance(bits, int) and bits in BITS):
        return bits
    if bits == "any":
        return 0
    words = ", ".join(map(str, BITS))
    raise settings.fault("bits", f"cannot be {bits!r}", f'it is one of {words}, or "any"')


def _rules(settings: Table, spec: Spec) -> Rules:
    return Rules(
        prompts=settings.choice("prompts", _WORDS, _WORDS[0]) == _WORDS[1],
        around=settings.choice("around", _WORDS, _WORDS[0]) == _WORDS[1],
        batch=settings.flag("batch", False),
        labels=settings.flag("labels", False),
        closing=settings.flag("closing", False),
        one_line=settings.flag("one_line", False),
        capitals=settings.choice("capitals", _WORDS, _WORDS[0]) == _WORDS[1],
        reserved=written_texts(spec),
    )


def read_pair(settings: Table, source: Source) -> Pair:
    """The two programs that an exercise asks about."""
    names = settings.strings("programs")
    if len(names) != 2:
        raise settings.fault("programs", "must name two files", 'as in programs = ["first.py", "second.py"]')
    first, second = names
    return Pair((first, second), (source.text(first), source.text(second)))


def read_runs(lines: Sequence[str], spec: Spec, file: str) -> list[Trace]:
    """The runs in a file of the exercise, one on each line. Raises Fault."""
    try:
        return [runs.parse(line, spec, number) for number, line in enumerate(lines, 1)]
    except Misread as misread:
        raise misread.fault(file) from None


def read_run(text: str, spec: Spec, file: str, say: Say) -> Trace:
    """A run as a student writes it down."""
    try:
        return runs.parse(text, spec)
    except Misread as misread:
        told = say("run_unreadable", file=file, problem=misread.said)
        raise Unreadable(misread.reason, told) from None


def read_inputs(text: str, spec: Spec) -> tuple[Value, ...] | None:
    """One input a line; None if a program for this specification would not be given them."""
    way = way_of(spec, text.splitlines())
    return way.inputs if way and way.asks is None else None
