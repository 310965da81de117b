"""What a check of the configuration comes to: values that carry data, each with its mark.

`bot.wording.doctor` says them, and `referee doctor` prints them. A `reason` is what a library or a
server said of itself, such as *Connection refused*.
"""

from bot.findings.database import DatabaseFinding
from bot.findings.discord import DiscordFinding
from bot.findings.forum import ForumFinding
from bot.findings.lease import LeaseFinding
from bot.findings.machine import MachineFinding

Finding = MachineFinding | DatabaseFinding | DiscordFinding | ForumFinding | LeaseFinding
"""Everything that can be found, good or bad."""
