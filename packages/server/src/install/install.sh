# What follows is the same for every server type. It runs under dash and busybox's ash, as root or with --prefix.
set -u
LC_ALL=C
export LC_ALL
umask 022
# A connection that breaks must not end an upgrade between the switch and the check of health.
trap '' HUP PIPE

USAGE="usage: sh $0 install|upgrade|rollback|remove|status [options]
  --prefix DIR        where everything lies (root: /opt/skyport)
  --port PORT         control port on which the panel reaches the agent (first install)
  --code CODE         one-time code of the panel's nodes page (first install); waits until the node has joined with it
  --code-file PATH    reads the code from a file, and does not wait
  --warp-file PATH    keys by which the engine goes out through WARP; without it those that are there stay
  --node-id ID        refuses a place that belongs to another node
  --listen PORTS      ports to look at, comma-separated (status)
  --init NAME         systemd, openrc or none; found out when not given
  --reenrol           joins the panel anew, keeping the usage journal
  --purge             with remove: the data directory too"

PREFIX='' PORT='' CODE='' CODE_FILE='' WARP_FILE='' NODE_ID='' LISTEN='' INIT='' PURGE=0 REENROL=0 BY_HAND=0
LOG='' LOCKED=0 DONE_WORD='' READY='' BEFORE=''
READY_SECONDS=${SKYPORT_READY_SECONDS:-60}
SETTLE_SECONDS=${SKYPORT_SETTLE_SECONDS:-5}

# ---- messages --------------------------------------------------------------------------------------------------------

put() {
  printf '%s\n' "$1" 2>/dev/null || :
  if [ -n "$LOG" ]; then { printf '%s\n' "$1" >>"$LOG"; } 2>/dev/null || :; fi
}
say() { put "SKYPORT $*"; }
step() { say "step=$1 percent=$2"; }
fail() {
  code=$1
  shift
  say "error code=$code detail=$*"
  exit 1
}
# Disk that ran full looks like any failed write; what is left tells them apart.
fail_write() {
  left=$(free_kb "$PREFIX")
  [ "${left:-0}" -lt 2048 ] && fail no_space "$1: $left kB free"
  fail write "$1"
}

# ---- the machine -----------------------------------------------------------------------------------------------------

detect() {
  ARCH=$(uname -m)
  case $ARCH in
    x86_64 | amd64) CPU=x64 ;;
    aarch64 | arm64) CPU=arm64 ;;
    *) CPU=other ;;
  esac
  case "$(ldd --version 2>&1)" in
    *musl*) LIBC=musl ;;
    *) LIBC=glibc; [ -f /etc/alpine-release ] && LIBC=musl ;;
  esac
  USER_ID=$(id -u)
  if [ -z "$INIT" ]; then
    INIT=none
    if [ "$USER_ID" = 0 ] && [ -d /run/systemd/system ]; then
      INIT=systemd
    elif [ "$USER_ID" = 0 ] && [ -d /run/openrc ] && command -v supervise-daemon >/dev/null 2>&1; then
      INIT=openrc
    fi
  fi
}

