"""The commands of the command line."""

COMMANDS = (
    *("replay", "games", "solve", "spar", "puzzles", "fairness", "cup", "doctor"),
    *("backup", "move", "tidy", "room", "health", "completion"),
)
