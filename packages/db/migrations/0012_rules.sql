-- Groups and rules of subscription documents. Every save is a new version; the highest is in force, old ones are pruned.
create table rule_sets (
  version  integer primary key check (version > 0),
  rules    jsonb,                                     -- null = the product's own default, whatever that is by then
  saved_at timestamptz not null,
  saved_by uuid references users (id) on delete set null
);
