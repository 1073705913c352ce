"""The command: the only place that may import what the library itself must not need."""
