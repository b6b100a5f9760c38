#!/bin/sh
# Tells the phase of the day from an hour.
set -eu
hour=$1

if [ "$hour" -lt 12 ]; then
  echo morning
elif [ "$hour" -lt 18 ]; then
  echo afternoon
else
  echo evening
fi
