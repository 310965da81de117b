"""Discord, by discord.py."""
