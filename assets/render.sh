#!/usr/bin/env bash
# Renders the app icon from its SVG files: PNG for the window, ico for Windows, icns for macOS.
# Needs rsvg-convert (librsvg2-bin), convert (imagemagick) and png2icns (icnsutils).
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for size in 16 32 48 64 128 256 512; do
  svg=icon-app.svg
  [ "$size" -gt 32 ] || svg=icon-app-16.svg
  rsvg-convert -w "$size" -h "$size" "$svg" -o "$work/$size.png"
done
cp "$work/256.png" icon-app-256.png
convert "$work/16.png" "$work/32.png" "$work/48.png" "$work/256.png" botdock.ico
png2icns Botdock.icns "$work/16.png" "$work/32.png" "$work/128.png" "$work/256.png" "$work/512.png" >/dev/null
