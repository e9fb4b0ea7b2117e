-- Payments in USDT that are watched on chain. Amounts that customers are asked are thousandths of a USDT; what a chain
-- moved is base units of its contract.

-- One amount at one address that belongs to one trade, until nothing that belongs to it can come any more.
create table usdt_slots (
  id             uuid primary key,
  trade_id       uuid not null unique references trades deferrable initially deferred,
  order_id       uuid not null references orders,
  user_id        uuid not null references users,
  prefix         text not null,                                        -- network that the customer asked from
  network        text not null check (network in ('trc20', 'erc20', 'bep20', 'polygon')),
  address        text not null,
  milli          bigint not null check (milli > 0),                    -- asked
  price          bigint not null check (price > 0 and price <= milli), -- without what makes the amount unique
  rate           integer not null check (rate > 0),                    -- ten-thousandths of a yuan for a USDT
  created_at     timestamptz not null,
  expires_at     timestamptz not null check (expires_at > created_at), -- until then the trade can be paid
  grace_ends_at  timestamptz,                                          -- known once the order has ended
  consumed_at    timestamptz,                                          -- when its money came
  freed_at       timestamptz check (freed_at >= grace_ends_at)         -- when the amount could be given out again
);
-- An address may be that of several chains: an amount is taken on all of them, so that money on a wrong one matches.
create unique index usdt_slots_taken on usdt_slots (address, milli) where freed_at is null;
create index usdt_slots_had on usdt_slots (address, milli, grace_ends_at);
create index usdt_slots_of_order on usdt_slots (order_id) where grace_ends_at is null;
create index usdt_slots_of_user on usdt_slots (user_id) where freed_at is null;
create index usdt_slots_of_prefix on usdt_slots (prefix) where freed_at is null;

-- How far a chain was read for an address.
create table usdt_cursors (
  network       text not null check (network in ('trc20', 'erc20', 'bep20', 'polygon')),
  address       text not null,
  block_number  bigint not null check (block_number >= 0),
  block_hash    text not null,
  block_time    timestamptz not null,                                  -- everything up to here was read
  looks         bigint not null default 0,                             -- how often it was read
  read_at       timestamptz not null,
  primary key (network, address)
);

-- Transfers to us in blocks that stay, once each.
create table usdt_deposits (
  id            uuid primary key,
  network       text not null check (network in ('trc20', 'erc20', 'bep20', 'polygon')),
  address       text not null,
  txid          text not null check (length(txid) between 64 and 66),
  log_index     integer not null check (log_index >= 0),
  block_number  bigint not null,
  block_hash    text not null,                                         -- TRON does not tell it
  block_time    timestamptz not null,
  sender        text not null,
  units         numeric(78, 0) not null check (units > 0),
  found_at      timestamptz not null,
  orphaned_at   timestamptz,                                           -- its block is gone
  -- What became of it: a claim for a trade, nobody's money, or too little to be any.
  reference     text unique,                                           -- names the money among all payments
  outcome       text check (outcome in ('claimed', 'unclaimed', 'dust')),
  slot_id       uuid references usdt_slots,
  handed_at     timestamptz,
  unique (network, txid, log_index),
  check ((outcome is null) = (handed_at is null)),
  check ((outcome = 'claimed') = (slot_id is not null)),
  check ((outcome in ('claimed', 'unclaimed')) = (reference is not null))
);
create index usdt_deposits_waiting on usdt_deposits (network, address) where handed_at is null;
create index usdt_deposits_blocks on usdt_deposits (network, address, block_number);
