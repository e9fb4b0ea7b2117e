-- Orders that staff looked into when a withdrawal was asked for: their rebates stayed in the wallet and are no part of it.
alter table withdrawals add column left_out_orders uuid[] not null default '{}';
