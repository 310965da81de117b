"""Where matches are held. Each venue is a folder that no other venue imports."""
