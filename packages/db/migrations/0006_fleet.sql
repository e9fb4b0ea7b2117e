-- What the panel knows of each node's agent.
create table node_agents (
  node_id         uuid primary key references nodes on delete cascade,
  certificate     text not null,                                       -- PEM, pinned
  epoch           uuid not null,                                       -- the only store whose batches are billed
  epoch_open      boolean not null default true,                       -- one new epoch is acceptable (after an install)
  acked_seq       bigint not null default 0,
  gen             bigint not null default 0,                           -- newest generation sent
  health          text not null default 'unknown' check (health in ('unknown', 'healthy', 'degraded', 'offline', 'drifted', 'refused')),
  last_error      text not null default '',
  reached_at      timestamptz,
  missed          integer not null default 0,                          -- intervals without an answer
  state           jsonb,                                               -- newest AgentState
  speed_ms        integer,                                             -- median latency of the last probes
  enrolled_at     timestamptz not null
);

-- One-time enrolment codes, encrypted because both sides prove knowledge of the code itself.
create table node_enrolments (
  node_id    uuid primary key references nodes on delete cascade,
  code_enc   bytea not null,
  expires_at timestamptz not null,
  last_error text not null default ''
);

-- Every batch an agent ever reported, applied at most once.
create table usage_batches (
  node_id    uuid not null references nodes,
  epoch      uuid not null,
  seq        bigint not null check (seq >= 1),
  day        date not null,
  sha256     bytea not null,
  from_at    timestamptz not null,
  to_at      timestamptz not null,
  row_count  integer not null,
  up         bigint not null,
  down       bigint not null,
  billed     bigint not null,
  state      text not null check (state in ('applied', 'quarantined')),
  reason     text not null default '',
  rows       jsonb,                                                    -- kept for quarantined batches only
  applied_at timestamptz not null,
  primary key (node_id, epoch, seq)
);

create table node_alarms (
  id        uuid primary key,
  node_id   uuid not null references nodes on delete cascade,
  kind      text not null,
  message   text not null,
  at        timestamptz not null,
  closed_at timestamptz
);
create index node_alarms_open on node_alarms (node_id, kind) where closed_at is null;

-- Who fetched which subscription link, written once a second in bulk; kept 7 days.
create table subscription_fetches (
  user_num bigint not null,
  hour     timestamptz not null,
  network  text not null,                                              -- /24 or /48 prefix
  client   text not null,
  count    integer not null,
  primary key (user_num, hour, network, client)
);
