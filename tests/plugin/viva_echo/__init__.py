"""A small subject as a third party would write it: the submission must say what the exercise asks."""
