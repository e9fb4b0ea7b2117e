-- What of a node's reports is undone: returned to users in slices, so that it can go on wherever it was interrupted.
create table node_undos (
  id         uuid primary key,
  node_id    uuid not null references nodes on delete cascade,
  days       date[] not null,
  actor      uuid not null,
  begun_at   timestamptz not null,
  after_user bigint not null default 0,                                -- users up to this number have what is theirs
  users      integer not null default 0,                               -- who got something until now
  returned   bigint not null default 0,                                -- bytes of permanent traffic
  ended_at   timestamptz
);
create unique index node_undos_open on node_undos (node_id) where ended_at is null;
