"""What a specification means: which traces it accepts (Figure 2) and which generalised traces it has (Figure 3).

Both walk a specification with a stack of what is still to do instead of the paper's continuation k. A stack is a chain
of frames; `Round` marks the end of a loop's body, so reaching it is k(End) and unwinding to it is k(Exit); `Counted`
is the same for a loop that counts its rounds. Nothing here recurses along a trace, and the two are written apart so
that the law between them tests both.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import EMPTY, Environment, Undefined, evaluate, holds, is_valid
from viva.engines.dialogues.machine_numbers import bits_of_spec
from viva.engines.dialogues.outputs import Anything, Block, Step, output
from viva.engines.dialogues.traces import General, Input, Line, Trace

Path = tuple[int, ...]


class Diverges(Exception):
    """A loop went round without reading, so it goes round for ever: nothing can change any more."""

    def __init__(self, loop: m.Loop | m.Repeat) -> None:
        super().__init__("a loop goes round without reading")
        self.loop = loop


@dataclass(frozen=True, slots=True)
class Todo:
    """`spec`, then `rest`. `path` leads to it from the top: the number of the step, side or body at each level."""

    spec: m.Spec
    path: Path
    rest: Stack


@dataclass(frozen=True, slots=True)
class Round:
    """The end of one round of `loop`, begun when `reads` values had been read."""

    loop: m.Loop
    path: Path
    reads: int
    rest: Stack


@dataclass(frozen=True, slots=True)
class Counted:
    """Before a round of `repeat`, `left` rounds before its end; `idle` rounds in a row have read nothing."""

    repeat: m.Repeat
    path: Path
    left: int
    reads: int
    idle: int
    rest: Stack


Stack = Todo | Round | Counted | None
_MOST_IDLE = 1000  # rounds that read nothing, after which a counting loop counts as one that never ends


def _push(spec: m.Spec, path: Path, rest: Stack) -> Stack:
    """`spec · rest`, with sequences taken apart: the associativity and the neutral 0 of section 4."""
    match spec:
        case m.Seq(steps):
            for number in reversed(range(len(steps))):
                rest = Todo(steps[number], (*path, number), rest)
            return rest
        case m.Nop():
            return rest
        case _:
            return Todo(spec, path, rest)


def _enter(loop: m.Loop, path: Path, reads: int, rest: Stack) -> Stack:
    return _push(loop.body, (*path, 0), Round(loop, path, reads, rest))


def _again(stack: Round, environment: Environment) -> Stack:
    """k'(End)"""
    if environment.reads == stack.reads:
        raise Diverges(stack.loop)
    return _enter(stack.loop, stack.path, environment.reads, stack.rest)


def _begin(repeat: m.Repeat, path: Path, environment: Environment, rest: Stack) -> Stack:
    """The count is what the term says before the first round."""
    count = evaluate(repeat.count, environment)
    if not isinstance(count, int):
        raise Undefined("a loop that does not know how often")
    return Counted(repeat, path, count, environment.reads, 0, rest)


def _count(stack: Counted, environment: Environment) -> Stack:
    """The next round, or what comes after the last."""
    if stack.left <= 0:
        return stack.rest
    idle = stack.idle + 1 if environment.reads == stack.reads else 0
    if idle > _MOST_IDLE:
        raise Diverges(stack.repeat)
    following = Counted(stack.repeat, stack.path, stack.left - 1, environment.reads, idle, stack.rest)
    return _push(stack.repeat.body, (*stack.path, 0), following)


def _leave(stack: Stack) -> Stack:
    """k'(Exit): everything after E inside of the loop is dropped."""
    while isinstance(stack, Todo):
        stack = stack.rest
    if stack is None:
        raise ValueError("an exit outside of any loop")
    return stack.rest


