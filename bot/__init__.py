"""The referee of Genius death matches: rules, matches, storage, and the venues they are held in."""
