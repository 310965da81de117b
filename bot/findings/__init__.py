"""What a check of the configuration comes to: values that carry data, each with its mark.

`bot.wording.doctor` says them, and `referee doctor` prints them. A `reason` is what a library or a
server said of itself, such as *Connection refused*.
"""
