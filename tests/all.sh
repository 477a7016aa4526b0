#!/usr/bin/env bash
# Every check there is, after installing what they need. Ends with the test runner's own summary.
#
#   tests/all.sh          all of it
#   tests/all.sh quick    without the release build and the smoke start
set -euo pipefail
cd "$(dirname "$0")/.."
here=$(pwd)
mode=${1:-all}

step() { printf '\n== %s (%ds)\n' "$*" "$SECONDS"; }

# What a bare Debian or Ubuntu lacks: a C compiler to link with, a virtual display and software drawing.
packages="gcc libc6-dev xvfb xauth openbox xdotool imagemagick libgl1 libegl1 libgl1-mesa-dri mesa-vulkan-drivers
  libxkbcommon-x11-0 libxcursor1 libxi6 libxrandr2 fontconfig"
if command -v apt-get >/dev/null; then
  missing=""
  for package in $packages; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
  done
  if [ -n "$missing" ]; then
    step "installing$missing"
    as_root=""
    [ "$(id -u)" = 0 ] || as_root=sudo
    $as_root apt-get update -qq
    # shellcheck disable=SC2086  # the list is meant to split into words
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
  fi
fi
command -v cargo >/dev/null || { echo "Rust is missing: install it from https://rustup.rs, then run this again." >&2; exit 1; }

export CARGO_TERM_COLOR=${CARGO_TERM_COLOR:-never}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_RUNTIME_DIR="$scratch/runtime"
mkdir -m 700 "$XDG_RUNTIME_DIR"

step "format"
cargo fmt --check

step "lint: core, host, all"
cargo clippy --quiet --locked --no-default-features --lib -- -D warnings
cargo clippy --quiet --locked --no-default-features --features host --lib --bins -- -D warnings
cargo clippy --quiet --locked --all-targets -- -D warnings

step "docs"
RUSTDOCFLAGS="-D warnings" cargo doc --quiet --locked --no-deps

if [ "$mode" = all ]; then
  step "release build"
  cargo build --quiet --locked --release
  step "smoke start"
  bash tests/smoke.sh "$here/target/release"
fi

step "examples in the docs"
cargo test --quiet --locked --doc

step "tests"
if command -v cargo-nextest >/dev/null; then
  cargo nextest run --locked --status-level fail
else
  cargo test --locked --all-targets
fi
