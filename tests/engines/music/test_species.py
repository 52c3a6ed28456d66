"""First-species counterpoint: each rule is broken by its example, and what is composed breaks none."""

import pytest

from viva.engines.music import Octave, Voice, parse, read_key
from viva.engines.music.species import RULES, Line, broken_rules, compose


def line(cantus: str, counter: str, above: bool = True) -> Line:
    one, other = (tuple(parse(Voice, word) for word in text.split()) for text in (cantus, counter))
    return Line(one, other, above)


@pytest.mark.parametrize(
    ("rule", "cantus", "counter"),
    [
        ("crossed", "C4 D4 C4", "C4 B3 C4"),
        ("dissonance", "C4 D4 C4", "C5 G4 C5"),
        ("beginning", "C4 D4 C4", "E4 B4 C5"),
        ("ending", "C4 D4 C4", "C5 B4 G4"),
        ("parallel", "C4 D4 C4", "C5 D5 C5"),
        ("direct", "C4 F4 D4 C4", "E4 C5 B4 C5"),
        ("melodic", "C4 D4 C4", "C4 B4 C5"),
        ("ends_by_step", "C4 D4 C4", "C5 F4 C5"),
    ],
)
def test_each_rule_is_broken_by_its_example(rule: str, cantus: str, counter: str) -> None:
    assert rule in {name for name, _ in broken_rules(line(cantus, counter))}


def test_good_lines_break_nothing() -> None:
    assert list(broken_rules(line("C4 D4 F4 E4 D4 C4", "C5 B4 A4 C5 B4 C5"))) == []
    assert list(broken_rules(line("C5 D5 C5", "C4 B3 C4", above=False))) == []
    assert len({name for name, _ in RULES}) == 8


@pytest.mark.parametrize("above", [True, False])
@pytest.mark.parametrize("cantus", ["C4 D4 F4 E4 D4 C4", "C4 E4 D4 G4 F4 E4 D4 C4"])
def test_what_is_composed_breaks_no_rule(cantus: str, above: bool) -> None:
    notes = [Voice(note, Octave(octave)) for note in read_key("C").scale.notes for octave in range(2, 7)]
    voices = tuple(parse(Voice, word) for word in cantus.split())
    found = compose(voices, notes, above)
    assert found is not None
    assert list(broken_rules(Line(voices, found, above))) == []
