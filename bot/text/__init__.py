"""Logs of matches, as chats, forums and exporters write them → posts → games."""
