# shellcheck shell=bash disable=SC2154
# What install.sh puts in place. It is read by install.sh, which has settled SET and checked the machine.

# ---- parts -----------------------------------------------------------------------------------------------------------

apt_get() { DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@"; }

need() {
  local package missing=()
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  say "Installing ${missing[*]} …"
  apt_get update || fail "apt-get could not fetch its lists; see above, and run this again."
  apt_get install -y --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "apt-get could not install ${missing[*]}; see above, and run this again."
}

# Notes a change before it is made. What a run that was cut off did not bring into effect, the next one does.
note() {
  CHANGED+=" $1"
  say "$CHANGED" >"$UNFINISHED"
}
recall() { CHANGED=$(cat "$UNFINISHED" 2>/dev/null || :); }

# Writes standard input to a file when it differs, and notes that.
put() { # file mode
  local new
  new=$(mktemp)
  cat >"$new"
  if ! cmp -s "$new" "$1"; then
    note "$1"
    install -D -m "$2" "$new" "$1"
  fi
  rm -f "$new"
}

make_account() {
  id skyport >/dev/null 2>&1 || useradd --system --user-group --home-dir "$DATA" --shell /usr/sbin/nologin skyport
  [[ -d $DATA ]] || install -d -o skyport -g skyport -m 700 "$DATA"
  install -d -m 755 "$CONFIG" "$APP/releases"
}

write_settings() {
  local name edits=()
  if [[ ! -f $ENV_FILE ]]; then
    for name in PUBLIC_URL DOMAINS PORT TRUST_PROXY; do edits+=(-e "s|^$name=.*|$name=${SET[$name]}|"); done
    put "$ENV_FILE" 600 < <(sed "${edits[@]}" "$SOURCE/deploy/panel.env")
  fi
  [[ -f $CONFIG/install.conf ]] || put "$CONFIG/install.conf" 644 <<END
# How the panel was installed. After a change: run deploy/install.sh again.
PROXY=${SET[PROXY]}
CERTIFICATE=${SET[CERTIFICATE]}
KEY=${SET[KEY]}
DATABASE=${SET[DATABASE]}
END
}

as_postgres() { (cd / && runuser -u postgres -- psql -XqAt -v ON_ERROR_STOP=1 "$@"); }
new_password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }

# A restore locks every table at once. A server that was there before is not restarted.
raise_locks() { # fresh version cluster
  if [[ -z $1 ]]; then
    say "Set max_locks_per_transaction = 256 in PostgreSQL and restart it: a restore needs as many locks."
    return
  fi
  as_postgres -c 'alter system set max_locks_per_transaction = 256'
  pg_ctlcluster "$2" "$3" restart
}

# The database is made last, so that a run that was cut off is repeated.
set_database() {
  [[ ${SET[DATABASE]} = system ]] || return 0
  local version cluster port state owner app fresh=''
  is_installed postgresql || fresh=yes
  need postgresql
  read -r version cluster port state _ < <(pg_lsclusters -h) || fail "PostgreSQL has no cluster; make one with pg_createcluster."
  [[ $state = online* ]] || pg_ctlcluster "$version" "$cluster" start
  [[ $(as_postgres -c "select 1 from pg_database where datname = 'skyport'") != 1 ]] || return 0
  raise_locks "$fresh" "$version" "$cluster"
  owner=$(new_password) app=$(new_password)
  note "$ENV_FILE"
  as_postgres <<END
select 'create role ' || name || ' login' from unnest(array['skyport_owner', 'skyport_app']) as name
  where not exists (select from pg_roles where rolname = name) \gexec
alter role skyport_owner createdb password '$owner';
alter role skyport_app password '$app';
END
  sed -i '/^DATABASE_\(OWNER_\)\?URL=/d' "$ENV_FILE"
  cat >>"$ENV_FILE" <<END
DATABASE_URL=postgresql://skyport_app:$app@127.0.0.1:$port/skyport
DATABASE_OWNER_URL=postgresql://skyport_owner:$owner@127.0.0.1:$port/skyport
END
  as_postgres -c "create database skyport owner skyport_owner template template0 encoding 'UTF8' locale 'C.UTF-8'"
}

# ---- the release -----------------------------------------------------------------------------------------------------

list_sources() {
  cd "$SOURCE" || exit
  find . \( -name .git -o -name node_modules -o -name dist -o -path ./var \) -prune -o -type f -print0 | sort -z
}

# Runs as the panel's account, so that no script of a package runs as root.
build() { # folder command …
  (cd "$1" && shift && exec runuser -u skyport -- env HOME="$APP/releases/.build/home" \
    npm_config_cache="$APP/releases/.build/home/cache" npm_config_update_notifier=false "$@")
}

fail_build() { fail "the release could not be built; see above, and run this again. A panel that runs was not touched."; }

# Node 24 and npm come as npm packages; the npm of the system, however old, only fetches them.
build_release() { # version
  local room=$APP/releases/.build node
  node=$(sed -n 's/^ *"node": "\([0-9.]*\)",\{0,1\}$/\1/p' "$SOURCE/package.json")
  need ca-certificates
  command -v npm >/dev/null || need npm
  say "Building release $1; this takes minutes …"
  rm -rf "$room"
  install -d -o skyport -g skyport "$room" "$room/home" "$room/tools" "$room/release"
  (list_sources | tar -C "$SOURCE" --null --files-from=- -cf -) | build "$room/release" tar -xf -
  # The release has no .git, and names its commit nevertheless.
  (git -c safe.directory="$SOURCE" -C "$SOURCE" rev-parse HEAD 2>/dev/null || :) | build "$room/release" tee commit >/dev/null
  say '{"private":true}' | build "$room/tools" tee package.json >/dev/null
  build "$room/tools" npm install --no-audit --no-fund "node@$node" "npm@$NPM_VERSION" || fail_build
  build "$room/release" env PATH="$room/tools/node_modules/.bin:$PATH" npm ci --no-audit --no-fund || fail_build
  build "$room/release" env PATH="$room/release/node_modules/.bin:$PATH" node tools/build-web.ts || fail_build
  chown -R root:root "$room/release"
  mv "$room/release" "$APP/releases/$1"
  rm -rf "$room"
}

