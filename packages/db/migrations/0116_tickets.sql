-- Tickets: what customers ask, and what staff answer.

create table tickets (
  id            uuid primary key,
  user_id       uuid not null references users,
  user_num      bigint not null references users (num),
  title         text not null check (length(title) between 1 and 100),
  text          text not null check (length(text) between 1 and 5000),
  image         text not null default '',                              -- name of an image, empty for none
  state         text not null default 'open' check (state in ('open', 'close')),
  created_at    timestamptz not null,
  updated_at    timestamptz not null,                                  -- of the newest message
  waiting_since timestamptz,                                           -- since when the customer waits for staff
  replies       integer not null default 0 check (replies >= 0),
  granted       bigint not null default 0 check (granted >= 0),        -- bytes that staff gave from here
  closed_at     timestamptz,
  closed_by     uuid references users on delete set null,
  check ((state = 'close') = (closed_at is not null)),
  check (state = 'open' or waiting_since is null)
) with (fillfactor = 80);
create index tickets_of_user on tickets (user_id, updated_at desc);
create index tickets_waiting on tickets (waiting_since) where waiting_since is not null;
create index tickets_newest on tickets (updated_at desc);

-- Messages behind the first one, which stands in the ticket. Nobody changes what was said.
create table ticket_messages (
  id         uuid primary key,
  ticket_id  uuid not null references tickets,
  no         integer not null check (no >= 1),                         -- in which order they were said
  author     text not null check (author in ('USER', 'ADMIN')),
  author_id  uuid references users,
  text       text not null check (length(text) between 1 and 5000),
  image      text not null default '',
  granted    bigint not null default 0 check (granted >= 0),           -- bytes that were given with it
  change_id  text check (length(change_id) between 16 and 64),         -- names the gift: it is given once
  created_at timestamptz not null,
  unique (ticket_id, no),
  unique (ticket_id, change_id),
  check ((granted > 0) = (change_id is not null)),
  check (granted = 0 or author = 'ADMIN')
);
comment on table ticket_messages is 'app: select, insert';

-- Texts that staff use again and again.
create table canned_answers (
  id   uuid primary key,
  name text not null unique check (length(name) between 1 and 50),
  text text not null check (length(text) between 1 and 5000)
);

-- Who beside admins may see an image that is used so; null: whoever knows its name.
alter table file_uses add column viewer uuid references users on delete cascade;
