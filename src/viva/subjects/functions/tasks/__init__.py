"""The kinds of task, each with the five functions of `viva.core.kinds.Kind`. Start reading in `reference.py`.

The keys `reference` and `properties` of an exercise say which it is. The kinds differ in what decides; what they read,
draw and vary is the same.
"""
