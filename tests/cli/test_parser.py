"""What the command line says of words that it can't read."""

import pytest

from bot.__main__ import main


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("reply game.txt", "replay"),
        ("REPLAY game.txt", "replay"),
        ("bakup copy.sqlite3", "backup"),
        ("spar strong greedy --sead 3", "--seed"),
        ("spar strong greedy --sead=3", "--seed"),
        ("replay game.txt --thmee dark", "--theme"),
        ("replay game.txt --theme drak", "dark"),
        ("move --form sqlite:///a --to sqlite:///b", "--from"),
        ("--prot 8081", "--port"),
        ("completion bsh", "bash"),
    ],
)
def test_a_word_that_is_nearly_right_is_answered_with_the_right_one(typed, meant, capsys):
    with pytest.raises(SystemExit) as ended:
        main(typed.split())
    out, err = capsys.readouterr()
    command = (
        "referee" if meant in ("replay", "backup", "--port") else f"referee {typed.split()[0]}"
    )
    assert (ended.value.code, out) == (2, "")
    assert err.startswith(f"usage: {command} [-h]")
    assert err.splitlines()[-1] == f"Did you mean {meant}?"


@pytest.mark.parametrize("typed", ["xyzzy", "games 7", "doctor --xyzzy", "solve", "tidy"])
def test_a_word_that_is_near_to_nothing_is_answered_without_a_guess(typed, capsys):
    with pytest.raises(SystemExit) as ended:
        main(typed.split())
    assert ended.value.code == 2
    assert "Did you mean" not in capsys.readouterr().err


def test_the_beginning_of_an_option_is_enough():
    assert main(["spar", "random", "random", "--gam", "1", "--js"]) == 0
