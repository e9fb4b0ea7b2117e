create table nodes (
  id            uuid primary key,
  num           bigint generated always as identity unique,
  position      integer not null default 0,                            -- "index"
  name          text not null check (length(name) between 1 and 64),
  country       text not null default '',                              -- ISO 3166 alpha-2
  type          text not null check (type in ('v2ray', 'h2', 'reality')),
  ip            text not null default '',
  host          text not null default '',
  ctrl_port     integer not null check (ctrl_port between 1 and 65535),
  zz_port       integer check (zz_port between 1 and 65535),
  port          integer check (port between 1 and 65535),
  public_port   integer check (public_port between 1 and 65535),
  description   text not null default '',
  warp          boolean not null default false,
  open_log      boolean not null default false,
  server_type   text not null check (server_type in ('apine', 'ubuntu_x86', 'ubuntu_arm', 'ubuntu_guonei', 'ubuntu_reality', 'alpine_reality')),
  ssh_port      integer not null default 22 check (ssh_port between 1 and 65535),
  ssh_username  text not null default '',
  ssh_password_enc bytea,
  link_mbps     integer not null default 10000 check (link_mbps > 0),
  enabled       boolean not null default true,
  config_pushes integer not null default 0,                            -- "updateConfigTimes"
  install_log   text not null default '',
  created_at    timestamptz not null,
  deleted_at    timestamptz
);

create table entries (
  id          uuid primary key,
  position    integer not null default 0,
  name        text not null check (length(name) between 1 and 64),
  ip          text not null,
  ip_list     text[] not null default '{}',
  description text not null default '',
  visible     boolean not null default true,
  created_at  timestamptz not null,
  deleted_at  timestamptz
);

create table lines (
  id                 uuid primary key,
  num                bigint generated always as identity unique,       -- small integer on the agent's wire
  position           integer not null default 0,
  name               text not null check (length(name) between 1 and 64),
  node_id            uuid not null references nodes,
  protocol           text not null check (protocol in ('vmesh_tcp', 'vmesh_ws', 'ss', 'compat', 'h2', 'reality')),
  bridge             text not null default 'none' check (bridge in ('none', 'cf_cdn', 'report')),
  entry_id           uuid references entries,
  scale_ppm          bigint not null default 1000000 check (scale_ppm between 0 and 1000000000),
  copies             integer not null default 1 check (copies between 1 and 50),
  is_public          boolean not null default false,
  fix_name           boolean not null default false,
  disable_for_agency boolean not null default false,
  permission_id      uuid references permissions,
  bridge_addr        text not null default '',
  ip                 text not null default '',
  host               text not null default '',
  reality_target     text not null default '',
  port_offset        integer not null default 0 check (port_offset between 0 and 63),
  secrets_enc        bytea not null,                                   -- private part of the line's keys
  public_secrets     jsonb not null default '{}',                      -- what documents carry of them
  msg                text not null default '',
  created_at         timestamptz not null,
  deleted_at         timestamptz,
  check (bridge <> 'report' or entry_id is not null),
  check (not fix_name or copies = 1)
);
create index lines_node on lines (node_id) where deleted_at is null;

-- Raw bytes since the last reset, apart so that billing never touches the wide row.
create table line_hot (
  line_num bigint primary key references lines (num) on delete cascade,
  hot      bigint not null default 0
) with (fillfactor = 50);
