-- Installation of nodes over SSH. The log stands here and not at the node, so that lists of nodes do not carry it along.
create table node_installs (
  node_id       uuid primary key references nodes on delete cascade,
  state         text not null default 'idle' check (state in ('idle', 'queued', 'waiting-host-key', 'running', 'failed', 'done')),
  action        text not null default 'upgrade' check (action in ('upgrade', 'rollback', 'remove')),
  purge         boolean not null default false,
  batch_id      uuid,                                                  -- nodes that were asked for together
  batch_place   integer not null default 0,
  run_id        uuid,                                                  -- whoever works on it writes under this name
  step          text not null default '',
  percent       integer not null default 0 check (percent between 0 and 100),
  error         text not null default '',
  host_key      text not null default '',                              -- approved fingerprint, SHA256:…
  host_key_kind text not null default '',                              -- its algorithm, e.g. ssh-ed25519
  host_key_at   text not null default '',                              -- address:port that it belongs to
  seen_key      text not null default '',                              -- seen, not approved
  seen_key_kind text not null default '',
  key_at        text not null default '',                              -- user@address:port that takes the panel's key
  prefix        text not null default '',
  version       text not null default '',
  previous      text not null default '',
  log           text not null default '',                              -- the last 64 kB
  log_start     bigint not null default 0,                             -- characters that came before
  started_at    timestamptz,
  beat_at       timestamptz,                                           -- last sign of life of the run
  finished_at   timestamptz
);
alter table nodes drop column install_log;

-- Keys of the panel itself by which servers let it in.
create table install_keys (
  name        text primary key,
  private_enc bytea not null,
  public_text text not null,
  created_at  timestamptz not null
);