set_release() {
  local version before old
  version=$( (cd "$SOURCE" && list_sources | xargs -0 sha256sum) | sha256sum | cut -c1-12)
  [[ -d $APP/releases/$version ]] || build_release "$version"
  before=$(readlink "$APP/current" || :)
  [[ $before != "releases/$version" ]] || return 0
  note "$APP/current"
  [[ -z $before ]] || ln -sfn "$before" "$APP/previous"
  ln -sfn "releases/$version" "$APP/current"
  for old in "$APP"/releases/*; do
    [[ releases/${old##*/} = "releases/$version" || releases/${old##*/} = "$before" ]] || rm -rf "$old"
  done
}

# ---- the proxy -------------------------------------------------------------------------------------------------------

# A sample with this installation's values in place of the example's.
render() { # sample separator-of-names
  local hosts=${SET[PUBLIC_URL]#*://} networks=${SET[TRUST_PROXY]} edits
  [[ -z ${SET[DOMAINS]} ]] || hosts+="$2${SET[DOMAINS]//,/$2}"
  # `t` skips the second edit, which would replace the new names again.
  edits=(-e "s|http://panel\.example\.com|http://${hosts//$2/${2}http://}|" -e t)
  edits+=(-e "s|panel\.example\.com|$hosts|" -e "s|127\.0\.0\.1:3000|127.0.0.1:${SET[PORT]}|")
  [[ -z ${SET[CERTIFICATE]} ]] ||
    edits+=(-e 's|# tls |tls |' -e "s|/etc/ssl/panel.pem|${SET[CERTIFICATE]}|" -e "s|/etc/ssl/panel.key|${SET[KEY]}|")
  networks=${networks#loopback}
  networks=${networks#,}
  [[ -z $networks ]] || edits+=(-e "s|# trusted_proxies .*|trusted_proxies ${networks//,/ }|")
  [[ -f /proc/net/if_inet6 ]] || edits+=(-e '/\[::\]/d')
  sed "${edits[@]}" "$SOURCE/deploy/proxy/$1"
}

set_proxy() {
  [[ ${SET[PROXY]} = nginx ]] || drop_nginx
  [[ ${SET[PROXY]} = caddy ]] || drop_caddy
  case ${SET[PROXY]} in
    nginx)
      need nginx
      put "$NGINX_SITE" 644 < <(render nginx.conf ' ')
      [[ $CHANGED != *conf.d* ]] || nginx -q -t || fail "nginx does not take $NGINX_SITE; see above."
      ;;
    caddy)
      need caddy
      [[ -z ${SET[KEY]} ]] || runuser -u caddy -- test -r "${SET[KEY]}" || fail "the account caddy cannot read ${SET[KEY]}."
      put "$CONFIG/Caddyfile" 644 < <(render Caddyfile ', ')
      if ! grep -qxF "$CADDY_IMPORT" "$CADDY_FILE"; then
        note Caddyfile
        say "$CADDY_IMPORT" >>"$CADDY_FILE"
      fi
      [[ $CHANGED != *Caddyfile* ]] || caddy validate --adapter caddyfile --config "$CADDY_FILE" >/dev/null ||
        fail "Caddy does not take $CONFIG/Caddyfile; see above."
      ;;
  esac
  ! has_systemd || [[ $CHANGED != *conf.d* && $CHANGED != *Caddyfile* ]] || systemctl reload-or-restart "${SET[PROXY]}"
}

reload() { ! has_systemd || systemctl try-reload-or-restart "$1"; }

drop_nginx() {
  [[ -f $NGINX_SITE ]] || return 0
  rm -f "$NGINX_SITE"
  reload nginx
}

drop_caddy() {
  grep -qsxF "$CADDY_IMPORT" "$CADDY_FILE" || return 0
  sed -i "\|^$CADDY_IMPORT\$|d" "$CADDY_FILE"
  reload caddy
}

# ---- the service -----------------------------------------------------------------------------------------------------

set_service() {
  put "$COMMAND" 755 <"$SOURCE/deploy/skyport-command.sh"
  put "$UNIT" 644 <"$SOURCE/deploy/skyport.service"
  if ! has_systemd; then
    SYSTEMD_OFFLINE=1 systemctl -q enable skyport.service
    [[ $SYSTEM = 'ubuntu 22.04' ]] || systemd-analyze security --offline=true --threshold=30 --no-pager "$UNIT" >/dev/null ||
      fail "$UNIT is exposed more than 3.0; run systemd-analyze security --offline=true $UNIT."
    say "No systemd runs here: skyport.service is enabled and was not started."
    return
  fi
  systemctl daemon-reload
  systemctl -q enable skyport.service
  if [[ -n $CHANGED ]] || ! systemctl -q is-active skyport.service; then
    systemctl restart skyport.service
    wait_healthy
  fi
}

wait_healthy() {
  local ask='fetch(process.argv[1]).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))'
  for _ in {1..120}; do
    if "$APP/current/node_modules/node/bin/node" -e "$ask" "http://127.0.0.1:${SET[PORT]}/healthz"; then
      journalctl -u skyport.service -o cat -n 100 | grep -A1 'There is no admin yet' | tail -n 2 || :
      return
    fi
    sleep 1
  done
  fail "the panel does not answer on port ${SET[PORT]}; journalctl -u skyport says why."
}

