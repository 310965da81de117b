"""What people order, the same on every venue: commands are read, carried out and answered."""
