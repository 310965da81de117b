"""Sows bugs into the engine and the referee, one at a time, and counts how many the tests find.

    make mutants                    all of them
    make mutants SAMPLE=120         a fixed sample: the same mutants as long as their lines stand
    make mutants ONLY=clock         those of some files
    make mutants AGAIN=1            only those that survived the last run

What is sown comes from mutmut's operators (`sowing`). mutmut's own runner leaves out whatever is
decorated (properties, cached functions) and all tables; ours (`trial`) doesn't, and forks a
process that has collected the tests already, so that a mutant costs a fraction of a second.

It prints every mutant that no test finds, and fails if they are more than 5 in 100, or WANTED says
otherwise. One that changes nothing that can be observed belongs into `equivalent.toml` with its
reason, and is not counted then. A test that takes too long has found its mutant, so that a slow
machine fails nothing; for a sample, only the share decides.
"""
