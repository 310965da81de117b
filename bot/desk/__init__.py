"""The one async centre: matches are loaded, locked, ruled, saved and told here."""
