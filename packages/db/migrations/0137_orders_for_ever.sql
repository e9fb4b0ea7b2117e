-- What was bought, asked for and paid is kept for ever, as the ledger is: the product's role may not remove it.
comment on table orders is 'app: select, insert, update';
comment on table trades is 'app: select, insert, update';
comment on table claims is 'app: select, insert, update';
comment on table payments is 'app: select, insert, update';
comment on table withdrawals is 'app: select, insert, update';
