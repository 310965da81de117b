"""`docs/hosting.md` followed: its files as systemd reads them, its commands as one types them."""
