"""What a frontend holds: games, positions, decisions, actions, events, views, saves and records."""
