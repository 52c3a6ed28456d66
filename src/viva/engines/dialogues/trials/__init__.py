"""Programs on trial: run, judged by the rules of the exercise, slow or endless."""
