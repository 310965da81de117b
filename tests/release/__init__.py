"""Makes a release: `make release VERSION=1.2.0` checks, writes, builds, looks into it, and tags."""
