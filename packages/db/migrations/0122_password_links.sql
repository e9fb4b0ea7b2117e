-- One-time links by which customers that an agency has made set their first password; a new link takes the place of
-- the one before, and a used one is gone.
create table password_links (
  user_id    uuid primary key references users on delete cascade,
  code_hash  bytea not null unique,
  expires_at timestamptz not null
);
