"""Topics of web forums as they are read: HTML → lines, lines → turns; no forum in particular."""
