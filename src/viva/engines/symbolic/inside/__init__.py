"""What works inside the sandbox. Nothing here is imported by the examiner."""
