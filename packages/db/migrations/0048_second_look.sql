-- The second look at who is at a session: when it was last passed, and wrong answers since then.
alter table sessions
  add column looked_at timestamptz,
  add column look_tries integer not null default 0 check (look_tries >= 0);
