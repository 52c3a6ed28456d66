"""Programs with one small edit: compiled, or asked for their answers to given calls.

No verdict rests on what an edited program answers here, so the limit of steps is an exception, which is cheap; a
program that catches it meets it again at its next step.
"""

import ast
import base64
import builtins
import itertools
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from ..heap import read
from ..reviving import revive
from ..sites import Hooks
from ..values import TooLarge, write
from .compiling import FILENAME, RECURSION, Channel, compiled, declared_encoding, decoded
from .dialogue import Silence
from .edits import Edit, Source
from .instrument import instrument
from .loading import attempt, module_named, prepare
from .plan import step_name
from .streams import install

_PATIENCE = 3  # calls without a value after which an edit is given up


class OutOfSteps(BaseException):
    pass


def programs(channel: Channel, job: Any) -> None:
    """The job has `source` (base64), `numbers` and `texts` that may be missing in it, and `most`. One answer is sent:
    for each edit that compiles what `_told` says of it, the whole `text`, and what `compiling` says of that."""
    source = _source(job)
    if source is None:
        channel.send([])
        return
    found: list[dict[str, Any]] = []
    for number, edit in enumerate(source.edits(job["numbers"], job["texts"])):
        if len(found) == job["most"]:
            break
        text = source.changed(edit)
        program = compiled(text.encode(), Hooks())
        if "problem" not in program:
            found.append({**program, "edit": _told(source, number, edit), "text": text})
    channel.send(found)


def answers(channel: Channel, job: Any) -> None:
    """The job has `source` (base64), `function`, `calls`, `steps`, `most`, `first`, `only` (numbers, or None),
    `numbers` and `texts` that may be missing in it, and `output`. For each edit from number `first` on one message:
    what `_told` says of it, and the outcomes, each a written value or None; none at all where there is no program."""
    source = _source(job)
    if source is None:
        return
    silence = Silence(channel, job["output"])
    install(silence)
    for number, edit in enumerate(itertools.islice(source.edits(job["numbers"], job["texts"]), job["most"])):
        if number >= job["first"] and (job["only"] is None or number in job["only"]):
            channel.send({"begin": number})
            channel.send([_told(source, number, edit), _outcomes(source.changed(edit), job, silence)])


def _source(job: Any) -> Source | None:
    sys.setrecursionlimit(RECURSION)
    warnings.simplefilter("ignore")
    source = base64.b64decode(job["source"])
    try:
        return Source(decoded(source, declared_encoding(source)))
    except (SyntaxError, UnicodeError, ValueError, RecursionError, MemoryError):
        return None


def _told(source: Source, number: int, edit: Edit) -> list[Any]:
    """Number, kind, the four numbers of the place, the old and the new piece."""
    return [number, edit.kind, *source.place(edit), source.bytes[edit.begin : edit.end].decode(), edit.new]


def _outcomes(text: str, job: Any, silence: Silence) -> list[Any]:
    try:
        tree, _ = instrument(ast.parse(text, FILENAME), Hooks())
        code = compile(tree, FILENAME, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return []
    names = vars(builtins)
    step = step_name("viva")
    namespace = module_named("submission")
    prepare(0)
    names[step] = _limited(job["steps"]).__next__
    _, problem = attempt(lambda: exec(code, namespace))
    if problem is not None:
        return []
    function = namespace.get(job["function"].partition(".")[0])
    for part in job["function"].split(".")[1:]:
        function = getattr(function, part, None)
    if not callable(function):
        return []
    outcomes: list[Any] = []
    for call in job["calls"]:
        silence.begin()
        endless = outcomes.count(None) == len(outcomes) > _PATIENCE
        names[step] = _limited(job["steps"]).__next__
        prepare(0)
        outcomes.append(None if endless else _outcome(function, call))
    return outcomes


def _outcome(function: Callable[..., object], call: Any) -> Any:
    arguments: Any = revive(read(call), {**vars(builtins), **vars(sys.modules["submission"])})
    result, problem = attempt(lambda: function(*arguments))
    if problem is not None:
        return None
    try:
        return write(result, nodes=10_000, characters=100_000)
    except TooLarge:
        return None


def _limited(steps: int) -> Iterator[None]:
    return itertools.chain(itertools.repeat(None, steps), _Out())


class _Out:
    """An iterator that raises again and again."""

    def __iter__(self) -> "_Out":
        return self

    def __next__(self) -> None:
        raise OutOfSteps
