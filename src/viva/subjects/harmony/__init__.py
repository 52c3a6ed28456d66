"""Music theory: notes, intervals, scales, keys and chords, and what they mean in a key.

Start reading in `model.py`; then `examine.py` (how answers are compared) and `tasks/` (one file for each kind of task;
`identify.py` is the plainest). What needs no exercise is in `viva.engines.music`.

Four files have names of this subject's own: `naming.py` (names in the language of whoever reads them),
`diagnosis.py` (what is wrong with four parts, for `explain.py` to put into words), `generate.py` (exercises of
things that are drawn at random) and `staves.py` (notes while they are written).
"""
