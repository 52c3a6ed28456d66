"""Algorithms over plain values that several floors need."""
