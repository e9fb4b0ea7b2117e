#!/usr/bin/env bash
# Installs the panel on a bare server from the checkout that holds this file. A second run changes nothing; a run from
# a newer checkout upgrades.
set -euo pipefail
export LC_ALL=C
umask 022

USAGE="usage: sudo deploy/install.sh --public-url https://panel.example.com [options]
       sudo deploy/install.sh             once more, or from a newer checkout to upgrade
       sudo deploy/install.sh uninstall   removes the panel and keeps its data
  --domains LIST                 further host names, comma-separated
  --port PORT                    port of the panel on 127.0.0.1 (3000)
  --proxy caddy|nginx|none       program for TLS (caddy)
  --certificate FILE --key FILE  a certificate of your own; nginx needs one, Caddy fetches one without
  --cloudflare                   trusts the networks of Cloudflare to name the client's address
  --database bundled|system      PostgreSQL of the panel, or the one of the system (bundled)
Every option stands for the first run; later the files in /etc/skyport count."

NPM_VERSION=11.19.1
LEAST_MB=3000
APP=/opt/skyport-panel
DATA=/var/lib/skyport
CONFIG=/etc/skyport
ENV_FILE=$CONFIG/panel.env
UNIT=/etc/systemd/system/skyport.service
COMMAND=/usr/local/bin/skyport
NGINX_SITE=/etc/nginx/conf.d/skyport.conf
CADDY_FILE=/etc/caddy/Caddyfile
CADDY_IMPORT="import $CONFIG/Caddyfile"
SOURCE=$(cd "$(dirname "$0")/.." && pwd)

declare -A GIVEN=()
declare -A SET=([PUBLIC_URL]='' [DOMAINS]='' [PORT]=3000 [TRUST_PROXY]=loopback
  [PROXY]=caddy [CERTIFICATE]='' [KEY]='' [DATABASE]=bundled)
UNFINISHED=$APP/unfinished
CHANGED='' SYSTEM=''

say() { printf '%s\n' "$*"; }
fail() {
  printf 'Refused: %s\n' "$*" >&2
  exit 1
}
has_systemd() { [[ -d /run/systemd/system ]]; }

# ---- what is asked for -----------------------------------------------------------------------------------------------

read_options() {
  local name
  while [[ $# -gt 0 ]]; do
    case $1 in
      --cloudflare)
        GIVEN[TRUST_PROXY]=$(stored "$SOURCE/deploy/proxy/cloudflare.env" TRUST_PROXY)
        shift
        ;;
      --public-url | --domains | --port | --proxy | --certificate | --key | --database)
        [[ $# -gt 1 ]] || fail "$1 needs a value."
        name=${1#--}
        name=${name//-/_}
        GIVEN[${name^^}]=${2%/}
        shift 2
        ;;
      *)
        printf '%s\n' "$USAGE" >&2
        exit 2
        ;;
    esac
  done
}

stored() { sed -n "s/^$2=//p" "$1" 2>/dev/null | tail -n 1 || :; } # file name

file_of() {
  case $1 in
    PROXY | CERTIFICATE | KEY | DATABASE) say $CONFIG/install.conf ;;
    *) say $ENV_FILE ;;
  esac
}

# A stored value wins: an option may repeat it and not change it.
settle() {
  local name file now given
  for name in "${!SET[@]}"; do
    file=$(file_of "$name")
    given=${GIVEN[$name]-}
    now=$(stored "$file" "$name")
    if [[ ! -f $file ]]; then
      SET[$name]=${given:-${SET[$name]}}
    elif [[ -n $given && $given != "$now" ]]; then
      fail "$file has $name=$now; change it there and run this again without that option."
    else
      SET[$name]=${now:-${SET[$name]}}
    fi
  done
}

# ---- refusals, before anything is changed ----------------------------------------------------------------------------

check_machine() {
  [[ $(id -u) = 0 ]] || fail "only root can install; run sudo $0."
  SYSTEM=$(. /etc/os-release && say "$ID ${VERSION_ID-}")
  case $SYSTEM in
    'debian 12' | 'debian 13') ;;
    'ubuntu 22.04' | 'ubuntu 24.04') say "This is $SYSTEM, on which this installer is untried." ;;
    *) fail "this is $SYSTEM; the installer knows Debian 12 and 13, Ubuntu 22.04 and 24.04." ;;
  esac
  case $(uname -m) in
    x86_64 | aarch64) ;;
    *) fail "there is no Node for $(uname -m) here; x86_64 and aarch64 are supported." ;;
  esac
  command -v systemctl >/dev/null || fail "this system has no systemd, which runs the panel."
  [[ -f $SOURCE/package-lock.json ]] || fail "$SOURCE is no checkout of Skyport."
}

