"""Runs a command within the system calls that are named, as systemd does for a unit.

    python confined.py CALL,CALL,... COMMAND ...

Any other call fails with EPERM. Memory can't be both written and executed.
"""

import ctypes
import os
import sys

_ALLOW, _FAIL = 0x7FFF0000, 0x00050001
"""SCMP_ACT_ALLOW and SCMP_ACT_ERRNO(EPERM)."""
_PR_SET_MDWE = 65


def confine(names: list[str]) -> None:
    """From now on, for this process and all that it starts; OSError where it can't be done."""
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    rules = ctypes.c_void_p(library.seccomp_init(_FAIL))
    for name in names:
        call = library.seccomp_syscall_resolve_name(name.encode())
        # What this processor does not have is negative.
        if call >= 0 and library.seccomp_rule_add(rules, _ALLOW, call, 0):
            raise OSError(name)
    # Older kernels don't know it.
    ctypes.CDLL(None).prctl(_PR_SET_MDWE, 1, 0, 0, 0)
    if library.seccomp_load(rules):
        raise OSError("seccomp_load")


if __name__ == "__main__":
    confine(sys.argv[1].split(","))
    os.execvp(sys.argv[2], sys.argv[2:])  # noqa: S606
