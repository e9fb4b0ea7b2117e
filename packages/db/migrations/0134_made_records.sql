-- Records that staff made by a form with a name of its own: sent again after a lost answer, it makes no second one.
create table made_records (
  made_by   uuid not null references users on delete cascade,
  change    text not null check (length(change) between 16 and 64),   -- names the wish
  kind      text not null,
  record_id uuid not null,
  form_mac  bytea not null check (length(form_mac) = 32),             -- HMAC of what was filled in: another form is refused
  made_at   timestamptz not null,
  primary key (made_by, change)
);
comment on table made_records is 'app: select, insert';
