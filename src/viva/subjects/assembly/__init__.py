"""Machine code of 32-bit x86: proofs about given programs, and programs to write.

Start reading in `model.py`; then `examine.py` (the verdict on a proof) and `tasks/` (one file for each kind of task;
`annotate.py` is the plainest). What needs no exercise is in `viva.engines.x86`: what the instructions do, the language
of annotations, loops, obligations and replays.

Two files have names of this subject's own: `diagnosis.py`, which finds what `explain.py` puts into words, and
`reshape.py`, loops the other way round and elements of another size, for variants.
"""