choose_prefix() {
  if [ -z "$PREFIX" ]; then
    [ "$USER_ID" = 0 ] || fail not_root "give --prefix DIR, or run as root"
    PREFIX=/opt/skyport
  fi
  case $PREFIX in
    /*) ;;
    *) fail usage "--prefix must be absolute" ;;
  esac
  case $PREFIX in
    *[!A-Za-z0-9._/-]*) fail usage "--prefix may hold letters, digits and ._/- only" ;;
  esac
  NAME=$(basename "$PREFIX")
  SERVICE=skyport-agent
  [ "$PREFIX" = /opt/skyport ] || SERVICE="skyport-agent-$NAME"
  DATA="$PREFIX/data"
}

# kB that are free where a path is or will be.
free_kb() {
  at=$1
  while [ ! -d "$at" ]; do at=$(dirname "$at"); done
  df -Pk "$at" 2>/dev/null | awk 'NR == 2 { print $4 }'
}

listening() {
  hex=$(printf ':%04X' "$1")
  cat /proc/net/tcp /proc/net/tcp6 2>/dev/null |
    awk -v port="$hex" '$4 == "0A" && substr($2, length($2) - 4) == port { found = 1 } END { exit !found }'
}

sha_of() { sha256sum "$1" 2>/dev/null | cut -c1-64; }

# ---- what is there ---------------------------------------------------------------------------------------------------

current_version() { [ -L "$PREFIX/current" ] && basename "$(readlink "$PREFIX/current")"; }
previous_version() { cat "$PREFIX/previous" 2>/dev/null; }
identity() { sed -n 's/.*"nodeId":"\([0-9a-fA-F-]*\)".*/\1/p' "$DATA/identity.json" 2>/dev/null; }

# The process that a pid file names, as long as it is still the program that wrote it.
living() { # pid-file program
  pid=$(cat "$PREFIX/run/$1" 2>/dev/null)
  [ -n "$pid" ] || return 1
  { tr '\0' ' ' <"/proc/$pid/cmdline" | grep -qF "$PREFIX/$2"; } 2>/dev/null || return 1
  echo "$pid"
}
agent_pid() { living agent.pid current/agent.mjs; }
supervisor_pid() { living supervisor.pid bin/skyport-supervise; }

check_owner() {
  there=$(identity)
  [ -z "$NODE_ID" ] || [ -z "$there" ] || [ "$there" = "$NODE_ID" ] || fail foreign "$there"
}

boot_id() { cat /proc/sys/kernel/random/boot_id 2>/dev/null; }
start_of() { { sed 's/.*) //' "/proc/$1/stat" | cut -d' ' -f20; } 2>/dev/null; }

# One at a time; a lock whose owner is gone (killed, machine restarted) counts for nothing.
take_lock() {
  mkdir -p "$PREFIX" 2>/dev/null || fail write "$PREFIX cannot be made"
  tries=0
  while ! mkdir "$PREFIX/.lock" 2>/dev/null; do
    tries=$((tries + 1))
    [ $tries -gt 3 ] && fail write "$PREFIX/.lock cannot be made"
    owner='' began='' boot=''
    { read -r owner began boot <"$PREFIX/.lock/owner"; } 2>/dev/null || :
    if [ -n "$owner" ] && [ "$boot" = "$(boot_id)" ] && [ "$began" = "$(start_of "$owner")" ]; then
      fail locked "process $owner is at work on $PREFIX"
    fi
    sleep 1
    rm -rf "$PREFIX/.lock"
  done
  LOCKED=1
  { echo "$$ $(start_of $$) $(boot_id)" >"$PREFIX/.lock/owner"; } 2>/dev/null || fail_write lock
  mkdir -p "$PREFIX/versions" "$PREFIX/run" "$PREFIX/log" "$PREFIX/bin" "$PREFIX/incoming" || fail_write folders
  [ -d "$DATA" ] || mkdir -m 700 "$DATA" || fail_write folders
  chmod 700 "$DATA" "$PREFIX/incoming" 2>/dev/null
  LOG="$PREFIX/log/install.log"
  if [ -f "$LOG" ] && [ "$(wc -c <"$LOG")" -gt 1048576 ]; then mv -f "$LOG" "$LOG.1"; fi
}

cleanup() {
  result=$?
  [ $LOCKED = 1 ] && rm -rf "$PREFIX/.lock" "$PREFIX"/versions/.new-*
  exit $result
}

# ---- the kit ---------------------------------------------------------------------------------------------------------

# Finds a part for this machine: F_NAME, F_VERSION, F_BYTES, F_SHA.
kit_part() {
  F_NAME=''
  while read -r part cpu name version bytes sha; do
    [ "$part" = "$1" ] || continue
    [ "$cpu" = - ] || [ "$cpu" = "$CPU" ] || continue
    F_NAME=$name F_VERSION=$version F_BYTES=$bytes F_SHA=$sha
  done <<KIT_END
$KIT
KIT_END
  [ -n "$F_NAME" ] || fail missing_part "$1 for $CPU is not in the panel's kit"
}

file_of() {
  case $1 in
    agent) echo agent.mjs ;;
    *) echo "$1" ;;
  esac
}

parts_wanted() { if [ "$LIBC" = musl ]; then echo "agent xray"; else echo "agent xray node"; fi; }

