"""One module for each kind of task, all with the same five functions."""
