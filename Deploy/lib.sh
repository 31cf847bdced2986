# Shared by the scripts beside it; to be sourced. Everything said goes to standard error: standard output belongs
# to the program.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
deploy=$root/Deploy
deps=$root/.deps
cache=${XDG_CACHE_HOME:-${HOME:-/tmp/safefaces-$(id -u)}/.cache}/safefaces

say() { printf '%s\n' "$*" >&2; }

# One sentence, and the end.
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# Lines of a list without comments and empty ones.
entries() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$1"; }

# The OpenVINO runtime exists for this kind of CPU only; elsewhere the OpenCV engine runs.
has_openvino() { [ "$(uname -m)" = x86_64 ]; }

need_swift() {
    command -v swift >/dev/null ||
        fail "Swift $(cat "$root/.swift-version") is needed and there is no 'swift' on the PATH"
}
