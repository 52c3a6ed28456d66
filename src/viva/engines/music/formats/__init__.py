"""Music as files and pictures, and German names."""
