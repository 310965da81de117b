"""The forums' venue, on loopback forums that answer as the real ones do."""
