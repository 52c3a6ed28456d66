"""Two wrong answers to the same exercise, of which a teacher would clearly give the first one more.

They were written down before any of them was marked.
"""

from functools import cache
from pathlib import Path

import pytest

import viva

ROOT = Path(__file__).parents[2] / "exercises"

ENDS = "        0  1\n-> q0   {} {}\n   q1   {} {}\n*  q2   {} {}\n"
TWO = "       a   b\n-> q0  {} {}\n   q1  {} {}\n{}  q2  {} {}\n   q3  {} {}\n"
AUTOMATA = [
    # one arrow is wrong; all of them are
    (
        "ends-in-00",
        "txt",
        ENDS.format("q1", "q0", "q2", "q0", "q0", "q0"),
        ENDS.format("q0", "q0", "q0", "q0", "q0", "q0"),
    ),
    # one arrow is wrong; two are
    (
        "ends-in-00",
        "txt",
        ENDS.format("q1", "q0", "q2", "q0", "q2", "q2"),
        ENDS.format("q1", "q1", "q2", "q0", "q2", "q2"),
    ),
    # ends in 00 but for one arrow; begins with 00
    (
        "ends-in-00",
        "txt",
        ENDS.format("q1", "q0", "q2", "q1", "q2", "q0"),
        "        0  1\n-> q0   q1 t\n   q1   q2 t\n*  q2   q2 q2\n   t    t  t\n",
    ),
    # ends in 0; everything
    ("ends-in-00", "txt", "        0  1\n-> q0   q1 q0\n*  q1   q1 q0\n", "        0  1\n->* q0   q0 q0\n"),
    # ends in 0 or more; nothing
    ("ends-in-00", "txt", "        0  1\n-> q0   q1 q0\n*  q1   q1 q0\n", "        0  1\n-> q0   q0 q0\n"),
    # at least two; everything
    (
        "exactly-two",
        "txt",
        "       a   b\n-> q0  q1  q0\n   q1  q2  q1\n*  q2  q2  q2\n",
        "       a  b\n->* q0 q0 q0\n",
    ),
    # two or more than three; at least two
    (
        "exactly-two",
        "txt",
        TWO.format("q1", "q0", "q2", "q1", "*", "q3", "q2", "q2", "q3"),
        "       a   b\n-> q0  q1  q0\n   q1  q2  q1\n*  q2  q2  q2\n",
    ),
    # the wrong state accepts; nothing does
    (
        "exactly-two",
        "txt",
        TWO.format("q1", "q0", "q2", "q1", "*", "q3", "q2", "q3", "q3").replace("   q1", "*  q1"),
        "       a   b\n-> q0  q0  q0\n",
    ),
    # forgets what may follow; one word
    ("even-number-of-a", "regex", "(b*ab*a)*", "aa"),
    # a's side by side only; any words
    ("even-number-of-a", "regex", "(aa|b)*", "(a|b)*"),
]

