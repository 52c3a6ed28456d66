"""The interpreter of the language `abacus`, inside the sandbox."""
