"""Two machines side by side: equivalence, differences, what would mend one, what explains it."""
