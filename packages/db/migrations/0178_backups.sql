-- Backups of this installation: those that wait, run or ended, and files that were found in the folder of backups.
create table backups (
  id              uuid primary key,
  file            text not null unique check (file ~ '^skyport-[A-Za-z0-9._-]+\.tar$'),      -- name in the folder
  origin          text not null check (origin in ('schedule', 'staff', 'found')),
  state           text not null check (state in ('waiting', 'writing', 'unchecked', 'good', 'damaged', 'failed', 'missing')),
  percent         integer not null default 0 check (percent between 0 and 100),
  started_at      timestamptz not null,                                                   -- the moment of its data, at most seconds apart
  ended_at        timestamptz,
  bytes           bigint,
  row_count       bigint,                                                                 -- rows of all tables
  problem         text not null default '',                                               -- for staff, in Chinese
  checked_at      timestamptz,                                                            -- every checksum was right then
  restore_state   text check (restore_state in ('waiting', 'running', 'passed', 'failed')),  -- of the test restore; null: none yet
  restore_problem text not null default '',
  restored_at     timestamptz
);
create index backups_state on backups (state, started_at);

-- What the schedule's watch knows: one row.
create table backup_watch (
  single       boolean primary key default true check (single),
  every_hours  integer not null default 0,         -- the schedule that is watched
  watched_from timestamptz,                        -- since when; null while there is none
  stale_at     timestamptz                         -- since when the newest good backup is too old
);
insert into backup_watch default values;