fetch() {
  if command -v curl >/dev/null 2>&1; then
    curl -fsSL --retry 2 -o "$2" "$1" </dev/null
  else
    wget -q -O "$2" "$1" </dev/null
  fi
}

# Unpacks one part into the new version's folder; what an installed version has already is linked.
bring() {
  kit_part "$1"
  target="$NEW/$(file_of "$1")"
  for old in "$PREFIX"/versions/*; do
    if grep -qx "$1 $F_SHA" "$old/parts" 2>/dev/null && [ -f "$old/$(file_of "$1")" ]; then
      ln "$old/$(file_of "$1")" "$target" 2>/dev/null || cp -p "$old/$(file_of "$1")" "$target" || fail_write "$1"
      echo "$1 $F_SHA" >>"$NEW/parts" || fail_write "$1"
      return
    fi
  done
  source="$PREFIX/incoming/$F_NAME"
  if [ ! -f "$source" ]; then
    [ -n "$BASE_URL" ] || fail missing_part "$F_NAME was not sent"
    put "fetching $F_NAME"
    fetch "$BASE_URL/install/kit/$F_NAME" "$source.part" && mv -f "$source.part" "$source" || fail missing_part "$F_NAME cannot be fetched"
  fi
  if [ "$(sha_of "$source")" != "$F_SHA" ]; then
    rm -f "$source"
    fail checksum "$F_NAME is not what the panel's kit holds"
  fi
  case $F_NAME in
    *.gz) gzip -dc <"$source" >"$target" 2>/dev/null || fail_write "$F_NAME" ;;
    *) cp "$source" "$target" 2>/dev/null || fail_write "$F_NAME" ;;
  esac
  chmod 755 "$target"
  { echo "$1 $F_SHA" >>"$NEW/parts"; } 2>/dev/null || fail_write "$1"
}

node_is_new() {
  major=$("$1" -p 'require("node:sqlite") && process.versions.node.split(".")[0]' 2>/dev/null </dev/null)
  [ "${major:-0}" -ge 24 ] 2>/dev/null
}

# Node of the system, for musl: by its package manager where it is missing.
system_node() {
  NODE=$(command -v node || :)
  [ -n "$NODE" ] && node_is_new "$NODE" && return
  if [ "$USER_ID" = 0 ] && command -v apk >/dev/null 2>&1; then
    put "apk add nodejs"
    apk add --no-cache nodejs >/dev/null 2>&1 </dev/null || put "apk could not add nodejs"
    hash -r 2>/dev/null || :
    NODE=$(command -v node || :)
    [ -n "$NODE" ] && node_is_new "$NODE" && return
  fi
  [ -n "$NODE" ] && fail node_old "$("$NODE" --version 2>/dev/null)"
  fail node_missing "nodejs"
}

# Root's own tools are not in every PATH that a connection gets.
WHOLE_PATH="$PATH:${SKYPORT_SBIN-/usr/sbin:/sbin}"
tool() { (PATH=$WHOLE_PATH && command -v "$1"); }

# What the agent cuts connections with and keeps clients from private addresses. A node without it serves as well and
# says what it cannot do, so that nothing here ends an installation.
system_tools() {
  missing=''
  tool nft >/dev/null || missing='nftables'
  tool ss >/dev/null || missing="${missing:+$missing }iproute2"
  [ -n "$missing" ] || return 0
  if [ "$USER_ID" != 0 ]; then
    put "not installed, and only root could: $missing"
    return 0
  fi
  put "installing $missing"
  (PATH=$WHOLE_PATH && export PATH && add_packages $missing) >/dev/null 2>&1 </dev/null || put "$missing could not be installed: connections of removed users may live on"
  hash -r 2>/dev/null || :
}

bounded() { if command -v timeout >/dev/null 2>&1; then timeout 300 "$@"; else "$@"; fi; }

add_packages() {
  if tool apk; then
    bounded apk add --no-cache "$@"
  elif tool apt-get; then
    DEBIAN_FRONTEND=noninteractive
    export DEBIAN_FRONTEND
    # A new server has no list of packages yet, and may be busy with its own updates.
    bounded apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends "$@" && return
    bounded apt-get -o DPkg::Lock::Timeout=120 update
    bounded apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends "$@"
  else
    manager=dnf
    tool dnf || manager=yum
    # There it is called iproute.
    bounded "$manager" install -y $(echo "$@" | sed 's/iproute2/iproute/')
  fi
}

build_version() {
  [ -f "$PREFIX/versions/$VERSION/parts" ] && return
  rm -rf "$PREFIX"/versions/.new-*
  NEW="$PREFIX/versions/.new-$VERSION"
  mkdir "$NEW" 2>/dev/null || fail_write "$NEW"
  percent=20
  for part in $(parts_wanted); do
    step "unpack" $percent
    bring "$part"
    percent=$((percent + 12))
  done
  [ "$LIBC" = musl ] || node_is_new "$NEW/node" || fail node_unusable "the kit's Node does not run here"
  "$NEW/xray" version >/dev/null 2>&1 </dev/null || fail engine_unusable "the kit's engine does not run here"
  # Names before contents would survive a power cut the wrong way round.
  sync
  mv "$NEW" "$PREFIX/versions/$VERSION" || fail_write "$VERSION"
}

check_space() {
  [ -d "$PREFIX/versions/$VERSION" ] && return
  need=0
  for part in $(parts_wanted); do
    kit_part "$part"
    grep -qsx "$part $F_SHA" "$PREFIX"/versions/*/parts && continue
    need=$((need + F_BYTES / 1024 * 4))
  done
  left=$(free_kb "$PREFIX")
  [ "${left:-0}" -gt $((need + 4096)) ] || fail no_space "$((need + 4096)) kB needed, $left kB free"
}

