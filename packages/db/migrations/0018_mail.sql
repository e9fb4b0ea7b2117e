-- Mails that wait, and what their links stand for.

-- A message stays sealed until it is sent or given up; then its text, with the keys of its links, is gone for good.
create table mail_outbox (
  id         uuid primary key,
  recipient  text not null check (length(recipient) between 3 and 254 and recipient !~ '[[:cntrl:]]'),
  kind       text not null,                                            -- which letter it is
  sealed     bytea,                                                    -- subject and both bodies, encrypted
  tries      integer not null default 0 check (tries >= 0),
  next_try   timestamptz not null,                                     -- while it is being sent: when others may try
  created_at timestamptz not null,
  expires_at timestamptz not null,                                     -- after this it is not worth sending
  sent_at    timestamptz,
  gave_up_at timestamptz,
  problem    text not null default '',                                 -- short reason of the last failed try
  check (sent_at is null or gave_up_at is null),
  check ((sealed is null) = (sent_at is not null or gave_up_at is not null))
);
create index mail_outbox_due on mail_outbox (next_try) where sent_at is null and gave_up_at is null;
create index mail_outbox_done on mail_outbox (created_at) where sent_at is not null or gave_up_at is not null;

-- What a mailed link will do when it is opened. One open request of a kind an account: the newest.
create table account_requests (
  id            uuid primary key,                                      -- serial_id of the link
  user_id       uuid not null references users on delete cascade,
  kind          text not null check (kind in ('signup', 'password')),
  key_hash      bytea not null,                                        -- SHA-256 of the link's key
  password_hash text,                                                  -- the password that waits (argon2id)
  userkey_hash  bytea not null,                                        -- a new subscription link ends the request
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  used_at       timestamptz,
  check ((kind = 'password') = (password_hash is not null))
);
create unique index account_requests_open on account_requests (user_id, kind) where used_at is null;
create index account_requests_user on account_requests (user_id);
create index account_requests_expiry on account_requests (expires_at);

-- Tries that are limited over hours and days, by address or by account.
create table account_tries (
  kind text not null,
  key  text not null,
  at   timestamptz not null
);
create index account_tries_key on account_tries (kind, key, at);
create index account_tries_at on account_tries (at);
