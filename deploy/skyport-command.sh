#!/bin/sh
# Runs a command of the README as the panel's account: skyport admin EMAIL, skyport backup.
[ $# -gt 0 ] || { echo "usage: sudo skyport admin|backup|restore|secret-key|audit|node-kit [arguments]" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "Refused: only root can run it; run sudo skyport $*." >&2; exit 1; }
set -a
# shellcheck source=panel.env
. /etc/skyport/panel.env
set +a
name=$1
shift
cd /opt/skyport-panel/current || exit 1
exec runuser -u skyport -- env HOME="$DATA_DIR" node_modules/node/bin/node --run "$name" -- "$@"