# ---- the service -----------------------------------------------------------------------------------------------------

# Writes standard input to a file when it differs; 0 when it did.
put_file() {
  cat >"$1.new" 2>/dev/null || fail_write "$1"
  if cmp -s "$1.new" "$1"; then
    rm -f "$1.new"
    return 1
  fi
  chmod "$2" "$1.new"
  mv -f "$1.new" "$1"
}

write_programs() {
  put_file "$PREFIX/bin/skyport-run" 755 <<RUN_END
#!/bin/sh
# Becomes the agent: whoever supervises starts this again when it ends.
umask 077
cd '$PREFIX' || exit 1
. ./agent.conf
if [ -f log/agent.log ] && [ "\$(wc -c <log/agent.log)" -gt 5242880 ]; then mv -f log/agent.log log/agent.log.1; fi
exec >>log/agent.log 2>&1
echo \$\$ >run/agent.pid
set -- --data '$DATA' --port "\$PORT" --engine '$PREFIX/current/xray' --ready-file '$PREFIX/run/ready'
# Both keep the agent small, whatever starts it.
export $AGENT_ENV
NODE_PROGRAM='$PREFIX/current/node'
[ -x "\$NODE_PROGRAM" ] || NODE_PROGRAM=\$NODE
# A code that has ended is taken away by the agent: whoever supervises looks here for another one.
if [ ! -f data/identity.json ] && [ ! -s data/enrol.code ]; then
  sleep 5
  exit 0
fi
if [ -f data/identity.json ]; then
  rm -f data/enrol.code
  exec "\$NODE_PROGRAM" $NODE_FLAGS '$PREFIX/current/agent.mjs' run "\$@"
fi
exec "\$NODE_PROGRAM" $NODE_FLAGS '$PREFIX/current/agent.mjs' enrol --code-file '$DATA/enrol.code' "\$@"
RUN_END
  put_file "$PREFIX/bin/skyport-supervise" 755 <<SUPERVISE_END
#!/bin/sh
# Keeps the agent running where no init system does.
trap '' HUP
cd '$PREFIX' || exit 1
ending=0
child=''
trap 'ending=1; [ -n "\$child" ] && kill -TERM "\$child" 2>/dev/null' TERM INT
echo \$\$ >run/supervisor.pid
while [ \$ending = 0 ]; do
  ./bin/skyport-run </dev/null &
  child=\$!
  wait "\$child"
  # A signal ends the wait before the agent has ended.
  while kill -0 "\$child" 2>/dev/null; do sleep 1; done
  [ \$ending = 1 ] || sleep 2
done
rm -f run/supervisor.pid
SUPERVISE_END
  :
}

