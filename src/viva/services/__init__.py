"""What all subjects and apps ask for that is more than a value: it has processes, disks or a clock.

Start reading in `checking.py`, one check from end to end, then `registry.py` (subjects that are installed, exercises in
folders) and `course.py`. `varying` writes variants, `storing` keeps suites between checks, and `workers` are processes
of their own. Nothing here runs what was submitted: that is `viva.sandbox`.
"""
