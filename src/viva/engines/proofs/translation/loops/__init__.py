"""Loops as folds. Start with `rounds`, which tells why that is sound; `summarise` writes the folds, `ranking` finds why
loops end.
"""
