-- Lists of names that a job fetches from outside. Names stay in use until a later fetch passes every check.
create table outside_lists (
  id            text primary key check (id in ('cn', 'ads')),
  version       integer not null default 0,
  source        text not null default '',
  etag          text not null default '',
  names         text not null default '',
  name_count    integer not null default 0,
  bytes         integer not null default 0,
  dropped_rows  integer not null default 0,
  dropped_names integer not null default 0,
  fetched_at    timestamptz,
  asked_at      timestamptz,
  checked_at    timestamptz,
  problem       text
);
