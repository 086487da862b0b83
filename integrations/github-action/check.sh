#!/usr/bin/env bash
# One check for a workflow: annotations, a step summary, SARIF, and the verdict as an output. Ends with stackcheck's exit code.
set -uo pipefail

stackcheck() { npx --yes "stackcheck@${STACKCHECK_VERSION}" "$@"; }

if [ -n "${STACKCHECK_DATA_FILE:-}" ]; then
  stackcheck data import "$STACKCHECK_DATA_FILE" || exit $?
fi

read -r -a paths <<<"${STACKCHECK_PATHS:-.}"
read -r -a args <<<"${STACKCHECK_ARGS:-}"
summary="$(mktemp)"
outcome="$(mktemp)"
trap 'rm -f "$summary" "$outcome"' EXIT

formats=(--format github --format "markdown:$summary" --format "json:$outcome")
if [ -n "${STACKCHECK_SARIF_FILE:-}" ]; then formats+=(--format "sarif:$STACKCHECK_SARIF_FILE"); fi

stackcheck check "${paths[@]}" --source "${STACKCHECK_SOURCE:-snapshot}" "${formats[@]}" ${args[@]+"${args[@]}"}
code=$?

if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$summary" >>"$GITHUB_STEP_SUMMARY"; fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  verdict="$(node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8") || "{}").verdict ?? ""' "$outcome")"
  {
    echo "verdict=$verdict"
    echo "sarif-file=${STACKCHECK_SARIF_FILE:-}"
  } >>"$GITHUB_OUTPUT"
fi
exit "$code"
