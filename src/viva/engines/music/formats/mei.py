"""MEI, which verovio engraves: https://music-encoding.org"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from viva.core.text.escape import markup
from viva.engines.music.keys import signature
from viva.engines.music.scalars import Voice
from viva.engines.music.score import VALUES, Event, Piece, Score, in_bars, values

_CLEFS = {"treble": ("G", 2), "bass": ("F", 4), "alto": ("C", 3), "tenor": ("C", 4)}
_ACCIDENTALS = {-2: "ff", -1: "f", 0: "n", 1: "s", 2: "x"}
_COLOUR = "#a61b0f"


Figures = Mapping[tuple[int, Fraction], Sequence[str]]
_SIGNS = str.maketrans({"#": "♯", "b": "♭", "n": "♮", "x": "×"})


def write_mei(
    score: Score,
    wrong: frozenset[tuple[int, Fraction]] = frozenset(),
    bar: int | None = None,
    figures: Figures = MappingProxyType({}),
    *,
    blank: bool = False,
) -> str:
    """`wrong` are parts (from 0) and times whose notes are coloured; `bar` is one that is coloured whole; `figures`
    stand under the lowest part at a bar and beat; rests are left `blank` where there is to write."""
    signed = f"{abs(score.fifths)}{'s' if score.fifths > 0 else 'f'}" if score.fifths else "0"
    staves = "".join(
        f'<staffDef n="{number}" lines="5" clef.shape="{_CLEFS[part.clef][0]}" clef.line="{_CLEFS[part.clef][1]}"/>'
        for number, part in enumerate(score.parts, 1)
    )
    by_bar = in_bars(score)
    coloured = [{time for part, time in wrong if part == at} for at in range(len(score.parts))]
    bars = range(1, max((number for each in by_bar for number in each), default=1) + 1)
    measures = "".join(
        f'<measure n="{number}"{" right=" + chr(34) + "end" + chr(34) if number == bars[-1] else ""}>'
        + "".join(
            f'<staff n="{at + 1}"><layer n="1">'
            f"{_layer(pieces.get(number, []), score.fifths, coloured[at], number == bar, blank)}</layer></staff>"
            for at, pieces in enumerate(by_bar)
        )
        + "".join(
            f'<harm staff="{len(by_bar)}" tstamp="{float(beat):g}" place="below"><fb>'
            + "".join(f"<f>{markup(word.translate(_SIGNS))}</f>" for word in words)
            + "</fb></harm>"
            for (at, beat), words in figures.items()
            if at == number
        )
        + "</measure>"
        for number in bars
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><mei xmlns="http://www.music-encoding.org/ns/mei" meiversion="5.0">'
        f"<meiHead><fileDesc><titleStmt><title>{markup(score.title)}</title></titleStmt><pubStmt/></fileDesc></meiHead>"
        f'<music><body><mdiv><score><scoreDef keysig="{signed}" meter.count="{score.meter[0]}" '
        f'meter.unit="{score.meter[1]}"><staffGrp bar.thru="true">{staves}</staffGrp></scoreDef>'
        f"<section>{measures}</section></score></mdiv></body></music></mei>"
    )


def _layer(pieces: list[Piece], fifths: int, wrong: Collection[Fraction], coloured: bool, blank: bool) -> str:
    signed = {str(note.diatone): note.shift.halves for note in signature(fifths)}
    held: dict[tuple[str, int], int] = {}
    counted: dict[int | None, int] = {}
    found = []
    for piece in pieces:
        event = piece.event
        colour = f' color="{_COLOUR}"' if coloured or event.start in wrong else ""
        lengths = values(piece.duration)
        for at, each in enumerate(lengths):
            length, dots = VALUES.get(each, ("8", 0))  # a triplet is drawn as an eighth
            time = f'dur="{length}"' + (f' dots="{dots}"' if dots else "")
            on, going = at > 0 or piece.on, at < len(lengths) - 1 or piece.held
            tie = f' tie="{"m" if on and going else "t" if on else "i"}"' if event.voices and (on or going) else ""
            part = counted.get(event.mark, 0)
            counted[event.mark] = part + 1
            notes = [_note(voice, signed, held) for voice in event.voices]
            if not notes:
                found.append(f"<{'space' if blank else 'rest'}{_id(event, 0, part)} {time}{colour}/>")
            elif len(notes) == 1:
                found.append(f"<note{_id(event, 0, part)} {time}{colour}{tie} {notes[0]}/>")
            else:
                inside = "".join(
                    f"<note{_id(event, number, part)}{colour}{tie} {note}/>" for number, note in enumerate(notes)
                )
                found.append(f"<chord {time}{colour}>{inside}</chord>")
    return "".join(found)


def _id(event: Event, voice: int, part: int) -> str:
    """Of what was read from a text: `note-5-0-1` is the first voice of the fifth that is written, its second value."""
    return "" if event.mark is None else f' xml:id="note-{event.mark}-{voice}-{part}"'


def _note(voice: Voice, signed: dict[str, int], held: dict[tuple[str, int], int]) -> str:
    """An accidental is written where neither the signature nor the bar so far says it."""
    name, octave, shift = str(voice.note.diatone), voice.octave.number, voice.note.shift.halves
    sign = _ACCIDENTALS.get(shift, "n")
    said = held.get((name, octave), signed.get(name, 0))
    held[name, octave] = shift
    shown = f'accid="{sign}"' if said != shift else f'accid.ges="{sign}"'
    return f'pname="{name.lower()}" oct="{octave}" {shown}'
