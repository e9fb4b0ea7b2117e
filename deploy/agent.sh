#!/bin/sh
# Starts a node in its container: joins a panel with CODE on the first start, runs the node that /data holds from then on.
set -eu
set -- --data /data --port "$PORT" --engine /agent/xray
if [ -f /data/identity.json ]; then
  # NODE_FLAGS is a list of words.
  # shellcheck disable=SC2086
  exec /agent/node $NODE_FLAGS /agent/agent.mjs run "$@"
fi
if [ -z "${CODE:-}" ]; then
  echo 'This node has joined no panel yet. Start it with CODE=…, which the page of the node shows.' >&2
  exit 1
fi
# A file, because arguments are seen by everybody who lists processes.
(umask 077 && printf '%s\n' "$CODE" >/tmp/enrol.code)
unset CODE
# shellcheck disable=SC2086
exec /agent/node $NODE_FLAGS /agent/agent.mjs enrol --code-file /tmp/enrol.code "$@"
