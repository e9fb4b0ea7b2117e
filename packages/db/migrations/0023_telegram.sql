-- Telegram: who is bound, what the bot heard, and what it has to say; and which events an account is told of, and where.

-- What the owner sees of the bound Telegram account; users.telegram_id says which one it is.
alter table users
  add column telegram_name  text not null default '' check (length(telegram_name) <= 200),
  add column telegram_since timestamptz;

-- The bot that answers now, as Telegram itself calls it. One row, or none while there is no bot.
create table telegram_bot (
  one      boolean primary key default true check (one),
  bot_id   bigint not null,
  username text not null,
  seen_at  timestamptz not null
);

-- Updates of Telegram, each once however often it is delivered. What was said stays sealed until it is answered.
create table tg_update (
  bot_id    bigint not null,
  update_id bigint not null,
  sealed    bytea,
  tries     integer not null default 0 check (tries >= 0),
  at        timestamptz not null,
  done_at   timestamptz,
  primary key (bot_id, update_id),
  check ((sealed is null) = (done_at is not null))
);
create index tg_update_open on tg_update (bot_id, update_id) where done_at is null;
create index tg_update_done on tg_update (at) where done_at is not null;

-- The code and the link with which an account binds a Telegram account. One an account: the newest.
create table telegram_codes (
  user_id    uuid primary key references users on delete cascade,
  code_hash  bytea not null,                                           -- SHA-256
  token_hash bytea not null unique,                                    -- SHA-256
  expires_at timestamptz not null
);

-- Telegram accounts that ask to be bound by the bare id; the owner of the account confirms or refuses.
create table telegram_requests (
  id          uuid primary key,
  user_id     uuid not null references users on delete cascade,
  telegram_id bigint not null,
  name        text not null check (length(name) <= 200),
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  unique (user_id, telegram_id)
);
create index telegram_requests_expiry on telegram_requests (expires_at);

-- Messages that wait. A text stays sealed until it is sent or given up; then it is gone for good.
create table chat_outbox (
  id           uuid primary key,
  chat_id      bigint not null,
  kind         text not null,                                          -- which message it is
  sealed       bytea,
  tries        integer not null default 0 check (tries >= 0),
  next_try     timestamptz not null,                                   -- while it is being sent: when others may try
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  sent_at      timestamptz,
  gave_up_at   timestamptz,
  problem      text not null default '',
  live_seconds integer check (live_seconds > 0),                       -- removed from the chat so long after it was sent
  message_id   bigint,
  remove_at    timestamptz,                                            -- null when nothing is left to remove
  check (sent_at is null or gave_up_at is null),
  check ((sealed is null) = (sent_at is not null or gave_up_at is not null))
);
create index chat_outbox_due on chat_outbox (next_try) where sent_at is null and gave_up_at is null;
create index chat_outbox_remove on chat_outbox (remove_at) where remove_at is not null;
create index chat_outbox_done on chat_outbox (created_at) where sent_at is not null or gave_up_at is not null;

-- Chats whose owner has blocked the bot: nothing is sent there until they write again.
create table blocked_chats (
  chat_id bigint primary key,
  at      timestamptz not null
);

-- Where an account wants to be told of a kind of event, besides the bell; without a row the defaults hold.
create table notice_channels (
  user_id  uuid not null references users on delete cascade,
  kind     text not null,
  mail     boolean not null,
  telegram boolean not null,
  primary key (user_id, kind)
);

-- What an account was told of its traffic. Levels in percent: 0, 80, 100.
create table traffic_told (
  user_num   bigint primary key references users (num) on delete cascade,
  day        date not null,                                            -- of day_level
  day_level  smallint not null check (day_level in (0, 80, 100)),
  granted    bigint not null,                                          -- at the last look
  base       bigint not null check (base >= 0),                        -- what the permanent percentage is of
  base_level smallint not null check (base_level in (0, 80, 100))
);

-- Ends of membership that an account was told of, and how many days before.
create table membership_told (
  user_num bigint not null references users (num) on delete cascade,
  until    timestamptz not null,
  days     smallint not null,
  primary key (user_num, until, days)
);
