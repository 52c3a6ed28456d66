"""Examines one property: tries arguments, counts results, and shows a counterexample as small as it can find one.

The paper's Test and An (rules 5 to 9) are `Examination.run` and `_verdict`. Its decisions where text and code of the
paper disagree are ours: all results that were not discarded are successes and there is one at least: proved; nothing
tested: undecided; a search for a witness that hit its limit blocks `proved`. A finite domain that is small is walked
whole, and what is then claimed is settled by a second walk (`walked.py`); any other is tried in streams
(`arguments/schedule.py`).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import field, replace
from itertools import islice

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.verdict import Verdict
from viva.engines.enumeration import arguments_of, total_within
from viva.engines.enumeration.coding import code_of
from viva.engines.enumeration.counting import cardinality
from viva.engines.enumeration.space import Code, Space
from viva.engines.enumeration.spaces.functions import Undefined
from viva.engines.enumeration.spaces.overlay import overlay
from viva.engines.enumeration.spaces.sequences import Items
from viva.engines.properties.arguments.building import Broken, Refused, exception_text
from viva.engines.properties.arguments.exploration import Exploration
from viva.engines.properties.arguments.harvest import harvest
from viva.engines.properties.arguments.premises import nearby, search_arguments
from viva.engines.properties.arguments.replaying import as_text, is_rebuilt, names_for
from viva.engines.properties.arguments.schedule import Constants, Order, Samples, Special, Stretch, special_tests
from viva.engines.properties.arguments.shrink import minimise
from viva.engines.properties.examining.passage import Passage
from viva.engines.properties.examining.tally import Tally
from viva.engines.properties.examining.trial import Trial, counterexample_in, is_silent
from viva.engines.properties.examining.walked import Claim, Walked, settle_result, standing_by
from viva.engines.properties.logic import VALUES_FOR_A_WITNESS, Limits, Outcome, Tried, Unusable
from viva.engines.properties.marking import Example, examples_of, settings_of
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
)  # fmt: skip
from viva.engines.properties.result import Counterexample, Result
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
_SPARSE = 3000  # arguments after which it is seen whether hardly any fits the premise
_PROPOSED, _NEAR = 600, 60  # arguments that a search proposes, and that are tried near to each that fits
_HARDLY_ANY = 20  # fewer tests than this of a type without an end are remarked on


@dataclass(slots=True)
class Examination:
    """One property being tested. `claim` is what a whole walk makes of it."""

    name: str
    trial: Trial
    fields: Mapping[str, object]
    types: Mapping[str, object]
    limits: Limits
    asked: bool  # whether the number of tests was asked for
    seed: int
    is_model: bool = False
    examples: Sequence[Example] = ()
    notes: MutableSequence[int] = field(default_factory=lambda: [0] * NOTES)
    when_found: Callable[[Counterexample, str], None] | None = None  # called before it is made smaller
    before_each: Callable[[str], None] | None = None  # called before each test, with its arguments
    tally: Tally = field(default_factory=Tally)
    failure: tuple[Locator, Code, Tried] | None = None
    claim: Claim | None = None
    searched: int | None = None  # tests that a search along the premise found, once there was one
    found: Code = None  # the counterexample that is shown

    @staticmethod
    def of(
        subject: object,
        *,
        tests: int | None = None,
        arguments: int | None = None,
        exists: int = VALUES_FOR_A_WITNESS,
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
        limits = Limits(many, arguments or many * _ARGUMENTS_PER_TEST, exists)
        return Examination(
            settings.name or name_of(subject),
            Trial(function, space, list(fields), limits, is_silent(function)),
            fields,
            types,
            limits,
            asked is not None,
            seed,
            is_model(subject),
            examples_of(subject),
        )

    def settle(self, seconds: float | None = None) -> Result:
        """The result, with a second walk in a copy of this process where one is needed."""
        if self._walkable() is None:
            return self.run(seconds)
        with standing_by(self.walk_again) as go:
            began = time.monotonic()
            result = self.run(seconds)
            patience = 10.0 + 30 * (time.monotonic() - began)
            return result if self.claim is None else settle_result(result, self.claim, go(patience))

    def run(self, seconds: float | None = None) -> Result:
        """The result as far as one process can tell: `passed`, and a claim, where the domain was walked whole."""
        began = time.perf_counter()
        clock = None if seconds is None else time.process_time() + seconds
        if self.is_model:
            return self._explored(clock, began)
        self._examples()
        if self.failure is not None:
            return self._failed(began)
        if self._walkable() is not None:
            return self._whole(clock, began)
        few = special_tests(self.limits.tests)
        order = Order(self.trial.space, self.limits.tests - sum(few))
        over = self._overlay() if few[0] else None
        streams = Constants(order, few[0], over=over), Samples(order, few[1], chance=random.Random(self.seed))
        ended = self._streams(order, streams, clock)
        if self.failure is not None:
            return self._failed(began)
        constants, samples = streams
        covered = [order.covered()]
        covered += [f"{constants.given:,} with constants and corners"] if constants.given else []
        covered += [f"{samples.given:,} samples of larger sizes"] if samples.given else []
        covered += [f"{self.searched:,} that a search along the premise found"] if self.searched else []
        return self._verdict("; ".join(part for part in covered if part), ended, began)

    def run_on(self, proposed: Iterable[Sequence[object]]) -> Result:
        """The result of tests with these values only, as far as they are of the types."""
        began = time.perf_counter()
        for values in proposed:
            code = code_of(self.trial.space, tuple(values))
            place = self._place(code) if code is not None else None
            if place is not None:
                self._try(place, code)
            if self.failure is not None:
                return self._failed(began)
        return self._verdict("", "finished", began)

    def _examples(self) -> None:
        """The arguments that are given with `@example`, first; they count as no tests where all are tried anyway."""
        for given in self.examples:
            values = _in_order(given, self.names)
            code = code_of(self.trial.space, values) if values is not None else None
            place = self._place(code) if code is not None else None
            if place is None:
                raise Fault(
                    f"the example {given} is no value of the types of {', '.join(self.names)}",
                    remedy="give one value for each parameter, of its type",
                )
            if self._walkable() is None:
                self._try(place, code)
            if self.failure is not None:
                return

    def _walkable(self) -> int | None:
        """How many arguments there are, if they are few enough to run them all."""
        if self.is_model:
            return None
        most = self.limits.tests if self.asked else max(self.limits.tests, WALKED_WHOLE)
        return total_within(self.trial.space, most)

    def _whole(self, clock: float | None, began: float) -> Result:
        """All arguments there are, in order."""
        passage = Passage(self.trial)
        total = self._walkable() or 0
        for place, code in self._places():
            self._begin(place, code)
            found = self.tally.count(passage.step(code))
            if found is not None:
                self.failure = place, code, found
                return self._failed(began)
            if clock is not None and time.process_time() > clock:
                covered = f"{passage.steps:,} of all {total:,} values"
                return self._verdict(covered, "clock", began)
        if passage.steps != total:
            raise Broken(f"{passage.steps} arguments were listed, and {total} counted")
        result = self._verdict(f"all {total:,} values", "finished", began)
        complete = not self.tally.undefined and not self.tally.incomplete
        if total == 0:
            result = replace(
                result, verdict=Verdict.PASSED, reason=None, sentence="",
                remarks=("there is no value to test it with, so that it holds",),
            )  # fmt: skip
        if complete and result.verdict is Verdict.PASSED:
            # More values than codes there cannot be; fewer are, where one value can be written in two ways.
            many = cardinality(self.trial.function, self.fields, self.types, total)
            if many is not None:
                self.claim = Claim(many, passage.walked())
            else:
                remark = "all arguments were tried, but that proves nothing: they could not be counted apart"
                result = replace(result, remarks=(*result.remarks, remark))
        return result

    def walk_again(self) -> Walked:
        """The second walk, from the other end, watched. To be run in a process of its own."""
        passage = Passage(self.trial, watched=True)
        for place, code in reversed(list(self._places())):
            self._note(place)
            found = counterexample_in(passage.step(code))
            if found is not None:
                return replace(passage.walked(), failed=self.trial.shown(code))
        return passage.walked()

    def _places(self) -> Iterator[tuple[Locator, Code]]:
        space = self.trial.space
        for n in space.sizes():
            for i, code in enumerate(space.walk(n)):
                yield Locator(ORDER, n, i), code

    def _explored(self, clock: float | None, began: float) -> Result:
        """A model: sequences of commands that go on from ones that went well, in turn with walks at random."""
        space = self.trial.space.parts[0]
        assert isinstance(space, Items)
        exploration = Exploration(space, random.Random(self.seed))
        ended, step = "", 0
        while not ended:
            before, step = self.tally.arguments, step + 1
            for codes, went_well in ((exploration.in_order, exploration.keep), (exploration.walks, exploration.go_on)):
                for code in codes(16):
                    tests = self.tally.tests
                    self._try(self._place((code,)) or Locator(ORDER, 0, 0), (code,))
                    if self._over():
                        ended = "failed" if self.failure else "limit"
                        break
                    if self.tally.tests > tests:
                        went_well(code)
                if ended:
                    break
            if clock is not None and time.process_time() > clock:
                ended = ended or "clock"
            if self.tally.arguments == before and step > 20:
                ended = ended or "largest"
        if self.failure is not None:
            return self._failed(began)
        covered = f"all sequences of commands up to size {max(exploration.size - 1, 0)}, and walks"
        return self._verdict(covered, ended, began)

    def _streams(self, order: Order, specials: tuple[Constants, Samples], clock: float | None) -> str:
        """Runs the streams in turn until a counterexample is found, no more is there, or a limit is met."""
        chunk = 8
        last = time.process_time()
        while True:
            for item in order.take(min(chunk, self.limits.tests - self.tally.tests - self.tally.undecided)):
                if isinstance(item, Stretch):
                    self._stretch(order, item, clock)
                else:
                    self._try(item, self.trial.space.at(item.size, item.index))
                if self._over():
                    return "failed" if self.failure else "limit"
                if _is_past(clock):
                    return "clock"
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
            if _is_past(clock):
                return "clock"
            if self.searched is None and self._is_sparse():
                self._search(specials[0])
                if self._over():
                    return "failed" if self.failure else "limit"
            if order.index >= order.card and not busy and not _goes_on(order):
                return "largest"
            quick = time.process_time() - last < _UNHURRIED
            last = time.process_time()
            chunk = (min(chunk * 2, 32) if busy else min(chunk * 4, _QUICK_CHUNK)) if quick else max(chunk // 2, 1)

    def _is_sparse(self) -> bool:
        """Whether hardly any argument fits the premise."""
        return self.tally.arguments >= _SPARSE and self.tally.tests * 50 < self.tally.arguments

    def _search(self, tried: Special) -> None:
        """Looks for arguments that fit the premise, and tries what is near to those that do."""
        self.searched = 0
        space = self.trial.space
        try:
            for values in islice(search_arguments(self.trial.function), _PROPOSED):
                code = code_of(space, values)
                if code is None or not self._fits(code, tried):
                    continue
                others = (code_of(space, other) for other in islice(nearby(values), _NEAR))
                for near in (*islice(space.smaller(code), _NEAR), *others):
                    if self._over():
                        return
                    if near is not None:
                        self._fits(near, tried)
        except (Unusable, Undefined, Broken):
            raise
        except Exception as error:  # noqa: BLE001 - a search that fails costs tests, never a verdict
            self.tally.search_failed = exception_text(error)

    def _fits(self, code: Code, tried: Special) -> bool:
        """Tries arguments, which are counted only if they fit the premise."""
        place = self._place(code)
        if place is None or not tried.is_new(code):
            return False
        self._begin(place, code)
        results = self.trial.once(code)
        if isinstance(results, Refused) or all(each.outcome is Outcome.REJ for each in results):
            return False
        assert self.searched is not None
        self.searched += 1
        found = self.tally.count(results)
        if found is not None:
            self.failure = place, code, found
        return True

    def _over(self) -> bool:
        return (
            self.failure is not None
            or self.tally.tests + self.tally.undecided >= self.limits.tests
            or self.tally.arguments >= self.limits.arguments
        )

    def _stretch(self, order: Order, stretch: Stretch, clock: float | None) -> None:
        """The quick way: values as they are walked, a plain True counted at once; one by one where each is shown."""
        if self.before_each is not None:
            for index in range(stretch.start, stretch.start + stretch.count):
                self._try(Locator(ORDER, stretch.size, index), self.trial.space.at(stretch.size, index))
                if self._over() or _is_past(clock):
                    return
            return
        function, notes, index = self.trial.function, self.notes, stretch.start
        notes[STREAM], notes[SIZE], notes[INDEX + 1], notes[INDEX + 2] = 0, stretch.size, 0, 0
        notes[TESTS] = self.tally.tests
        values = stretch.values
        end = stretch.start + stretch.count
        quick = 0
        while index < end:
            notes[INDEX] = index
            try:
                arguments = next(values)
            except (Exception, SystemExit):  # noqa: BLE001 - not to be built, or an end too early: go on one by one
                order.unbuilt(index)
                break
            try:
                answer = function(*arguments)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - the story is told in trial.py
                found = self.tally.count(self.trial.raised(error))
            else:
                index += 1
                if answer is True:
                    quick += 1
                    continue
                self.tally.tests, quick = self.tally.tests + quick, 0
                found = self.tally.count(self.trial.read(answer))
                index -= 1
            if found is not None:
                self._found(Locator(ORDER, stretch.size, index), found)
                break
            index += 1
            if self._over() or _is_past(clock):
                break
        self.tally.tests += quick

    def _try(self, place: Locator, code: Code) -> None:
        self._begin(place, code)
        found = self.tally.count(self.trial.once(code))
        if found is not None:
            self.failure = place, code, found

    def _found(self, place: Locator, found: Tried) -> None:
        self.failure = place, self.code_at(place), found

    def _begin(self, place: Locator, code: Code) -> None:
        self._note(place)
        if self.before_each is not None:
            self.before_each(as_text(self.trial.sources(code)))

    def _note(self, place: Locator) -> None:
        note_place(self.notes, place)
        self.notes[TESTS], self.notes[DISCARDS] = self.tally.tests, self.tally.discarded

    def _overlay(self) -> Space | None:
        return overlay(self.trial.space, harvest(self.trial.function, self.trial.space))

    def code_at(self, place: Locator) -> Code:
        """The arguments at a place; a fault where there are none."""
        space: Space | None = self._overlay() if place.stream == CONSTANTS else self.trial.space
        if space is None or (self.names and place.index >= space.card(place.size)):
            raise Fault(f"there is no test {place} of {self.name}", remedy="take the words that a report shows")
        return space.at(place.size, place.index) if self.names else ()

    @property
    def names(self) -> list[str]:
        return list(self.trial.names)

    def _verdict(self, covered: str, ended: str, began: float) -> Result:
        """Rules 6 and 7, with the decisions told at the top."""
        tally = self.tally
        result = Result(
            self.name, Verdict.PASSED, tally.tests, tally.discarded, labels=tally.sorted_labels(), covered=covered,
            seconds=time.perf_counter() - began, remarks=(*tally.remarks(), *self.trial.space.remarks),
        )  # fmt: skip
        if tally.tests == 0:
            if tally.undefined:
                return replace(
                    result, verdict=Verdict.UNDECIDED, reason="limit", sentence=tally.undefined, remarks=()
                )  # fmt: skip
            why = f"every argument was discarded ({tally.unbuilt_why})" if tally.unbuilt_why else (
                "every argument was discarded; weaken the premise, or use for_all with values for which it holds"
            )  # fmt: skip
            return replace(result, verdict=Verdict.UNDECIDED, reason="nothing_tested", sentence=why)
        if tally.undecided > tally.tests:
            every = tally.undecided + tally.tests
            sentence = f"{tally.undecided:,} of {every:,} arguments could not be decided: {tally.undefined}"
            return replace(result, verdict=Verdict.UNDECIDED, reason="limit", sentence=sentence, remarks=())
        if ended == "clock":
            sentence = "the time ended first; give it more (--seconds) or ask for fewer tests (--tests)"
            return replace(result, verdict=Verdict.UNDECIDED, reason="budget", sentence=sentence)
        if ended == "largest" and tally.tests < _HARDLY_ANY:
            many = "is only one argument" if tally.tests == 1 else f"are only {tally.tests} arguments"
            said = f"there {many} that Viva can make: this says little; say how others are made with register or @prop"
            return replace(result, remarks=(*result.remarks, said))
        return result

    def _failed(self, began: float) -> Result:
        assert self.failure is not None
        place, code, first = self.failure
        self._note(place)
        self.notes[FOUND] = 1
        if self.when_found:
            self.when_found(self.example(code, first, place, minimal=False), reason_of(first))
        tests, discarded = self.tally.tests, self.tally.discarded
        again = self.trial.failure(code)
        if again is None:
            return self.inconsistent(code, began)
        smallest = minimise(self.trial.space, code, self.trial.failure)
        self.found = smallest.code
        final = self.trial.failure(self.found) or again
        if not self._fails_again(self.found):
            return self.inconsistent(self.found, began)
        where = None if repr(self.found) == repr(code) else self._place(self.found)
        return Result(
            self.name, Verdict.REFUTED, tests, discarded,
            self.example(self.found, final, where or place, smallest.minimal),
            labels=self.tally.sorted_labels(), reason=reason_of(final), sentence="a counterexample was found",
            seconds=time.perf_counter() - began, remarks=(*self.tally.remarks(), *self.trial.space.remarks),
        )  # fmt: skip

    def _fails_again(self, code: Code) -> bool:
        """Whether it fails every time: a property that draws lots may well fail twice."""
        stop = time.process_time() + _RERUN
        for _ in range(_RERUNS):
            if self.trial.failure(code) is None:
                return False
            if time.process_time() > stop:
                break
        return True

    def inconsistent(self, code: Code, began: float) -> Result:
        sentence = (
            f"it fails and then holds for the same arguments ({self.trial.shown(code)}); "
            "a property must depend on its arguments only"
        )
        return Result(
            self.name, Verdict.REJECTED, self.tally.tests, self.tally.discarded, reason="inconsistent",
            sentence=sentence, seconds=time.perf_counter() - began,
        )  # fmt: skip

    def _place(self, code: Code) -> Locator | None:
        weight = self.trial.space.weigh(code)
        where = None if weight is None or weight > _RANKED else self.trial.space.rank(code)
        return None if where is None else Locator(ORDER, *where)

    def example(self, code: Code, tried: Tried, place: Locator, minimal: bool) -> Counterexample:
        sources = self.trial.sources(code)
        names = names_for(self.trial.function, self.trial.space)
        by_value = not tried.unbuilt and is_rebuilt(sources, self.trial.space, code, names)
        values = {} if tried.unbuilt else dict(zip(self.names, self.trial.space.build(code), strict=True))
        replay = as_text(sources) if by_value else str(place)
        return Counterexample(values, sources, minimal, replay, tried.bound, tried.note, self.types_now())

    def types_now(self) -> tuple[str, ...]:
        return tuple(part.name for part in self.trial.space.parts)

    def sources_at(self, place: Locator) -> dict[str, str]:
        """The arguments at a place, for a test that did not come back."""
        return self.trial.sources(self.code_at(place))


def _in_order(given: Example, names: Sequence[str]) -> tuple[object, ...] | None:
    """The values of an example, by the order of the parameters."""
    by_name = dict(zip(names, given.values, strict=False)) | dict(given.named)
    whole = len(given.values) + len(given.named) == len(names) and by_name.keys() == set(names)
    return tuple(by_name[name] for name in names) if whole else None


def _is_past(clock: float | None) -> bool:
    return clock is not None and time.process_time() > clock


def reason_of(tried: Tried) -> str:
    return "exception" if tried.note.startswith("raised ") else "wrong"


def _goes_on(order: Order) -> bool:
    return order.size < 200 and not order.finished and any(order.space.card(order.size + k) for k in range(1, 80))
