"""Examines one property: tries arguments, counts results, and shows a counterexample as small as it can find one.

The paper's Test and An (rules 5 to 9) are `Examination.run` and `_verdict`. Its decisions where text and code of the
paper disagree are ours: all results that were not discarded are successes and there is one at least: proved; nothing
tested: undecided; a search for a witness that hit its limit blocks `proved`.

The story of exceptions: whatever the property raises, also SystemExit, is a counterexample; only the keyboard is
not. What raises while an argument is built discards that argument: a class that refuses some fields has no such value.
"""

from __future__ import annotations

import random
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, MutableSequence
from dataclasses import dataclass, field, replace

from viva.core.fault import Fault
from viva.core.verdict import Verdict
from viva.engines.enumeration import Product, arguments_of, total_within
from viva.engines.enumeration.overlay import overlay
from viva.engines.enumeration.sequences import Items
from viva.engines.enumeration.space import Code, Space
from viva.engines.properties.exploration import Exploration
from viva.engines.properties.harvest import harvest
from viva.engines.properties.logic import FAILURE, SUCCESS, Limits, Outcome, Tried, Unusable, results
from viva.engines.properties.marking import settings_of
from viva.engines.properties.models import is_model
from viva.engines.properties.places import (
    CONSTANTS,
    DISCARDS,
    FOUND,
    INDEX,
    NOTES,
    ORDER,
    SIZE,
    STREAM,
    TESTS,
    Locator,
    note_place,
    parse_place,
)  # fmt: skip
from viva.engines.properties.result import Counterexample, Result
from viva.engines.properties.schedule import Constants, Order, Samples, Stretch, special_tests
from viva.engines.properties.shrink import minimise
from viva.engines.properties.subject import name_of, parameters_of

DEFAULT_TESTS = 1000
# A finite domain of up to this many values is walked whole, also where that is more than the tests asked for by
# default.
WALKED_WHOLE = 10_000
_ARGUMENTS_PER_TEST = 100
_QUICK_CHUNK = 4096
_RERUNS, _RERUN = 20, 0.5  # a counterexample is run again so often, or for so many seconds
_RANKED = 200  # sizes up to which a place is told by its index
_UNHURRIED = 0.1  # seconds between two looks at the clock


def examine(
    subject: object,
    *,
    tests: int | None = None,
    arguments: int | None = None,
    exists: int = 1000,
    seconds: float | None = None,
    seed: int = 0,
    replay: str | None = None,
    given: Mapping[str, object] | None = None,
) -> Result:
    """Examines a property and returns the result as a value.

    `tests` is how many, `arguments` how many with discards (100 times as many without it), `exists` how many values
    are tried for a witness, `seconds` of processor time after which it ends undecided. `given` are spaces or types
    for parameters, and types for type variables, by name. `replay` is the place of one test, as a result shows it.
    Raises `Fault` where the property cannot be tested at all.
    """
    examination = Examination.of(subject, tests=tests, arguments=arguments, exists=exists, seed=seed, given=given)
    if replay is not None:
        return examination.replay(replay)
    return examination.run(seconds)


