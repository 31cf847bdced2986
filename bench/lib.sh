# Shared by the benchmarks' scripts; to be sourced.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
bench=$root/bench
program=$root/.build/release/safefaces
data=${SAFEFACES_SHARED:-$root/../shared}/data
peer=$root/.build/bench-venv/bin/deface

# A supervisor of the benchmark's own, whatever else runs on the machine.
private=$(mktemp -d "${TMPDIR:-/tmp}/sfb.XXXXXX")
chmod 700 "$private"
export SAFEFACES_RUNTIME=$private/run SAFEFACES_STATE=$private/state
trap 'rm -rf "$private"' EXIT

fail() {
    printf '%s: %s\n' "$0" "$*" >&2
    exit 1
}

# Sets the machine up where that has not been done, then builds the programs and the named benchmark.
build() {
    "$root/Deploy/setup" >&2
    swift build -c release --package-path "$root" -j 2 >&2 || fail "the build failed"
    [ $# -eq 0 ] || swift build -c release --package-path "$root" -j 2 --product "$1" >&2 || fail "the build failed"
}

# deface with the inference engine it prefers, each package pinned, in a folder that is thrown away with the build.
need_peer() {
    local venv=$root/.build/bench-venv
    if cmp -s "$bench/peer.txt" "$venv/installed.txt"; then return 0; fi
    rm -rf "$venv"
    python3 -m venv "$venv" >&2 || fail "python3 cannot make an environment (Debian: python3-venv)"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$bench/peer.txt" >&2 ||
        fail "deface could not be installed; the comparison needs it"
    cp "$bench/peer.txt" "$venv/installed.txt"
}
