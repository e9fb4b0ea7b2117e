-- People, their sessions, and what the whole installation remembers about itself.
-- Instants come from the application's clock, never from now().

create table users (
  id                  uuid primary key,
  num                 bigint generated always as identity unique,      -- small integer on the agent's wire
  email               text not null check (length(email) between 3 and 254 and email = lower(email)),
  password_hash       text not null,                                   -- argon2id of the peppered client hash
  type                text check (type in ('admin', 'normal', 'channel', 'yunying')),
  disabled            boolean not null default false,
  confirmed           boolean not null default true,
  paid                boolean not null default false,
  is_agency           boolean not null default false,                  -- a second-level agent
  is_agency_user      boolean not null default false,                  -- a customer of one
  icon                text not null default '',
  userkey_enc         bytea not null,                                  -- secret part of the subscription link, encrypted
  userkey_hash        bytea not null,                                  -- HMAC of it, for comparing
  in_xinjiang         boolean not null default false,
  in_foreign          boolean not null default false,
  use_english_node    boolean not null default false,
  can_change_key      boolean not null default true,
  can_change_password boolean not null default true,
  normal_permission   boolean not null default false,                  -- passes every permissionRequire
  force_reward        boolean not null default false,
  daily_unlimited     boolean not null default false,                  -- specialDailyUnlimitTraffic
  daily_unlimited_gb  integer not null default 0 check (daily_unlimited_gb >= 0),
  scale_ppm           bigint not null default 1000000 check (scale_ppm between 0 and 1000000000),
  channel_code        text not null default '',                        -- set once, at sign-up
  prefer_domain       text not null default '',
  describe_host       text not null default '',
  first_url           text not null default '',
  last_url            text not null default '',
  telegram_id         bigint unique,
  created_at          timestamptz not null,
  last_active_at      timestamptz not null
);
create unique index users_email on users (email);
create index users_created on users (created_at desc);
create index users_channel on users (channel_code) where channel_code <> '';

create table sessions (
  token_hash   bytea primary key,                                      -- SHA-256 of the readable part
  secret_hash  bytea not null,                                         -- SHA-256 of the HttpOnly part
  user_id      uuid not null references users on delete cascade,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  idle_seconds integer not null check (idle_seconds > 0),
  expires_at   timestamptz not null,
  client       text not null default '' check (length(client) <= 200)
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- One-time set-up links of the first admin.
create table setup_links (
  code_hash  bytea primary key,
  expires_at timestamptz not null,
  used_at    timestamptz
);

-- One row a setting; a missing row means the default of the settings table in code. Secret values are encrypted text.
create table settings (
  key        text primary key,
  value      jsonb not null,
  updated_at timestamptz not null
);

-- Counter that every change of what documents and agents depend on increases (nodes, lines, entries, settings).
create table versions (
  name  text primary key,
  value bigint not null default 0
);
insert into versions (name) values ('catalogue'), ('settings');

-- Keys of the installation itself (panel CA, panel certificate), private halves encrypted under SECRET_KEY.
create table panel_keys (
  name        text primary key,
  private_enc bytea not null,
  public_pem  text not null,
  created_at  timestamptz not null
);

create table permissions (
  id         uuid primary key,
  name       text not null unique check (length(name) between 1 and 64),
  description text not null default '',
  use_times  integer not null default 0 check (use_times >= 0),
  created_at timestamptz not null
);
create table user_permissions (
  user_id       uuid not null references users on delete cascade,
  permission_id uuid not null references permissions on delete cascade,
  expires_at    timestamptz not null,
  primary key (user_id, permission_id)
);
create index user_permissions_expiry on user_permissions (expires_at);

create table notifications (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  href       text not null,
  text       text not null,
  created_at timestamptz not null,
  clicked_at timestamptz
);
create index notifications_open on notifications (user_id, created_at desc) where clicked_at is null;

-- One a user and calendar day (Asia/Shanghai unless set otherwise).
create table checkins (
  user_id uuid not null references users on delete cascade,
  day     date not null,
  streak  integer not null check (streak >= 1),
  primary key (user_id, day)
);

-- Faults of ours: what an operator sees on /admin_error. Never a secret, never a payload.
create table error_log (
  id         uuid primary key,
  at         timestamptz not null,
  name       text not null,
  message    text not null,
  stack      text not null,
  call       text not null default '',
  request_id text not null default ''
);
create index error_log_at on error_log (at desc);

-- What staff did, append-only.
create table audit_log (
  id       uuid primary key,
  at       timestamptz not null,
  actor    uuid,
  address  text not null default '',
  call     text not null,
  object   text not null default '',
  detail   jsonb not null default '{}'
);
create index audit_log_at on audit_log (at desc);
