-- What single users carried over a busy node lately, a row a report: for an hour, by which nobody's account is emptied at
-- one stroke. Columns of one length.
create table node_user_use (
  id        bigint generated always as identity primary key,
  node_id   uuid not null references nodes on delete cascade,
  from_at   timestamptz not null,
  to_at     timestamptz not null,
  user_nums bigint[] not null,
  bytes     bigint[] not null
);
create index node_user_use_node on node_user_use (node_id, to_at);
