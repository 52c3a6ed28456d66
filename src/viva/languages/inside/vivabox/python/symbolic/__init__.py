"""Symbolic values and their branches, inside the sandbox; of the standard library and `vivabox` only.

Start reading with `path` (what a run records), then `numbers`, `texts` and `containers` (values that carry terms),
`rewriting` and `calls` (what operators cannot see), `running` (the entry). The submission shares the process with all
of this and may lie to it; what is sent out is therefore only used to propose inputs.
"""
