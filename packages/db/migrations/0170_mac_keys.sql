-- HMAC keys of the installation by purpose, encrypted under SECRET_KEY: they stay the same when SECRET_KEY is rotated.
create table mac_keys (
  purpose    text primary key,
  key_enc    bytea not null,
  created_at timestamptz not null
);
