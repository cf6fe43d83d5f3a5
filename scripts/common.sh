# shellcheck shell=bash
# What the scripts beside this file share. Sourced, never run.

set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"

# Prints what is being done.
say() {
    printf '==> %s\n' "$*"
}

# Prints what is wrong and what to do about it, and ends the script.
fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# Whether a command of this name can be run.
have() {
    command -v "$1" > /dev/null 2>&1
}

# Prints the server's address of the demo that runs with data in a folder, or fails silently if none runs.
address_of_running_demo() {
    local process address
    [ -f "$1/running-demo" ] && read -r process address < "$1/running-demo" || return 1
    # The process may have been killed, and its number be another's.
    [[ "$(ps -ww -p "$process" -o command= 2> /dev/null)" == *run-demo* ]] && printf '%s\n' "$address"
}

# Prints the browser that the browser tests drive, or fails silently if there is none.
find_chromium() {
    local candidate
    for candidate in \
        "${FIRESTEEL_CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome \
        "/Applications/Chromium.app/Contents/MacOS/Chromium" \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        if [ -n "$candidate" ] && have "$candidate"; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

# How `make` builds: modules as wholes and without debug information, which takes a quarter less. It has a folder of its
# own beside that of `swift build`, which is for debugging: one folder would be built anew at each change between the two.
# All that traits enable is built, and the examples are part of the package, so that all is built once.
# The index is needed to find tests; what the system's modules have is of no use in it, nor what C++ has.
# shellcheck disable=SC2034
build_options=(
    --scratch-path .build/make -debug-info-format none --traits Everything
    -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -no-emit-module-separately-wmo
    -Xswiftc -index-ignore-system-modules -Xcxx -index-store-path -Xcxx ""
)
export FIRESTEEL_EXAMPLES=1
