#!/bin/sh
# Shows an offer with curl, and buys with a payment that something else has signed, since curl cannot sign.
#
#   ./buy.sh GET /v1/eol/nodejs
#   ./buy.sh POST /v1/eol/check '{"items":[{"product":"python","version":"3.12.4"}]}'
#   PAYMENT=eyJ4NDAy… ./buy.sh GET /v1/eol/nodejs
#
# PAYMENT is a value of PAYMENT-SIGNATURE. When the answer is settlement_unknown or payment_in_progress, run the same
# line with the same PAYMENT again; never sign a new one then.
set -eu

usage() {
  sed -n '2,9s/^# \{0,1\}//p' "$0"
}

case "${1:-}" in
-h | --help)
  usage
  exit
  ;;
esac
if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  usage >&2
  exit 2
fi

base_url=${BASE_URL:-http://127.0.0.1:8402}
method=$1
path=$2
body=${3:-}

ask() {
  if [ -n "$body" ]; then
    set -- "$@" --header 'Content-Type: application/json' --data "$body"
  fi
  curl --silent --show-error --request "$method" "$@" "$base_url$path"
}

if [ -n "${PAYMENT:-}" ]; then
  ask --fail-with-body --header "PAYMENT-SIGNATURE: $PAYMENT"
  exit
fi

# The offer of protocol version 2: base64 of JSON in a header. The body holds version 1 and says what to do.
ask --dump-header - --output /dev/null |
  tr -d '\r' |
  awk 'tolower($1) == "payment-required:" { print $2 }' |
  base64 -d
echo
