"""What any web server of ours needs: its port, its connections, and the names it answers to."""
