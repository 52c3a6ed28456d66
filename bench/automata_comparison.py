"""The verdict with its shortest wrong word beside automata-lib's comparison, and the full report on wrong answers."""

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from measure import few, fewer, has_peer, peer

from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.engines.automata import DFA, compare, formats, minimise, named
from viva.subjects.automata.subject import Automata

TOOLS = Path(__file__).parent / "tools"
sys.path.insert(0, str(TOOLS))
from automata_tables import best_ms, pair  # noqa: E402

SIZES = few(((10, 2000), (100, 300), (1_000, 40), (10_000, 4), (100_000, 1)), 2)
SEEDS = few(range(3))
REPORTS = ((10, 2, 100.0), (20, 3, 1000.0))
ANSWERS = fewer(100, 2)


@dataclass(frozen=True, slots=True)
class Compared:
    what: str
    states: int
    cpu_ms: float
    microseconds_per_state: float
    automata_lib_ms: float | None
    times_faster: float | None
    goal: str


@dataclass(frozen=True, slots=True)
class Reported:
    what: str
    states: int
    edits: int
    answers: int
    mean_ms: float
    slowest_ms: float
    goal: str


def rows() -> Iterator[object]:
    yield from compared()
    yield from reported()


def compared() -> Iterator[Compared]:
    for equal in (True, False):
        for size, repetitions in SIZES:
            settings = [f"{size},{seed},{int(equal)},{max(1, repetitions // 10)}" for seed in SEEDS]
            ours = [_comparison(size, seed, equal, fewer(repetitions)) for seed in SEEDS]
            mine, other = sum(ours) / len(ours), _of_automata_lib(settings)
            goal = "3 times faster" if size <= 1000 else "linear"
            what = "equal languages, proved" if equal else "one state wrong, shortest word"
            yield Compared(what, size, mine, mine * 1000 / size, other, other and other / mine, goal)


def _of_automata_lib(settings: list[str]) -> float | None:
    if not has_peer("automata", "automata"):
        return None
    theirs = peer("automata", TOOLS / "automata_lib.py", *settings)
    assert isinstance(theirs, list)
    return float(sum(theirs) / len(theirs))


def _comparison(size: int, seed: int, equal: bool, repetitions: int) -> float:
    tables = pair(size, seed, equal)
    left, right = (DFA(("a", "b"), tuple(moves), 0, frozenset(accepting)) for moves, accepting in tables)
    assert compare(left, right).equal == equal
    return best_ms(lambda: compare(left, right), repetitions)


def reported() -> Iterator[Reported]:
    """A whole check, from the submitted text to the findings with their drawings."""
    first = _report(10, 2, ANSWERS)
    yield Reported("first report, builds the table of conditions", 10, 2, 1, first, first, "under 100 ms")
    for states, edits, limit in REPORTS:
        spent = [_report(states, edits, seed) for seed in range(ANSWERS)]
        yield Reported(
            "full report", states, edits, ANSWERS, sum(spent) / len(spent), max(spent), f"under {limit:.0f} ms"
        )


def _report(states: int, edits: int, seed: int) -> float:
    randomness = random.Random(f"{states} {edits} {seed}")
    subject = Automata()
    while True:
        moves = tuple((randomness.randrange(states), randomness.randrange(states)) for _ in range(states))
        asked = DFA(("a", "b"), moves, 0, frozenset(s for s in range(states) if randomness.random() < 0.5))
        if len(minimise(asked).moves) == states:
            break
    manifest = b'subject = "automata"\n[automata]\ntask = "dfa"\nlanguage = "language.fa.json"\n'
    language = formats.write(named(asked), "json").encode()
    # With a statement of its own reading the exercise does not look for one, and all of that work is in the report.
    files = {"exercise.toml": manifest, "statement.md": b"Asked.", "language.fa.json": language}
    exercise = subject.read(Source("bench", files))
    while True:
        rows = [list(row) for row in asked.moves]
        accepting = set(asked.accepting)
        for _ in range(edits):
            if randomness.random() < 0.25:
                accepting ^= {randomness.randrange(states)}
            else:
                rows[randomness.randrange(states)][randomness.randrange(2)] = randomness.randrange(states)
        answer = DFA(asked.alphabet, tuple(map(tuple, rows)), 0, frozenset(accepting))
        if not compare(answer, asked).equal:
            break
    submission = Submission.from_text(formats.write(named(answer), "table"), "answer.txt")
    started = time.process_time()
    report = subject.check(exercise, submission, Terms())
    spent = (time.process_time() - started) * 1000
    assert report.verdict is Verdict.REFUTED
    return spent
