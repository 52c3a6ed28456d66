"""What is said where an answer is wrong. It is imported only then: most of it is not needed for what is right.

`replay` makes a counterexample small (`shrink`) and sees it again, `places` ranks the lines that may be to blame (by
`trying` changes and `solving` for values), `differences` says how answers are wrong and `likeness` what failing inputs
have in common, and `around` has inputs by which what is said of failures in general is checked. `features` and `facts`
are what can be said of inputs, `conditions` finds the one that tells failing inputs from the others, and `slips` are
what can be said of a source. `overview` has all that is known of the failures of a submission.
"""