def parts_with_paths(spec: m.Spec) -> list[tuple[Path, m.Spec]]:
    """Every part but sequences, by the path that leads to it, in the order of the specification."""
    found: list[tuple[Path, m.Spec]] = []
    pending: list[tuple[Path, m.Spec]] = [((), spec)]
    while pending:
        path, part = pending.pop()
        match part:
            case m.Seq(steps):
                pending.extend(((*path, number), steps[number]) for number in reversed(range(len(steps))))
                continue
            case m.Branch(left, _, right):
                pending.extend((((*path, 0), left), ((*path, 1), right)))
            case m.Loop(body) | m.Repeat(body=body):
                pending.append(((*path, 0), body))
        found.append((path, part))
    return found


# Figure 2.


@dataclass(frozen=True, slots=True)
class _State:
    """What is left to do after `position` events of the trace and `passed` writes of the specification."""

    stack: Stack
    environment: Environment = EMPTY
    position: int = 0
    passed: int = 0


def accept(spec: m.Spec, trace: Trace) -> bool:
    """Whether the trace is one of a program that does what the specification says.

    No trace is accepted beyond a term that has no value.
    """
    # What was read is the same for all ways to get to a position of the trace, and so is the way through the
    # specification: position and number of writes passed identify a state, and each is looked at once.
    pending = [_State(_push(spec, (), None))]
    seen: set[tuple[int, int]] = set()
    while pending:
        try:
            if _accept_from(pending.pop(), trace, pending, seen):
                return True
        except Undefined:
            continue
    return False


def _accept_from(state: _State, trace: Trace, pending: list[_State], seen: set[tuple[int, int]]) -> bool:
    """Goes on as long as there is one way to go; where an output may be left out, that way is left pending."""
    stack, environment, position, passed = state.stack, state.environment, state.position, state.passed
    while stack is not None:
        while position < len(trace) and _is_blank(trace[position]):
            position += 1
        event = trace[position] if position < len(trace) else None
        match stack:
            case Todo(m.Read() as read, rest=rest):  # (1a)
                if not isinstance(event, Input):
                    return False
                position += 1
                if is_valid(event.value, read, environment):
                    environment, stack = environment.store(read.variable, event.value), rest
                elif read.mode == m.Mode.ASSUME:
                    return False
                else:
                    while position < len(trace) and isinstance(trace[position], Line):
                        position += 1
                    if read.mode == m.Mode.ABORT:
                        return position == len(trace)
            case Todo(m.Write() as write, rest=rest):  # (1b)
                if (position, passed) in seen:
                    return False
                seen.add((position, passed))
                passed += 1
                allowed = output(write, environment)
                if allowed.skippable:
                    pending.append(_State(rest, environment, position, passed))
                if not (isinstance(event, Line) and allowed.fits(event.text)):
                    return False
                position, stack = position + 1, rest
            case Todo(m.Branch(left, condition, right), path=path, rest=rest):  # (1c)
                side = holds(condition, environment)
                stack = _push(right if side else left, (*path, int(side)), rest)
            case Todo(m.Loop() as loop, path=path, rest=rest):  # (1d)
                stack = _enter(loop, path, environment.reads, rest)
            case Todo(m.Repeat() as repeat, path=path, rest=rest):
                stack = _begin(repeat, path, environment, rest)
            case Counted():
                stack = _count(stack, environment)
            case Todo(m.Exit()):  # (1e)
                stack = _leave(stack)
            case Round():  # (1f) inside of a loop
                stack = _again(stack, environment)
    return all(_is_blank(event) for event in trace[position:])  # (1f) at the top: k_I


def _is_blank(event: Input | Line) -> bool:
    return isinstance(event, Line) and not event.text.strip()


# Figure 3.


@dataclass(frozen=True, slots=True)
class Asks:
    """The walk has come to a read and needs a value."""

    read: m.Read
    environment: Environment
    path: Path
    rest: Stack


@dataclass(frozen=True, slots=True)
class Way:
    """A walk through the specification, as far as its inputs lead. `asks` is None when it came to the end.

    `sides` are the branches it came to and whether their conditions held, and the counting loops it came to the top of
    and whether there was another round; `passed` is every step it took.
    """

    inputs: tuple[m.Value, ...]
    blocks: tuple[Block, ...]
    sides: tuple[tuple[Path, bool], ...]
    passed: tuple[Path, ...]
    asks: Asks | None

    @property
    def general(self) -> General:
        return General(self.inputs, self.blocks)


