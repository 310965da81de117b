"""How fair each game is: thousands of games of a program against itself, counted."""
