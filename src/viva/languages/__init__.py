"""How submissions in each programming language are compiled, run and compared.

Start reading in `protocol` (what a language offers), then `finding.py` (which language it is) and `python`, the
first one. The other modules are the values that all languages share.
"""
