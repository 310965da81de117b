"""The small words and smileys that people put before or behind a turn, and that change nothing.

"D7 F8 please, gl :)" is the turn D7 F8. The list is closed: any other word makes a message talk,
and whatever doubts or denies (or, maybe, not, if, wait, ?) is never among these. `docs/turns.md`
shows all of them.
"""

WORDS = frozenset(
    (
        *("please", "pls", "plz", "thanks", "thx", "ty", "cheers"),
        *("hi", "hello", "hey", "gl", "hf", "glhf", "gg", "wp", "ggwp"),
        *("ok", "okay", "alright", "lol", "haha", "hehe", "hm", "hmm", "hmmm", "xd"),
    )
)
PHRASES = frozenset((("good", "luck"), ("have", "fun"), ("thank", "you"), ("your", "turn")))
SMILEYS = (":)", ":-)", ";)", ";-)", ":D", ":-D", ":P", ":p", "^^", "<3")
