"""Measurements: ratios within one run. Nothing here gates a change by time."""
