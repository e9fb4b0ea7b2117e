-- What the fleet's controller has not heard of yet: written in the transaction that changed something, taken by the one
-- process that holds the model. Rows live for moments.
create table fleet_changes (
  id        bigint generated always as identity primary key,
  user_nums bigint[] not null default '{}',
  node_id   uuid
);

-- Batches that cannot stand beside the applied ones: another content under a known number, or of a store nobody installed.
create table usage_conflicts (
  node_id uuid not null references nodes,
  epoch   uuid not null,
  seq     bigint not null check (seq >= 1),
  sha256  bytea not null,
  reason  text not null,
  rows    jsonb not null,
  seen_at timestamptz not null,
  primary key (node_id, epoch, seq, sha256)
);

-- The day quota of the business day before "day": use that is reported after midnight belongs there.
alter table traffic_account
  add column prev_day  date not null default '1970-01-01',
  add column prev_used bigint not null default 0 check (prev_used >= 0);

-- A certificate that was signed but not yet seen in use: enrolment goes on from here when the panel dies in between.
alter table node_enrolments
  add column certificate text,
  add column failures    integer not null default 0 check (failures >= 0);
