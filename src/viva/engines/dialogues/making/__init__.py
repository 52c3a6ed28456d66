"""New specifications made at random, with the words that ask for them (section 9.2 of the paper).

Start with `make.py`, which says what a task must be to be given out. `plans` says how one is put together: in `small`
without a loop, in `collecting` with one, in `stories` with a course of its own. `pieces` holds what tasks are about and
what is asked of values, `drafts` what a plan draws, `measures` how difficult the result is, and
`mistakes` what somebody might get wrong.
"""
