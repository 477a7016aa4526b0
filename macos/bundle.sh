#!/usr/bin/env bash
# Lays out Botdock.app from built programs.   macos/bundle.sh FOLDER_OF_THE_PROGRAMS OUTPUT_FOLDER
# On a Mac it also signs ad hoc, without which Apple silicon refuses to start the program.
set -euo pipefail
bin=$1 out=$2
root=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml" | head -n 1)
app="$out/Botdock.app/Contents"

mkdir -p "$app/MacOS" "$app/Resources"
install -m 755 "$bin/botdock" "$bin/botdock-cli" "$app/MacOS/"
sed "s/@VERSION@/$version/" "$root/macos/Info.plist" >"$app/Info.plist"
cp "$root/assets/Botdock.icns" "$app/Resources/Botdock.icns"
if command -v codesign >/dev/null; then
  codesign --force --sign - "$out/Botdock.app"
fi
echo "$out/Botdock.app, version $version"