HARMONY = [
    # one of three is wrong; two are
    (
        "write-scales",
        "txt",
        "Eb F G Ab Bb C D\nC# D# E F# G# A B\nG A B C D E F\n",
        "Eb F G Ab Bb C D\nC# D# E F# G# A B\nG A B C D E F#\n",
    ),
    (
        "write-scales",
        "txt",
        "Eb F G Ab Bb C D\nC# D# E F# G# A B\nG A B C D E F\n",
        "Eb F G A Bb C D\nC D E F G A B\nG A B C D E F#\n",
    ),
    ("write-intervals", "txt", "Cb5\nAb4\nB4\nC4\n", "Cb5\nA4\nB4\nC4\n"),
    ("write-intervals", "txt", "Cb5\nAb4\nB4\nC4\n", "C5\nA4\nBb4\nC4\n"),
    (
        "write-chords",
        "txt",
        "Bb D F G\nF# A C E\nC Eb G Ab\nE G# B D F#\n",
        "Bb D F G\nF# A C E\nC E G A\nE G B D F#\n",
    ),
    ("write-chords", "txt", "Bb D F G\nF# A C Eb\nC Eb G Ab\nE G# B D\n", "G B D F\nF# A C E\nC E G A\nE G B D\n"),
    ("intervals", "txt", "M6\nA4\nm10\nd5\nm7\n", "M6\nP4\nm10\nP5\nm7\n"),
    ("intervals", "txt", "M6\nP4\nm10\nd5\nm7\n", "m6\nP4\nM3\nP5\nm7\n"),
    # one chord has a wrong note; parallels all through
    (
        "four-parts",
        "txt",
        "G2 D3 B3 G4\nC3 E3 C4 A4\nD3 D3 A3 F#4\nG2 D3 B3 G4\n",
        "G2 D3 B3 G4\nC3 G3 E4 C5\nD3 A3 F#4 D5\nG2 D3 B3 G4\n",
    ),
    # one wrong note; no chord is right
    (
        "four-parts",
        "txt",
        "G2 D3 B3 G4\nC3 E3 C4 A4\nD3 D3 A3 F#4\nG2 D3 B3 G4\n",
        "A2 E3 C4 A4\nB2 F3 D4 B4\nE3 E3 B3 G4\nA2 E3 C4 A4\n",
    ),
]

FOURTH = "input press\noutput ring\nmachine {{\n  initial A\n  state B\n  state C\n  state D\n{}}}\n"
ROUND = "  A -> B: press\n  B -> C: press\n  C -> D: press\n"
MACHINES = [
    # rings every fifth time; rings at every press
    (
        "every-fourth",
        "machine.txt",
        FOURTH.format("  state E\n" + ROUND + "  D -> E: press\n  E -> A: press / ring\n"),
        "input press\noutput ring\nmachine {\n  initial A\n  A -> A: press / ring\n}\n",
    ),
    # rings only once; never
    (
        "every-fourth",
        "machine.txt",
        FOURTH.format("  state E\n" + ROUND + "  D -> E: press / ring\n"),
        "input press\noutput ring\nmachine {\n  initial A\n  A -> A: press\n}\n",
    ),
    # one press too early; at every press
    (
        "every-fourth",
        "machine.txt",
        FOURTH.format("  A -> B: press\n  B -> C: press\n  C -> D: press / ring\n  D -> A: press\n"),
        "input press\noutput ring\nmachine {\n  initial A\n  A -> A: press / ring\n}\n",
    ),
    # one situation of sixteen; one of the two conditions forgotten everywhere
    ("alarm", "machine.txt", "@refinement-wins.machine.txt", "@entered-reacts.machine.txt"),
    # only what several inputs at once do; no work at all
    (
        "washing-machine",
        "machine.txt",
        "@always-preempted.machine.txt",
        "input start, stop, next\noutput fill, heat, spin, done\nmachine {\n  initial Idle\n}\n",
    ),
]

HEATER = "variables T = {}\nmode off\n T' = {}\n when T <= {} go to on\nmode on\n T' = {}\n when T >= {} go to off\n"
HYBRID = [
    # one number is wrong; all are
    ("thermostat", "hybrid", HEATER.format(20, -1, 17, 2, 21), HEATER.format(25, -3, 10, 5, 40)),
    # a rate; no heater at all
    ("thermostat", "hybrid", HEATER.format(20, -1, 18, 3, 21), "variables T = 20\nmode off\n T' = -1\n"),
    # begins a degree too warm; two things are wrong
    ("thermostat", "hybrid", HEATER.format(21, -1, 18, 2, 21), HEATER.format(21, -1, 18, 4, 26)),
    # a limit; the heater cools
    ("thermostat", "hybrid", HEATER.format(20, -1, 18, 2, 22), HEATER.format(20, -1, 18, -2, 21)),
    # the window of a guard; nothing moves
    ("thermostat", "hybrid", HEATER.format(20, -1, 19, 2, 21), "variables T = 20\nmode off\n T' = 0\n"),
]

