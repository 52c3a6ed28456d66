"""Programs that read and write lines, examined against a specification of what they read and write.

Start reading in `model.py`, then `notation.py` (the table of an exercise) and `examine.py` (the verdict on a program);
`tasks/` has one file for each kind of task. Specifications, their tests and programs, and how a program is run and
held against them, are in `viva.engines.dialogues`. `docs/console.md` is the reference of the notation.

What has names of this subject's own: `diagnosing/`, where `diagnosis` says what all failing runs have in common,
`symptoms` by which usual mistakes are seen in a run, and `errors` which of them stop one; `transcript.py`, which shows
a failing run beside the runs that are allowed; `generate.py`, which makes exercises at random; and `builder.py`, from
which the `spec.py` of an exercise imports.
"""
