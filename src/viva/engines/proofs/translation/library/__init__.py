"""What Python brings along: its functions of values and of what can be gone through, and methods of its types."""
