-- Bytes that reports took from an account and an undo gave back: they stand in granted and in spent, and nothing that
-- depends on how much was granted counts them.
alter table traffic_account add column returned bigint not null default 0 check (returned >= 0);
update traffic_account t set returned = u.bytes
  from (select a.owner, sum(e.amount) as bytes
          from ledger_tx x join ledger_entry e on e.tx_id = x.id join ledger_account a on a.id = e.account_id
         where x.idem_key like 'undo:%' and a.kind = 'traffic' group by a.owner) u
 where t.user_num = u.owner;
