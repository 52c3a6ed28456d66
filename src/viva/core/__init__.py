"""The vocabulary of Viva, as values. This floor knows nothing of anyone above it.

Start reading in `subject.py`, the five questions every subject answers; then `exercise.py` (what is asked),
`report.py` (what is answered) and `ladder.py` (how much of it a student may see). `deciding` makes verdicts. What has
processes, disks or a clock is the floor above, `viva.services`.
"""
