-- Books of nodes that an operator replaced by newer ones: their reports are billed no more.
create table node_books_closed (
  node_id   uuid not null references nodes on delete cascade,
  epoch     uuid not null,
  closed_at timestamptz not null,
  closed_by uuid not null,                                             -- the admin who accepted the newer books
  primary key (node_id, epoch)
);

-- What a conflicting report says of its time: unknown for those that were kept before.
alter table usage_conflicts
  add column day     date,
  add column from_at timestamptz,
  add column to_at   timestamptz;

-- A report that is billed by hand is compared with what was billed for the same time.
create index usage_batches_span on usage_batches (node_id, to_at) where state in ('applied', 'billed');

-- Keys by which a node's engine goes out through WARP, encrypted: an installation leaves them on the node.
alter table nodes add column warp_keys_enc bytea;
