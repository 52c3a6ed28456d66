"""Two structures side by side: whether they are the same, and where they differ or share."""
