"""What every venue must hold to, tested in one set of tests: `test_every_venue.py`.

A venue joins by an `Arena` (what its people do, and what they see there) and one line in
`arenas.py`.
The tests know a venue only by that; what the desk may ask of it is in `bot/desk/venue.py`.
"""
