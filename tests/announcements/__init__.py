"""Everything the referee says, side by side: `docs/announcements.md` is made from this."""
