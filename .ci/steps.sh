# shellcheck shell=bash
# How the scripts beside this file run steps and report them. Sourced, never run.

set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

export CI=true

logs="$(mktemp -d)"
trap 'rm -rf "$logs"' EXIT
# A warning fails the build.
export FIRESTEEL_STRICT=1

names=()
times=()
results=()
failures=0

step() {
    local name="$1" started=$SECONDS result=passed
    shift
    printf '\n######## %s\n' "$name"
    local log="$logs/${#names[@]}"
    if ! "$@" < /dev/null 2>&1 | tee "$log"; then
        result=FAILED
        failures=$((failures + 1))
    fi
    names+=("$name")
    times+=($((SECONDS - started)))
    results+=("$result")
    printf '######## %s: %s after %s s\n' "$name" "$result" "$((SECONDS - started))"
}

# Prints what failed and the times of all steps, and fails if one did.
report() {
    # What failed is at the end, where it is read first.
    for index in "${!names[@]}"; do
        [ "${results[index]}" = FAILED ] || continue
        printf '\n######## %s: errors\n' "${names[index]}"
        grep -E '(✘|error:|warning:|FAILED|^E  |Error [0-9]+$|Fatal error|ThreadSanitizer)' "$logs/$index" | tail -n 60
    done

    printf '\n%-32s %8s  %s\n' step seconds result
    for index in "${!names[@]}"; do
        printf '%-32s %8s  %s\n' "${names[index]}" "${times[index]}" "${results[index]}"
    done
    printf '%-32s %8s\n\n' all "$SECONDS"
    printf '%d passed, %d failed\n' "$((${#names[@]} - failures))" "$failures"
    [ "$failures" -eq 0 ]
}
