-- Every instance of a provider is asked for itself, so that a slow one holds up no other. `said_at`: when it last said
-- for certain what became of a trade.
alter table trade_queries
  add column instance text not null,
  add column said_at  timestamptz,
  add constraint trade_queries_said check ((word = 'unknown') = (said_at is null));
drop index trade_queries_due;
create index trade_queries_due on trade_queries (instance, next_at) where next_at is not null;
