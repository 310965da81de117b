"""What a match or a cup looks like: scenes, the film of a game, the record of a match."""