check_settings() {
  local url=${SET[PUBLIC_URL]} host='[A-Za-z0-9.-]+' path='^/[A-Za-z0-9._/-]+$' name
  [[ -n $url ]] || fail "the address that customers open is missing; give --public-url https://panel.example.com."
  if [[ ${SET[PROXY]} = none ]]; then
    [[ $url =~ ^https?://$host(:[0-9]+)?$ ]] || fail "PUBLIC_URL $url is no address like https://panel.example.com."
  else
    [[ $url =~ ^https://$host$ ]] || fail "PUBLIC_URL $url must be like https://panel.example.com, without a port or path."
  fi
  [[ ${SET[DOMAINS]} =~ ^[A-Za-z0-9.,-]*$ ]] || fail "DOMAINS ${SET[DOMAINS]} must be host names with commas between them."
  [[ ${SET[TRUST_PROXY]} =~ ^[A-Za-z0-9.:/,]*$ ]] || fail "TRUST_PROXY must be addresses with commas between them."
  [[ ${SET[PORT]} =~ ^[1-9][0-9]{0,4}$ && ${SET[PORT]} -lt 65536 ]] || fail "PORT ${SET[PORT]} is no port."
  [[ ${SET[PROXY]} =~ ^(caddy|nginx|none)$ ]] || fail "PROXY ${SET[PROXY]} is neither caddy, nginx nor none."
  [[ ${SET[DATABASE]} =~ ^(bundled|system)$ ]] || fail "DATABASE ${SET[DATABASE]} is neither bundled nor system."
  [[ "$SYSTEM ${SET[DATABASE]}" != 'ubuntu 22.04 system' ]] ||
    fail "Ubuntu 22.04 has PostgreSQL 14, the panel needs 15; use --database bundled."
  [[ ${SET[PROXY]} != nginx || -n ${SET[CERTIFICATE]} ]] ||
    fail "nginx needs --certificate FILE and --key FILE; Caddy fetches a certificate by itself."
  [[ ${SET[CERTIFICATE]:+given} = "${SET[KEY]:+given}" ]] || fail "--certificate and --key belong together."
  for name in CERTIFICATE KEY; do
    [[ -z ${SET[$name]} ]] || [[ ${SET[$name]} =~ $path && -r ${SET[$name]} ]] ||
      fail "the file ${SET[$name]} of $name cannot be read, or its path is not plain and absolute."
  done
}

listening() {
  local hex
  hex=$(printf ':%04X' "$1")
  cat /proc/net/tcp /proc/net/tcp6 2>/dev/null |
    awk -v port="$hex" '$4 == "0A" && substr($2, length($2) - 4) == port { found = 1 } END { exit !found }'
}

is_installed() { [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) = installed ]]; }

check_room() {
  local port free
  if [[ ! -f $UNIT ]] && listening "${SET[PORT]}"; then
    fail "port ${SET[PORT]} is taken by another program; stop it or give --port."
  fi
  if [[ ${SET[PROXY]} != none ]] && ! is_installed "${SET[PROXY]}"; then
    for port in 80 443; do
      ! listening $port || fail "port $port, which ${SET[PROXY]} needs, is taken by another program; stop it or give --proxy none."
    done
  fi
  free=$(df -Pm /opt | awk 'NR == 2 { print $4 }')
  [[ -d $APP ]] || ((free > LEAST_MB)) || fail "/opt has $free MB free, $LEAST_MB are needed."
}

# shellcheck source=install-parts.sh
. "$SOURCE/deploy/install-parts.sh"

# ---- the order -------------------------------------------------------------------------------------------------------

hint_firewall() {
  local ports='TCP 80 and 443'
  [[ ${SET[PROXY]} != caddy ]] || ports+=' and UDP 443'
  [[ ${SET[PROXY]} != none ]] || ports='the ports of your proxy'
  say "Firewall: open $ports to customers. Nothing else of the panel needs to be reached."
  [[ ${SET[PROXY]} = none ]] || ! command -v ufw >/dev/null || say "  ufw allow 80,443/tcp"
}

install_panel() {
  read_options "$@"
  check_machine
  settle
  check_settings
  check_room
  make_account
  recall
  write_settings
  set_release
  set_database
  set_proxy
  set_service
  rm -f "$UNFINISHED"
  say "Skyport is installed: ${SET[PUBLIC_URL]}/ (settings: $ENV_FILE, data: $DATA, log: journalctl -u skyport)."
  hint_firewall
}

uninstall_panel() {
  check_machine
  if has_systemd; then
    systemctl -q disable --now skyport.service 2>/dev/null || :
  else
    SYSTEMD_OFFLINE=1 systemctl -q disable skyport.service 2>/dev/null || :
  fi
  rm -f "$UNIT" "$COMMAND"
  ! has_systemd || systemctl daemon-reload
  drop_nginx
  drop_caddy
  rm -rf "$APP"
  say "The panel is removed. Data with SECRET_KEY in $DATA and settings in $CONFIG are kept, and so are packages, the
account skyport and a database of the system. Run install.sh again to have the panel back."
}

case ${1-} in
  uninstall) uninstall_panel ;;
  *) install_panel "$@" ;;
esac
