"""The rules of the board game Kingsburg as a typed state machine, with every card as YAML."""