STEP = "def step(sensors, state):\n"
LABS = [
    # too weak; the wrong way round
    (
        "keep-a-level",
        "py",
        STEP + "    return 0.3 * (5 - sensors['level'])\n",
        STEP + "    return 1.0 if sensors['level'] > 5 else 0.0\n",
    ),
    # keeps it a little too high; always on
    ("keep-a-level", "py", STEP + "    return 1.0 if sensors['level'] < 6.3 else 0.0\n", STEP + "    return 1\n"),
    # stops too early; turns on and on
    (
        "reach-the-goal",
        "py",
        "from math import pi\n"
        + STEP
        + "    e = pi / 2 - sensors['angle']\n    if abs(e) > 0.05 and sensors['distance'] < 0.05:\n"
        "        return (-0.1, 0.1) if e > 0 else (0.1, -0.1)\n"
        "    return (0.2 - 0.1 * e, 0.2 + 0.1 * e) if sensors['distance'] < 2.4 else (0, 0)\n",
        STEP + "    return -0.1, 0.1\n",
    ),
    # drives past the goal; does nothing
    (
        "reach-the-goal",
        "py",
        "from math import pi\n"
        + STEP
        + "    e = pi / 2 - sensors['angle']\n    if abs(e) > 0.05 and sensors['distance'] < 0.05:\n"
        "        return (-0.1, 0.1) if e > 0 else (0.1, -0.1)\n    return 0.2 - 0.1 * e, 0.2 + 0.1 * e\n",
        STEP + "    return 0, 0\n",
    ),
    # forgets the petrol; stops and lets the other one drive away
    (
        "keep-a-distance",
        "py",
        STEP + "    return 3 if sensors['gap'] > 2 * sensors['speed'] + 8 else -6\n",
        STEP + "    return -6\n",
    ),
]

ASSEMBLY = [
    # one fact of two; none
    ("fill-with-zero", "inv", "loop: invariant eax + ecx == 20\n", "loop: invariant eax >= 0\n"),
    # a true fact and a false one; a false one
    (
        "fill-with-zero",
        "inv",
        "loop: invariant eax + ecx == 20\nloop: invariant eax < 15\n",
        "loop: invariant eax < 15\n",
    ),
    # two facts of three; one
    (
        "copy-bytes",
        "inv",
        "loop: invariant edx <= n\nloop: invariant forall i. i < edx => b[edi + i] == old(b[esi + i])\n",
        "loop: invariant edx <= n\n",
    ),
    # half of it; the contract copied
    (
        "fill-with-zero",
        "inv",
        "loop: invariant forall x. 10 <= x && x < eax => b[x] == 0\n",
        "loop: invariant forall x. 10 <= x && x < 20 => b[x] == 0\n",
    ),
    # does what is asked and forgets a register; does something else
    ("write-sum", "s", "@forgets-ebx.s", "start: xorl %eax, %eax\ndone: ret\n"),
]

PAIRS = [
    pytest.param(subject, *pair, id=f"{subject} {number}")
    for subject, pairs in (
        ("automata", AUTOMATA),
        ("harmony", HARMONY),
        ("machines", MACHINES),
        ("hybrid", HYBRID),
        ("labs", LABS),
        ("assembly", ASSEMBLY),
    )
    for number, pair in enumerate(pairs, 1)
]


@cache
def marks(exercise: Path, text: str, ending: str) -> float:
    if text.startswith("@"):
        text = (exercise / "examples" / "wrong" / text[1:]).read_text()
    report = viva.check(exercise, viva.Submission.from_text(text, f"answer.{ending}"), attempt=1)
    assert not report.verdict.right
    assert report.score is not None
    return report.score


@pytest.mark.parametrize(("subject", "exercise", "ending", "more", "less"), PAIRS)
def test_the_better_of_two_wrong_answers_gets_more(
    subject: str, exercise: str, ending: str, more: str, less: str
) -> None:
    folder = ROOT / subject / exercise
    assert marks(folder, more, ending) > marks(folder, less, ending)