@dataclass(slots=True)
class Examination:
    """One property being tested."""

    name: str
    function: Callable[..., object]
    space: Product
    names: list[str]
    limits: Limits
    asked: bool  # whether the number of tests was asked for
    seed: int
    is_model: bool = False
    notes: MutableSequence[int] = field(default_factory=lambda: [0] * NOTES)
    tests: int = 0
    discarded: int = 0
    unbuilt: int = 0
    unbuilt_why: str = ""
    undefined: str = ""
    undecided: int = 0
    incomplete: bool = False
    labels: Counter[str] = field(default_factory=Counter)
    failure: tuple[Locator, Code, Tried] | None = None

    @staticmethod
    def of(
        subject: object,
        *,
        tests: int | None = None,
        arguments: int | None = None,
        exists: int = 1000,
        seed: int = 0,
        given: Mapping[str, object] | None = None,
    ) -> Examination:
        settings = settings_of(subject)
        told = {**settings.given, **(given or {})}
        function, fields = parameters_of(subject, told)
        types = {name: kind for name, kind in told.items() if name not in fields}
        space = arguments_of(function, fields, types)
        asked = tests if tests is not None else settings.tests
        many = asked or DEFAULT_TESTS
        return Examination(
            settings.name or name_of(subject),
            function,
            space,
            list(fields),
            Limits(many, arguments or many * _ARGUMENTS_PER_TEST, exists),
            asked is not None,
            seed,
            is_model(subject),
        )

    def run(self, seconds: float | None = None) -> Result:
        began = time.perf_counter()
        clock = None if seconds is None else time.process_time() + seconds
        if not self.space.parts:
            return self._constant(began)
        if self.is_model:
            return self._explored(clock, began)
        most = self.limits.tests if self.asked else max(self.limits.tests, WALKED_WHOLE)
        total = total_within(self.space, max(most, self.limits.arguments))
        small = total is not None and total <= most
        if small and not self.asked:
            self.limits = replace(self.limits, tests=max(self.limits.tests, total or 0))
        few = (0, 0) if small else special_tests(self.limits.tests)
        order = Order(self.space, self.limits.tests - sum(few))
        over = self._overlay() if few[0] else None
        streams = Constants(order, few[0], over=over), Samples(order, few[1], chance=random.Random(self.seed))
        ended = self._streams(order, streams, clock)
        if self.failure is not None:
            return self._failed(began)
        return self._verdict(order, streams, ended, began)

    def _explored(self, clock: float | None, began: float) -> Result:
        """A model: sequences of commands that go on from ones that went well, in turn with walks at random."""
        space = self.space.parts[0]
        assert isinstance(space, Items)
        exploration = Exploration(space, random.Random(self.seed))
        ended, step = "", 0
        while not ended:
            before, step = self.tests + self.discarded, step + 1
            for codes, went_well in ((exploration.in_order, exploration.keep), (exploration.walks, exploration.go_on)):
                for code in codes(16):
                    tests = self.tests
                    self._try(self._place((code,)) or Locator(ORDER, 0, 0), (code,))
                    if self._over():
                        ended = "failed" if self.failure else "limit"
                        break
                    if self.tests > tests:
                        went_well(code)
                if ended:
                    break
            if clock is not None and time.process_time() > clock:
                ended = ended or "clock"
            if self.tests + self.discarded == before and step > 20:
                ended = ended or "largest"
        if self.failure is not None:
            return self._failed(began)
        order = Order(self.space, 0, size=exploration.size)
        result = self._verdict(order, (), ended, began)
        return replace(
            result, covered=f"all sequences of commands up to size {max(exploration.size - 1, 0)}, and walks"
        )

    def _constant(self, began: float) -> Result:
        """A property without parameters is one test."""
        self._try(Locator(ORDER, 0, 0), ())
        order = Order(self.space, 1, size=0, index=1, card=1, finished=True)
        return self._failed(began) if self.failure else self._verdict(order, (), "finished", began)

    def _streams(self, order: Order, specials: tuple[Constants, Samples], clock: float | None) -> str:
        """Runs the streams in turn until a counterexample is found, all is tried, or a limit is met."""
        chunk = 8
        last = time.process_time()
        while True:
            for item in order.take(min(chunk, self.limits.tests - self.tests)):
                if isinstance(item, Stretch):
                    self._stretch(order, item)
                else:
                    self._try(item, self.space.at(item.size, item.index))
                if self._over():
                    return "failed" if self.failure else "limit"
            if order.finished:
                return "finished"
            busy = False
            for stream, share in zip(specials, (0.7, 0.5), strict=True):
                if stream.given < stream.most:
                    before = stream.given
                    for place, code in stream.take(max(int(chunk * share), 2)):
                        self._try(place, code)
                        if self._over():
                            return "failed" if self.failure else "limit"
                    busy = busy or stream.given > before
                    if stream.given == before:
                        stream.most = stream.given
            if clock is not None and time.process_time() > clock:
                return "clock"
            if order.index >= order.card and not busy and not _goes_on(order):
                return "largest"
            quick = time.process_time() - last < _UNHURRIED
            last = time.process_time()
            chunk = (min(chunk * 2, 32) if busy else min(chunk * 4, _QUICK_CHUNK)) if quick else max(chunk // 2, 1)

    def _over(self) -> bool:
        return (
            self.failure is not None
            or self.tests >= self.limits.tests
            or self.tests + self.discarded + self.undecided >= self.limits.arguments
        )

    def _stretch(self, order: Order, stretch: Stretch) -> None:
        """The quick way: values as they are walked, a plain True counted at once."""
        function, notes, index = self.function, self.notes, stretch.start
        notes[STREAM], notes[SIZE], notes[INDEX + 1], notes[INDEX + 2] = 0, stretch.size, 0, 0
        notes[TESTS] = self.tests
        quick = 0
        try:
            for values in stretch.values:
                notes[INDEX] = index
                try:
                    answer = function(*values)
                except Unusable:
                    raise
                except (Exception, SystemExit) as error:  # noqa: BLE001 - the story is told at the top
                    self._judge(_raised(error), Locator(ORDER, stretch.size, index))
                    if self.failure is not None:
                        break
                else:
                    if answer is True:
                        quick += 1
                    else:
                        self.tests, quick = self.tests + quick, 0
                        self._judge(self._results(answer), Locator(ORDER, stretch.size, index))
                        if self._over():
                            break
                index += 1
        except Unusable:
            raise
        except Exception:  # noqa: BLE001 - a value that cannot be built: go on one by one
            order.unbuilt(index)
        self.tests += quick

    def _try(self, place: Locator, code: Code) -> None:
        self._note(place)
        tried = self._once(code)
        if tried is None:
            self.unbuilt += 1
            self.discarded += 1
        else:
            self._judge(tried, place)

    def _once(self, code: Code) -> list[Tried] | None:
        """The results for one code, on fresh values; None where they cannot be built."""
        try:
            values = self.space.build(code)
        except Exception as error:  # noqa: BLE001 - the story is told at the top
            self.unbuilt_why = self.unbuilt_why or f"{type(error).__name__}: {error}"
            return None
        try:
            return self._results(self.function(*values))
        except Unusable:
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the story is told at the top
            return _raised(error)

    def _results(self, answer: object) -> list[Tried]:
        if answer is True:
            return [SUCCESS]
        if answer is False:
            return [FAILURE]
        try:
            return list(results(answer, self.limits))
        except Fault as fault:
            raise fault if isinstance(fault, Unusable) else Unusable(fault.problem, remedy=fault.remedy) from None
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the story is told at the top
            return _raised(error)

    def _judge(self, tried: list[Tried], place: Locator) -> None:
        """An: counts the results of one argument (rules 8 and 9)."""
        for each in tried:
            match each.outcome:
                case Outcome.REJ:
                    self.discarded += 1
                    continue
                case Outcome.UNDEF:
                    self.undefined = self.undefined or each.note
                    self.undecided += 1
                    continue
                case Outcome.PASS:
                    self.incomplete = True
                case Outcome.CE:
                    self.tests += 1
                    self.failure = place, self._code(place), each
                    return
            self.tests += 1
            self.labels.update(set(each.labels))

    def _note(self, place: Locator) -> None:
        note_place(self.notes, place)
        self.notes[TESTS], self.notes[DISCARDS] = self.tests, self.discarded

    def _overlay(self) -> Space | None:
        return overlay(self.space, harvest(self.function, self.space))

    def _code(self, place: Locator) -> Code:
        if place.stream == CONSTANTS:
            over = self._overlay()
            assert over is not None
            return over.at(place.size, place.index)
        return self.space.at(place.size, place.index)

    def _verdict(
        self, order: Order, streams: tuple[Constants, Samples] | tuple[()], ended: str, began: float
    ) -> Result:
        """Rules 6 and 7, with the decisions told at the top."""
        covered = [order.covered()] if self.space.parts else []
        if streams:
            constants, samples = streams
            covered += [f"{constants.given:,} with constants and corners"] if constants.given else []
            covered += [f"{samples.given:,} samples of larger sizes"] if samples.given else []
        result = Result(
            self.name, Verdict.PASSED, self.tests, self.discarded, labels=_sorted(self.labels),
            covered="; ".join(part for part in covered if part), seconds=time.perf_counter() - began,
            remarks=self._remarks(),
        )  # fmt: skip
        if self.tests == 0:
            if self.undefined:
                return replace(result, verdict=Verdict.UNDECIDED, reason="limit", sentence=self.undefined)
            why = f"every argument was discarded ({self.unbuilt_why})" if self.unbuilt_why else (
                "every argument was discarded; weaken the premise, or use for_all with values for which it holds"
            )  # fmt: skip
            return replace(result, verdict=Verdict.UNDECIDED, reason="nothing_tested", sentence=why)
        if ended == "clock":
            sentence = "the time ended first; give it more (--seconds) or ask for fewer tests (--tests)"
            return replace(result, verdict=Verdict.UNDECIDED, reason="budget", sentence=sentence)
        whole = (order.finished and ended == "finished") or (ended in ("limit", "largest") and _is_walked(order))
        if whole and not self.undefined and not self.incomplete:
            return replace(result, verdict=Verdict.PROVED)
        return result

    def _remarks(self) -> tuple[str, ...]:
        remarks = []
        if self.undefined:
            remarks.append(f"{self.undecided:,} undecided tests are not counted: {self.undefined}")
        if self.unbuilt and self.tests:
            remarks.append(f"{self.unbuilt:,} arguments could not be built ({self.unbuilt_why})")
        return tuple(remarks)

    def _failed(self, began: float) -> Result:
        assert self.failure is not None
        place, code, _ = self.failure
        self._note(place)
        self.notes[FOUND] = 1
        tests, discarded = self.tests, self.discarded
        again = self._failure(code)
        if again is None:
            return self._inconsistent(code, tests, began)
        smallest = minimise(self.space, code, self._failure)
        found, minimal = smallest.code, smallest.minimal
        final = self._failure(found) or again
        if not self._fails_again(found):
            return self._inconsistent(found, tests, began)
        where = None if repr(found) == repr(code) else self._place(found)
        shown = where or place
        return Result(
            self.name, Verdict.REFUTED, tests, discarded, self._example(found, final, shown, minimal),
            labels=_sorted(self.labels), reason="exception" if final.note.startswith("raised ") else "wrong",
            sentence="a counterexample was found", seconds=time.perf_counter() - began, remarks=self._remarks(),
        )  # fmt: skip

    def _fails_again(self, code: Code) -> bool:
        """Whether it fails every time: a property that draws lots may well fail twice."""
        stop = time.process_time() + _RERUN
        for _ in range(_RERUNS):
            if self._failure(code) is None:
                return False
            if time.process_time() > stop:
                break
        return True

    def _inconsistent(self, code: Code, tests: int, began: float) -> Result:
        sentence = (
            f"it fails and then holds for the same arguments ({self._shown(code)}); "
            "a property must depend on its arguments only"
        )
        return Result(
            self.name, Verdict.REJECTED, tests, self.discarded, reason="inconsistent",
            sentence=sentence, seconds=time.perf_counter() - began,
        )  # fmt: skip

    def _place(self, code: Code) -> Locator | None:
        weight = self.space.weigh(code)
        where = None if weight is None or weight > _RANKED else self.space.rank(code)
        return None if where is None else Locator(ORDER, *where)

    def _failure(self, code: Code) -> Tried | None:
        """The counterexample among the results for a code, if there is one."""
        tried = self._once(code)
        return next((each for each in tried or () if each.outcome is Outcome.CE), None)

    def _example(self, code: Code, tried: Tried, place: Locator, minimal: bool) -> Counterexample:
        return Counterexample(
            dict(zip(self.names, self.space.build(code), strict=True)),
            {name: part.source(c) for name, part, c in zip(self.names, self.space.parts, code, strict=True)},
            minimal, str(place), tried.bound, tried.note,
        )  # fmt: skip

    def _shown(self, code: Code) -> str:
        told = zip(self.names, self.space.parts, code, strict=True)
        return ", ".join(f"{name} = {part.source(c)}" for name, part, c in told) or "none"

    def example_at(self, place: Locator) -> Counterexample:
        """The arguments at a place, for a test that did not come back."""
        return self._example(self._code(place), FAILURE, place, False)

    def replay(self, text: str) -> Result:
        """One test, at a place that a result has shown."""
        began = time.perf_counter()
        place = parse_place(text)
        space = self.space
        if place.stream == CONSTANTS:
            space = self._overlay() or self.space  # type: ignore[assignment]
        if place.index >= space.card(place.size) and self.space.parts:
            raise Fault(f"there is no test {text} of {self.name}", remedy="take the words that a report shows")
        self._try(place, self._code(place) if self.space.parts else ())
        if self.failure is None:
            verdict = Verdict.PASSED if self.tests else Verdict.UNDECIDED
            return Result(
                self.name, verdict, self.tests, self.discarded, covered=f"the one test {text}",
                labels=_sorted(self.labels), seconds=time.perf_counter() - began,
                reason=None if self.tests else "nothing_tested", sentence="" if self.tests else "it is discarded",
            )  # fmt: skip
        _, code, tried = self.failure
        return Result(
            self.name, Verdict.REFUTED, self.tests, self.discarded, self._example(code, tried, place, False),
            reason="exception" if tried.note.startswith("raised ") else "wrong",
            sentence="a counterexample was found", seconds=time.perf_counter() - began,
        )  # fmt: skip


def _raised(error: BaseException) -> list[Tried]:
    """An exception as a result, with the place where the tested code raised it."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/viva/engines/" not in frame.filename]
    place = f" (line {frames[-1].lineno} of {frames[-1].filename.rpartition('/')[2]})" if frames else ""
    said = str(error)
    said = said if len(said) < 200 else said[:197] + "…"
    if isinstance(error, SystemExit):
        return [Tried(Outcome.CE, note=f"raised SystemExit: the program was ended with {error.code!r}{place}")]
    return [Tried(Outcome.CE, note=f"raised {type(error).__name__}{': ' if said else ''}{said}{place}")]


def _goes_on(order: Order) -> bool:
    return order.size < 200 and not order.finished and any(order.space.card(order.size + k) for k in range(1, 80))


def _is_walked(order: Order) -> bool:
    """Whether the last test was also the last value there is."""
    limit = order.space.limit
    if limit is None or order.size > limit:
        return False
    rest = sum(order.space.card(n) for n in range(order.size + 1, limit + 1))
    return rest == 0 and order.index >= order.card


def _sorted(labels: Counter[str]) -> dict[str, int]:
    return dict(sorted(labels.items()))
