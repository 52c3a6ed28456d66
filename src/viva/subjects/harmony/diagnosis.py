"""What is found out about four parts: which rules they break where, and what would mend that. How it is told is said in
`explain.py`.

Every rule is looked at for every chord and every two that follow each other, so a right answer is proved.
"""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.records import dataclass
from viva.core.submission import Submission, Unreadable
from viva.core.texts import Say
from viva.engines.music import Voice
from viva.engines.music.part_writing import CHORD_FAULTS, Wanted, chord_faults, mend_voicing, write_parts
from viva.engines.music.voice_leading import PARTS, Breach, Moment, Rule, alone, breaches
from viva.subjects.harmony.notation import Sung, read_parts


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """`found` are the rules that are broken, the first first."""

    sung: Sung
    moments: Sequence[Moment]
    asked: Sequence[Wanted]
    rules: Sequence[Rule]
    found: Sequence[Breach]

    @property
    def first(self) -> Breach:
        return self.found[0]

    @property
    def part_names(self) -> list[str]:
        return [PARTS[part] for part in self.first.parts]

    @property
    def now(self) -> list[Voice]:
        return [self.moments[self.first.chord].voices[part] for part in self.first.parts]

    @property
    def before(self) -> list[Voice]:
        at = self.first.chord
        return [self.moments[at - 1].voices[part] for part in self.first.parts] if at else []

    @property
    def missed_chord(self) -> Wanted | None:
        """What is asked for, where the first mistake is that the notes are not those of the chord."""
        return self.asked[self.first.chord] if self.first.rule in CHORD_FAULTS else None

    @property
    def by_itself(self) -> bool:
        """Whether one chord shows it, as against two that follow each other."""
        return self.missed_chord is not None or alone(self.first.rule)

    def smallest_change(self) -> tuple[int, Moment] | None:
        """The chord to change, and what to sing there."""
        return mend_voicing(self.moments, self.asked, self.first.chord, self.rules)

    def changes(self, at: int, moment: Moment) -> list[tuple[str, Voice, Voice]]:
        """The parts that sing something else then, from what to what."""
        both = zip(PARTS, self.moments[at].voices, moment.voices, strict=True)
        return [(part, old, new) for part, old, new in both if old is not new]

    def left_after(self, at: int, moment: Moment) -> int:
        """How many chords are wrong still."""
        rest = [*self.moments[:at], moment, *self.moments[at + 1 :]]
        return len({each.chord for each in broken_rules(rest, self.asked, self.rules)})

    def whole_answer(self) -> list[Moment] | None:
        found = write_parts(self.asked, self.rules)
        return None if found is None else list(found)


def diagnose(sung: Sung, asked: Sequence[Wanted], rules: Sequence[Rule]) -> Diagnosis:
    moments = _moments(sung, asked)
    return Diagnosis(sung, moments, asked, rules, broken_rules(moments, asked, rules))


def broken_rules(moments: Sequence[Moment], asked: Sequence[Wanted], rules: Sequence[Rule]) -> list[Breach]:
    return sorted((*chord_faults(moments, asked), *breaches(moments, rules)), key=lambda each: each.chord)


def understood_parts(
    submission: Submission, asked: Sequence[Wanted], say: Say, locale: str, spoken: Sequence[str]
) -> Sung:
    """As the language of names reads it in which most notes are those of the chords, or else the first that can read
    it."""
    problem: Unreadable | None = None
    found: list[tuple[int, Sung]] = []
    for language in spoken:
        try:
            sung = read_parts(submission, asked, say, locale, language)
        except Unreadable as unreadable:
            problem = problem or unreadable
            continue
        fits = len(sung.chords) == len(asked)
        found.append((len([*chord_faults(_moments(sung, asked), asked)]) if fits else 0, sung))
    if not found:
        assert problem is not None
        raise problem
    return min(found, key=lambda each: each[0])[1]


def _moments(sung: Sung, asked: Sequence[Wanted]) -> list[Moment]:
    return [want.sung(voices) for want, voices in zip(asked, sung.chords, strict=True)]
