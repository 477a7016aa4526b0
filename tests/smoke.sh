#!/usr/bin/env bash
# Starts both release programs as a person would: one practice match in the terminal, one in a real window under a
# virtual display.   tests/smoke.sh FOLDER_OF_THE_PROGRAMS
set -euo pipefail
bin=$1
limit=120

out=$(timeout $limit "$bin/botdock-cli" practice --mode octagon --opponent easy)
grep -q 'Board 1' <<<"$out" && grep -q 'Board 2' <<<"$out" && grep -qi 'won\|lost\|draw' <<<"$out" ||
  { echo "botdock-cli practice did not show two boards and a result:"; echo "$out"; exit 1; }
echo "console: a practice match played"

log=$(mktemp)
xvfb-run -a -s '-screen 0 1280x800x24 -nolisten tcp' timeout $limit "$bin/botdock" --practice=std --quit-after-match >"$log" 2>&1 ||
  { echo "botdock in a window failed:"; cat "$log"; exit 1; }
if grep -q 'Board 1' "$log"; then
  echo "botdock opened no window and played in the terminal:"; cat "$log"; exit 1
fi
rm -f "$log"
echo "window: a practice match played"

out=$(env -u DISPLAY -u WAYLAND_DISPLAY timeout $limit "$bin/botdock" 2>&1)
grep -qi 'no display' <<<"$out" && grep -q 'Board 2' <<<"$out" ||
  { echo "without a display botdock should say so and play in the terminal:"; echo "$out"; exit 1; }
echo "no display: said so and played in the terminal"