write_conf() {
  rm -f "$PREFIX/agent.conf.before"
  [ ! -f "$PREFIX/agent.conf" ] || cp "$PREFIX/agent.conf" "$PREFIX/agent.conf.before" || fail_write agent.conf
  put_file "$PREFIX/agent.conf" 644 <<CONF_END
PORT=$PORT
NODE=$NODE
CONF_END
}

write_service() {
  case $INIT in
    systemd)
      put_file "/etc/systemd/system/$SERVICE.service" 644 <<UNIT_END && systemctl daemon-reload
[Unit]
Description=Skyport node agent
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
ExecStart=$PREFIX/bin/skyport-run
Restart=always
RestartSec=2
# The engine is a process of its own that outlives an agent which is replaced (SIGUSR2); SIGTERM ends both.
KillMode=process
TimeoutStopSec=60
LimitNOFILE=1048576

[Install]
WantedBy=multi-user.target
UNIT_END
      systemctl enable "$SERVICE" >/dev/null 2>&1
      ;;
    openrc)
      put_file "/etc/init.d/$SERVICE" 755 <<INIT_END
#!/sbin/openrc-run
name="Skyport node agent"
supervisor=supervise-daemon
command="$PREFIX/bin/skyport-run"
respawn_delay=2
respawn_max=0
retry="TERM/60/KILL/5"
rc_ulimit="-n 1048576"
depend() { need net; after firewall; }
INIT_END
      rc-update add "$SERVICE" default >/dev/null 2>&1
      ;;
  esac
  :
}

start_service() {
  case $INIT in
    systemd) systemctl start "$SERVICE" </dev/null >/dev/null 2>&1 || : ;;
    openrc) rc-service "$SERVICE" status >/dev/null 2>&1 || rc-service "$SERVICE" start </dev/null >/dev/null 2>&1 || : ;;
    none)
      supervisor_pid >/dev/null && return
      if command -v setsid >/dev/null 2>&1; then
        setsid sh "$PREFIX/bin/skyport-supervise" </dev/null >/dev/null 2>&1 &
      else
        nohup sh "$PREFIX/bin/skyport-supervise" </dev/null >/dev/null 2>&1 &
      fi
      ;;
  esac
}

gone() { # pid seconds
  waited=0
  while kill -0 "$1" 2>/dev/null; do
    [ $waited -ge "$2" ] && return 1
    sleep 1
    waited=$((waited + 1))
  done
}

