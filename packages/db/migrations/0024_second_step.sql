-- Second step of log-in (TOTP), and tokens that move a session to another domain.

-- Read with every call, so it stands in the account's own row: what the gate asks of staff.
alter table users add column second_step boolean not null default false;

create table second_steps (
  user_id      uuid primary key references users on delete cascade,
  secret_enc   bytea not null,                                         -- secret of the authenticator app, encrypted
  begun_at     timestamptz not null,
  confirmed_at timestamptz,                                            -- null: begun, not in force
  last_step    bigint not null default 0,                              -- newest 30-second step whose code was taken
  wrong_codes  integer not null default 0 check (wrong_codes >= 0),    -- in a row
  locked_until timestamptz
);

create table recovery_codes (
  user_id   uuid not null references second_steps on delete cascade,
  code_hash bytea not null,                                            -- HMAC; the codes are too short for a bare hash
  used_at   timestamptz,
  primary key (user_id, code_hash)
);

-- Bound to the session it was made from: it ends with it.
create table handoffs (
  token_hash   bytea primary key,                                      -- SHA-256
  session_hash bytea not null references sessions on delete cascade,
  host         text not null check (length(host) between 1 and 253),
  expires_at   timestamptz not null
);
create index handoffs_session on handoffs (session_hash);
create index handoffs_expiry on handoffs (expires_at);
