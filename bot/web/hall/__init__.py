"""The hall of records: pages about all matches of a server, made here and read without scripts."""
