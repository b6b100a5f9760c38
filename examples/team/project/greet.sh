#!/bin/sh
# Says good day to whoever is named.

# Nobody is the world.
name=${1:-world}
echo "good day, $name"
