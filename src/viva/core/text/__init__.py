"""Text that is read, written and shown: the kits for notations, JSON and XML of strangers, what reaches people."""
