-- Lists that staff have asked for as files. A row is used once, within a minute, by the session that asked; it is kept
-- for a day, so that exports that run can be counted in every process.
create table list_exports (
  id          uuid primary key,
  ticket_hash bytea not null unique,
  user_id     uuid not null references users (id) on delete cascade,
  session     bytea not null,
  list        text not null,
  filter      jsonb not null,
  columns     text[] not null,
  -- Titles of the columns, for the audit.
  titles      text[] not null,
  rows        integer not null,
  made_at     timestamptz not null,
  begun_at    timestamptz,
  ended_at    timestamptz
);
create index list_exports_made on list_exports (made_at);
create index list_exports_user on list_exports (user_id);
