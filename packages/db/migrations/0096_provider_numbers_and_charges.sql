-- What a provider calls a payment that was begun there, and what it asks where it does not price in yuan.

alter table trades
  add column provider_no     text check (length(provider_no) between 1 and 128),
  add column charge_currency text check (charge_currency ~ '^[A-Z]{3}$'),
  add column charge_minor    bigint check (charge_minor > 0),          -- in the smallest unit of the currency
  add column charge_rate     bigint check (charge_rate > 0),           -- millionths of a yuan for one of the currency
  add constraint trades_charge_whole check (num_nonnulls(charge_currency, charge_minor, charge_rate) in (0, 3));

-- What a provider says was charged; the claim's amount is what that is worth in yuan.
alter table claims
  add column charge_currency text check (charge_currency ~ '^[A-Z]{3}$'),
  add column charge_minor    bigint check (charge_minor > 0),
  add constraint claims_charge_whole check (num_nonnulls(charge_currency, charge_minor) in (0, 2));
