"""What a check of the configuration or of a database comes to, as values; `bot.wording` says it."""
