"""New events, and new fields of events; no table changes.

`alternatives` of `RequestMade`: several hours for a match may be proposed at once. `filled` of
`CupStarted`: the sparring partner may make an odd number even. `CheckInOpened`, `PlayersCalled`,
`PlayerCheckedIn`, `CheckInFailed` and `absent` of `CupStarted`: a cup may have a check-in.
"""

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Changes no table: an older program must not take what is new for damage."""
