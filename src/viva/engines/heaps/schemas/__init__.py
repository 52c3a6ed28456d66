"""Partial structures that stand for many: found by lazy initialisation, generalised, asked about."""
