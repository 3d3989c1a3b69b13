"""The language: every word that YAML may say, one module per subject, and how words become programs.

It knows no file and no card. Start with `registry` (what a word is and how it is read), `shapes` (what the
argument of a word may be) and `emitter` (how words become operations of the engine); then read one small
subject, such as `resources` or `dice`. `influence`, `building`, `battle` and `calendar` are the parts of the
rulebook that every game plays; they are words like all others.
"""
