"""The version of Viva, which every report carries; `pyproject.toml` says the same."""

VERSION = "0.1.0"
