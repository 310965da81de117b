"""Matches in the topics of web forums: NodeBB and Discourse."""