def begin(spec: m.Spec) -> Way:
    """The way until the first read. Raises Undefined and Diverges."""
    return _until_read(Way((), ((),), (), (), None), _push(spec, (), None), Environment(bits=bits_of_spec(spec)))


def give(way: Way, value: m.Value) -> Way | None:
    """The way on with one more input, until the next read; None if this value is never given here. (2a)"""
    asks = way.asks
    if asks is None:
        return None
    read, environment = asks.read, asks.environment
    given = Way((*way.inputs, value), (*way.blocks, ()), way.sides, way.passed, None)
    if is_valid(value, read, environment):
        return _until_read(given, asks.rest, environment.store(read.variable, value))
    if read.mode == m.Mode.ASSUME:
        return None
    refused = replace(given, blocks=(*way.blocks, (Anything(),)))
    return refused if read.mode == m.Mode.ABORT else replace(refused, asks=asks)


def _until_read(way: Way, stack: Stack, environment: Environment) -> Way:
    """Until the next read the way is determined, and all that is written is fused into one block: V ⊙ T'."""
    block: list[Step] = []
    sides = list(way.sides)
    passed = list(way.passed)
    asks: Asks | None = None
    while stack is not None and asks is None:
        if isinstance(stack, Todo):
            passed.append(stack.path)
        match stack:
            case Todo(m.Read() as read, path, rest):
                asks = Asks(read, environment, path, rest)
            case Todo(m.Write() as write, _, rest):  # (2b)
                block.append(output(write, environment))
                stack = rest
            case Todo(m.Branch(left, condition, right), path, rest):  # (2c)
                side = holds(condition, environment)
                sides.append((path, side))
                stack = _push(right if side else left, (*path, int(side)), rest)
            case Todo(m.Loop() as loop, path, rest):  # (2d)
                stack = _enter(loop, path, environment.reads, rest)
            case Todo(m.Repeat() as repeat, path, rest):
                stack = _begin(repeat, path, environment, rest)
            case Counted():
                sides.append((stack.path, stack.left > 0))
                stack = _count(stack, environment)
            case Todo(m.Exit()):  # (2e)
                stack = _leave(stack)
            case Round():  # (2f)
                stack = _again(stack, environment)
    return Way(way.inputs, (*way.blocks[:-1], tuple(block)), tuple(sides), tuple(passed), asks)


def follow(spec: m.Spec, inputs: Sequence[m.Value]) -> Way | None:
    """The way of these inputs; None if it ends before they are used up, or one of them is never given."""
    way: Way | None = begin(spec)
    for value in inputs:
        if way is not None:
            way = give(way, value)
    return way


def generalised_trace(spec: m.Spec, inputs: Sequence[m.Value]) -> General | None:
    """The one generalised trace with exactly these inputs, if the specification has one.

    Raises Undefined or Diverges where the specification has no meaning for them.
    """
    way = follow(spec, inputs)
    return way.general if way and way.asks is None else None


Choice = Callable[[Asks], Iterable[m.Value]]


def ways(
    spec: m.Spec, choose: Choice, most_reads: int
) -> Iterator[tuple[tuple[m.Value, ...], Way | Undefined | Diverges]]:
    """Breadth first: every way with the values of `choose` at each read, at most so many, or why there is none.

    The paper's set of generalised traces is the limit, with all values of each set.
    """
    try:
        pending = deque([begin(spec)])
    except (Undefined, Diverges) as problem:
        yield (), problem
        return
    while pending:
        way = pending.popleft()
        yield way.inputs, way
        if way.asks is None or len(way.inputs) == most_reads:
            continue
        for value in choose(way.asks):
            try:
                longer = give(way, value)
            except (Undefined, Diverges) as problem:
                yield (*way.inputs, value), problem
                continue
            if longer:
                pending.append(longer)
