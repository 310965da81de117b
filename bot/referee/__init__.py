"""A match as pure values: seats, clock, events and rulings. Imports the engine only."""
