"""What a match looks like: the scene of a position, the film of a game, the record of a match."""
