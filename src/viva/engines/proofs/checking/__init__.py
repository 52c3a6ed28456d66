"""What is to be proved, what a proof is, and the checker that decides. Start reading in `claims.py`, then `checker.py`.

Nothing is looked for here; the search proposes a `certificate`, and all that is trusted besides the translation and the
terms is in this package.
"""
