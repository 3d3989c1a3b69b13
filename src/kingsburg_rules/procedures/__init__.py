"""The big words that the calendar calls: one module for each part of the rulebook."""
