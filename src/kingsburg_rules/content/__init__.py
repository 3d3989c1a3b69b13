"""From files to a rule set: reading, checking, packs, editions, linking, compiling."""
