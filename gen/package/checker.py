#!/usr/bin/env python3
"""Compares an output with the answer, word by word: checker.py INPUT OUTPUT ANSWER.

Exit code 0 if they are the same but for white space, 1 with a message if not.
"""
import sys


def words(path):
    """The words of a file with their lines."""
    with open(path, "rb") as file:
        return [(word, i) for i, line in enumerate(file, 1) for word in line.split()]


def main():
    output, answer = words(sys.argv[2]), words(sys.argv[3])
    for (found, line), (expected, _) in zip(output, answer):
        if found != expected:
            sys.exit(f"line {line}: found {found[:40]!r}, expected {expected[:40]!r}")
    if len(output) < len(answer):
        sys.exit(f"the output ends after {len(output)} of {len(answer)} words")
    if len(output) > len(answer):
        sys.exit(f"line {output[len(answer)][1]}: expected the end of the output")


main()
