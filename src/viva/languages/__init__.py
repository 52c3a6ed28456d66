"""How submissions in each programming language are compiled, run and compared; start with `python`."""
