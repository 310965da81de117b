"""`docs/hosting.md` followed: its files as systemd and Caddy read them, its commands as one types them."""
