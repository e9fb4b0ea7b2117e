-- Chains are read again by day and compared with what the watchers have stored.

-- Since when an address is watched: what came before is nobody's to miss. Known ones count from here, or from the first
-- deposit there.
alter table usdt_cursors add column since timestamptz;
update usdt_cursors set since = block_time;
alter table usdt_cursors alter column since set not null;

-- Transfers that stand on a chain and that its watcher has not handed over, as a difference names them. Staff settle
-- such a difference, and the transfer becomes a deposit.
create table usdt_overlooked (
  network       text not null check (network in ('trc20', 'erc20', 'bep20', 'polygon')),
  address       text not null,
  txid          text not null check (length(txid) between 64 and 66),
  log_index     integer not null check (log_index >= 0),
  block_number  bigint not null,
  block_hash    text not null,                                         -- TRON does not tell it
  block_time    timestamptz not null,
  sender        text not null,
  units         numeric(78, 0) not null check (units > 0),
  reference     text not null unique,                                  -- names the money among all payments
  found_at      timestamptz not null,
  primary key (network, txid, log_index)
);
