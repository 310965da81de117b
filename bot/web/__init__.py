"""The watch pages: any match of any venue, read-only, for whoever has its link."""
