"""Runs the test vectors of sbp/1 on an implementation, and compares verdicts.

    python3 run.py                      on sbp1.py, which lies beside it
    python3 run.py -- COMMAND WORD...   on another: the command gets names of files as further
                                        words, and prints one verdict a line in their order
    python3 run.py --only envelope ...  only the cases of these checks

README.md says what is in a file. Needs Python 3.8 and nothing else. Exit code 0: all as expected;
1: not; 2: the command line is wrong, or the command did not answer each case.
"""
import collections
import pathlib
import re
import subprocess
import sys

import sbp1

FOLDER = pathlib.Path(__file__).resolve().parent
AT_ONCE = 100


def head_of(file):
    lines = file.read_bytes().split(b"\n\n", 1)[0].decode().split("\n")
    return dict(line.split(": ", 1) for line in lines)


def verdicts(files, command):
    if not command:
        return [sbp1.verdict(file.read_bytes()) for file in files]
    lines = []
    for i in range(0, len(files), AT_ONCE):
        words = command + [str(file) for file in files[i:i + AT_ONCE]]
        out = subprocess.run(words, stdout=subprocess.PIPE, check=False).stdout
        lines += out.decode().rstrip("\n").split("\n")
    return lines


def agrees(expected, verdict):
    """A refusal whose code the specification does not name may have any code."""
    is_code = re.fullmatch("[a-z]+(-[a-z]+)*", verdict) and verdict != "accepted"
    return verdict == expected or (expected == "refused" and bool(is_code))


def main(words):
    command = words[words.index("--") + 1:] if "--" in words else []
    words = words[:words.index("--")] if "--" in words else words
    if words and words[0] != "--only" or "--help" in words:
        print(__doc__)
        return 2
    files = sorted(FOLDER.glob("*/*.case"))
    heads = {file: head_of(file) for file in files}
    files = [file for file in files if not words or heads[file]["check"] in words[1:]]
    got = verdicts(files, command)
    if len(got) != len(files) or not files:
        print(f"run.py: {len(files)} cases, but {len(got)} verdicts")
        return 2
    passed, total = collections.Counter(), collections.Counter()
    for file, verdict in zip(files, got):
        head = heads[file]
        good = agrees(head["expected"], verdict)
        total[head["check"]] += 1
        passed[head["check"]] += good
        if not good:
            print(f"{file.relative_to(FOLDER)}: expected {head['expected']}, was {verdict}")
            print(f"    {head['text']}: {head['what']}")
    for check in sorted(total):
        print(f"{passed[check]:4} of {total[check]:4} {check}")
    print(f"{sum(passed.values()):4} of {len(files):4} as expected")
    return 0 if passed == total else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
