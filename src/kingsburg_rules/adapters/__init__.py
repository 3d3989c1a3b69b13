"""Adapters: the game for programs that are not written for it."""
