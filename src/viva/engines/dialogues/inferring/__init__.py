"""Which specification a program follows that does not follow the asked one (section 9.2 of the paper).

Start with `infer.py`. `changes.py` holds the specifications that differ from one in a single place, and `beside.py`
puts two of them side by side, step by step.
"""
