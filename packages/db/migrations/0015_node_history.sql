-- What a node carried and how it felt, in steps of five minutes, for a fortnight.
create table node_points (
  node_id     uuid not null references nodes on delete cascade,
  at          timestamptz not null,                                    -- beginning of the five minutes
  up          bigint not null default 0,                               -- raw bytes of batches that were billed
  down        bigint not null default 0,
  looks       integer not null default 0,                              -- how often the agent was asked
  load_sum    double precision not null default 0,                     -- of the 1-minute loads it told
  memory_free bigint,                                                  -- lowest seen
  disk_free   bigint,
  online      integer not null default 0,                              -- most users seen at once
  latencies   integer[] not null default '{}',                         -- ms of every probe that came back
  lost        integer not null default 0,                              -- probes that did not
  primary key (node_id, at)
) with (fillfactor = 50);
create index node_points_at on node_points (at);

-- What an operator decided about a batch that was not billed by itself.
alter table usage_batches
  drop constraint usage_batches_state_check,
  add constraint usage_batches_state_check check (state in ('applied', 'quarantined', 'billed', 'dismissed')),
  add column id            uuid not null default gen_random_uuid() unique,
  add column settled_at    timestamptz,
  add column settled_by    uuid,
  add column settle_reason text not null default '',
  add constraint usage_batches_settled check ((state in ('billed', 'dismissed')) = (settled_at is not null));
create index usage_batches_waiting on usage_batches (node_id) where state = 'quarantined';
create index usage_batches_node on usage_batches (node_id, applied_at) where state = 'applied';

alter table usage_conflicts
  add column id            uuid not null default gen_random_uuid() unique,
  add column state         text not null default 'quarantined' check (state in ('quarantined', 'billed', 'dismissed')),
  add column billed        bigint not null default 0,
  add column settled_at    timestamptz,
  add column settled_by    uuid,
  add column settle_reason text not null default '',
  add constraint usage_conflicts_settled check ((state in ('billed', 'dismissed')) = (settled_at is not null));

create index node_alarms_at on node_alarms (at desc);
