-- Images that people uploaded, sessions as their owner sees them, and a new e-mail address that waits for its mail.

-- An image. The bytes lie on disk or in an object store under its id; the row alone says that they exist and what they
-- are. It is written before the bytes (stored_at is null) and removed after them, so that no bytes are ever lost sight of.
create table files (
  id           text primary key check (id ~ '^[0-9a-f]{32}$'),         -- 128 random bits, all that opens the image
  user_id      uuid references users on delete set null,               -- whose it is; null: to be removed
  ext          text not null check (ext in ('jpg', 'png', 'webp')),
  bytes        integer not null check (bytes > 0),
  store        text not null check (store in ('disk', 's3')),
  created_at   timestamptz not null,
  stored_at    timestamptz,                                            -- when the bytes were there
  unused_since timestamptz not null                                    -- counts while nothing uses it
);
create index files_user on files (user_id, created_at);
create index files_unused on files (unused_since);

-- What an image is used for, e.g. 'icon'. What nothing uses is removed after a day.
create table file_uses (
  file_id text not null references files on delete cascade,
  used_by text not null check (used_by <> ''),
  primary key (file_id, used_by)
);

-- The name of a session that its owner may see and end it by (its token's hash stays inside), and whence it was seen
-- last: a network, never a whole address.
alter table sessions add column id uuid not null default gen_random_uuid();
alter table sessions add column network text not null default '' check (length(network) <= 60);
create unique index sessions_id on sessions (id);

-- A new e-mail address takes effect when the link that was mailed to it is opened.
alter table account_requests add column email text;
alter table account_requests drop constraint account_requests_kind_check;
alter table account_requests add constraint account_requests_kind_check check (kind in ('signup', 'password', 'email'));
alter table account_requests add constraint account_requests_email_check check ((kind = 'email') = (email is not null));
