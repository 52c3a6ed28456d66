"""Proofs for people and files: `telling` says them in words, `expressing` writes terms as Python, `writing` is JSON."""
