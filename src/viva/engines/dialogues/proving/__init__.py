"""Proofs that a console program does what its specification says, in every run. Start reading in `prove.py`.

`instructions` are what both are written as, with the `emitter`: `admission` says which programs are followed,
`flattening` writes them (`walks` are its loops, `nodes` what is asked of single parts), `specified` specifications;
`stretches` follows either from one read to the next, `lines` holds what is written against what is allowed, `product`
has both side by side and checks an invariant of it, and `guessing` looks for one.
"""
