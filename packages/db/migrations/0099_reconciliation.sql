-- What a provider's own list of a day says, compared with what is stored of it. Amounts are thousandths of the currency.

create table reconciliations (
  id          uuid primary key,
  instance    text not null check (instance ~ '^[a-z0-9_]{1,40}$'),
  day         date not null,                                           -- of the provider's time
  state       text not null check (state in ('done', 'failed')),
  way         text not null check (way in ('list', 'query')),          -- its list, or a question about each trade
  theirs      integer not null default 0,                              -- payments and refunds that it has
  ours        integer not null default 0,                              -- those of them and of ours that we have
  differences integer not null default 0,
  unanswered  integer not null default 0,                              -- trades about which it did not speak
  ran_at      timestamptz not null,
  unique (instance, day)
);
create index reconciliations_newest on reconciliations (day desc);

-- A difference, once; staff settle it by the provider's own word or explain it.
create table reconciliation_lines (
  id            uuid primary key,
  instance      text not null,
  day           date not null,
  kind          text not null check (kind in ('missing', 'extra', 'mismatched', 'refund')),
  reference     text not null check (length(reference) between 1 and 128),
  reference_key text not null,
  trade_number  text not null check (length(trade_number) <= 64),
  theirs        bigint,                                                -- amounts; null where one side has none
  ours          bigint,
  currency      text not null,
  at            timestamptz,                                           -- of the payment, where the list says so
  state         text not null default 'open' check (state in ('open', 'settled', 'explained')),
  found_at      timestamptz not null,
  closed_by     uuid references users on delete set null,
  closed_at     timestamptz,
  closed_why    text not null default '' check (length(closed_why) <= 200),
  check ((state = 'open') = (closed_at is null)),
  unique (instance, kind, reference_key)
);
create index reconciliation_lines_newest on reconciliation_lines (found_at desc);
