"""Everything that can be found, as one type."""

from bot.findings.database import DatabaseFinding
from bot.findings.discord import DiscordFinding
from bot.findings.forum import ForumFinding
from bot.findings.lease import LeaseFinding
from bot.findings.machine import MachineFinding

Finding = MachineFinding | DatabaseFinding | DiscordFinding | ForumFinding | LeaseFinding
"""Everything that can be found, good or bad."""
