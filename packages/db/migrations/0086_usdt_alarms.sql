-- Addresses of which the watchers are so far behind that operators were told.
create table usdt_alarms (
  network text not null check (network in ('trc20', 'erc20', 'bep20', 'polygon')),
  address text not null,
  since   timestamptz not null,
  primary key (network, address)
);
