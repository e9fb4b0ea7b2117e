-- A dispute that we were not told of is a difference of its own: as a refund it was settled under a wrong reason.

alter table reconciliation_lines drop constraint reconciliation_lines_kind_check;
alter table reconciliation_lines add constraint reconciliation_lines_kind_check
  check (kind in ('missing', 'extra', 'mismatched', 'refund', 'dispute'));
-- Only frozen trades of EPay gateways are named so.
update reconciliation_lines set kind = 'dispute'
 where kind = 'refund' and state = 'open' and reference like 'dispute:%';
