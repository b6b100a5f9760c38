#!/bin/sh
# Counts the words of its standard input.
set -eu

wc -w | tr -d " "
