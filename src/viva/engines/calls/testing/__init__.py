"""Runs of the cases of a suite, what they take, and what it means that there is no answer. Start reading in
`tested.py`.
"""