stop_service() {
  case $INIT in
    systemd) systemctl disable --now "$SERVICE" </dev/null >/dev/null 2>&1 || : ;;
    openrc)
      rc-service "$SERVICE" stop </dev/null >/dev/null 2>&1 || :
      rc-update del "$SERVICE" default >/dev/null 2>&1 || :
      ;;
  esac
  if supervisor=$(supervisor_pid); then
    kill -TERM "$supervisor" 2>/dev/null
    gone "$supervisor" 60 || kill -KILL "$supervisor" 2>/dev/null
  fi
  if agent=$(agent_pid); then
    kill -TERM "$agent" 2>/dev/null
    gone "$agent" 60 || kill -KILL "$agent" 2>/dev/null
  fi
  # An engine whose agent was killed is nobody's any more.
  for process in /proc/[0-9]*; do
    case "$(readlink "$process/exe" 2>/dev/null)" in
      "$PREFIX"/versions/*) kill -KILL "${process#/proc/}" 2>/dev/null ;;
    esac
  done
  :
}

# The table of an agent that could not take it along: an agent that was killed, or one that no longer starts.
remove_filter() {
  nft=$(tool nft) || return 0
  for table in $("$nft" list tables inet 2>/dev/null | awk '$3 ~ /^skyport_/ { print $3 }'); do
    "$nft" list set inet "$table" home 2>/dev/null | grep -qF "comment \"$DATA\"" || continue
    "$nft" delete table inet "$table" 2>/dev/null || put "table $table could not be removed"
  done
}

remove_service() {
  case $INIT in
    systemd) rm -f "/etc/systemd/system/$SERVICE.service" && systemctl daemon-reload ;;
    openrc) rm -f "/etc/init.d/$SERVICE" ;;
  esac
  :
}

# ---- changing versions -----------------------------------------------------------------------------------------------

point_to() {
  rm -f "$PREFIX/.current.new"
  ln -s "versions/$1" "$PREFIX/.current.new" || fail_write current
  mv -f -T "$PREFIX/.current.new" "$PREFIX/current" 2>/dev/null && return
  rm -f "$PREFIX/.current.new"
  ln -sfn "versions/$1" "$PREFIX/current" || fail_write current
}

# The engine goes on serving while the agent is replaced, unless it is replaced itself.
signal_between() {
  one=$(grep '^xray ' "$PREFIX/versions/$1/parts" 2>/dev/null)
  other=$(grep '^xray ' "$PREFIX/versions/$2/parts" 2>/dev/null)
  if [ "$one" = "$other" ]; then echo USR2; else echo TERM; fi
}

restart_agent() {
  if agent=$(agent_pid); then
    kill "-$1" "$agent" 2>/dev/null
    gone "$agent" 40 || kill -KILL "$agent" 2>/dev/null
  fi
  start_service
}

# Ready, and still the same process a few seconds later.
wait_ready() {
  waited=0
  while [ $waited -lt "$READY_SECONDS" ]; do
    sleep 1
    waited=$((waited + 1))
    READY='' first='' pid=''
    { read -r READY first _ <"$PREFIX/run/ready"; } 2>/dev/null || continue
    kill -0 "$first" 2>/dev/null || continue
    sleep "$SETTLE_SECONDS"
    { read -r READY pid _ <"$PREFIX/run/ready"; } 2>/dev/null || continue
    [ "$pid" = "$first" ] && kill -0 "$pid" 2>/dev/null || continue
    # An engine that ran before must run again.
    [ "$BEFORE" = serving ] && [ "$READY" = idle ] && continue
    return 0
  done
  return 1
}

agent_words() { tail -n 8 "$PREFIX/log/agent.log" 2>/dev/null | cut -c1-300 | while read -r line; do put "agent: $line"; done; }

# Goes from one version to another and back again when the other does not become healthy.
change_version() { # from to
  { echo "$1" >"$PREFIX/pending"; } 2>/dev/null || fail_write pending
  { read -r BEFORE _ <"$PREFIX/run/ready"; } 2>/dev/null || BEFORE=''
  step switch 65
  rm -f "$PREFIX/run/ready"
  point_to "$2"
  restart_agent "$(signal_between "${1:-$2}" "$2")"
  step health 75
  if wait_ready; then
    [ "$1" = "$2" ] || [ -z "$1" ] || echo "$1" >"$PREFIX/previous"
    rm -f "$PREFIX/pending"
    return
  fi
  agent_words
  if [ -z "$1" ] || [ "$1" = "$2" ] || [ ! -d "$PREFIX/versions/$1" ]; then
    [ -n "$1" ] && fail unhealthy "the agent does not become ready"
    stop_service
    rm -rf "$PREFIX/current" "$PREFIX/pending" "$PREFIX/versions/$2"
    fail unhealthy "the agent does not become ready"
  fi
  step roll_back 85
  rm -f "$PREFIX/run/ready"
  [ ! -f "$PREFIX/agent.conf.before" ] || mv -f "$PREFIX/agent.conf.before" "$PREFIX/agent.conf"
  point_to "$1"
  restart_agent "$(signal_between "$2" "$1")"
  wait_ready || fail rollback_failed "neither $2 nor $1 becomes ready"
  rm -f "$PREFIX/pending"
  [ "$(previous_version)" = "$2" ] || rm -rf "$PREFIX/versions/$2"
  fail rolled_back "$1"
}

prune() {
  keep_one=$(current_version) keep_two=$(previous_version)
  for old in "$PREFIX"/versions/*; do
    case $(basename "$old") in
      "$keep_one" | "$keep_two") ;;
      *) rm -rf "$old" ;;
    esac
  done
  rm -f "$PREFIX"/incoming/*.gz "$PREFIX"/incoming/agent.mjs "$PREFIX"/incoming/*.part
}

# Where a run that died between switch and check had come from; otherwise the version in use.
version_before() { if [ -f "$PREFIX/pending" ]; then cat "$PREFIX/pending"; else current_version; fi; }

# ---- commands --------------------------------------------------------------------------------------------------------

check_type() {
  [ $CPU != other ] || fail arch "$ARCH is not supported"
  case " $CPUS " in
    *" $CPU "*) ;;
    *) fail arch "$SERVER_TYPE does not fit $ARCH" ;;
  esac
  case $CPU in
    x64) VERSION=$VERSION_X64 ;;
    arm64) VERSION=$VERSION_ARM64 ;;
  esac
  [ -n "$VERSION" ] || fail missing_part "the panel's kit has nothing for $CPU"
}

take_code() {
  if [ -n "$CODE_FILE" ]; then
    CODE=$(cat "$CODE_FILE") || fail usage "--code-file cannot be read"
    rm -f "$CODE_FILE"
  fi
  sum=$(printf '%s' "$CODE" | sha256sum | cut -c1-64)
  # The same command once more has nothing to join: a code is good once.
  if [ $REENROL = 1 ] && [ "$(cat "$DATA/enrol.sum" 2>/dev/null)" != "$sum" ]; then rm -f "$DATA/identity.json"; fi
  [ -f "$DATA/identity.json" ] && return
  # A run that is repeated while the agent still waits with its code.
  [ -z "$CODE" ] && [ -s "$DATA/enrol.code" ] && return
  [ -n "$CODE" ] || fail no_code "a first install needs --code"
  (umask 077 && printf '%s\n' "$CODE" >"$DATA/enrol.code" && echo "$sum" >"$DATA/enrol.sum") 2>/dev/null || fail_write code
  NEW_CODE=1
}

# For whoever runs this by hand: says what the agent waits for, until it has joined or has given up.
wait_joined() {
  [ -f "$DATA/identity.json" ] && return
  # Whatever is asked of this place in the meantime may be done.
  rm -rf "$PREFIX/.lock"
  LOCKED=0
  put "The agent waits for the panel to call TCP port $PORT of this server: keep that port open in every firewall."
  put "(Ctrl-C ends this message only. The agent goes on waiting.)"
  until [ -f "$DATA/identity.json" ]; do
    if [ ! -s "$DATA/enrol.code" ] && [ ! -f "$DATA/identity.json" ]; then
      agent_words
      fail not_joined "the agent has given up: get a new command on the panel's nodes page"
    fi
    sleep 1
  done
}

# The agent looks for the file each second, so that new keys need no other restart than the engine's own.
take_warp() {
  [ -n "$WARP_FILE" ] || return 0
  (umask 077 && cat "$WARP_FILE" >"$DATA/warp.json.new") 2>/dev/null || fail_write warp.json
  rm -f "$WARP_FILE"
  mv -f "$DATA/warp.json.new" "$DATA/warp.json" || fail_write warp.json
}

install_command() {
  step check 5
  check_type
  take_lock
  check_owner
  port_before=$(sed -n 's/^PORT=//p' "$PREFIX/agent.conf" 2>/dev/null)
  [ -n "$PORT" ] || PORT=$port_before
  case $PORT in '' | *[!0-9]*) fail usage "a first install needs --port" ;; esac
  from=$(version_before)
  if listening "$PORT"; then
    [ "$PORT" = "$port_before" ] && agent_pid >/dev/null || fail port_busy "$PORT"
  fi
  check_space
  system_tools
  NODE='' NEW_CODE=0
  [ "$LIBC" = glibc ] || system_node
  build_version
  step service 60
  take_code
  take_warp
  write_programs
  CHANGED=0
  write_conf && CHANGED=1
  write_service
  if [ "$from" = "$VERSION" ] && [ ! -f "$PREFIX/pending" ] && [ $CHANGED$NEW_CODE = 00 ] && agent_pid >/dev/null; then
    put "version $VERSION is in place already"
    wait_ready || fail unhealthy "the agent does not become ready"
  else
    change_version "$from" "$VERSION"
  fi
  rm -f "$PREFIX/agent.conf.before"
  prune
  [ "$INIT" != none ] ||
    put "No systemd or OpenRC runs here: after a restart of this server run: setsid sh $PREFIX/bin/skyport-supervise"
  say "done version=$VERSION previous=$(previous_version) ready=$READY"
  # A code in a file is the panel's own, which waits by itself.
  if [ $BY_HAND = 1 ]; then
    wait_joined
    put "This server has joined the panel."
  fi
}

rollback_command() {
  take_lock
  check_owner
  [ -f "$PREFIX/agent.conf" ] || fail nothing_installed "$PREFIX"
  from=$(current_version)
  if [ -f "$PREFIX/pending" ]; then to=$(cat "$PREFIX/pending"); else to=$(previous_version); fi
  [ -n "$to" ] && [ "$to" != "$from" ] && [ -d "$PREFIX/versions/$to" ] || fail no_previous "$PREFIX"
  step roll_back 30
  change_version "$from" "$to"
  say "done version=$to previous=$(previous_version) ready=$READY"
}

remove_command() {
  take_lock
  check_owner
  step stop 30
  stop_service
  step remove 70
  remove_service
  remove_filter
  LOG=''
  rm -rf "$PREFIX/versions" "$PREFIX/bin" "$PREFIX/run" "$PREFIX/log" "$PREFIX/incoming"
  rm -f "$PREFIX/current" "$PREFIX/previous" "$PREFIX/pending" "$PREFIX/agent.conf"
  [ $PURGE = 0 ] || rm -rf "$DATA"
  rm -rf "$PREFIX/.lock"
  LOCKED=0
  rmdir "$DATA" 2>/dev/null
  rmdir "$PREFIX" 2>/dev/null
  say "done version= previous= ready="
}

status_command() {
  running=0
  agent_pid >/dev/null && running=1
  { read -r READY _ <"$PREFIX/run/ready"; } 2>/dev/null || READY=''
  [ $running = 1 ] || READY=''
  parts=$({ tr '\n ' ',:' <"$PREFIX/current/parts"; } 2>/dev/null)
  incoming=''
  for file in "$PREFIX"/incoming/*; do
    case $file in
      *.gz | *.mjs) [ -f "$file" ] && incoming="$incoming$(basename "$file"):$(sha_of "$file")," ;;
    esac
  done
  busy=''
  for port in $(echo "$LISTEN" | tr ',' ' '); do listening "$port" && busy="$busy$port,"; done
  node=''
  if [ "$LIBC" = musl ]; then node=$(node --version 2>/dev/null </dev/null || :); fi
  say "status uid=$USER_ID home=${HOME:-/} arch=$ARCH cpu=$CPU libc=$LIBC init=$INIT node=$node now=$(date +%s)" \
    "free_kb=$(free_kb "$PREFIX") prefix=$PREFIX owner=$(identity) version=$(current_version)" \
    "previous=$(previous_version) running=$running ready=$READY parts=$parts incoming=$incoming busy=$busy"
}

main() {
  command=${1:-}
  [ $# -gt 0 ] && shift
  while [ $# -gt 0 ]; do
    case $1 in
      --reenrol) REENROL=1 ;;
      --purge) PURGE=1 ;;
      --prefix | --port | --code | --code-file | --warp-file | --node-id | --listen | --init)
        [ $# -gt 1 ] || fail usage "$1 needs a value"
        case $1 in
          --prefix) PREFIX=$2 ;;
          --port) PORT=$2 ;;
          --code) CODE=$2 BY_HAND=1 ;;
          --code-file) CODE_FILE=$2 ;;
          --warp-file) WARP_FILE=$2 ;;
          --node-id) NODE_ID=$2 ;;
          --listen) LISTEN=$2 ;;
          --init) INIT=$2 ;;
        esac
        shift
        ;;
      *) fail usage "$1 is not known" ;;
    esac
    shift
  done
  detect
  choose_prefix
  trap cleanup EXIT
  trap 'exit 1' INT TERM
  case $command in
    install) install_command ;;
    upgrade)
      [ -f "$PREFIX/agent.conf" ] || fail nothing_installed "$PREFIX"
      install_command
      ;;
    rollback) rollback_command ;;
    remove) remove_command ;;
    status) status_command ;;
    *)
      printf '%s\n' "$USAGE"
      exit 2
      ;;
  esac
}

# Everything above is definitions: a script that was cut off on its way does nothing.
main "$@" </dev/null
